import Kernel
import Monetization
import Storage
import XCTest

final class LedgerTests: XCTestCase {
    private let start = Instant("2026-01-01T00:00:00Z") ?? .earliest

    /// Each kind of entry on the first term of a monthly subscription.
    func testEachEntryKindHasItsEffect() {
        let (end, grace) = (day(30), day(46))
        let failed = LedgerEntry.renewalFailed("f", at: day(10), "t1", term: end, grace: grace)
        let off = LedgerEntry.autoRenew("a", at: day(10), "t1", false)
        let rows: [(event: LedgerEntry, day: Int, state: RenewalState)] = [
            (.noted("n", at: day(10), "TEST"), 20, .subscribed),
            (.noted("n", at: day(10), "NEVER_HEARD_OF", isKnown: false), 20, .subscribed),
            (failed, 20, .subscribed), (failed, 40, .inGracePeriod), (failed, 60, .inBillingRetry),
            (failed, 100, .expired),
            (.renewalFailed("f", at: day(10), "t1", term: end, grace: nil), 40, .inBillingRetry),
            (.graceEnded("g", at: day(10), "t1", term: end), 40, .inBillingRetry),
            (.ended("e", at: day(10), "t1", term: end, why: "VOLUNTARY"), 20, .expired),
            (.ended("e", at: day(10), "t1", term: end, why: "BILLING_RETRY"), 20, .expired),
            (.revoked("r", at: day(10), "t1", why: "REFUND_FULL"), 20, .revoked),
            (.revoked("r", at: day(10), "t1", why: "FAMILY_REVOKE"), 20, .revoked),
            (off, 20, .subscribed), (off, 40, .expired),
            (.renewalProduct("p", at: day(10), "t1", "lesser"), 20, .subscribed),
        ]
        for row in rows {
            XCTAssertEqual(Ledger([bought(), row.event]).status(at: day(row.day))?.state, row.state, "\(row)")
        }
    }

    func testRenewedAndExtendedTermsGiveAccess() {
        let renewed = Ledger([bought(), .granted("r", at: day(30), term(2, from: 30, to: 60), why: "DID_RENEW")])
        XCTAssertEqual(renewed.status(at: day(45))?.state, .subscribed)
        XCTAssertEqual(renewed.status(at: day(61))?.state, .expired)
        let extended = Ledger([bought(), .granted("x", at: day(5), term(1, from: 0, to: 50), why: "RENEWAL_EXTENDED")])
        XCTAssertEqual(extended.status(at: day(49))?.state, .subscribed)
    }

    func testUpgradeIsImmediateAndDowngradeWaits() {
        let yearly = term(2, from: 10, to: 375, product: "yearly")
        let up = Ledger([bought(), .granted("u", at: day(10), yearly, why: "UPGRADE")])
        XCTAssertEqual(up.status(at: day(11))?.product, "yearly")
        let down = [bought(), LedgerEntry.renewalProduct("d", at: day(10), "t1", "lesser")]
        XCTAssertEqual(Ledger(down).status(at: day(11))?.product, "monthly")
        XCTAssertEqual(Ledger(down).status(at: day(11))?.nextProduct, "lesser")
        let undone = Ledger(down + [.renewalProduct("e", at: day(12), "t1", nil)])
        XCTAssertNil(undone.status(at: day(13))?.nextProduct)
    }

    func testReinstatementUndoesARefund() {
        let refund = [bought(), LedgerEntry.revoked("r", at: day(5), "t1", why: "REFUND_FULL")]
        XCTAssertEqual(Ledger(refund).status(at: day(6))?.endReason, "REFUND_FULL")
        XCTAssertEqual(
            Ledger(refund + [.reinstated("b", at: day(7), "t1")]).status(at: day(8))?.state, .subscribed)
    }

    func testRecoveryInGraceLeavesNoGap() {
        let recovered = Ledger([
            bought(), .renewalFailed("f", at: day(30), "t1", term: day(30), grace: day(46)),
            .granted("r", at: day(40), term(2, from: 30, to: 60), why: "DID_RENEW.BILLING_RECOVERY"),
        ])
        for moment in 0..<60 { XCTAssertTrue(recovered.status(at: day(moment))?.isEntitled ?? false, "\(moment)") }
        XCTAssertEqual(recovered.status(at: day(61))?.state, .expired)
    }

    func testClockSetBackRestoresNoAccess() {
        let ledger = Ledger([bought(), .ended("e", at: day(30), "t1", term: day(30), why: "VOLUNTARY")])
        XCTAssertEqual(ledger.status(at: day(3))?.state, .expired)
    }

    func testUnknownEntriesAreStoredOnceAndIgnored() throws {
        let repository = StoredLedgerRepository(MemoryStore())
        let strange = LedgerEntry.noted("n", at: day(3), "NEVER_HEARD_OF.AT_ALL", isKnown: false)
        XCTAssertEqual(try repository.write { try Ledger.admit([strange], to: $0) }, [strange])
        XCTAssertEqual(try repository.write { try Ledger.admit([strange], to: $0) }, [])
        let ledger = Ledger(try repository.read { try $0.entries() })
        XCTAssertNil(ledger.status(at: day(4)))
        XCTAssertEqual(ledger.entries.map(\.kind), [.unknown])
    }

    // MARK: - Helpers

    private func day(_ number: Int) -> Instant { start.adding(seconds: Double(number) * 86_400) }

    private func term(_ number: Int, from: Int, to: Int, product: Identifier<Product> = "monthly") -> Receipt {
        Receipt(
            id: Identifier("t\(number)"), series: "t1", product: product, kind: .autoRenewable, purchasedAt: day(from),
            expiresAt: day(to))
    }

    private func bought() -> LedgerEntry { .granted("t1", at: start, term(1, from: 0, to: 30), why: "SUBSCRIBED") }
}
