import Kernel
import Monetization
import Storage
import TestBench
import XCTest

final class NotificationTests: XCTestCase {
    private let start = Instant("2026-01-01T00:00:00Z") ?? .earliest

    /// Each row of the table, on the first term of a monthly subscription, seen on a day.
    func testEachTypeDoesWhatTheTableSays() {
        let rows: [(type: String, subtype: String, day: Int, state: RenewalState)] = [
            ("PRICE_INCREASE", "PENDING", 20, .subscribed), ("TEST", "", 20, .subscribed),
            ("NEVER_HEARD_OF", "", 20, .subscribed),
            ("DID_FAIL_TO_RENEW", "GRACE_PERIOD", 20, .subscribed), ("DID_FAIL_TO_RENEW", "GRACE_PERIOD", 40, .inGracePeriod),
            ("DID_FAIL_TO_RENEW", "GRACE_PERIOD", 60, .inBillingRetry), ("DID_FAIL_TO_RENEW", "GRACE_PERIOD", 100, .expired),
            ("DID_FAIL_TO_RENEW", "", 40, .inBillingRetry), ("GRACE_PERIOD_EXPIRED", "", 40, .inBillingRetry),
            ("EXPIRED", "VOLUNTARY", 20, .expired), ("EXPIRED", "BILLING_RETRY", 20, .expired),
            ("EXPIRED", "PRICE_INCREASE", 20, .expired),
            ("EXPIRED", "PRODUCT_NOT_FOR_SALE", 20, .expired), ("REFUND", "", 20, .revoked), ("REVOKE", "", 20, .revoked),
            ("REFUND_DECLINED", "", 20, .subscribed), ("CONSUMPTION_REQUEST", "", 20, .subscribed),
            ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", 20, .subscribed),
            ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", 40, .expired),
            ("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", 20, .subscribed),
        ]
        for row in rows {
            let ledger = Ledger([bought(), notification(row.type, row.subtype, day: 10).entry])
            XCTAssertEqual(ledger.status(at: day(row.day))?.state, row.state, "\(row)")
        }
    }

    func testWhatGrantsOrExtends() {
        let second = term(2, from: 30, to: 60)
        for (type, subtype) in [
            ("DID_RENEW", ""), ("DID_RENEW", "BILLING_RECOVERY"), ("SUBSCRIBED", "RESUBSCRIBE"), ("OFFER_REDEEMED", ""),
        ] {
            let ledger = Ledger([bought(), notification(type, subtype, day: 30, second).entry])
            XCTAssertEqual(ledger.status(at: day(45))?.state, .subscribed, type)
            XCTAssertEqual(ledger.status(at: day(61))?.state, .expired, type)
        }
        let extended = Ledger([bought(), notification("RENEWAL_EXTENDED", "", day: 5, term(1, from: 0, to: 50)).entry])
        XCTAssertEqual(extended.status(at: day(49))?.state, .subscribed)
    }

    func testAnUpgradeBeginsNowAndADowngradeWaits() {
        let yearly = term(2, from: 10, to: 375, product: "yearly")
        let up = Ledger([bought(), notification("DID_CHANGE_RENEWAL_PREF", "UPGRADE", day: 10, yearly).entry])
        XCTAssertEqual(up.status(at: day(11))?.product, "yearly")
        let down = [bought(), notification("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", day: 10).entry]
        XCTAssertEqual(Ledger(down).status(at: day(11))?.product, "monthly")
        XCTAssertEqual(Ledger(down).status(at: day(11))?.nextProduct, "lesser")
        let undone = Ledger(down + [notification("DID_CHANGE_RENEWAL_PREF", "", day: 12).entry])
        XCTAssertNil(undone.status(at: day(13))?.nextProduct)
    }

    func testARefundIsTakenBack() {
        let refund = [bought(), notification("REFUND", "", day: 5).entry]
        XCTAssertEqual(Ledger(refund).status(at: day(6))?.word, "REFUND_FULL")
        XCTAssertEqual(
            Ledger(refund + [notification("REFUND_REVERSED", "", day: 7).entry]).status(at: day(8))?.state, .subscribed)
    }

    func testRecoveryInGraceLeavesNoGap() {
        let failed = [bought(), notification("DID_FAIL_TO_RENEW", "GRACE_PERIOD", day: 30).entry]
        let recovered = failed + [notification("DID_RENEW", "BILLING_RECOVERY", day: 40, term(2, from: 30, to: 60)).entry]
        for moment in 0..<60 { XCTAssertTrue(Ledger(recovered).status(at: day(moment))?.isEntitled ?? false, "\(moment)") }
        XCTAssertEqual(Ledger(recovered).status(at: day(61))?.state, .expired)
    }

    func testTheClockSetBackRevivesNothing() {
        let ledger = Ledger([bought(), notification("EXPIRED", "VOLUNTARY", day: 30).entry])
        XCTAssertEqual(ledger.status(at: day(3))?.state, .expired)
    }

    func testTheStrangeIsKeptAndIgnored() throws {
        let shop = try Shop(clock: HandClock("2026-02-01T00:00:00Z"))
        XCTAssertTrue(try shop.purchases.receive(notification("NEVER_HEARD_OF", "AT_ALL", day: 3)))
        XCTAssertFalse(try shop.purchases.receive(notification("NEVER_HEARD_OF", "AT_ALL", day: 3)))
        XCTAssertNil(try shop.purchases.status())
        XCTAssertEqual(try shop.purchases.ledger().entries.map(\.kind), [.unknown])
        XCTAssertEqual(try shop.purchases.ledger().entries.first?.word, "NEVER_HEARD_OF.AT_ALL")
        XCTAssertFailure(.notificationFromTheFuture) { try shop.purchases.receive(notification("REFUND", "", day: 300)) }
    }

    func testADecodedPayloadIsRead() throws {
        let text = """
            {"notificationType": "DID_RENEW", "subtype": "BILLING_RECOVERY", "notificationUUID": "u-1", "signedDate": 1767225600000,
             "data": {"transactionInfo": {"transactionId": "2", "originalTransactionId": "1", "productId": "monthly", "type":
             "Auto-Renewable Subscription", "purchaseDate": 1767225600000, "expiresDate": 1769904000000, "price": 4990, "currency": "USD",
             "inAppOwnershipType": "FAMILY_SHARED"}, "renewalInfo": {"autoRenewProductId": "yearly", "gracePeriodExpiresDate": 5}}}
            """
        let read = try ServerNotification(Array(text.utf8))
        XCTAssertEqual(read.transaction?.price?.description, "$4.99")
        XCTAssertEqual(read.transaction?.ownership, .familyShared)
        XCTAssertEqual([read.transaction?.id, read.transaction?.series], ["2", "1"])
        XCTAssertEqual(Ledger([read.entry]).status(at: Instant(milliseconds: 1_767_225_600_001))?.state, .subscribed)
        for field in [
            "notificationType", "notificationUUID", "signedDate", "transactionId", "productId", "purchaseDate", "expiresDate",
        ] {
            let missing = text.replacingOccurrences(of: "\"\(field)\"", with: "\"x\(field)\"")
            XCTAssertFailure(.notificationInvalid) { try ServerNotification(Array(missing.utf8)) }
        }
    }

    // MARK: - What the tests share

    private func day(_ number: Int) -> Instant { start.adding(seconds: Double(number) * 86_400) }

    private func term(_ number: Int, from: Int, to: Int, product: Identifier<Product> = "monthly") -> Receipt {
        Receipt(
            id: Identifier("t\(number)"), series: "t1", product: product, kind: .autoRenewable, purchasedAt: day(from),
            expiresAt: day(to))
    }

    private func bought() -> LedgerEntry { .granted("t1", at: start, term(1, from: 0, to: 30), why: "SUBSCRIBED") }

    private func notification(_ type: String, _ subtype: String, day number: Int, _ receipt: Receipt? = nil) -> ServerNotification
    {
        ServerNotification(
            id: Identifier("\(type).\(subtype).\(number)"), type: type, subtype: subtype, signedAt: day(number),
            transaction: receipt ?? term(1, from: 0, to: 30), renewal: .init(product: "lesser", graceEnds: day(46)))
    }
}
