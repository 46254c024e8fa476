import Kernel

/// An issued license as the seller stores it: the file, and whether it was revoked.
package struct IssuedLicense: Storable, Hashable {
    package let id: Identifier<IssuedLicense>
    package let issuedAt: Instant
    /// The file, kept for customers who lose it.
    package let text: String
    /// The day of revocation, or nil while the license is valid.
    package var revokedOn: Day?
    package var why: String?

    package static let collection = RecordCollection<IssuedLicense>("monetization.issued", indexes: [byTime])
    static let byTime = Index<IssuedLicense, Instant>.ordered("issuedAt") { $0.issuedAt }

    /// Returns the parsed license.
    ///
    /// - Throws: `licenceUnreadable` for a damaged record.
    package func license() throws -> License { try License(payload: SignedText(Array(text.utf8)).payload) }
}

/// The seller's service that issues, revokes and finds licenses.
package struct LicenseOffice: Sendable {
    /// The optional values of a new license. A nil value follows from the catalog and the day.
    package struct LicenseRequest: Sendable {
        /// The paid price in the catalog's currency, such as `0.99`.
        package var price: String?
        package var date: Day?
        package var term: BillingPeriod?

        package init(price: String? = nil, date: Day? = nil, term: BillingPeriod? = nil) {
            self.price = price
            self.date = date
            self.term = term
        }
    }

    package let key: SigningKey
    private let store: any Store
    private let catalogs: @Sendable () throws -> [(app: String, catalogue: Catalog)]
    private let ids: IDSource
    private let time: TimeSource

    /// Creates an office over the seller's own store.
    ///
    /// - Parameter catalogs: Returns the catalogs of all apps. It is called when a license is
    ///   made.
    package init(
        _ store: any Store, key: SigningKey,
        catalogs: @escaping @Sendable () throws -> [(app: String, catalogue: Catalog)],
        ids: IDSource, time: TimeSource
    ) {
        self.store = store.scoped(to: .common)
        self.key = key
        self.catalogs = catalogs
        self.ids = ids
        self.time = time
    }

    /// Returns the products of every app on the current day, with their prices.
    package func offers() throws -> [(app: String, offer: Offer)] {
        try catalogs().flatMap { app, catalog in
            catalog.products.compactMap { product in
                (try? catalog.tag(of: product, on: today)).map {
                    (app, Offer(product: product, tag: $0, promises: []))
                }
            }
        }
    }

    /// Issues and stores a license.
    ///
    /// - Throws: `unknownProduct`, `notOnSale`, `priceInvalid`, the failure of an invalid holder,
    ///   `noSigningKey`.
    package func issue(_ product: Identifier<Product>, to holder: String, _ request: LicenseRequest = LicenseRequest())
        throws -> IssuedLicense
    {
        guard let (app, catalog) = try catalogs().first(where: { $0.catalogue.product(product) != nil }) else {
            throw Failure(
                .unknownProduct, "No app sells “\(product)”.", advice: "`licence products` lists all products.",
                kind: .usage)
        }
        guard let publicKey = try key.publicHalf() else { throw Failure.noSigningKey }
        let soldProduct = try catalog.existing(product)
        let date = request.date ?? today
        let tag = try catalog.tag(of: soldProduct, on: date)
        let price = try request.price.map { try LicenseOffice.price($0, in: tag.price.currency) } ?? tag.price
        let id = ids.next(IssuedLicense.self)
        let license = License(
            id: Identifier(id.rawValue), app: app, product: product,
            holder: try InputTextRule(upTo: License.longestHolder, .joined).validated(holder, "The holder's name"),
            price: price, date: date, term: request.term ?? soldProduct.subscription?.period, version: tag.version,
            label: tag.label.isEmpty ? nil : tag.label)
        let record = IssuedLicense(
            id: id, issuedAt: time.now(), text: try signed(.license, try license.payload(), by: publicKey))
        try store.write { try $0.put(record) }
        return record
    }

    /// Returns every issued license, latest first.
    package func issued() throws -> [IssuedLicense] {
        try store.read { try $0.records(IssuedLicense.byTime.all.descending) }
    }

    /// Returns the license of an ID or of the end of one.
    ///
    /// - Throws: `unknownLicence` for none, or more than one.
    package func find(_ id: String) throws -> IssuedLicense {
        let matches = try issued().filter { $0.id.rawValue == id || (id.count >= 4 && $0.id.rawValue.hasSuffix(id)) }
        guard matches.count == 1 else {
            throw Failure(
                .unknownLicence,
                matches.isEmpty ? "There is no licence “\(id)”." : "More than one licence ends in “\(id)”.",
                advice: "`licence list` shows them.", kind: .usage)
        }
        return matches[0]
    }

    /// Revokes a license. Customers receive this with the list of `revocations` or with the next
    /// build.
    ///
    /// - Throws: `unknownLicence`, `alreadyRevoked`.
    package func revoke(_ id: String, because why: String) throws -> IssuedLicense {
        var record = try find(id)
        guard record.revokedOn == nil else {
            throw Failure(
                .alreadyRevoked, "The licence \(record.id) was already taken back.", advice: "`licence list` shows it.")
        }
        let storedID = record.id
        let reason = try InputTextRule(upTo: 200, .joined).validated(why, "The reason")
        record.revokedOn = today
        record.why = reason
        let revokedRecord = record
        try store.write { transaction in
            guard try transaction.record(storedID)?.revokedOn == nil else { return }
            try transaction.put(revokedRecord)
        }
        return revokedRecord
    }

    /// Returns the signed list of all revoked licenses as a file.
    ///
    /// - Throws: `noSigningKey`.
    package func revocations() throws -> (list: Revocations, file: [UInt8]) {
        guard let publicKey = try key.publicHalf() else { throw Failure.noSigningKey }
        let entries = try issued().reversed().compactMap { record in
            record.revokedOn.map { Revocations.Entry(Identifier(record.id.rawValue), on: $0, why: record.why ?? "") }
        }
        // The list is append-only, so a longer list is a later one.
        let list = Revocations(number: entries.count, date: today, entries: entries)
        return (list, Array(try signed(.revocations, try list.payload(), by: publicKey).utf8))
    }

    // MARK: - Steps

    private var today: Day { time.calendar.day(of: time.now()) }

    /// Returns a signed text with a payload.
    private func signed(_ kind: SignedText.Kind, _ payload: [UInt8], by publicKey: LicenseKey) throws -> String {
        let signature = try key.sign(SignedText.bytesToSign(kind, payload))
        guard let text = SignedText(kind, payload: payload, key: publicKey, signature: signature) else {
            throw SignedText.unreadable("the signature was not made")
        }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private static func price(_ text: String, in currency: String) throws -> Money {
        guard let price = Money(decimal: text, currency: currency), price.minorUnits >= 0, !text.hasPrefix("-") else {
            throw Failure(
                .priceInvalid, "“\(text)” is not a price in \(currency).", advice: "Write it as 0.99.", kind: .usage)
        }
        return price
    }
}

extension Failure {
    package static let noSigningKey = Failure(
        .noSigningKey, "There is no seller's key here yet.", advice: "`licence key` makes one.")
}
