import Documents
import Kernel

/// The words of a file, row by row, before validation.
package struct WordFile: Sendable {
    /// The format of the file.
    package enum Form: String, Sendable {
        case csv
        case ankiText = "anki-text"
        case ankiPackage = "anki-package"
    }

    /// A row of the file as a word.
    package struct Row: Sendable {
        /// The location in the file, for example "line 12".
        package let place: String
        /// The draft, or the reason why the row is unusable.
        package let draft: Result<WordDraft, Failure>

        init(place: String, draft: Result<WordDraft, Failure>) {
            self.place = place
            self.draft = draft
        }

        package init(_ draft: WordDraft, at place: String) { self.init(place: place, draft: .success(draft)) }
    }

    /// The maximum size of a file in bytes.
    package static let maximumBytes = 256 << 20

    package let form: Form
    package let rows: [Row]
    /// The headings of columns that the import ignores.
    package let unrecognizedColumns: [String]

    /// Reads a file in any of the formats, detected from its bytes.
    ///
    /// - Parameters:
    ///   - columns: the columns, if the user named them.
    ///   - belts: the grades that rows may name.
    ///   - isPackage: whether the file name indicates an Anki package, regardless of the bytes.
    ///   - packages: the reader of Anki packages.
    /// - Throws: `sheetBroken`, `tooManyRows`, `notText`, and the errors of `packages`.
    package init(
        _ bytes: [UInt8], columns: [WordColumn]? = nil, belts: BeltOrder, isPackage: Bool = false,
        packages: AnkiPackages
    ) throws {
        let namedColumns = columns.map { WordColumns($0, belts: belts) }
        if isPackage || bytes.starts(with: Array("PK".utf8)) {
            guard !WordFile.isWorkbook(bytes) else {
                throw Failure(
                    .notText, "This is a workbook of a spreadsheet, not a table of text.",
                    advice: "In the spreadsheet save it as “CSV UTF-8”.", kind: .badData)
            }
            let deck = try packages.read(bytes)
            form = .ankiPackage
            unrecognizedColumns = []
            rows = WordFile.rows(of: deck, namedColumns, belts)
        } else {
            let text = try WordFile.convertingErrors { () throws(Sheet.SheetError) in try Sheet.utf8(bytes) }
            let header = AnkiText.Header(text)
            let sheet = try WordFile.convertingErrors { () throws(Sheet.SheetError) in
                try Sheet(text, separator: header.separator, skipping: header.lines, limit: OwnWords.maximumCount + 1)
            }
            form = header.lines > 0 ? .ankiText : .csv
            (rows, unrecognizedColumns) = WordFile.rows(of: sheet, header, namedColumns, belts)
        }
        guard rows.count <= OwnWords.maximumCount else { throw OwnWords.tooManyRows }
    }

    /// Returns whether the bytes are a workbook, a ZIP archive that is identified by its first
    /// entry.
    private static func isWorkbook(_ bytes: [UInt8]) -> Bool {
        let name = bytes.dropFirst(30).prefix(19)
        return name.elementsEqual("[Content_Types].xml".utf8) || name.starts(with: "mimetype".utf8)
    }

    /// Returns the rows of an Anki package, one for each note.
    private static func rows(of deck: AnkiDeck, _ namedColumns: WordColumns?, _ belts: BeltOrder) -> [Row] {
        let columnsByType = deck.noteTypes.map { namedColumns ?? WordColumns(fields: $0, belts: belts) }
        return deck.notes.enumerated().map { number, note in
            row("note \(number + 1)") {
                guard columnsByType.indices.contains(note.kind) else { return WordDraft() }
                var draft = try columnsByType[note.kind].draft(note.fields.map(PlainHTML.text))
                let tags = try WordColumns([.tags], belts: belts).draft([note.tags])
                if note.guid.hasPrefix(AnkiDeck.guidPrefix) {
                    draft.id = String(note.guid.dropFirst(AnkiDeck.guidPrefix.count))
                }
                (draft.grade, draft.category) = (draft.grade ?? tags.grade, draft.category ?? tags.category)
                return draft
            }
        }
    }

    /// Returns the rows of a sheet with their drafts, and the names of the columns that it does not
    /// read.
    private static func rows(
        of sheet: Sheet, _ header: AnkiText.Header, _ named: WordColumns?, _ belts: BeltOrder
    ) -> (rows: [Row], unread: [String]) {
        var rows = sheet.rows[...]
        var columns = named ?? header.columns.flatMap { WordColumns(fields: header.columnNames($0), belts: belts) }
        // A heading row is not a word, even if the user named the columns.
        if header.lines == 0, let first = rows.first,
            let heading = WordColumns(heading: first.fields.map(CSV.unguarded), belts: belts)
        {
            rows = rows.dropFirst()
            columns = columns ?? heading
        }
        let width = rows.reduce(0) { max($0, $1.fields.count) }
        let defaultColumns = columns ?? header.detectedColumns(width, belts)
        let ownColumns = header.ownColumns(width, belts)
        let readRows = rows.map { row in
            WordFile.row("line \(row.line)") {
                let columns = named == nil && header.isOurs(row.fields) ? ownColumns : defaultColumns
                return try columns.draft(row.fields.map { header.isHTML ? PlainHTML.text($0) : CSV.unguarded($0) })
            }
        }
        return (readRows, defaultColumns.unrecognizedColumns)
    }

    /// Returns a row, with the failure of its draft if it is unusable.
    private static func row(_ place: String, _ draft: () throws -> WordDraft) -> Row {
        Row(
            place: place,
            draft: Result { try draft() }.mapError {
                $0 as? Failure ?? Failure(.sheetBroken, "It cannot be read.", kind: .badData)
            })
    }

    /// Runs `body`, and converts the errors of a sheet to failures.
    private static func convertingErrors<Value>(_ body: () throws(Sheet.SheetError) -> Value) throws -> Value {
        do { return try body() } catch {
            switch error {
            case .notText(let line):
                throw Failure(
                    .notText,
                    line.map { "Line \($0) is neither UTF-8 nor UTF-16 text." }
                        ?? "The file is neither UTF-8 nor UTF-16 text.",
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
            .tooManyRows, "The file has more than 100,000 words.", advice: "Split it, and import what you learn.",
            kind: .badData)
    }
}
