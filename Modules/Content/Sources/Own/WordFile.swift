import Documents
import Kernel

/// Words as they came in a file, row by row, before they are judged.
public struct WordFile: Sendable {
    /// In which form it was.
    public enum Form: String, Sendable {
        /// Comma-separated values, whatever separates them.
        case csv
        /// What Anki calls notes in plain text.
        case ankiText = "anki-text"
        /// Anki's package.
        case ankiPackage = "anki-package"
    }

    /// One word.
    public struct Row: Sendable {
        /// Where it stands: "line 12".
        public let place: String
        /// What stands there, or why nothing can be made of it.
        public let draft: Result<WordDraft, Failure>

        init(place: String, draft: Result<WordDraft, Failure>) { (self.place, self.draft) = (place, draft) }

        /// A word that came otherwise than in a file.
        public init(_ draft: WordDraft, at place: String) { self.init(place: place, draft: .success(draft)) }
    }

    /// The most bytes that a file may have.
    public static let mostBytes = 256 << 20

    /// In which form it was.
    public let form: Form
    /// In their order.
    public let rows: [Row]
    /// Headings of columns that are not read.
    public let unread: [String]

    /// Reads a file of any of the forms, told apart by its bytes.
    ///
    /// - Parameters:
    ///   - columns: what the columns are, where somebody has named them.
    ///   - belts: the grades that may be named.
    ///   - isPackage: whether its name says that it is a package of Anki, whatever its bytes are.
    ///   - packages: opens Anki's packages.
    /// - Throws: `sheetBroken`, `tooManyRows`, `notText`, and what the packages throw.
    public init(
        _ bytes: [UInt8], columns: [WordColumn]? = nil, belts: BeltOrder, isPackage: Bool = false, packages: AnkiPackages
    ) throws {
        let named = columns.map { WordColumns($0, belts: belts) }
        if isPackage || bytes.starts(with: Array("PK".utf8)) {
            guard !WordFile.isWorkbook(bytes) else {
                throw Failure(
                    .notText, "This is a workbook of a spreadsheet, not a table of text.",
                    advice: "In the spreadsheet save it as “CSV UTF-8”.", kind: .badData)
            }
            let found = try packages.read(bytes)
            (form, unread) = (.ankiPackage, [])
            rows = WordFile.rows(of: found, named, belts)
        } else {
            let text = try WordFile.heard { () throws(Sheet.Fault) in try Sheet.utf8(bytes) }
            let header = AnkiText.Header(text)
            let sheet = try WordFile.heard { () throws(Sheet.Fault) in
                try Sheet(text, separator: header.separator, skipping: header.lines, limit: OwnWords.most + 1)
            }
            form = header.lines > 0 ? .ankiText : .csv
            (rows, unread) = WordFile.rows(of: sheet, header, named, belts)
        }
        guard rows.count <= OwnWords.most else { throw OwnWords.tooManyRows }
    }

    /// Workbooks are ZIP archives too; their first entry says what they are.
    private static func isWorkbook(_ bytes: [UInt8]) -> Bool {
        let name = bytes.dropFirst(30).prefix(19)
        return name.elementsEqual("[Content_Types].xml".utf8) || name.starts(with: "mimetype".utf8)
    }

    private static func rows(of deck: AnkiDeck, _ named: WordColumns?, _ belts: BeltOrder) -> [Row] {
        let kinds = deck.kinds.map { named ?? WordColumns(fields: $0, belts: belts) }
        return deck.notes.enumerated().map { number, note in
            row("note \(number + 1)") {
                guard kinds.indices.contains(note.kind) else { return WordDraft() }
                var draft = try kinds[note.kind].draft(note.fields.map(PlainHTML.text))
                let tags = try WordColumns([.tags], belts: belts).draft([note.tags])
                if note.guid.hasPrefix(AnkiDeck.mark) { draft.id = String(note.guid.dropFirst(AnkiDeck.mark.count)) }
                (draft.grade, draft.category) = (draft.grade ?? tags.grade, draft.category ?? tags.category)
                return draft
            }
        }
    }

    private static func rows(
        of sheet: Sheet, _ header: AnkiText.Header, _ named: WordColumns?, _ belts: BeltOrder
    ) -> (rows: [Row], unread: [String]) {
        var rows = sheet.rows[...]
        var columns = named ?? header.columns.flatMap { WordColumns(fields: header.marked($0), belts: belts) }
        // A heading is no word, also where somebody has named the columns.
        if header.lines == 0, let first = rows.first,
            let heading = WordColumns(heading: first.fields.map(CSV.plain), belts: belts)
        {
            rows = rows.dropFirst()
            columns = columns ?? heading
        }
        let width = rows.reduce(0) { max($0, $1.fields.count) }
        let plain = columns ?? header.guessed(width, belts)
        let ours = header.ours(width, belts)
        let read = rows.map { row in
            WordFile.row("line \(row.line)") {
                let columns = named == nil && header.isOurs(row.fields) ? ours : plain
                return try columns.draft(row.fields.map { header.isHTML ? PlainHTML.text($0) : CSV.plain($0) })
            }
        }
        return (read, plain.unread)
    }

    private static func row(_ place: String, _ draft: () throws -> WordDraft) -> Row {
        Row(
            place: place,
            draft: Result { try draft() }.mapError {
                $0 as? Failure ?? Failure(.sheetBroken, "It cannot be read.", kind: .badData)
            })
    }

    private static func heard<Value>(_ body: () throws(Sheet.Fault) -> Value) throws -> Value {
        do { return try body() } catch {
            switch error {
            case .notText(let line):
                throw Failure(
                    .notText,
                    line.map { "Line \($0) is neither UTF-8 nor UTF-16 text." } ?? "The file is neither UTF-8 nor UTF-16 text.",
                    advice: "Save it as “CSV UTF-8” or “Unicode text”.", kind: .badData)
            case .openQuote(let line):
                throw Failure(
                    .sheetBroken, "A quotation mark is opened in line \(line) and never closed.", advice: "Close it.",
                    kind: .badData)
            case .tooManyRows: throw OwnWords.tooManyRows
            }
        }
    }
}

extension OwnWords {
    static var tooManyRows: Failure {
        Failure(
            .tooManyRows, "The file has more than 100,000 words.", advice: "Split it, and import what you learn.", kind: .badData)
    }
}
