/// Where a purchase stands, in the words of StoreKit. What is bought once is subscribed without an end.
public enum RenewalState: String, Codable, Hashable, Sendable, CaseIterable {
    /// Paid for.
    case subscribed
    /// Not paid, and access goes on for a while.
    case inGracePeriod
    /// Not paid, without access, and the shop still tries.
    case inBillingRetry
    /// Over.
    case expired
    /// Refunded, or taken back by the family.
    case revoked

    /// Whether it gives access.
    public var isEntitled: Bool { self == .subscribed || self == .inGracePeriod }
}
