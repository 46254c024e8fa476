import Kernel
import Monetization
import Storage
import TestSupport
import XCTest

final class SandboxTests: XCTestCase {
    private let monthly: Identifier<Product> = "com.focusflow.pro.monthly"
    private let yearly: Identifier<Product> = "com.focusflow.pro.yearly"

    func testReadingTheStatusWritesNothing() throws {
        let shop = try Shop()
        _ = try shop.purchases.buy(monthly)
        let entryCount = try StoredLedgerRepository(shop.store).read { try $0.entries() }.count
        shop.clock.advance(days: 100)
        XCTAssertEqual(try shop.state, .subscribed)
        XCTAssertEqual(try shop.purchases.ledger().receipts.count, 4)
        XCTAssertEqual(try StoredLedgerRepository(shop.store).read { try $0.entries() }.count, entryCount)
    }

    func testTermsFollowTheTimeRate() throws {
        for (number, seconds) in [(6, 30.0), (10, 3600), (15, 30), (1000, 900), (1005, 2)] {
            let rate = try XCTUnwrap(TimeRate(storeKit: number))
            let shop = try Shop(settings: SandboxSettings(rate: rate))
            let bought = try shop.purchases.buy(monthly)
            XCTAssertEqual(bought.status?.expiresAt, shop.clock.now.adding(seconds: seconds), "\(number)")
        }
        XCTAssertNil(TimeRate(storeKit: 7))
    }

    func testFastSandboxIsBoundedAfterALongTime() throws {
        let shop = try Shop(settings: SandboxSettings(rate: .period(seconds: 2)))
        _ = try shop.purchases.buy(monthly)
        shop.clock.advance(days: 3650)
        XCTAssertEqual(try shop.state, .subscribed)
        XCTAssertLessThan(try shop.purchases.ledger().entries.count, 1000)
        shop.clock.now = .latest
        _ = try shop.purchases.status()
    }

    func testSubscriptionAtTheLatestDateDoesNotTrap() throws {
        for rate in [TimeRate.realTime, .faster(86_400)] {
            let shop = try Shop(clock: ManualClock("9999-10-01T00:00:00Z"), settings: SandboxSettings(rate: rate))
            _ = try shop.purchases.buy(monthly)
            shop.clock.now = .latest
            _ = try shop.purchases.status()
        }
    }

    func testAskToBuyWaitsForApproval() throws {
        let shop = try Shop(settings: SandboxSettings(asksToBuy: true))
        XCTAssertNil(try shop.purchases.buy(monthly).status)
        XCTAssertNil(try shop.purchases.status())
        XCTAssertFailure(.purchaseWaits) { try shop.purchases.buy(monthly) }
        shop.clock.advance(days: 1)
        try shop.sandbox.answer(true, at: shop.clock.now)
        XCTAssertEqual(try shop.state, .subscribed)
        XCTAssertFailure(.nothingWaits) { try shop.sandbox.answer(true, at: shop.clock.now) }
    }

    func testRefusedPurchaseCanBeRequestedAgain() throws {
        let shop = try Shop(settings: SandboxSettings(asksToBuy: true))
        _ = try shop.purchases.buy(monthly)
        try shop.sandbox.answer(false, at: shop.clock.now)
        XCTAssertNil(try shop.purchases.status())
        shop.clock.advance(days: 1)
        XCTAssertNil(try shop.purchases.buy(monthly).status)
    }

    func testExpiredSubscriptionCanBeRequestedAgain() throws {
        let store = MemoryStore()
        let clock = ManualClock()
        let open = try Shop(clock: clock, store: store)
        _ = try open.purchases.buy(monthly)
        _ = try open.purchases.cancel()
        clock.advance(days: 60)
        let asking = try Shop(clock: clock, store: store, settings: SandboxSettings(asksToBuy: true))
        for isAllowed in [false, true] {
            XCTAssertNil(try asking.purchases.buy(monthly).status)
            clock.advance(days: 1)
            try asking.sandbox.answer(isAllowed, at: clock.now)
            XCTAssertEqual(try asking.isEntitled, isAllowed)
            clock.advance(days: 1)
        }
        XCTAssertEqual(try asking.purchases.ledger().statuses(at: clock.now).count, 1)
    }

    func testSimultaneousActionsKeepTheirOrder() throws {
        let shop = try Shop(settings: SandboxSettings(asksToBuy: true))
        let first = try XCTUnwrap(shop.catalogue.product(monthly))
        let second = try XCTUnwrap(shop.catalogue.product(yearly))
        for product in [first, second] {
            let tag = PriceTag(price: product.price, version: nil, label: "")
            _ = try shop.sandbox.buy(Order(product: product.id, tag: tag), at: shop.clock.now)
        }
        XCTAssertEqual(try shop.sandbox.waiting().map(\.order.product), [monthly, yearly])
        XCTAssertEqual(try shop.sandbox.answer(false, at: shop.clock.now).product, monthly)
        XCTAssertEqual(try shop.sandbox.answer(true, at: shop.clock.now).product, yearly)
        for isOn in [false, true, false] {
            let series = try XCTUnwrap(
                shop.sandbox.history(through: shop.clock.now).compactMap(\.receipt).first?.series)
            try shop.sandbox.setAutoRenew(isOn, of: series, at: shop.clock.now)
        }
        shop.clock.advance(days: 400)
        XCTAssertEqual(
            try Ledger(shop.sandbox.history(through: shop.clock.now)).status(at: shop.clock.now)?.state, .expired)
    }

    func testDefaultSettingsAreRealTimeWithoutFailures() {
        XCTAssertEqual(
            SandboxSettings(),
            SandboxSettings(
                rate: .realTime, asksToBuy: false, failsTransactions: false, failsRenewals: false, hasGracePeriod: false
            ))
    }

    func testFailingStoreFrontChangesNothing() throws {
        let shop = try Shop(settings: SandboxSettings(failsTransactions: true))
        XCTAssertFailure(.purchaseFailed) { try shop.purchases.buy(monthly) }
        XCTAssertEqual(try shop.purchases.ledger().entries, [])
    }

    /// Grace, retry and end: 16 days of grace (6 for weekly plans), and 60 days after the failure
    /// in all.
    func testFailedRenewalWithAndWithoutGracePeriod() throws {
        for hasGrace in [true, false] {
            let shop = try Shop(
                clock: ManualClock("2026-01-01T00:00:00Z"),
                settings: SandboxSettings(failsRenewals: true, hasGracePeriod: hasGrace)
            )
            _ = try shop.purchases.buy(monthly)
            var seen: [String] = []
            for day in 0..<120 {
                let state = try shop.state?.rawValue ?? "none"
                if seen.last?.hasPrefix(state) != true { seen.append("\(state) \(day)") }
                shop.clock.advance(days: 1)
            }
            XCTAssertEqual(
                seen,
                hasGrace
                    ? ["subscribed 0", "inGracePeriod 31", "inBillingRetry 47", "expired 91"]
                    : ["subscribed 0", "inBillingRetry 31", "expired 91"])
        }
    }

    func testPaymentInGraceLeavesNoGap() throws {
        for (days, starts) in [(35.0, "2026-02-01"), (50.0, "2026-02-20")] {
            let shop = try Shop(
                clock: ManualClock("2026-01-01T00:00:00Z"), settings: SandboxSettings(hasGracePeriod: true))
            _ = try shop.purchases.buy(monthly)
            try shop.sandbox.setPayments(work: false, at: shop.clock.now)
            shop.clock.advance(days: days)
            XCTAssertNotEqual(try shop.state, .subscribed)
            try shop.sandbox.setPayments(work: true, at: shop.clock.now)
            XCTAssertEqual(try shop.state, .subscribed)
            XCTAssertEqual(try shop.purchases.status()?.receipt.purchasedAt.description.prefix(10), Substring(starts))
        }
    }

    func testTrialIsGrantedOnce() throws {
        let shop = try Shop()
        XCTAssertEqual(try shop.purchases.buy(yearly).status?.receipt.price?.minorUnits, 0)
        shop.clock.advance(days: 8)
        let status = try XCTUnwrap(shop.purchases.status())
        XCTAssertEqual(status.receipt.price?.description, "$29.99")
        XCTAssertFalse(status.receipt.isIntroductory)
        try shop.sandbox.revoke(status.receipt.id, at: shop.clock.now)
        shop.clock.advance(days: 1)
        XCTAssertFalse(try XCTUnwrap(shop.purchases.buy(yearly).status).receipt.isIntroductory)
    }

    func testRefundEndsAccessPermanently() throws {
        let shop = try Shop()
        let bought = try XCTUnwrap(shop.purchases.buy(monthly).status)
        shop.clock.advance(days: 3)
        try shop.sandbox.revoke(bought.receipt.id, at: shop.clock.now)
        XCTAssertEqual(try shop.state, .revoked)
        _ = try shop.purchases.restore()
        shop.clock.advance(days: 200)
        _ = try shop.purchases.restore()
        XCTAssertEqual(try shop.state, .revoked)
        XCTAssertFailure(.unknownTransaction) { try shop.sandbox.revoke("nobody", at: shop.clock.now) }
    }

    func testFamilyRevocationEndsAccess() throws {
        let shop = try Shop()
        let bought = try XCTUnwrap(shop.purchases.buy("com.focusflow.pro.lifetime").status)
        try shop.sandbox.revoke(bought.receipt.id, forFamily: true, at: shop.clock.now)
        XCTAssertEqual(try shop.purchases.status()?.endReason, "FAMILY_REVOKE")
        XCTAssertFalse(try shop.isEntitled)
    }

    /// A ledger that is read often equals one that receives the whole history at once.
    func testStatusDoesNotDependOnHowOftenItIsRead() throws {
        var random = RandomSource(seed: 99)
        var states: Set<RenewalState> = []
        for _ in 0..<120 {
            let settings = SandboxSettings(
                failsRenewals: random.next() % 3 == 0, hasGracePeriod: random.next() % 2 == 0)
            let store = MemoryStore()
            let ledger = MemoryStore()
            let shop = try Shop(store: store, ledger: ledger, settings: settings)
            for _ in 0..<12 {
                shop.clock.advance(days: Double(Int.random(in: 0...40, using: &random)))
                try act(on: shop, &random)
                let often = try shop.purchases.status()
                let once = try Ledger(shop.sandbox.history(through: shop.clock.now)).status(at: shop.clock.now)
                XCTAssertEqual(often?.series, once?.series)
                XCTAssertEqual(often?.receipt, once?.receipt)
                XCTAssertEqual([often?.state.rawValue, often?.endReason], [once?.state.rawValue, once?.endReason])
                XCTAssertEqual([often?.expiresAt, often?.renewsAt], [once?.expiresAt, once?.renewsAt])
                XCTAssertEqual(often?.nextProduct, once?.nextProduct)
                XCTAssertEqual(often?.isSandbox, often.map { _ in true })
                often.map { _ = states.insert($0.state) }
            }
        }
        XCTAssertEqual(states, Set(RenewalState.allCases))
    }

    private func act(on shop: Shop, _ random: inout RandomSource) throws {
        let products = shop.catalogue.products
        do {
            switch random.next() % 8 {
            case 0...2: _ = try shop.purchases.buy(products[Int.random(in: 1..<products.count, using: &random)].id)
            case 3: _ = try shop.purchases.cancel()
            case 4: try shop.sandbox.setPayments(work: false, at: shop.clock.now)
            case 5: try shop.sandbox.setPayments(work: true, at: shop.clock.now)
            case 6:
                try shop.purchases.ledger().receipts.first.map { try shop.sandbox.revoke($0.id, at: shop.clock.now) }
            default: _ = try shop.purchases.restore()
            }
        } catch let failure as Failure where [.alreadyBought, .nothingToCancel].contains(failure.code) {}
    }
}
