import Kernel

/// Where one purchase stands at a moment.
public struct PurchaseStatus: Hashable, Sendable {
    /// The first transaction of the purchase.
    public let series: Identifier<Receipt>
    /// Paid, due, over or taken back.
    public let state: RenewalState
    /// The latest term; its product and price are those that count.
    public let receipt: Receipt
    /// The first term: its price and version are the price lock.
    public let first: Receipt
    /// When access ends, or ended; nil for what is kept for ever.
    public let expires: Instant?
    /// When the next term begins; nil when none follows.
    public let renews: Instant?
    /// Whether it renews itself.
    public let isRenewing: Bool
    /// What follows at the renewal; nil for the same again.
    public let nextProduct: Identifier<Product>?
    /// Why it ended, in the shop's word; nil while it has not.
    public let word: String?

    /// Whether a sandbox sold it, and nothing was paid.
    public private(set) var isSandbox = false

    /// What was bought last in this series.
    public var product: Identifier<Product> { receipt.product }
    /// Whether it gives access.
    public var isEntitled: Bool { state.isEntitled }

    /// Which of two counts for the app: the one that gives access, for longer; of two that do not, the one that may come back, then the later.
    static func matters(_ left: PurchaseStatus, more right: PurchaseStatus) -> Bool {
        let ranks = (left.rank, right.rank)
        if ranks.0 != ranks.1 { return ranks.0 > ranks.1 }
        let ends = (left.expires ?? .latest, right.expires ?? .latest)
        return ends.0 != ends.1 ? ends.0 > ends.1 : left.series < right.series
    }

    /// What was paid for counts before what a sandbox sold.
    private var rank: Int { (isEntitled ? 4 : state == .inBillingRetry ? 2 : 0) + (isSandbox ? 0 : 1) }

    /// The same, with where it was sold.
    func marked(sandbox: Bool) -> PurchaseStatus {
        var copy = self
        copy.isSandbox = sandbox
        return copy
    }

    init(
        series: Identifier<Receipt>, state: RenewalState, receipt: Receipt, first: Receipt, expires: Instant?, renews: Instant?,
        isRenewing: Bool, nextProduct: Identifier<Product>?, word: String?
    ) {
        (self.series, self.state, self.receipt, self.first) = (series, state, receipt, first)
        (self.expires, self.renews, self.isRenewing) = (expires, renews, isRenewing)
        (self.nextProduct, self.word) = (nextProduct, word)
    }
}
