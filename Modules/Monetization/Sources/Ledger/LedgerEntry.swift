import Kernel

/// An event of a purchase. Entries are append-only, and the state is computed from them.
package struct LedgerEntry: Storable, Hashable {
    /// The kind of an event.
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case granted
        case asked
        case renewalFailed
        /// The end of access without payment, while the shop still retries.
        case graceEnded
        case ended
        case autoRenew
        case renewalProduct
        /// A refund of a term, or its withdrawal by the family.
        case revoked
        case reinstated
        /// An event without effect.
        case noted
        /// An entry of a kind unknown to this version, which is kept and ignored.
        case unknown

        /// Decodes a kind. A value from a newer version becomes `unknown`, so that no purchase is
        /// lost.
        package init(from decoder: any Decoder) throws {
            self = Kind(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
        }
    }

    /// The unique identifier, from the shop's act or from the transaction.
    package let id: Identifier<LedgerEntry>
    /// The time of the shop. Entries count in this order, whatever the order of arrival.
    package let signedAt: Instant
    package let kind: Kind
    /// The purchase of the event, or nil if a receipt names it or none does.
    package private(set) var series: Identifier<Receipt>?
    package private(set) var receipt: Receipt?
    package private(set) var transaction: Identifier<Receipt>?
    /// The product from the next renewal on, or nil for the same one.
    package private(set) var product: Identifier<Product>?
    /// The end of the last term, or of the term that could not be renewed.
    package private(set) var term: Instant?
    /// The end of access in the meantime, or nil without such access.
    package private(set) var grace: Instant?
    package private(set) var isOn: Bool?
    /// The reason in the shop's words, such as `VOLUNTARY` or `REFUND`, or the name of an
    /// event without effect.
    package private(set) var word: String?

    init(
        _ id: Identifier<LedgerEntry>, at signedAt: Instant, _ kind: Kind,
        _ change: (inout LedgerEntry) -> Void = { _ in }
    ) {
        self.id = id
        self.signedAt = signedAt
        self.kind = kind
        change(&self)
    }

    package static let collection = RecordCollection<LedgerEntry>("monetization.ledger", indexes: [bySigning])

    static let bySigning = Index<LedgerEntry, Instant>.ordered("signedAt") { $0.signedAt }

    /// Returns whether an entry counts before another, whatever the order of arrival.
    static func precedes(_ left: LedgerEntry, before right: LedgerEntry) -> Bool {
        if left.signedAt != right.signedAt { return left.signedAt < right.signedAt }
        if left.id != right.id { return left.id < right.id }
        return left != right && "\(left)" < "\(right)"
    }
}

extension LedgerEntry {
    /// Creates an entry for a term that was bought, renewed, restored or extended.
    package static func granted(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ receipt: Receipt, why word: String
    )
        -> LedgerEntry
    {
        LedgerEntry(id, at: instant, .granted) { ($0.receipt, $0.series, $0.word) = (receipt, receipt.series, word) }
    }

    /// Creates an entry for a request to buy a product.
    package static func asked(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ series: Identifier<Receipt>,
        for product: Identifier<Product>
    )
        -> LedgerEntry
    {
        LedgerEntry(id, at: instant, .asked) { ($0.series, $0.product) = (series, product) }
    }

    /// Creates an entry for a failed renewal of the term that ends at `term`. With a grace period,
    /// access continues until `grace`.
    package static func renewalFailed(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ series: Identifier<Receipt>, term: Instant,
        grace: Instant?
    ) -> LedgerEntry {
        LedgerEntry(id, at: instant, .renewalFailed) { ($0.series, $0.term, $0.grace) = (series, term, grace) }
    }

    /// Creates an entry for the end of access without payment.
    package static func graceEnded(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ series: Identifier<Receipt>, term: Instant
    ) -> LedgerEntry {
        LedgerEntry(id, at: instant, .graceEnded) { ($0.series, $0.term) = (series, term) }
    }

    /// Creates an entry for the end of a subscription with the term that ends at `term`, for the
    /// shop's reason.
    package static func ended(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ series: Identifier<Receipt>, term: Instant,
        why word: String
    ) -> LedgerEntry {
        LedgerEntry(id, at: instant, .ended) { ($0.series, $0.term, $0.word) = (series, term, word) }
    }

    /// Creates an entry that turns automatic renewal on or off.
    package static func autoRenew(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ series: Identifier<Receipt>, _ isOn: Bool
    )
        -> LedgerEntry
    {
        LedgerEntry(id, at: instant, .autoRenew) { ($0.series, $0.isOn) = (series, isOn) }
    }

    /// Creates an entry for another product from the next renewal on. A nil product cancels that.
    package static func renewalProduct(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ series: Identifier<Receipt>,
        _ product: Identifier<Product>?
    ) -> LedgerEntry {
        LedgerEntry(id, at: instant, .renewalProduct) { ($0.series, $0.product) = (series, product) }
    }

    /// Creates an entry for a refund or a family revocation: `REFUND_FULL`, `REFUND_PRORATED`,
    /// `FAMILY_REVOKE`.
    package static func revoked(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ transaction: Identifier<Receipt>,
        of series: Identifier<Receipt>? = nil, why word: String
    ) -> LedgerEntry {
        LedgerEntry(id, at: instant, .revoked) { ($0.transaction, $0.series, $0.word) = (transaction, series, word) }
    }

    /// Creates an entry for a reversed refund.
    package static func reinstated(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ transaction: Identifier<Receipt>
    )
        -> LedgerEntry
    {
        LedgerEntry(id, at: instant, .reinstated) { $0.transaction = transaction }
    }

    /// Creates an entry for an event without effect, or of an unknown kind.
    package static func noted(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ word: String, isKnown: Bool = true,
        of series: Identifier<Receipt>? = nil
    ) -> LedgerEntry {
        LedgerEntry(id, at: instant, isKnown ? .noted : .unknown) { ($0.word, $0.series) = (word, series) }
    }
}
