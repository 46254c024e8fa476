import Kernel

/// The complete list of revoked licenses.
package struct Revocations: Hashable, Sendable {
    /// One revoked license.
    package struct Entry: Hashable, Sendable {
        package let license: Identifier<License>
        /// The day, or nil if only the build lists it.
        package let date: Day?
        package let why: String

        package init(_ license: Identifier<License>, on date: Day?, why: String) {
            self.license = license
            self.date = date
            self.why = why
        }
    }

    /// The number of the list. A later list has a greater number.
    package let number: Int
    package let date: Day
    package let entries: [Entry]

    package init(number: Int, date: Day, entries: [Entry]) {
        self.number = number
        self.date = date
        self.entries = entries
    }

    /// Parses the line of JSON.
    ///
    /// - Throws: `licenceUnreadable`, with the missing or invalid part.
    package init(payload: [UInt8]) throws {
        let root = try CatalogJSON.object(payload, named: "The list of what was taken back")
        guard let number = root["number"]?.integer, number >= 0, let date = root["date"]?.text.flatMap(Day.init(_:)),
            let list = root["revoked"]?.list
        else { throw SignedText.unreadable("its number, date or list is missing") }
        self.init(number: number, date: date, entries: try list.map(Revocations.entry))
    }

    /// Returns the line of JSON that is signed.
    ///
    /// - Throws: The encoder's error.
    package func payload() throws -> [UInt8] {
        let list = entries.map { entry in
            JSONValue.object([
                "date": entry.date.map { .string("\($0)") } ?? .null, "id": .string(entry.license.rawValue),
                "why": .string(entry.why),
            ])
        }
        let root: [String: JSONValue] = [
            "date": .string("\(date)"), "number": .integer(number), "revoked": .array(list),
        ]
        return [UInt8](try JSONValue.encoder.encode(JSONValue.object(root)))
    }

    private static func entry(_ value: JSONValue) throws -> Entry {
        guard let id = value["id"]?.text, License.isSafe(id), let date = value["date"]?.text.flatMap(Day.init(_:))
        else { throw SignedText.unreadable("a line of its list is not valid") }
        return Entry(Identifier(id), on: date, why: value["why"]?.shownText(upTo: 200) ?? "")
    }
}
