import Kernel

/// A licence that the seller made, as the seller keeps it: the file, and whether it was taken back.
public struct IssuedLicence: Storable, Hashable {
    /// The licence's own id.
    public let id: Identifier<IssuedLicence>
    /// When it was made.
    public let issuedAt: Instant
    /// The file, to be sent again to somebody who lost it.
    public let text: String
    /// When it was taken back; nil while it counts.
    public var revokedOn: Day?
    /// Why it was taken back.
    public var why: String?

    /// How they are kept.
    public static let collection = RecordCollection<IssuedLicence>("monetization.issued", indexes: [byTime])
    static let byTime = Index<IssuedLicence, Instant>.ordered("issuedAt") { $0.issuedAt }

    /// What it says.
    ///
    /// - Throws: `licenceUnreadable` where the record is damaged.
    public func licence() throws -> Licence { try Licence(payload: SignedText(Array(text.utf8)).payload) }
}

/// Where the seller makes licences, takes them back and finds them again.
public struct LicenceOffice: Sendable {
    /// What is wanted of a licence besides its product and its holder; what is nil follows from the catalogue and the day.
    public struct Wish: Sendable {
        /// What was paid, in the currency of the catalogue: `0.99`.
        public var price: String?
        /// From which day it counts.
        public var date: Day?
        /// How long it counts.
        public var term: BillingPeriod?

        /// What was agreed on, where that is not what the catalogue says.
        public init(price: String? = nil, date: Day? = nil, term: BillingPeriod? = nil) {
            (self.price, self.date, self.term) = (price, date, term)
        }
    }

    /// The key that signs.
    public let key: SigningKey
    private let store: any Store
    private let catalogues: @Sendable () throws -> [(app: String, catalogue: Catalogue)]
    private let ids: IDSource
    private let time: TimeSource

    /// An office over a store of the seller's own.
    ///
    /// - Parameter catalogues: what every app sells; asked for when a licence is made.
    public init(
        _ store: any Store, key: SigningKey, catalogues: @escaping @Sendable () throws -> [(app: String, catalogue: Catalogue)],
        ids: IDSource, time: TimeSource
    ) {
        (self.store, self.key, self.catalogues) = (store.scoped(to: .common), key, catalogues)
        (self.ids, self.time) = (ids, time)
    }

    /// What every app sells on the machine's day, with its price.
    public func offers() throws -> [(app: String, offer: Offer)] {
        try catalogues().flatMap { app, catalogue in
            catalogue.products.compactMap { product in
                (try? catalogue.tag(of: product, on: today)).map { (app, Offer(product: product, tag: $0, promises: [])) }
            }
        }
    }

    /// Makes a licence and keeps it.
    ///
    /// - Throws: `unknownProduct`, `notOnSale`, `priceInvalid`, what the judge of texts says of the holder, `noSigningKey`.
    public func issue(_ product: Identifier<Product>, to holder: String, _ wish: Wish = Wish()) throws -> IssuedLicence {
        guard let (app, catalogue) = try catalogues().first(where: { $0.catalogue.product(product) != nil }) else {
            throw Failure(
                .unknownProduct, "No app sells “\(product)”.", advice: "`licence products` lists all products.", kind: .usage)
        }
        guard let half = try key.publicHalf() else { throw Failure.noSigningKey }
        let (sold, date) = (try catalogue.existing(product), wish.date ?? today)
        let tag = try catalogue.tag(of: sold, on: date)
        let price = try wish.price.map { try LicenceOffice.price($0, in: tag.price.currency) } ?? tag.price
        let id = ids.next(IssuedLicence.self)
        let licence = Licence(
            id: Identifier(id.rawValue), app: app, product: product,
            holder: try TypedText(upTo: Licence.longestHolder, .joined).kept(holder, "The holder's name"), price: price,
            date: date, term: wish.term ?? sold.subscription?.period, version: tag.version,
            label: tag.label.isEmpty ? nil : tag.label)
        let record = IssuedLicence(
            id: id, issuedAt: time.now(), text: try signed(.licence, try licence.payload(), by: half))
        try store.write { try $0.put(record) }
        return record
    }

    /// Every licence that was made, the latest first.
    public func issued() throws -> [IssuedLicence] {
        try store.read { try $0.records(IssuedLicence.byTime.all.descending) }
    }

    /// The licence of an id, or of the end of one.
    ///
    /// - Throws: `unknownLicence` where there is none, or more than one.
    public func find(_ id: String) throws -> IssuedLicence {
        let alike = try issued().filter { $0.id.rawValue == id || (id.count >= 4 && $0.id.rawValue.hasSuffix(id)) }
        guard alike.count == 1 else {
            throw Failure(
                .unknownLicence, alike.isEmpty ? "There is no licence “\(id)”." : "More than one licence ends in “\(id)”.",
                advice: "`licence list` shows them.", kind: .usage)
        }
        return alike[0]
    }

    /// Takes a licence back. Customers learn of it by the list that `revocations` gives, or by the next build.
    ///
    /// - Throws: `unknownLicence`, `alreadyRevoked`.
    public func revoke(_ id: String, because why: String) throws -> IssuedLicence {
        var record = try find(id)
        guard record.revokedOn == nil else {
            throw Failure(.alreadyRevoked, "The licence \(record.id) was already taken back.", advice: "`licence list` shows it.")
        }
        let (kept, reason) = (record.id, try TypedText(upTo: 200, .joined).kept(why, "The reason"))
        record.revokedOn = today
        record.why = reason
        let changed = record
        try store.write { transaction in
            guard try transaction.record(kept)?.revokedOn == nil else { return }
            try transaction.put(changed)
        }
        return changed
    }

    /// The list of everything that was taken back, signed, as a file.
    ///
    /// - Throws: `noSigningKey`.
    public func revocations() throws -> (list: Revocations, file: [UInt8]) {
        guard let half = try key.publicHalf() else { throw Failure.noSigningKey }
        let entries = try issued().reversed().compactMap { record in
            record.revokedOn.map { Revocations.Entry(Identifier(record.id.rawValue), on: $0, why: record.why ?? "") }
        }
        // Nothing is ever taken off the list, so a longer one is a later one.
        let list = Revocations(number: entries.count, date: today, entries: entries)
        return (list, Array(try signed(.revocations, try list.payload(), by: half).utf8))
    }

    // MARK: - Steps

    private var today: Day { time.calendar.day(of: time.now()) }

    private func signed(_ kind: SignedText.Kind, _ payload: [UInt8], by half: LicenceKey) throws -> String {
        let signature = try key.sign(SignedText.signed(kind, payload))
        guard let text = SignedText(kind, payload: payload, key: half, signature: signature) else {
            throw SignedText.unreadable("the signature was not made")
        }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private static func price(_ text: String, in currency: String) throws -> Money {
        guard let price = Money(decimal: text, currency: currency), price.minorUnits >= 0, !text.hasPrefix("-") else {
            throw Failure(.priceInvalid, "“\(text)” is not a price in \(currency).", advice: "Write it as 0.99.", kind: .usage)
        }
        return price
    }
}

extension Failure {
    /// Nothing can be signed before a key was made.
    package static let noSigningKey = Failure(
        .noSigningKey, "There is no seller's key here yet.", advice: "`licence key` makes one.")
}
