import Kernel

/// The licences that the seller took back: a list that is whole each time it is written.
public struct Revocations: Hashable, Sendable {
    /// One licence that was taken back.
    public struct Entry: Hashable, Sendable {
        /// The id of what was taken back.
        public let licence: Identifier<Licence>
        /// On which day; nil where a build alone says it.
        public let date: Day?
        /// Why, in a few words.
        public let why: String

        /// A licence that was taken back.
        public init(_ licence: Identifier<Licence>, on date: Day?, why: String) {
            (self.licence, self.date, self.why) = (licence, date, why)
        }
    }

    /// Which of the seller's lists it is; a later one has a greater number.
    public let number: Int
    /// When it was written.
    public let date: Day
    /// What was taken back.
    public let entries: [Entry]

    /// A list.
    public init(number: Int, date: Day, entries: [Entry]) { (self.number, self.date, self.entries) = (number, date, entries) }

    /// Reads the line of JSON.
    ///
    /// - Throws: `licenceUnreadable`, with what is missing or wrong.
    public init(payload: [UInt8]) throws {
        let root = try CatalogueJSON.object(payload, named: "The list of what was taken back")
        guard let number = root["number"]?.whole, number >= 0, let date = root["date"]?.text.flatMap(Day.init(_:)),
            let list = root["revoked"]?.list
        else { throw SignedText.unreadable("its number, date or list is missing") }
        self.init(number: number, date: date, entries: try list.map(Revocations.entry))
    }

    /// The line of JSON that is signed.
    ///
    /// - Throws: what the encoder throws.
    public func payload() throws -> [UInt8] {
        let list = entries.map { entry in
            JSONValue.object([
                "date": entry.date.map { .string("\($0)") } ?? .null, "id": .string(entry.licence.rawValue),
                "why": .string(entry.why),
            ])
        }
        let root: [String: JSONValue] = ["date": .string("\(date)"), "number": .integer(number), "revoked": .array(list)]
        return [UInt8](try JSONValue.encoder.encode(JSONValue.object(root)))
    }

    private static func entry(_ given: JSONValue) throws -> Entry {
        guard let id = given["id"]?.text, Licence.isSafe(id), let date = given["date"]?.text.flatMap(Day.init(_:)) else {
            throw SignedText.unreadable("a line of its list is not valid")
        }
        return Entry(Identifier(id), on: date, why: given["why"]?.shownText(upTo: 200) ?? "")
    }
}
