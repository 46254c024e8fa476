import Kernel
import Monetization
import XCTest

/// Sandbox purchases at the exact times of actions and renewals.
final class SandboxTimelineTests: XCTestCase {
    private let day = 86_400.0
    /// The first term of a monthly plan ends on the first of February.
    private var end: Double { 31 * day }

    private func bought(_ settings: SandboxSettings = SandboxSettings(), _ products: [Product] = [.plan()]) throws
        -> Account
    {
        let account = Account(products, settings)
        _ = try account.purchases.buy(products[0].id)
        return account
    }

    private func terms(_ account: Account, through seconds: Double) throws -> [String] {
        try account.sandbox.history(through: Account.start.adding(seconds: seconds)).compactMap(\.receipt).map {
            "\($0.purchasedAt.description.prefix(10)) \($0.expiresAt?.description.prefix(10) ?? "")"
        }
    }

    func testRenewalPrecedesActionsAtTheSameTime() throws {
        let account = try bought()
        XCTAssertEqual(try terms(account, through: end - 0.001).count, 1)
        XCTAssertEqual(try terms(account, through: end).count, 2)
        let series = try XCTUnwrap(account.status?.series)
        try account.sandbox.setAutoRenew(false, of: series, at: Account.start.adding(seconds: end))
        XCTAssertEqual(
            try terms(account, through: 400 * day), ["2026-01-01 2026-02-01", "2026-02-01 2026-03-01"],
            "too late for this term")
        let other = try bought()
        try other.sandbox.setAutoRenew(
            false, of: XCTUnwrap(other.status?.series), at: Account.start.adding(seconds: end - 0.001))
        XCTAssertEqual(try terms(other, through: 400 * day).count, 1)
    }

    func testPaymentSwitchAppliesToAllPurchasesFromItsTime() throws {
        for (seconds, fails) in [(end - 1, true), (end, true), (end + 0.001, false)] {
            let account = try bought(SandboxSettings(), [.plan(), .plan("other", "P1M")])
            try account.sandbox.setPayments(work: false, at: Account.start.adding(seconds: seconds))
            account.pass(end + 1)
            XCTAssertEqual(try account.status?.state, fails ? .inBillingRetry : .subscribed, "\(seconds)")
        }
        let account = try bought(SandboxSettings(failsRenewals: true))
        try account.sandbox.setPayments(work: true, at: Account.start.adding(seconds: end))
        account.pass(end)
        XCTAssertEqual(try account.status?.state, .subscribed)
        XCTAssertEqual(try terms(account, through: end).count, 2, "it is paid once")
    }

    func testLatePaymentsContinueOrRestartTheTerm() throws {
        let settings = SandboxSettings(failsRenewals: true, hasGracePeriod: true)
        for (paid, hasGrace, expected) in [
            (40.0, true, ["2026-02-01 2026-03-01", "2026-03-01 2026-04-01"]),
            (46.999, true, ["2026-02-01 2026-03-01", "2026-03-01 2026-04-01"]),
            (47, true, ["2026-02-17 2026-03-17", "2026-03-17 2026-04-17"]),
            (50, true, ["2026-02-20 2026-03-20", "2026-03-20 2026-04-20"]),
            (40, false, ["2026-02-10 2026-03-10", "2026-03-10 2026-04-10"]), (91, true, []), (200, true, []),
        ] {
            var settings = settings
            settings.hasGracePeriod = hasGrace
            let account = try bought(settings)
            try account.sandbox.setPayments(work: true, at: Account.start.adding(seconds: paid * day))
            XCTAssertEqual(
                try Array(terms(account, through: 105 * day).dropFirst().prefix(2)), expected, "paid on day \(paid)")
        }
    }

    func testOnlyRefundOfTheCurrentTermEndsASubscription() throws {
        for (index, state, count) in [(0, RenewalState.subscribed, 4), (1, .revoked, 2)] {
            let account = try bought()
            account.pass(40 * day)
            let terms = try account.purchases.ledger().receipts.sorted { $0.purchasedAt < $1.purchasedAt }
            try account.sandbox.revoke(terms[index].id, at: account.clock.now)
            account.pass(100 * day)
            XCTAssertEqual(try account.status?.state, state)
            XCTAssertEqual(try self.terms(account, through: 100 * day).count, count)
        }
    }

    func testRevocationIsRefundOrFamilyRevocation() throws {
        for (act, word) in [
            ({ try $0.revoke($1, at: $2) }, "REFUND_FULL"),
            ({ try $0.revoke($1, forFamily: true, at: $2) }, "FAMILY_REVOKE"),
        ] as [((SandboxStoreFront, Identifier<Receipt>, Instant) throws -> Void, String)] {
            let account = try bought(SandboxSettings(), [.once("once"), .once("other")])
            _ = try account.purchases.buy("other")
            let receipt = try XCTUnwrap(account.purchases.ledger().receipts.first { $0.product == "other" })
            try act(account.sandbox, receipt.id, account.clock.now)
            account.pass(1)
            let statuses = try account.purchases.ledger().statuses(at: account.clock.now)
            XCTAssertEqual(statuses.map(\.endReason), [nil, word])
            XCTAssertEqual(statuses.map(\.product), ["once", "other"])
        }
    }

    func testDowngradeStartsNewTermsAndKeepsTheOrderedPrice() throws {
        let account = try bought(SandboxSettings(), [.plan("year", "P1Y"), .plan("month", "P1M", level: 2)])
        account.pass(20 * day)
        _ = try account.purchases.buy("month")
        XCTAssertEqual(
            try terms(account, through: 450 * day),
            [
                "2026-01-01 2027-01-01", "2027-01-01 2027-02-01", "2027-02-01 2027-03-01", "2027-03-01 2027-04-01",
            ])
        let tag = PriceTag(price: Money(minorUnits: 123, currency: "USD"), version: "1.0", label: "Launch")
        let other = Account([.plan()])
        _ = try other.sandbox.buy(Order(product: "plan", tag: tag), at: Account.start)
        let renewed = try XCTUnwrap(
            other.sandbox.history(through: Account.start.adding(seconds: 40 * day)).last?.receipt)
        XCTAssertEqual([renewed.version, renewed.label, renewed.price?.description], ["1.0", "Launch", "$1.23"])
        XCTAssertEqual(renewed.id.rawValue, renewed.series.rawValue + ".1")
    }

    func testTermsAreCountedFromTheEndOfATrial() throws {
        let text = """
            {"identifier": "1", "version": {"major": 4}, "products": [], "subscriptionGroups": [{"id": "g", "subscriptions": [
             {"productID": "plan", "type": "RecurringSubscription", "displayPrice": "9.99", "recurringSubscriptionPeriod": "P1M",
              "introductoryOffer": {"paymentMode": "free", "subscriptionPeriod": "P1W", "numberOfPeriods": 2}}]}]}
            """
        let products = try StoreKitCatalog(Array(text.utf8), named: "x").catalog.products
        let account = try bought(SandboxSettings(), products)
        XCTAssertEqual(
            try terms(account, through: 80 * day),
            ["2026-01-01 2026-01-15", "2026-01-15 2026-02-15", "2026-02-15 2026-03-15", "2026-03-15 2026-04-15"])
        let receipts = try account.sandbox.history(through: Account.start.adding(seconds: 80 * day)).compactMap(
            \.receipt)
        let series = receipts[0].series.rawValue
        XCTAssertEqual(receipts.map(\.id.rawValue), [series, series + ".1", series + ".2", series + ".3"])
        XCTAssertEqual(receipts.map(\.isIntroductory), [true, false, false, false])
        XCTAssertEqual(try account.purchases.offers().first?.introduction, "2 weeks free first")
    }

    /// A fast sandbox skips terms after a long time. The last terms are the same as without
    /// skipping.
    func testSkippedTermsKeepDatesAndNumbers() throws {
        for (rate, period, length) in [
            (TimeRate.period(seconds: 2), "P1M", 2.0), (.faster(86_400), "P1W", 7), (.month(seconds: 30), "P1M", 30),
            (.faster(86_400), "P1D", 1),
        ] {
            for count in [100.0, 401, 500, 700, 10_000, 1_000_000] {
                let account = try bought(SandboxSettings(rate: rate), [.plan("plan", period)])
                account.pass(length * count)
                let status = try XCTUnwrap(account.status)
                XCTAssertEqual(
                    status.receipt.purchasedAt, Account.start.adding(seconds: length * count), "\(rate) \(count)")
                XCTAssertEqual(status.expiresAt, Account.start.adding(seconds: length * (count + 1)))
                XCTAssertEqual(status.receipt.id.rawValue, "\(status.series).\(Int(count))")
                XCTAssertLessThan(try account.purchases.ledger().receipts.count, 1000)
                XCTAssertEqual(status.receipt.price?.minorUnits, 499)
                XCTAssertTrue(status.isRenewing)
            }
        }
    }

    func testEndingSubscriptionsSkipNoTerms() throws {
        let account = try bought(SandboxSettings(rate: .period(seconds: 2)))
        _ = try account.purchases.cancel()
        account.pass(100_000)
        XCTAssertEqual(try account.status?.state, .expired)
        XCTAssertEqual(try account.status?.expiresAt, Account.start.adding(seconds: 2))
        let failing = try bought(SandboxSettings(rate: .period(seconds: 2), failsRenewals: true))
        failing.pass(100_000)
        XCTAssertEqual(try failing.status?.expiresAt, Account.start.adding(seconds: 2))
    }

    func testRefundedSubscriptionCanBeBoughtAgain() throws {
        let account = try bought()
        account.pass(10 * day)
        try account.sandbox.revoke(XCTUnwrap(account.status?.receipt.id), at: account.clock.now)
        account.pass(11 * day)
        let again = try XCTUnwrap(account.purchases.buy("plan").status)
        XCTAssertEqual(again.state, .subscribed)
        XCTAssertEqual(again.receipt.purchasedAt, account.clock.now)
        XCTAssertEqual(try account.purchases.ledger().entries.last?.word, "SUBSCRIBED.RESUBSCRIBE")
        let once = try bought(SandboxSettings(), [.once("once")])
        XCTAssertEqual(try once.purchases.ledger().entries.map(\.word), ["ONE_TIME_CHARGE"])
    }

    func testApprovedDowngradeIsNoLongerPending() throws {
        let account = Account(
            [.plan("year", "P1Y"), .plan("month", "P1M", level: 2)], SandboxSettings(asksToBuy: true))
        for product in ["year", "month"] {
            XCTAssertNil(try account.purchases.buy(Identifier(product)).status)
            account.pass(product == "year" ? 10 : 20)
            try account.sandbox.answer(true, at: account.clock.now)
        }
        XCTAssertEqual(try account.status?.nextProduct, "month")
        XCTAssertNil(try account.purchases.buy("month").status, "it can be asked for again")
    }

    func testAnswersApplyToTheOldestRequest() throws {
        let account = Account([.plan(), .once("once")], SandboxSettings(asksToBuy: true))
        for product in ["plan", "once"] { XCTAssertNil(try account.purchases.buy(Identifier(product)).status) }
        for product in ["plan", "once"] {
            XCTAssertFailure(.purchaseWaits) { try account.purchases.buy(Identifier(product)) }
        }
        XCTAssertEqual(try account.sandbox.answer(true, at: Account.start).product, "plan")
        XCTAssertEqual(try account.sandbox.waiting().map(\.order.product), ["once"])
        XCTAssertFailure(.purchaseWaits) { try account.purchases.buy("once") }
        XCTAssertFailure(.alreadyBought) { try account.purchases.buy("plan") }
        XCTAssertEqual(try account.sandbox.answer(false, at: Account.start).product, "once")
        XCTAssertNil(try account.purchases.buy("once").status, "a declined purchase can be requested again")
        XCTAssertEqual(try account.sandbox.waiting().count, 1)
    }
}
