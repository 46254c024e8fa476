import Kernel

/// One paid term: a purchase, or a renewal of one. A snapshot: what the shop asks later never changes it.
public struct Receipt: Codable, Hashable, Sendable {
    /// How it came into these hands.
    public enum Ownership: String, Codable, Hashable, Sendable {
        /// Bought here.
        case purchased
        /// Bought by somebody in the family.
        case familyShared
    }

    /// The transaction's identifier.
    public let id: Identifier<Receipt>
    /// The first transaction of the series: that of the purchase which this term renews; its own when it is the first.
    public let series: Identifier<Receipt>
    /// What was bought.
    public let product: Identifier<Product>
    /// What kind of product it is.
    public let kind: Product.Kind
    /// When the term begins.
    public let purchasedAt: Instant
    /// When the term ends; nil for what is kept for ever.
    public let expiresAt: Instant?
    /// What was paid; nil when the shop did not say.
    public let price: Money?
    /// The version of the app when the price was fixed.
    public let version: String?
    /// What the shop said of the price.
    public let label: String?
    /// Whether this term is an introductory offer: a trial, or at a reduced price.
    public let isIntroductory: Bool
    /// How it came into these hands.
    public let ownership: Ownership

    /// A term. A subscription that names no end has none to give: it ends when it begins.
    public init(
        id: Identifier<Receipt>, series: Identifier<Receipt>, product: Identifier<Product>, kind: Product.Kind,
        purchasedAt: Instant,
        expiresAt: Instant?, price: Money? = nil, version: String? = nil, label: String? = nil, isIntroductory: Bool = false,
        ownership: Ownership = .purchased
    ) {
        (self.id, self.series, self.product, self.kind) = (id, series, product, kind)
        self.purchasedAt = purchasedAt
        self.expiresAt = kind == .autoRenewable ? expiresAt ?? purchasedAt : expiresAt
        (self.price, self.version, self.label) = (price, version, label)
        (self.isIntroductory, self.ownership) = (isIntroductory, ownership)
    }

    /// Whether it opens anything.
    var entitles: Bool { kind != .consumable }

    /// By when they begin, then by when they end.
    static func isBefore(_ left: Receipt, _ right: Receipt) -> Bool {
        if left.purchasedAt != right.purchasedAt { return left.purchasedAt < right.purchasedAt }
        let ends = (left.expiresAt ?? .latest, right.expiresAt ?? .latest)
        return ends.0 != ends.1 ? ends.0 < ends.1 : left.id < right.id
    }
}
