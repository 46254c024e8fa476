import Kernel

/// What became of a purchase.
public struct PurchaseResult: Hashable, Sendable {
    /// What was bought.
    public let product: Product
    /// For how much.
    public let tag: PriceTag
    /// Where the purchase stands; nil while somebody has yet to allow it.
    public let status: PurchaseStatus?
}

/// Something that happened to a purchase, and whether it happened in a sandbox.
public struct PurchaseEvent: Hashable, Sendable {
    /// What happened.
    public let entry: LedgerEntry
    /// Whether it was in a sandbox, where nothing is paid.
    public let isSandbox: Bool
}
