import Kernel

/// A paid license in the seller's words.
package struct License: Hashable, Sendable {
    /// The unique ID: 1 to 40 lower-case letters and digits.
    package let id: Identifier<License>
    package let app: String
    package let product: Identifier<Product>
    package let holder: String
    package let price: Money
    package let date: Day
    /// The length of validity, or nil without an end.
    package let term: BillingPeriod?
    package let version: String?
    package let label: String?

    package init(
        id: Identifier<License>, app: String, product: Identifier<Product>, holder: String, price: Money, date: Day,
        term: BillingPeriod? = nil, version: String? = nil, label: String? = nil
    ) {
        self.id = id
        self.app = app
        self.product = product
        self.holder = holder
        self.price = price
        self.date = date
        self.term = term
        self.version = version
        self.label = label
    }

    /// The first valid moment: the start of the day in UTC.
    package var begins: Instant { LocalCalendar.utc.instant(of: date) }

    /// The end of validity, or nil without an end.
    package var ends: Instant? { term?.end(after: 1, from: begins) }

    /// The paid term of this license. It never renews itself.
    var receipt: Receipt {
        Receipt(
            id: Identifier(id.rawValue), series: Identifier(id.rawValue), product: product,
            kind: term == nil ? .nonConsumable : .nonRenewing, purchasedAt: begins, expiresAt: ends, price: price,
            version: version, label: label)
    }
}

extension License {
    /// Parses the line of JSON. Unknown members are skipped, because a later seller may add some.
    ///
    /// - Throws: `licenceUnreadable`, with the missing or invalid part.
    package init(payload: [UInt8]) throws {
        let root = try CatalogJSON.object(payload, named: "The licence")
        func text(_ name: String, upTo limit: Int) throws -> String {
            guard let text = root[name]?.shownText(upTo: limit) else {
                throw SignedText.unreadable("its \(name) is missing")
            }
            return text
        }
        let id = try text("id", upTo: 40)
        let currency = try text("currency", upTo: 3)
        guard License.isSafe(id) else { throw SignedText.unreadable("its id is not valid") }
        guard let price = Money(decimal: try text("price", upTo: 20), currency: currency), price.minorUnits >= 0 else {
            throw SignedText.unreadable("its price is not valid")
        }
        guard let date = Day(try text("date", upTo: 10)) else { throw SignedText.unreadable("its date is not valid") }
        self.init(
            id: Identifier(id), app: try text("app", upTo: 40), product: Identifier(try text("product", upTo: 200)),
            holder: try text("holder", upTo: License.longestHolder), price: price, date: date,
            term: try License.term(root["term"]),
            version: root["version"]?.shownText(upTo: 20), label: root["label"]?.shownText(upTo: 200))
    }

    private static func term(_ value: JSONValue?) throws -> BillingPeriod? {
        switch value {
        case nil, .null?: return nil
        case .string(let text)?:
            if let term = BillingPeriod(text) { return term }
        default: break
        }
        throw SignedText.unreadable("its term is not valid")
    }

    /// Returns the line of JSON that is signed.
    ///
    /// - Throws: The encoder's error.
    package func payload() throws -> [UInt8] {
        var members: [String: JSONValue] = [
            "app": .string(app), "currency": .string(price.currency), "date": .string("\(date)"),
            "holder": .string(holder),
            "id": .string(id.rawValue), "price": .string(price.decimal), "product": .string(product.rawValue),
            "term": term.map { .string("\($0)") } ?? .null,
        ]
        members["version"] = version.map { .string($0) }
        members["label"] = label.map { .string($0) }
        return [UInt8](try JSONValue.encoder.encode(JSONValue.object(members)))
    }

    /// The longest name of a holder, in characters.
    package static let longestHolder = 120

    /// Returns whether an ID can be a file name.
    static func isSafe(_ id: String) -> Bool {
        (1...40).contains(id.utf8.count) && id.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
    }
}
