import Documents
import Kernel

/// Notes of Anki: what they are made of, by their kinds.
public struct AnkiDeck: Sendable {
    /// One note.
    public struct Note: Hashable, Sendable {
        /// By which name Anki knows it again; empty where nobody asks.
        public var guid: String
        /// Its place among the kinds.
        public let kind: Int
        /// Its fields, as many as its kind has; may hold HTML.
        public let fields: [String]
        /// Its tags, with spaces between.
        public let tags: String

        /// A note from its parts; of one kind unless said otherwise.
        public init(guid: String = "", kind: Int = 0, fields: [String], tags: String = "") {
            (self.guid, self.kind, self.fields, self.tags) = (guid, kind, fields, tags)
        }
    }

    /// What it is called.
    public let name: String
    /// The names of the fields of each kind of note.
    public let kinds: [[String]]
    /// In their order.
    public let notes: [Note]

    /// A deck from its parts.
    public init(name: String, kinds: [[String]], notes: [Note]) { (self.name, self.kinds, self.notes) = (name, kinds, notes) }

    /// What our own kind of note is called.
    public static let kind = "TKDojang"

    /// The fields of our own kind of note; the first is what Anki looks for doubles in.
    public static let fields = ["English", "Hangul", "Romanization", "Note", "Wording"]

    /// What stands before a term's identifier where Anki has names of its own.
    static let mark = "dojang:"

    /// A deck of terms; each is one note, which Anki knows again by the term's identifier.
    public init(name: String, of terms: [Term]) {
        self.init(
            name: name, kinds: [AnkiDeck.fields],
            notes: terms.map { term in
                Note(
                    guid: AnkiDeck.mark + term.id,
                    fields: [term.english, term.hangul, term.romanization, term.note, term.wording],
                    tags: "grade::\(term.grade.id) category::\(term.category.rawValue)")
            })
    }
}

/// Opens and makes Anki's packages; filled by whoever has the programs for it.
public struct AnkiPackages: Sendable {
    /// The notes of a package.
    ///
    /// Throws `notAPackage` and others of kind `badData`, `missingProgram`.
    public let read: @Sendable (_ bytes: [UInt8]) throws -> AnkiDeck
    /// A package of a deck, whose texts are plain.
    ///
    /// Throws `missingProgram`.
    public let write: @Sendable (_ deck: AnkiDeck) throws -> [UInt8]

    /// Packages from functions.
    public init(
        read: @escaping @Sendable (_ bytes: [UInt8]) throws -> AnkiDeck,
        write: @escaping @Sendable (_ deck: AnkiDeck) throws -> [UInt8]
    ) {
        (self.read, self.write) = (read, write)
    }
}

/// Anki's notes in plain text: a sheet with lines in front that say how it is to be read.
public enum AnkiText {
    /// A deck in this form; it has one kind of note.
    public static func text(_ deck: AnkiDeck) -> String {
        let fields = deck.kinds.first ?? []
        let head = [
            "#separator:tab", "#html:false", "#guid column:1", "#tags column:\(fields.count + 2)", "#deck:\(deck.name)",
            "#columns:" + (["Guid"] + fields + ["Tags"]).joined(separator: "\t"),
        ]
        let lines = deck.notes.map { note in ([note.guid] + note.fields + [note.tags]).map(field).joined(separator: "\t") }
        return (head + lines).map { $0 + "\n" }.joined()
    }

    private static func field(_ text: String) -> String {
        // A line that began with # could be taken for one of the head.
        let isPlain = text.unicodeScalars.allSatisfy { !"\t\n\r\"".unicodeScalars.contains($0) } && !text.hasPrefix("#")
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// What the lines in front say.
    struct Header {
        /// How many there are; none in any other sheet.
        private(set) var lines = 0
        private(set) var separator: Unicode.Scalar?
        private(set) var isHTML = false
        private(set) var columns: [String]?
        /// The columns, from 1, that are no fields of a note.
        private var special: [Int: String] = [:]

        init(_ text: [UInt8]) {
            var rest = text[...]
            while rest.first == UInt8(ascii: "#"), rest.contains(UInt8(ascii: ":")) {
                let line = rest.prefix { $0 != UInt8(ascii: "\n") }
                guard read(String(decoding: line, as: UTF8.self).trimmed()) || lines > 0 else { return }
                lines += 1
                rest = rest[line.endIndex...].dropFirst()
            }
        }

        private mutating func read(_ line: String) -> Bool {
            guard let colon = line.firstIndex(of: ":") else { return false }
            let (name, value) = (line[..<colon].dropFirst().lowercased(), String(line[line.index(after: colon)...]))
            switch name {
            case "separator": separator = Header.separators[value.lowercased()] ?? value.unicodeScalars.first
            case "html": isHTML = value.lowercased() == "true"
            case "columns":
                columns = value.split(separator: Character(separator ?? "\t"), omittingEmptySubsequences: false).map(String.init)
            case "deck", "notetype", "tags", "if matches": break
            case "guid column", "deck column", "notetype column", "tags column":
                guard let number = Int(value.trimmed()) else { return false }
                special[number] = name
            default: return false
            }
            return true
        }

        private static let separators: [String: Unicode.Scalar] = [
            "tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "colon": ":", "space": " ",
        ]

        /// The names of the columns, those of no fields marked.
        func marked(_ names: [String]) -> [String] {
            names.enumerated().map { place, name in
                switch special[place + 1] {
                case "guid column": "id"
                case "tags column": "tags"
                case nil: name
                default: ""
                }
            }
        }

        /// Whether a row is a note of our own kind, whose fields Anki gives without their names.
        func isOurs(_ fields: [String]) -> Bool {
            guard columns == nil, let place = special.first(where: { $0.value == "notetype column" })?.key else { return false }
            return fields.indices.contains(place - 1) && fields[place - 1] == AnkiDeck.kind
        }

        /// The columns of such a row.
        func ours(_ count: Int, _ belts: BeltOrder) -> WordColumns {
            var fields: [WordColumn] = [.english, .hangul, .romanization, .note, .wording].reversed()
            return WordColumns(placed(count) { fields.popLast() ?? .none }, belts: belts)
        }

        /// Columns without names: those that are fields are looked at.
        func guessed(_ count: Int, _ belts: BeltOrder) -> WordColumns { WordColumns(placed(count) { .any }, belts: belts) }

        private func placed(_ count: Int, _ field: () -> WordColumn) -> [WordColumn] {
            (0..<count).map { place in
                guard let name = special[place + 1] else { return field() }
                return name == "tags column" ? .tags : name == "guid column" ? .id : .none
            }
        }
    }
}
