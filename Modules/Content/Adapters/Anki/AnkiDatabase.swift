import Content
import Kernel
import Programs

/// An untrusted Anki collection, queried through the program `sqlite3`.
///
/// Functions of `sqlite3` that access files are disabled. A table name must belong to an actual
/// table, and the output size is limited.
struct AnkiDatabase {
    /// The maximum number of notes, equal to the number of words that an import accepts.
    private static let maximumNotes = 100_000
    /// The maximum number of characters that are read from a note.
    private static let maximumCharacters = 20_000
    private static let pageSize = 10_000

    private let program: String
    private let path: String

    init(_ program: String, path: String) {
        self.program = program
        self.path = path
    }

    /// Returns the notes, grouped by note type.
    func deck() throws -> AnkiDeck {
        let tables = Set(
            try rows("SELECT name FROM sqlite_schema WHERE type='table' AND name IN ('notes','fields','col')").map {
                $0[0]
            })
        guard tables.contains("notes"), tables.contains("fields") || tables.contains("col") else {
            throw Failure.notAnki("It holds no notes.")
        }
        let count = try rows("SELECT count(*) FROM notes").first.flatMap { Int($0[0]) } ?? 0
        guard count <= AnkiDatabase.maximumNotes else {
            throw Failure(
                .tooManyRows, "The package has \(count) notes; at most 100,000 are imported.",
                advice: "Export a smaller deck from Anki.", kind: .badData)
        }
        let noteTypes = try tables.contains("fields") ? currentNoteTypes() : legacyNoteTypes()
        let typeIndexes = Dictionary(noteTypes.enumerated().map { ($1.id, $0) }) { first, _ in first }
        return AnkiDeck(name: "", noteTypes: noteTypes.map(\.fields), notes: try notes(typeIndexes))
    }

    /// Returns all notes, a page at a time.
    private func notes(_ typeIndexes: [String: Int]) throws -> [AnkiDeck.Note] {
        var notes: [AnkiDeck.Note] = []
        var last = String(Int64.min)
        while true {
            let rows = try rows(
                """
                SELECT id, mid, hex(substr(guid,1,200)), hex(substr(tags,1,2000)), hex(substr(flds,1,\(AnkiDatabase.maximumCharacters)))
                FROM notes WHERE id > \(last) ORDER BY id LIMIT \(AnkiDatabase.pageSize)
                """)
            for row in rows where row.count == 5 {
                notes.append(
                    AnkiDeck.Note(
                        guid: AnkiDatabase.text(row[2]), kind: typeIndexes[row[1]] ?? -1,
                        fields: AnkiDatabase.text(row[4]).split(separator: "\u{1F}", omittingEmptySubsequences: false)
                            .map(
                                String.init),
                        tags: AnkiDatabase.text(row[3])))
            }
            guard let next = rows.last?.first, let number = Int64(next), rows.count == AnkiDatabase.pageSize else {
                return notes
            }
            last = String(number)
        }
    }

    /// Returns the note types as newer versions store them: one row for each field.
    private func currentNoteTypes() throws -> [(id: String, fields: [String])] {
        var noteTypes: [(id: String, fields: [(place: Int, name: String)])] = []
        for row in try rows("SELECT ntid, ord, hex(substr(name,1,200)) FROM fields LIMIT 20000") where row.count == 3 {
            let field = (place: Int(row[1]) ?? 0, name: AnkiDatabase.text(row[2]))
            if let index = noteTypes.firstIndex(where: { $0.id == row[0] }) {
                noteTypes[index].fields.append(field)
            } else {
                noteTypes.append((row[0], [field]))
            }
        }
        return noteTypes.map { ($0.id, $0.fields.sorted { $0.place < $1.place }.map(\.name)) }
    }

    /// Returns the note types as older versions store them: JSON in a single row.
    private func legacyNoteTypes() throws -> [(id: String, fields: [String])] {
        let text = try rows("SELECT hex(models) FROM col LIMIT 1").first?[0] ?? ""
        guard case .object(let models)? = try? JSONValue(Data(AnkiDatabase.bytes(text))) else { return [] }
        return models.sorted { $0.key < $1.key }.map { id, model in
            guard case .array(let fields)? = model["flds"] else { return (id, []) }
            return (
                id,
                fields.map { field in
                    guard case .string(let name)? = field["name"] else { return "" }
                    return name
                }
            )
        }
    }

    /// Runs a query and returns its rows. Text columns must be converted to hexadecimal.
    private func rows(_ query: String) throws -> [[String]] {
        let result = try ProgramCall(
            program, AnkiDatabase.arguments + ["file:\(path)?mode=ro&immutable=1"],
            input: Array((query + ";\n").utf8), deadline: .seconds(60), outputLimit: 512 << 20
        ).run()
        guard result.ending == .exited(0), !result.timedOut, !result.truncated else {
            throw Failure.notAnki("Its database cannot be read.")
        }
        // The output contains only numbers and hexadecimal digits, so it never contains a separator
        // of rows or fields.
        return result.output.split(separator: 0x0A).map { line in
            line.split(separator: 0x7C, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private static let arguments = ["-batch", "-safe", "-bail", "-init", "/dev/null", "-list", "-noheader"]

    private static func text(_ hexadecimal: String) -> String { String(decoding: bytes(hexadecimal), as: UTF8.self) }

    /// Returns the bytes of upper-case hexadecimal digits.
    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        func digit(_ byte: UInt8) -> UInt8 { byte < 0x3A ? byte &- 0x30 : byte &- 0x37 }
        let digits = Array(hexadecimal.utf8)
        return stride(from: 0, to: digits.count - digits.count % 2, by: 2).map {
            digit(digits[$0]) << 4 | digit(digits[$0 + 1]) & 0xF
        }
    }

    /// Runs statements that create a collection.
    static func make(_ statements: String, with program: String, at path: String) throws {
        let result = try ProgramCall(
            program, arguments + [path], input: Array(statements.utf8), deadline: .seconds(120)
        ).run().succeeded()
        guard result.errors.isEmpty else { throw Failure(.packageNotMade, "sqlite3 could not make the package.") }
    }
}

extension Failure {
    /// Returns the failure of a package that is unreadable or lacks notes.
    static func notAnki(_ why: String) -> Failure {
        Failure(
            .notAPackage, "This is not a package that Anki has exported. \(why)",
            advice: "In Anki choose File, Export, and “Anki Deck Package (.apkg)”.", kind: .badData)
    }
}
