import Kernel

/// Where things are bought, as the app sees it: the shop's own record of one account.
///
/// Each method is given the present; a shop never asks a clock.
public protocol StoreFront: Sendable {
    /// Whether it is a sandbox: what it sells is paid by nobody, and whoever shows it says so.
    var isSandbox: Bool { get }
    /// Buys. Within a series that runs, a product of a higher rank begins at once and one of a lower rank at the renewal.
    ///
    /// - Throws: `purchaseFailed` when the shop could not take the payment; nothing was bought then.
    func buy(_ order: Order, at now: Instant) throws -> PurchaseOutcome
    /// Everything that happened to the account through an instant, renewals that fell due included, in the order in which it counts.
    /// The same each time it is asked, and only ever more.
    func history(through now: Instant) throws -> [LedgerEntry]
    /// Lets a subscription renew itself, or no longer.
    func setAutoRenew(_ isOn: Bool, of series: Identifier<Receipt>, at now: Instant) throws
}

/// What is to be bought, and for how much.
public struct Order: Codable, Hashable, Sendable {
    /// What is wanted.
    public let product: Identifier<Product>
    /// For how much; the receipt keeps a copy.
    public let tag: PriceTag
    /// The series that it continues or changes; nil for the first purchase.
    public let series: Identifier<Receipt>?

    /// A wish to buy at a price.
    public init(product: Identifier<Product>, tag: PriceTag, series: Identifier<Receipt>? = nil) {
        (self.product, self.tag, self.series) = (product, tag, series)
    }
}

/// What became of an order.
public enum PurchaseOutcome: Hashable, Sendable {
    /// It is paid, or will be at the renewal; what happened to its purchase.
    case bought(Identifier<Receipt>)
    /// Somebody was asked; what became of it will be found under this purchase.
    case pending(Identifier<Receipt>)
}
