import Kernel

/// One paid term: a purchase or a renewal. It is a snapshot, so a later price change never affects
/// it.
package struct Receipt: Codable, Hashable, Sendable {
    /// The origin of the term.
    package enum Ownership: String, Codable, Hashable, Sendable {
        case purchased
        case familyShared
    }

    package let id: Identifier<Receipt>
    /// The first transaction of the series: the purchase that this term renews, or the term itself.
    package let series: Identifier<Receipt>
    package let product: Identifier<Product>
    package let kind: Product.Kind
    package let purchasedAt: Instant
    /// The end of the term, or nil for a permanent purchase.
    package let expiresAt: Instant?
    /// The paid price, or nil if the shop did not state it.
    package let price: Money?
    package let version: String?
    package let label: String?
    /// Whether this term is an introductory offer: a trial or a reduced price.
    package let isIntroductory: Bool
    package let ownership: Ownership

    /// Creates a term. A subscription without an end date ends when it begins.
    package init(
        id: Identifier<Receipt>, series: Identifier<Receipt>, product: Identifier<Product>, kind: Product.Kind,
        purchasedAt: Instant, expiresAt: Instant?, price: Money? = nil, version: String? = nil, label: String? = nil,
        isIntroductory: Bool = false, ownership: Ownership = .purchased
    ) {
        self.id = id
        self.series = series
        self.product = product
        self.kind = kind
        self.purchasedAt = purchasedAt
        self.expiresAt = kind == .autoRenewable ? expiresAt ?? purchasedAt : expiresAt
        self.price = price
        self.version = version
        self.label = label
        self.isIntroductory = isIntroductory
        self.ownership = ownership
    }

    /// Whether it opens anything.
    var entitles: Bool { kind != .consumable }

    /// Returns the order by start and then by end.
    static func isBefore(_ left: Receipt, _ right: Receipt) -> Bool {
        if left.purchasedAt != right.purchasedAt { return left.purchasedAt < right.purchasedAt }
        let ends = (left.expiresAt ?? .latest, right.expiresAt ?? .latest)
        return ends.0 != ends.1 ? ends.0 < ends.1 : left.id < right.id
    }
}
