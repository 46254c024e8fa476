import Foundation
import Kernel
import Monetization
import Storage
import TestSupport
import XCTest

/// Ledger states at the exact times when they change.
final class LedgerBoundaryTests: XCTestCase {
    /// Entries about the first term, which ends on day 30, and the states after it, to the
    /// millisecond.
    func testEachStateBeginsAtItsExactTime() {
        let end = day(30)
        let rows: [(String, [LedgerEntry], [(Double, RenewalState)])] = [
            ("a term", [], [(29.999, .subscribed), (30, .expired)]),
            (
                "a failure", [.renewalFailed("f", at: end, "t1", term: end, grace: nil)],
                [(30, .inBillingRetry), (89.999, .inBillingRetry), (90, .expired)]
            ),
            (
                "grace", [.renewalFailed("f", at: end, "t1", term: end, grace: day(46))],
                [(30, .inGracePeriod), (45.999, .inGracePeriod), (46, .inBillingRetry), (90, .expired)]
            ),
            (
                "a failure of an older term", [.renewalFailed("f", at: end, "t1", term: day(29.999), grace: day(46))],
                [(30, .expired), (40, .expired)]
            ),
            (
                "a failure of a later term", [.renewalFailed("f", at: end, "t1", term: day(31), grace: nil)],
                [(30, .inBillingRetry)]
            ),
            (
                "an end", [.ended("e", at: day(20), "t1", term: end, why: "VOLUNTARY")],
                [(20, .expired), (29, .expired)]
            ),
            (
                "an end of an older term", [.ended("e", at: day(20), "t1", term: day(29.999), why: "X")],
                [(29, .subscribed)]
            ),
            (
                "grace that ended early",
                [
                    .renewalFailed("f", at: end, "t1", term: end, grace: day(46)),
                    .graceEnded("g", at: day(40), "t1", term: end),
                ], [(40, .inBillingRetry), (89.999, .inBillingRetry), (90, .expired)]
            ),
            (
                "grace that ended late",
                [
                    .renewalFailed("f", at: end, "t1", term: end, grace: day(35)),
                    .graceEnded("g", at: day(40), "t1", term: end),
                ], [(40, .inBillingRetry)]
            ),
            (
                "grace of another term that ended",
                [
                    .renewalFailed("f", at: end, "t1", term: end, grace: day(46)),
                    .graceEnded("g", at: day(31), "t1", term: day(20)),
                ], [(31, .expired)]
            ),
        ]
        for (name, entries, states) in rows {
            let ledger = Ledger([bought()] + entries)
            for (moment, state) in states {
                XCTAssertEqual(ledger.status(at: day(moment))?.state, state, "\(name), day \(moment)")
            }
        }
    }

    func testEntriesAtTheStartOfATermApplyToIt() throws {
        for (moment, isOff) in [(-0.001, false), (0, true), (5, true)] {
            let off = LedgerEntry.autoRenew("a", at: day(moment), "t1", false)
            let status = try XCTUnwrap(Ledger([bought(), off]).status(at: day(10)))
            XCTAssertEqual(status.isRenewing, !isOff, "\(moment)")
            XCTAssertEqual(status.renewsAt, isOff ? nil : day(30))
            XCTAssertEqual(status.expiresAt, day(30))
            let next = LedgerEntry.renewalProduct("n", at: day(moment), "t1", "yearly")
            XCTAssertEqual(Ledger([bought(), next]).status(at: day(10))?.nextProduct, isOff ? "yearly" : nil)
            XCTAssertEqual(Ledger([bought(), off]).status(at: day(31))?.endReason, isOff ? "VOLUNTARY" : "OTHER")
        }
        let on = [LedgerEntry.autoRenew("a", at: day(1), "t1", false), .autoRenew("b", at: day(2), "t1", true)]
        XCTAssertEqual(Ledger([bought()] + on).status(at: day(10))?.isRenewing, true)
    }

    func testRenewingStatesOfPurchases() throws {
        let failed = LedgerEntry.renewalFailed("f", at: day(30), "t1", term: day(30), grace: day(46))
        let revoked = LedgerEntry.revoked("r", at: day(40), "t1", why: "REFUND_FULL")
        for (entries, moment, isRenewing) in [
            ([bought()], 10.0, true), ([bought(), failed], 40, true), ([bought(), failed], 50, true),
            ([bought(), failed], 100, false),
            ([bought(), revoked], 41, false), ([purchase(.nonConsumable)], 10, false),
        ] {
            let status = try XCTUnwrap(Ledger(entries).status(at: day(moment)))
            XCTAssertEqual(status.isRenewing, isRenewing, "\(moment) \(status.state)")
            XCTAssertEqual(status.renewsAt != nil, isRenewing && status.state == .subscribed)
        }
        XCTAssertFalse(term().isIntroductory)
        XCTAssertNil(Ledger([purchase(.consumable)]).status(at: day(10)), "a consumable unlocks nothing")
        XCTAssertNil(Ledger([purchase(.nonRenewing)]).status(at: day(10))?.expiresAt)
        XCTAssertEqual(
            Receipt(id: "r", series: "r", product: "p", kind: .autoRenewable, purchasedAt: day(3), expiresAt: nil)
                .expiresAt,
            day(3))
    }

    func testOnlyEffectiveEntriesAdvanceTheClock() {
        for (entry, state) in [
            (LedgerEntry.noted("n", at: day(50), "TEST"), RenewalState.subscribed),
            (.noted("n", at: day(50), "X", isKnown: false), .subscribed),
            (.autoRenew("n", at: day(50), "t1", true), .expired),
        ] {
            XCTAssertEqual(Ledger([bought(), entry]).status(at: day(3))?.state, state)
        }
        XCTAssertEqual(LedgerEntry.noted("n", at: day(1), "X").kind, .noted)
    }

    /// Sorts by access, then retry, then end, then name.
    func testStatusesAreSortedByImportance() {
        func term(_ id: Identifier<Receipt>, _ end: Double?) -> LedgerEntry {
            .granted(
                Identifier("g\(id)"), at: day(0),
                Receipt(
                    id: id, series: id, product: "p", kind: end == nil ? .nonConsumable : .autoRenewable,
                    purchasedAt: day(0),
                    expiresAt: end.map(day)), why: "X")
        }
        func failed(_ id: Identifier<Receipt>, _ grace: Double?) -> LedgerEntry {
            .renewalFailed(Identifier("f\(id)"), at: day(30), id, term: day(30), grace: grace.map(day))
        }
        for (entries, order) in [
            ([term("a", 30), term("b", 60)], ["b", "a"]), ([term("b", 60), term("a", 60)], ["a", "b"]),
            ([term("a", 60), term("b", nil)], ["b", "a"]),
            ([term("a", 39), term("b", 30), failed("b", nil)], ["b", "a"]),
            ([term("a", 30), failed("a", nil), term("b", 30), failed("b", 46)], ["b", "a"]),
            ([term("a", 30), failed("a", nil), term("b", 41)], ["b", "a"]),
            ([term("b", 30), term("a", 30)], ["a", "b"]),
            ([term("a", 30), term("b", 31)], ["b", "a"]),
        ] {
            XCTAssertEqual(Ledger(entries).statuses(at: day(40)).map(\.series.rawValue), order)
        }
    }

    func testLongerOfSimultaneousTermsIsTheLatest() {
        func receipt(_ id: Identifier<Receipt>, _ from: Double, _ to: Double?) -> Receipt {
            Receipt(
                id: id, series: "a", product: "p", kind: to == nil ? .nonConsumable : .autoRenewable,
                purchasedAt: day(from),
                expiresAt: to.map(day))
        }
        for (terms, latest) in [
            ([receipt("a", 0, 30), receipt("b", 0, 20)], "a"), ([receipt("a", 0, 30), receipt("b", 0, 30)], "b"),
            ([receipt("a", 0, 99), receipt("b", 1, 20)], "b"), ([receipt("a", 0, nil), receipt("b", 0, 30)], "a"),
        ] {
            for order in [terms, terms.reversed()] {
                let ledger = Ledger(order.map { .granted(Identifier("g\($0.id)"), at: day(0), $0, why: "X") })
                XCTAssertEqual(ledger.receipts.first?.id.rawValue, latest)
                XCTAssertEqual(ledger.status(at: day(2))?.receipt.id.rawValue, latest)
            }
        }
    }

    func testEarlierSignedEntryWinsWithinOneID() {
        let early = LedgerEntry.noted("n", at: day(1), "early")
        let late = LedgerEntry.noted("n", at: day(2), "late")
        let same = LedgerEntry.noted("n", at: day(1), "zzz")
        for order in [[early, late, same], [same, late, early]] { XCTAssertEqual(Ledger(order).entries, [early]) }
        let others = [
            LedgerEntry.noted("b", at: day(1), "x"), .noted("a", at: day(1), "x"), .noted("c", at: day(0), "x"),
        ]
        XCTAssertEqual(Ledger(others).entries.map(\.id), ["c", "a", "b"])
    }

    // MARK: - Helpers

    private func day(_ number: Double) -> Instant { Account.start.adding(seconds: number * 86_400) }

    private func term() -> Receipt {
        Receipt(
            id: "t1", series: "t1", product: "monthly", kind: .autoRenewable, purchasedAt: day(0), expiresAt: day(30))
    }

    private func bought() -> LedgerEntry { .granted("g1", at: day(0), term(), why: "SUBSCRIBED") }

    private func purchase(_ kind: Product.Kind) -> LedgerEntry {
        .granted(
            "g1", at: day(0),
            Receipt(id: "o", series: "o", product: "p", kind: kind, purchasedAt: day(0), expiresAt: nil),
            why: "X")
    }
}
