import Kernel
import Monetization
import Storage
import TestSupport
import XCTest

final class PurchasesTests: XCTestCase {
    private let monthly: Identifier<Product> = "com.focusflow.pro.monthly"
    private let yearly: Identifier<Product> = "com.focusflow.pro.yearly"
    private let lifetime: Identifier<Product> = "com.focusflow.pro.lifetime"

    func testLaunchPriceIsKeptForever() throws {
        let shop = try Shop("dojang", clock: ManualClock("2025-11-05T10:00:00Z"))
        let bought = try shop.purchases.buy("com.tkdojang.complete")
        XCTAssertEqual(bought.status?.receipt.price?.description, "£2.99")
        shop.clock.advance(days: 365 * 20)
        XCTAssertEqual(try shop.purchases.offers().map(\.tag.price.description), ["£5.99"])
        let status = try XCTUnwrap(shop.purchases.status())
        XCTAssertEqual(status.state, .subscribed)
        XCTAssertNil(status.expiresAt)
        XCTAssertEqual(
            [status.firstReceipt.price?.description, status.firstReceipt.version, status.firstReceipt.label],
            ["£2.99", "1.0", "Foundation Edition - Early Adopter Pricing"])
        XCTAssertFailure(.alreadyBought) { try shop.purchases.buy("com.tkdojang.complete") }
    }

    func testAccessBeginsWithThePurchase() throws {
        let shop = try Shop()
        let entitlements = shop.purchases.entitlements()
        XCTAssertFalse(entitlements.keeper.ask(Gates.tasks, 3).allowed)
        _ = try shop.purchases.buy(monthly)
        XCTAssertTrue(entitlements.keeper.ask(Gates.tasks, 3).allowed)
    }

    func testUpgradesAndDowngradesWithinAGroup() throws {
        let shop = try Shop()
        _ = try shop.purchases.buy(monthly)
        XCTAssertFailure(.alreadyBought) { try shop.purchases.buy(monthly) }
        shop.clock.advance(days: 10)
        let up = try XCTUnwrap(shop.purchases.buy(yearly).status)
        XCTAssertEqual(up.product, yearly)
        XCTAssertEqual(up.receipt.purchasedAt, shop.clock.now)
        shop.clock.advance(days: 10)
        let down = try XCTUnwrap(shop.purchases.buy(monthly).status)
        XCTAssertEqual(down.product, yearly)
        XCTAssertEqual(down.nextProduct, monthly)
        XCTAssertNil(try shop.purchases.buy(yearly).status?.nextProduct)
        XCTAssertEqual(try shop.purchases.ledger().statuses(at: shop.clock.now).count, 1)
    }

    func testADowngradeHappensAtTheRenewal() throws {
        let shop = try Shop()
        _ = try shop.purchases.buy(yearly)
        shop.clock.advance(days: 20)
        _ = try shop.purchases.buy(monthly)
        shop.clock.advance(days: 340)
        XCTAssertEqual(try shop.purchases.status()?.product, yearly)
        shop.clock.advance(days: 20)
        XCTAssertEqual(try shop.purchases.status()?.product, monthly)
        XCTAssertEqual(try shop.purchases.status()?.receipt.price?.description, "$4.99")
    }

    func testPurchasesOfTwoDevicesGiveOneAccess() throws {
        let shop = try Shop()
        let other = try Shop()
        _ = try shop.purchases.buy(monthly)
        other.clock.advance(days: 1)
        _ = try other.purchases.buy(yearly)
        let both = Ledger(try shop.purchases.ledger().entries + other.purchases.ledger().entries)
        XCTAssertEqual(both.statuses(at: shop.clock.now).count, 2)
        XCTAssertEqual(
            both.status(at: other.clock.now)?.product, monthly, "the longer one counts: the trial is a week")
    }

    func testCancellationKeepsThePaidTimeAndIsReversible() throws {
        let shop = try Shop()
        XCTAssertFailure(.nothingToCancel) { try shop.purchases.cancel() }
        _ = try shop.purchases.buy(monthly)
        let canceled = try shop.purchases.cancel()
        XCTAssertTrue(canceled.isEntitled)
        XCTAssertNil(canceled.renewsAt)
        XCTAssertFailure(.nothingToCancel) { try shop.purchases.cancel() }
        shop.clock.advance(days: 5)
        XCTAssertEqual(try shop.purchases.buy(monthly).status?.isRenewing, true)
        _ = try shop.purchases.cancel()
        shop.clock.advance(days: 40)
        XCTAssertEqual(try shop.state, .expired)
        XCTAssertEqual(try shop.purchases.status()?.endReason, "VOLUNTARY")
        shop.clock.advance(days: 1)
        XCTAssertEqual(try shop.purchases.buy(monthly).status?.state, .subscribed)
    }

    func testLifetimePurchaseOutranksASubscription() throws {
        let shop = try Shop()
        _ = try shop.purchases.buy(monthly)
        _ = try shop.purchases.buy(lifetime)
        XCTAssertEqual(try shop.purchases.status()?.product, lifetime)
        XCTAssertEqual(try shop.purchases.cancel().product, monthly)
        shop.clock.advance(days: 4000)
        XCTAssertTrue(try shop.isEntitled)
    }

    func testRestoreAfterReinstallation() throws {
        let account = MemoryStore()
        let clock = ManualClock()
        let old = try Shop(clock: clock, store: account, ledger: MemoryStore())
        _ = try old.purchases.buy(monthly)
        clock.advance(days: 40)
        let new = try Shop(clock: clock, store: account, ledger: MemoryStore())
        XCTAssertNil(try new.purchases.status())
        XCTAssertEqual(try new.purchases.restore().count, 2)
        XCTAssertEqual(try new.purchases.status(), try old.purchases.status())
        XCTAssertEqual(try new.purchases.restore(), [])
    }

    func testUnavailableProductsCannotBeBought() throws {
        let shop = try Shop("dojang", clock: ManualClock("2025-10-01T00:00:00Z"))
        XCTAssertFailure(.notOnSale) { try shop.purchases.buy("com.tkdojang.complete") }
        XCTAssertFailure(.unknownProduct) { try shop.purchases.buy("com.tkdojang.complet") }
        XCTAssertEqual(try shop.purchases.offers(), [])
    }
}
