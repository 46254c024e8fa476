import Kernel

/// The result of a purchase.
package struct PurchaseResult: Hashable, Sendable {
    package let product: Product
    package let tag: PriceTag
    /// The state of the purchase, or nil while it waits for approval.
    package let status: PurchaseStatus?
}

/// An event of a purchase, and whether it happened in a sandbox.
package struct PurchaseEvent: Hashable, Sendable {
    package let entry: LedgerEntry
    package let isSandbox: Bool
}
