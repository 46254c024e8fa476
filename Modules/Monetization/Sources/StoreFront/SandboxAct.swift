import Kernel

/// Something that a person, or somebody who tests, did to an account of a sandbox. What follows from it is computed from the clock.
public struct SandboxAct: Storable, Hashable {
    /// What was done.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// An order was paid.
        case bought
        /// An order waits for an answer.
        case asked
        /// The order was allowed.
        case approved
        /// The order was refused.
        case declined
        /// Renewing was switched on.
        case renewOn
        /// Renewing was switched off.
        case renewOff
        /// A term was refunded.
        case refunded
        /// The family took a term back.
        case familyRevoked
        /// Payments fail from now on.
        case cardFails
        /// Payments work from now on, and what is owed is paid.
        case cardWorks
    }

    /// The act's own identifier; that of a purchase is the purchase's.
    public let id: Identifier<SandboxAct>
    /// The moment that was given with it.
    public let at: Instant
    /// Whether it was a purchase, an answer, a refund or something with the card.
    public let kind: Kind
    /// The purchase that it is about; nil when it is about the account.
    public let series: Identifier<Receipt>?
    /// What was ordered.
    public let order: Order?
    /// The term that was refunded or taken back.
    public let transaction: Identifier<Receipt>?

    init(
        _ id: Identifier<SandboxAct>, at: Instant, _ kind: Kind, series: Identifier<Receipt>? = nil, order: Order? = nil,
        transaction: Identifier<Receipt>? = nil
    ) {
        (self.id, self.at, self.kind) = (id, at, kind)
        (self.series, self.order, self.transaction) = (series, order, transaction)
    }

    /// How acts are kept.
    public static let collection = RecordCollection<SandboxAct>("monetization.sandbox", indexes: [byTime])

    static let byTime = Index<SandboxAct, Instant>.ordered("at") { $0.at }

    static func happened(_ left: SandboxAct, before right: SandboxAct) -> Bool {
        (left.at, left.id) < (right.at, right.id)
    }
}
