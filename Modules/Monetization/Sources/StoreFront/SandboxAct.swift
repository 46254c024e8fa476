import Kernel

/// An act of a person or tester on a sandbox account. Its consequences are computed from the clock.
package struct SandboxAct: Storable, Hashable {
    /// The kind of an act.
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case bought
        case asked
        case approved
        case declined
        case renewOn
        case renewOff
        case refunded
        case familyRevoked
        case cardFails
        /// Payments work from now on, and open amounts are paid.
        case cardWorks
    }

    /// The act's ID. For a purchase, it is the ID of the purchase.
    package let id: Identifier<SandboxAct>
    package let at: Instant
    package let kind: Kind
    /// The purchase, or nil for an act on the account.
    package let series: Identifier<Receipt>?
    package let order: Order?
    package let transaction: Identifier<Receipt>?

    init(
        _ id: Identifier<SandboxAct>, at: Instant, _ kind: Kind, series: Identifier<Receipt>? = nil,
        order: Order? = nil, transaction: Identifier<Receipt>? = nil
    ) {
        self.id = id
        self.at = at
        self.kind = kind
        self.series = series
        self.order = order
        self.transaction = transaction
    }

    package static let collection = RecordCollection<SandboxAct>("monetization.sandbox", indexes: [byTime])

    static let byTime = Index<SandboxAct, Instant>.ordered("at") { $0.at }

    static func happened(_ left: SandboxAct, before right: SandboxAct) -> Bool {
        (left.at, left.id) < (right.at, right.id)
    }
}
