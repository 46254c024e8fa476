import Kernel
import Monetization
import Storage
import TestSupport

/// A sandbox account with given products, from 1 January 2026 on.
struct Account {
    static let start = Instant("2026-01-01T00:00:00Z") ?? .earliest

    let clock = ManualClock(Account.start)
    let sandbox: SandboxStoreFront
    let purchases: Purchases

    init(_ products: [Product], _ settings: SandboxSettings = SandboxSettings()) {
        let catalog = Catalog(products: products)
        let store = MemoryStore()
        sandbox = SandboxStoreFront(store, catalogue: catalog, settings: settings, ids: .counting(prefix: "a"))
        purchases = Purchases(
            catalogue: catalog, repository: StoredLedgerRepository(store), storeFront: sandbox, time: clock.source())
    }

    /// Sets the clock to this many seconds after the start.
    func pass(_ seconds: Double) { clock.now = Account.start.adding(seconds: seconds) }

    var status: PurchaseStatus? { get throws { try purchases.status() } }
}

extension Product {
    /// Returns a subscription of the only group.
    static func plan(
        _ id: Identifier<Product> = "plan", _ period: String = "P1M", level: Int = 1, cents: Int = 499,
        introduction: IntroductoryOffer? = nil
    ) -> Product {
        Product(
            id: id, name: id.rawValue, kind: .autoRenewable, price: Money(minorUnits: cents, currency: "USD"),
            subscription: Subscription(
                group: "plans", level: level, period: BillingPeriod(period) ?? .month, introduction: introduction))
    }

    /// Returns a product without renewal.
    static func once(_ id: Identifier<Product>, _ kind: Kind = .nonConsumable, cents: Int = 999) -> Product {
        Product(id: id, name: id.rawValue, kind: kind, price: Money(minorUnits: cents, currency: "USD"))
    }
}
