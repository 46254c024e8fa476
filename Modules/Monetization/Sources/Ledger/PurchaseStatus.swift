import Kernel

/// The state of one purchase at a moment.
package struct PurchaseStatus: Hashable, Sendable {
    package let series: Identifier<Receipt>
    package let state: RenewalState
    /// The latest term, whose product and price count.
    package let receipt: Receipt
    /// The first term, whose price and version are locked.
    package let firstReceipt: Receipt
    /// The end of access, or nil for a permanent purchase.
    package let expiresAt: Instant?
    /// The start of the next term, or nil if none follows.
    package let renewsAt: Instant?
    package let isRenewing: Bool
    /// The product from the next renewal on, or nil for the same one.
    package let nextProduct: Identifier<Product>?
    /// The reason for the end in the shop's words, or nil before the end.
    package let endReason: String?

    package private(set) var isSandbox = false

    package var product: Identifier<Product> { receipt.product }
    package var isEntitled: Bool { state.isEntitled }

    /// Returns whether a purchase counts before another: one with access first, the longer one
    /// first. Of two without access, one that may return comes first, then the later one.
    static func outranks(_ left: PurchaseStatus, more right: PurchaseStatus) -> Bool {
        let ranks = (left.rank, right.rank)
        if ranks.0 != ranks.1 { return ranks.0 > ranks.1 }
        let ends = (left.expiresAt ?? .latest, right.expiresAt ?? .latest)
        return ends.0 != ends.1 ? ends.0 > ends.1 : left.series < right.series
    }

    /// The rank of a state. A paid purchase counts before a sandbox purchase.
    private var rank: Int { (isEntitled ? 4 : state == .inBillingRetry ? 2 : 0) + (isSandbox ? 0 : 1) }

    /// Returns a copy marked with its place of sale.
    func marked(sandbox: Bool) -> PurchaseStatus {
        var copy = self
        copy.isSandbox = sandbox
        return copy
    }
}
