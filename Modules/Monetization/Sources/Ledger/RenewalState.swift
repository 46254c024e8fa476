/// The state of a purchase, in the words of StoreKit. A one-time purchase is subscribed without an
/// end.
package enum RenewalState: String, Codable, Hashable, Sendable, CaseIterable {
    case subscribed
    case inGracePeriod
    /// Unpaid, without access, while the shop still retries.
    case inBillingRetry
    case expired
    case revoked

    /// Whether it gives access.
    package var isEntitled: Bool { self == .subscribed || self == .inGracePeriod }
}
