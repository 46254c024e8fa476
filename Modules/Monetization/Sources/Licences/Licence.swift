import Kernel

/// What somebody paid for, in the seller's words.
public struct Licence: Hashable, Sendable {
    /// What tells it from every other: 1 to 40 small letters and digits.
    public let id: Identifier<Licence>
    /// The app that it opens.
    public let app: String
    /// What was bought.
    public let product: Identifier<Product>
    /// Who bought it.
    public let holder: String
    /// What was paid.
    public let price: Money
    /// The day from which it counts.
    public let date: Day
    /// How long it counts; nil for ever.
    public let term: BillingPeriod?
    /// The version of the app when the price was fixed.
    public let version: String?
    /// What the shop said of the price.
    public let label: String?

    /// What the seller says of one payment.
    public init(
        id: Identifier<Licence>, app: String, product: Identifier<Product>, holder: String, price: Money, date: Day,
        term: BillingPeriod? = nil, version: String? = nil, label: String? = nil
    ) {
        (self.id, self.app, self.product, self.holder) = (id, app, product, holder)
        (self.price, self.date, self.term, self.version, self.label) = (price, date, term, version, label)
    }

    /// The first moment that it counts: the day's beginning in UTC.
    public var begins: Instant { LocalCalendar.utc.instant(of: date) }

    /// The moment when it ends; nil for ever.
    public var ends: Instant? { term?.end(after: 1, from: begins) }

    /// The paid term that it stands for. It never renews itself.
    var receipt: Receipt {
        Receipt(
            id: Identifier(id.rawValue), series: Identifier(id.rawValue), product: product,
            kind: term == nil ? .nonConsumable : .nonRenewing, purchasedAt: begins, expiresAt: ends, price: price,
            version: version, label: label)
    }
}

extension Licence {
    /// Reads the line of JSON. Members that nobody here knows are passed over: a later seller may say more.
    ///
    /// - Throws: `licenceUnreadable`, with what is missing or wrong.
    public init(payload: [UInt8]) throws {
        let root = try CatalogueJSON.object(payload, named: "The licence")
        func text(_ name: String, upTo limit: Int) throws -> String {
            guard let text = root[name]?.shownText(upTo: limit) else { throw SignedText.unreadable("its \(name) is missing") }
            return text
        }
        let (id, currency) = (try text("id", upTo: 40), try text("currency", upTo: 3))
        guard Licence.isSafe(id) else { throw SignedText.unreadable("its id is not valid") }
        guard let price = Money(decimal: try text("price", upTo: 20), currency: currency), price.minorUnits >= 0 else {
            throw SignedText.unreadable("its price is not valid")
        }
        guard let date = Day(try text("date", upTo: 10)) else { throw SignedText.unreadable("its date is not valid") }
        self.init(
            id: Identifier(id), app: try text("app", upTo: 40), product: Identifier(try text("product", upTo: 200)),
            holder: try text("holder", upTo: Licence.longestHolder), price: price, date: date,
            term: try Licence.term(root["term"]),
            version: root["version"]?.shownText(upTo: 20), label: root["label"]?.shownText(upTo: 200))
    }

    private static func term(_ given: JSONValue?) throws -> BillingPeriod? {
        switch given {
        case nil, .null?: return nil
        case .string(let text)?:
            if let term = BillingPeriod(text) { return term }
        default: break
        }
        throw SignedText.unreadable("its term is not valid")
    }

    /// The line of JSON that is signed.
    ///
    /// - Throws: what the encoder throws.
    public func payload() throws -> [UInt8] {
        var members: [String: JSONValue] = [
            "app": .string(app), "currency": .string(price.currency), "date": .string("\(date)"), "holder": .string(holder),
            "id": .string(id.rawValue), "price": .string(price.decimal), "product": .string(product.rawValue),
            "term": term.map { .string("\($0)") } ?? .null,
        ]
        members["version"] = version.map { .string($0) }
        members["label"] = label.map { .string($0) }
        return [UInt8](try JSONValue.encoder.encode(JSONValue.object(members)))
    }

    /// The longest name of a holder, in characters.
    public static let longestHolder = 120

    /// Whether a name can be that of a file.
    static func isSafe(_ id: String) -> Bool {
        (1...40).contains(id.utf8.count) && id.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
    }
}
