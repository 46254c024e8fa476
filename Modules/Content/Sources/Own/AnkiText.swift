import Documents
import Kernel

/// Notes of Anki with their fields, grouped by note type.
package struct AnkiDeck: Sendable {
    /// A note with its fields.
    package struct Note: Hashable, Sendable {
        /// The identifier by which Anki recognizes the note; empty if it is not needed.
        package var guid: String
        /// The index of its note type in the deck.
        package let kind: Int
        /// The fields of its note type, which may contain HTML.
        package let fields: [String]
        package let tags: String

        package init(guid: String = "", kind: Int = 0, fields: [String], tags: String = "") {
            self.guid = guid
            self.kind = kind
            self.fields = fields
            self.tags = tags
        }
    }

    package let name: String
    /// The field names of each note type.
    package let noteTypes: [[String]]
    package let notes: [Note]

    package init(name: String, noteTypes: [[String]], notes: [Note]) {
        self.name = name
        self.noteTypes = noteTypes
        self.notes = notes
    }

    package static let noteTypeName = "TKDojang"

    /// The fields of this app's note type; Anki detects duplicates by the first.
    package static let fields = ["English", "Hangul", "Romanization", "Note", "Wording"]

    /// The prefix of a term's identifier in Anki's own identifiers.
    static let guidPrefix = "dojang:"

    /// Creates a deck with one note for each term, which Anki recognizes by the term's identifier.
    package init(name: String, of terms: [Term]) {
        self.init(
            name: name, noteTypes: [AnkiDeck.fields],
            notes: terms.map { term in
                Note(
                    guid: AnkiDeck.guidPrefix + term.id,
                    fields: [term.english, term.hangul, term.romanization, term.note, term.wording],
                    tags: "grade::\(term.grade.id) category::\(term.category.rawValue)")
            })
    }
}

/// A reader and writer of Anki packages, supplied by the adapter that runs the necessary programs.
package struct AnkiPackages: Sendable {
    /// Returns the notes of a package.
    ///
    /// - Throws: `notAPackage` and other errors of kind `badData`, `missingProgram`.
    package let read: @Sendable (_ bytes: [UInt8]) throws -> AnkiDeck
    /// Returns a package of a deck with plain texts.
    ///
    /// - Throws: `missingProgram`.
    package let write: @Sendable (_ deck: AnkiDeck) throws -> [UInt8]

    package init(
        read: @escaping @Sendable (_ bytes: [UInt8]) throws -> AnkiDeck,
        write: @escaping @Sendable (_ deck: AnkiDeck) throws -> [UInt8]
    ) {
        self.read = read
        self.write = write
    }
}

/// The plain-text format of Anki notes: a sheet with header lines that describe its layout.
package enum AnkiText {
    /// Returns the deck in this format, with a single note type.
    package static func text(_ deck: AnkiDeck) -> String {
        let fields = deck.noteTypes.first ?? []
        let headerLines = [
            "#separator:tab", "#html:false", "#guid column:1", "#tags column:\(fields.count + 2)", "#deck:\(deck.name)",
            "#columns:" + (["Guid"] + fields + ["Tags"]).joined(separator: "\t"),
        ]
        let lines = deck.notes.map { note in
            ([note.guid] + note.fields + [note.tags]).map(field).joined(separator: "\t")
        }
        return (headerLines + lines).map { $0 + "\n" }.joined()
    }

    /// Returns a field, quoted if necessary.
    private static func field(_ text: String) -> String {
        // Anki would read a line that begins with # as a header line.
        let isPlain = text.unicodeScalars.allSatisfy { !"\t\n\r\"".unicodeScalars.contains($0) } && !text.hasPrefix("#")
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// The header lines.
    struct Header {
        /// The number of header lines; zero in any other sheet.
        private(set) var lines = 0
        private(set) var separator: Unicode.Scalar?
        private(set) var isHTML = false
        private(set) var columns: [String]?
        /// The columns, from 1, that are not note fields.
        private var specialColumns: [Int: String] = [:]

        init(_ text: [UInt8]) {
            var remaining = text[...]
            while remaining.first == UInt8(ascii: "#"), remaining.contains(UInt8(ascii: ":")) {
                let line = remaining.prefix { $0 != UInt8(ascii: "\n") }
                guard read(String(decoding: line, as: UTF8.self).trimmed()) || lines > 0 else { return }
                lines += 1
                remaining = remaining[line.endIndex...].dropFirst()
            }
        }

        /// Reads a header line, and returns whether it is one.
        private mutating func read(_ line: String) -> Bool {
            guard let colon = line.firstIndex(of: ":") else { return false }
            let name = line[..<colon].dropFirst().lowercased()
            let value = String(line[line.index(after: colon)...])
            switch name {
            case "separator": separator = Header.separators[value.lowercased()] ?? value.unicodeScalars.first
            case "html": isHTML = value.lowercased() == "true"
            case "columns":
                columns = value.split(separator: Character(separator ?? "\t"), omittingEmptySubsequences: false).map(
                    String.init)
            case "deck", "notetype", "tags", "if matches": break
            case "guid column", "deck column", "notetype column", "tags column":
                guard let number = Int(value.trimmed()) else { return false }
                specialColumns[number] = name
            default: return false
            }
            return true
        }

        /// The separators by the names that Anki uses in its header.
        private static let separators: [String: Unicode.Scalar] = [
            "tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "colon": ":", "space": " ",
        ]

        /// Returns the column names with the non-field columns marked.
        func columnNames(_ names: [String]) -> [String] {
            names.enumerated().map { place, name in
                switch specialColumns[place + 1] {
                case "guid column": "id"
                case "tags column": "tags"
                case nil: name
                default: ""
                }
            }
        }

        /// Returns whether a row is a note of this app's type, whose fields Anki exports without
        /// names.
        func isOurs(_ fields: [String]) -> Bool {
            guard columns == nil, let place = specialColumns.first(where: { $0.value == "notetype column" })?.key else {
                return false
            }
            return fields.indices.contains(place - 1) && fields[place - 1] == AnkiDeck.noteTypeName
        }

        /// Returns the columns of such a row.
        func ownColumns(_ count: Int, _ belts: BeltOrder) -> WordColumns {
            var fields: [WordColumn] = [.english, .hangul, .romanization, .note, .wording].reversed()
            return WordColumns(columnTypes(count) { fields.popLast() ?? .none }, belts: belts)
        }

        /// Returns columns without names, whose types are detected from their content.
        func detectedColumns(_ count: Int, _ belts: BeltOrder) -> WordColumns {
            WordColumns(columnTypes(count) { .any }, belts: belts)
        }

        /// Returns `count` columns: the special ones, and `field` for every other.
        private func columnTypes(_ count: Int, _ field: () -> WordColumn) -> [WordColumn] {
            (0..<count).map { place in
                guard let name = specialColumns[place + 1] else { return field() }
                return name == "tags column" ? .tags : name == "guid column" ? .id : .none
            }
        }
    }
}
