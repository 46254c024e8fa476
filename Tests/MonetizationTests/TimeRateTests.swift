import Kernel
import Monetization
import XCTest

/// Lengths of terms, grace periods and retries at every rate of a sandbox.
final class TimeRateTests: XCTestCase {
    func testStoreKitNumbersMapToTimeRates() {
        let rates: [Int: TimeRate] = [
            0: .realTime, 1: .faster(24), 2: .faster(48), 3: .faster(288), 4: .faster(1440), 5: .faster(2880),
            6: .faster(86_400), 10: .month(seconds: 3600), 11: .month(seconds: 1800), 12: .month(seconds: 900),
            13: .month(seconds: 300), 15: .month(seconds: 30), 1000: .period(seconds: 900), 1001: .period(seconds: 300),
            1002: .period(seconds: 60), 1003: .period(seconds: 30), 1004: .period(seconds: 10),
            1005: .period(seconds: 2),
        ]
        for number in Array(-1...20) + Array(995...1010) {
            XCTAssertEqual(TimeRate(storeKit: number), rates[number], "\(number)")
        }
    }

    func testTermLengthAtEveryRate() throws {
        let day = 86_400.0
        let terms: [(TimeRate, [String: Double])] = [
            (
                .realTime,
                ["P3D": 3 * day, "P1W": 7 * day, "P2W": 14 * day, "P1M": 31 * day, "P2M": 59 * day, "P1Y": 365 * day]
            ),
            (.faster(24), ["P3D": day / 8, "P1W": 7 * day / 24, "P1M": 30 * day / 24, "P1Y": 365 * day / 24]),
            (.month(seconds: 3600), ["P3D": 360, "P1W": 900, "P1M": 3600, "P2M": 7200, "P1Y": 43_200]),
            (.period(seconds: 30), ["P3D": 30, "P1W": 30, "P1M": 30, "P1Y": 30]),
        ]
        for (rate, periods) in terms {
            for (period, seconds) in periods {
                let account = Account([.plan("plan", period)], SandboxSettings(rate: rate))
                let status = try account.purchases.buy("plan").status
                XCTAssertEqual(status?.expiresAt, Account.start.adding(seconds: seconds), "\(rate) \(period)")
                account.pass(seconds)
                XCTAssertEqual(try account.status?.receipt.purchasedAt, Account.start.adding(seconds: seconds))
                XCTAssertEqual(try account.status?.receipt.id.rawValue.hasSuffix(".1"), true)
            }
        }
    }

    /// Checks grace and retry to the millisecond. Both start at the failure.
    func testGraceAndRetryLengthAtEveryRate() throws {
        let day = 86_400.0
        for (rate, period, grace, retry) in [
            (.realTime, "P1M", 16 * day, 60 * day), (.realTime, "P1Y", 16 * day, 60 * day),
            (.realTime, "P1W", 6 * day, 60 * day),
            (.realTime, "P2W", 16 * day, 60 * day), (.realTime, "P7D", 6 * day, 60 * day),
            (.realTime, "P1D", 6 * day, 60 * day),
            (.realTime, "P8D", 16 * day, 60 * day), (.faster(24), "P1M", 16 * day / 24, 60 * day / 24),
            (.faster(24), "P1W", 6 * day / 24, 60 * day / 24), (.month(seconds: 3600), "P1M", 1800, 7200),
            (.month(seconds: 3600), "P1Y", 1800, 7200), (.period(seconds: 30), "P1M", 30, 60),
        ] as [(TimeRate, String, Double, Double)] {
            for hasGrace in [true, false] {
                let settings = SandboxSettings(rate: rate, failsRenewals: true, hasGracePeriod: hasGrace)
                let account = Account([.plan("plan", period)], settings)
                let end = try XCTUnwrap(account.purchases.buy("plan").status?.expiresAt).seconds(since: Account.start)
                let moments: [(Double, RenewalState)] = [
                    (end - 0.001, .subscribed), (end, hasGrace ? .inGracePeriod : .inBillingRetry),
                    (end + grace - 0.001, hasGrace ? .inGracePeriod : .inBillingRetry), (end + grace, .inBillingRetry),
                    (end + retry - 0.001, .inBillingRetry), (end + retry, .expired),
                ]
                for (seconds, state) in moments {
                    account.pass(seconds)
                    XCTAssertEqual(
                        try account.status?.state, state, "\(rate) \(period) \(hasGrace) at \(seconds - end)")
                }
                XCTAssertEqual(try account.status?.endReason, "BILLING_RETRY")
                XCTAssertEqual(
                    try account.status?.expiresAt, Account.start.adding(seconds: end + (hasGrace ? grace : 0)))
            }
        }
    }

    func testPeriodLimitsAndPhrases() {
        for count in [0, 1000, -1] { XCTAssertNil(BillingPeriod(count, .day)) }
        for (text, phrase) in [
            ("P1D", "day"), ("P10D", "10 days"), ("P999D", "999 days"), ("P1W", "week"), ("P1M", "month"),
            ("P3M", "3 months"),
            ("P1Y", "year"),
            ("P2Y", "2 years"),
        ] {
            XCTAssertEqual(BillingPeriod(text)?.phrase, phrase)
            XCTAssertEqual(BillingPeriod(text)?.description, text)
        }
        for text in ["P0001M", "P1/M", "P1:M", "M1M", "P1m"] { XCTAssertNil(BillingPeriod(text), text) }
        XCTAssertEqual(BillingPeriod.month.description, "P1M")
        XCTAssertEqual(BillingPeriod("P2M")?.end(after: -3, from: Account.start), Account.start)
        XCTAssertEqual(BillingPeriod("P2M")?.end(after: 3, from: Account.start).description.prefix(10), "2026-07-01")
    }

    // MARK: - Start of purchases

    func testDowngradesBeginAtTheRenewal() throws {
        for (level, period, begins) in [
            (1, "P1M", true), (2, "P1M", true), (2, "P1Y", false), (3, "P1M", false), (3, "P1Y", false),
            (1, "P1Y", true),
        ] {
            let account = Account([.plan("old", "P1M", level: 2), .plan("new", period, level: level, cents: 999)])
            _ = try account.purchases.buy("old")
            account.pass(10 * 86_400)
            let status = try XCTUnwrap(account.purchases.buy("new").status)
            XCTAssertEqual(status.product, begins ? "new" : "old", "\(level) \(period)")
            XCTAssertEqual(status.nextProduct, begins ? nil : "new")
            XCTAssertEqual(try account.purchases.ledger().entries.last?.kind, begins ? .granted : .renewalProduct)
            if begins {
                XCTAssertEqual(try account.purchases.ledger().entries.last?.word, "DID_CHANGE_RENEWAL_PREF.UPGRADE")
            }
            account.pass(31 * 86_400)
            XCTAssertEqual(try account.status?.product, "new")
            XCTAssertEqual(try account.status?.receipt.price?.minorUnits, 999)
            XCTAssertNil(try account.status?.nextProduct)
        }
    }

    /// A purchase at the time of expiry is new and starts a new count of periods.
    func testPurchaseAtExpiryResubscribes() throws {
        let account = Account([.plan("plan", "P1M"), .plan("more", "P1M", level: 0)])
        _ = try account.purchases.buy("plan")
        _ = try account.purchases.cancel()
        account.pass(31 * 86_400)
        XCTAssertEqual(try account.status?.state, .expired)
        XCTAssertEqual(try account.status?.endReason, "VOLUNTARY")
        _ = try account.purchases.buy("more")
        XCTAssertTrue(try account.purchases.ledger().entries.contains { $0.word == "SUBSCRIBED.RESUBSCRIBE" })
        XCTAssertEqual(try account.status?.expiresAt?.description.prefix(10), "2026-03-01")
        XCTAssertEqual(try account.status?.isRenewing, true)
    }

    func testIntroductoryOffersOfEachPayment() throws {
        for (offer, first, months, words) in [
            (IntroductoryOffer.Payment.free, 0, 1, "1 month free first"),
            (.payUpFront, 99, 1, "$0.99 for 1 month first"),
            (.payAsYouGo, 99, 1, "$0.99 for each of 1 month first"),
        ] {
            let introduction = try offer.offer(cents: first)
            let account = Account([.plan("plan", "P1Y", cents: 2999, introduction: introduction)])
            XCTAssertEqual(try account.purchases.offers().first?.introduction, words)
            let bought = try XCTUnwrap(account.purchases.buy("plan").status)
            XCTAssertTrue(bought.receipt.isIntroductory)
            XCTAssertEqual(bought.receipt.price?.minorUnits, first)
            XCTAssertEqual(bought.expiresAt?.description.prefix(10), months == 1 ? "2026-02-01" : "")
            account.pass(31 * 86_400)
            XCTAssertEqual(try account.status?.receipt.isIntroductory, false)
            XCTAssertEqual(try account.status?.receipt.price?.minorUnits, 2999)
            XCTAssertEqual(try account.status?.expiresAt?.description.prefix(10), "2027-02-01")
        }
    }
}

extension IntroductoryOffer.Payment {
    /// Returns a one-month offer, decoded from a file.
    fileprivate func offer(cents: Int) throws -> IntroductoryOffer? {
        let text = """
            {"identifier": "1", "version": {"major": 4}, "products": [], "settings": {}, "subscriptionGroups": [{"id": "g", "subscriptions": [
             {"productID": "p", "type": "RecurringSubscription", "displayPrice": "9.99", "recurringSubscriptionPeriod": "P1Y",
              "groupNumber": 1, "referenceName": "P", "familyShareable": false,
              "introductoryOffer": {"paymentMode": "\(rawValue)", "subscriptionPeriod": "P1M", "displayPrice": "0.\(cents)"}}]}]}
            """
        return try StoreKitCatalog(Array(text.utf8), named: "x").catalog.products.first?.subscription?.introduction
    }
}
