import Kernel

/// Something that happened to a purchase. Entries are only ever added; what they mean together is computed.
public struct LedgerEntry: Storable, Hashable {
    /// What happened.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// A term was bought, renewed, restored or extended.
        case granted
        /// Somebody was asked whether it may be bought.
        case asked
        /// A renewal could not be paid.
        case renewalFailed
        /// Access without payment is over; the shop still tries.
        case graceEnded
        /// A subscription is over.
        case ended
        /// It shall renew itself, or no longer.
        case autoRenew
        /// Another product shall follow at the renewal.
        case renewalProduct
        /// A term was refunded, or taken back by the family.
        case revoked
        /// A refund was taken back.
        case reinstated
        /// A notification without effect.
        case noted
        /// A notification, or an entry, of a type that this program does not know; kept and ignored.
        case unknown

        /// What a newer program wrote is unknown, and no reason to lose what was paid for.
        public init(from decoder: any Decoder) throws {
            self = Kind(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
        }
    }

    /// What tells this entry from every other: that of the notification, or one made from the transaction.
    public let id: Identifier<LedgerEntry>
    /// When the shop said so: entries count in this order, in whatever order they arrive.
    public let signedAt: Instant
    /// What happened.
    public let kind: Kind
    /// The purchase that it happened to; nil where a receipt says it, or nothing does.
    public private(set) var series: Identifier<Receipt>?
    /// The term that was granted.
    public private(set) var receipt: Receipt?
    /// The term that was refunded, taken back or reinstated.
    public private(set) var transaction: Identifier<Receipt>?
    /// What follows at the renewal; nil for the same again.
    public private(set) var product: Identifier<Product>?
    /// The end of the term that could not be renewed, or is the last.
    public private(set) var term: Instant?
    /// How long access goes on meanwhile; nil when it does not.
    public private(set) var grace: Instant?
    /// Whether it shall renew itself.
    public private(set) var isOn: Bool?
    /// Why, in the shop's word: `VOLUNTARY`, `REFUND`; the type of a notification without effect.
    public private(set) var word: String?

    init(_ id: Identifier<LedgerEntry>, at signedAt: Instant, _ kind: Kind, _ change: (inout LedgerEntry) -> Void = { _ in }) {
        (self.id, self.signedAt, self.kind) = (id, signedAt, kind)
        change(&self)
    }

    /// How entries are kept.
    public static let collection = RecordCollection<LedgerEntry>("monetization.ledger", indexes: [bySigning])

    static let bySigning = Index<LedgerEntry, Instant>.ordered("signedAt") { $0.signedAt }

    /// The order in which entries count, whatever the order in which they came.
    static func counts(_ left: LedgerEntry, before right: LedgerEntry) -> Bool {
        if left.signedAt != right.signedAt { return left.signedAt < right.signedAt }
        if left.id != right.id { return left.id < right.id }
        return left != right && "\(left)" < "\(right)"
    }
}

extension LedgerEntry {
    /// A term was bought, renewed, restored or extended.
    public static func granted(_ id: Identifier<LedgerEntry>, at instant: Instant, _ receipt: Receipt, why word: String)
        -> LedgerEntry
    {
        LedgerEntry(id, at: instant, .granted) { ($0.receipt, $0.series, $0.word) = (receipt, receipt.series, word) }
    }

    /// Somebody was asked whether a product may be bought.
    public static func asked(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ series: Identifier<Receipt>, for product: Identifier<Product>
    )
        -> LedgerEntry
    {
        LedgerEntry(id, at: instant, .asked) { ($0.series, $0.product) = (series, product) }
    }

    /// The term that ends at `term` could not be renewed; with a grace period, access goes on until `grace`.
    public static func renewalFailed(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ series: Identifier<Receipt>, term: Instant, grace: Instant?
    ) -> LedgerEntry {
        LedgerEntry(id, at: instant, .renewalFailed) { ($0.series, $0.term, $0.grace) = (series, term, grace) }
    }

    /// Access without payment is over.
    public static func graceEnded(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ series: Identifier<Receipt>, term: Instant
    ) -> LedgerEntry {
        LedgerEntry(id, at: instant, .graceEnded) { ($0.series, $0.term) = (series, term) }
    }

    /// The subscription is over with the term that ends at `term`, for the shop's reason.
    public static func ended(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ series: Identifier<Receipt>, term: Instant, why word: String
    ) -> LedgerEntry {
        LedgerEntry(id, at: instant, .ended) { ($0.series, $0.term, $0.word) = (series, term, word) }
    }

    /// The subscription shall renew itself, or no longer.
    public static func autoRenew(_ id: Identifier<LedgerEntry>, at instant: Instant, _ series: Identifier<Receipt>, _ isOn: Bool)
        -> LedgerEntry
    {
        LedgerEntry(id, at: instant, .autoRenew) { ($0.series, $0.isOn) = (series, isOn) }
    }

    /// Another product follows at the renewal; nil takes that back.
    public static func renewalProduct(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ series: Identifier<Receipt>, _ product: Identifier<Product>?
    ) -> LedgerEntry {
        LedgerEntry(id, at: instant, .renewalProduct) { ($0.series, $0.product) = (series, product) }
    }

    /// A term was refunded, or taken back by the family: `REFUND_FULL`, `REFUND_PRORATED`, `FAMILY_REVOKE`.
    public static func revoked(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ transaction: Identifier<Receipt>,
        of series: Identifier<Receipt>? = nil,
        why word: String
    ) -> LedgerEntry {
        LedgerEntry(id, at: instant, .revoked) { ($0.transaction, $0.series, $0.word) = (transaction, series, word) }
    }

    /// A refund was taken back.
    public static func reinstated(_ id: Identifier<LedgerEntry>, at instant: Instant, _ transaction: Identifier<Receipt>)
        -> LedgerEntry
    {
        LedgerEntry(id, at: instant, .reinstated) { $0.transaction = transaction }
    }

    /// A notification without effect, or of an unknown type.
    public static func noted(
        _ id: Identifier<LedgerEntry>, at instant: Instant, _ word: String, isKnown: Bool = true,
        of series: Identifier<Receipt>? = nil
    ) -> LedgerEntry {
        LedgerEntry(id, at: instant, isKnown ? .noted : .unknown) { ($0.word, $0.series) = (word, series) }
    }
}
