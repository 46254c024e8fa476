import Kernel

/// A shop as the app sees it: the shop's record of one account.
///
/// Every method receives the present time. A shop never reads a clock.
package protocol StoreFront: Sendable {
    /// Whether the shop is a sandbox without real payment. Every view of it says so.
    var isSandbox: Bool { get }
    /// Buys a product. Within an active series, a higher rank starts at once, and a lower one at
    /// the renewal.
    ///
    /// - Throws: `purchaseFailed` if the payment failed and nothing was bought.
    func buy(_ order: Order, at now: Instant) throws -> PurchaseOutcome
    /// Returns all events of the account through an instant, with due renewals, in counting order.
    /// The result is repeatable and append-only.
    func history(through now: Instant) throws -> [LedgerEntry]
    /// Turns the automatic renewal of a subscription on or off.
    func setAutoRenew(_ isOn: Bool, of series: Identifier<Receipt>, at now: Instant) throws
}

/// An order of a product at a price.
package struct Order: Codable, Hashable, Sendable {
    package let product: Identifier<Product>
    /// The price, of which the receipt keeps a copy.
    package let tag: PriceTag
    /// The series to continue or change, or nil for a first purchase.
    package let series: Identifier<Receipt>?

    package init(product: Identifier<Product>, tag: PriceTag, series: Identifier<Receipt>? = nil) {
        self.product = product
        self.tag = tag
        self.series = series
    }
}

/// The outcome of an order.
package enum PurchaseOutcome: Hashable, Sendable {
    /// Paid now or at the renewal, under this purchase.
    case bought(Identifier<Receipt>)
    /// Waiting for approval, under this purchase.
    case pending(Identifier<Receipt>)
}
