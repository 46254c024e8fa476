import Content
import Documents
import Interface
import Kernel

/// The commands `import` and `export` for words as sheets and as Anki flashcards.
struct ExchangeCommands: Sendable {
    let services: OwnWordServices
    let syllabus: @Sendable () throws -> Syllabus
    let parts: WordParts

    var commands: [Command] { [export, importEntries] }

    // MARK: - Export

    private static let deck = "TKDojang"

    private var export: Command {
        Command(
            "export", "Write words to a file, for a spreadsheet or for Anki",
            discussion: """
                Writes the words of your grade and the grades below it, your own words among them; --all, --own, --belt, --category and --set choose \
                others. Without a form it is CSV, for a pipe; with --json, the words with the keys of terms.

                --anki writes a package that Anki opens (File, Import) if the name ends in .apkg, and notes in plain text otherwise. A word becomes a \
                note with two cards, one for each direction. Importing it into Anki again updates the same notes. A package needs the program sqlite3.
                """,
            examples: [
                .init("export --own --csv own.csv --replace", "your own words, as CSV"),
                .init("export --csv - --belt 10k", "the words of one grade"),
                .init("export --anki words.txt --set Grading", "one set, as notes in plain text", runs: false),
                .init("export --anki words.apkg", "a package for Anki", runs: false),
            ],
            ExchangeCommands.files, .flag("all", "the words of all grades"), .flag("own", "only your own words"),
            .option("belt", parts.grade, "only the words of one grade"),
            .option("category", parts.category, "only the words of one category"),
            .option("set", .text("SET"), "only the words of a set")
        ) { file, isAll, isOwn, grade, category, set in
            guard file.anki == nil || file.csv == nil else {
                throw Failure(
                    .contradiction, "An export can only have one form.", advice: "Use --anki or --csv.", kind: .usage)
            }
            let rule = isAll || isOwn || grade != nil || set != nil ? nil : try syllabus()
            let candidates = try set.map { try services.words().resolvedSet($0).terms } ?? parts.library().terms
            let terms = candidates.filter {
                (!isOwn || $0.id.hasPrefix(OwnWord.prefix)) && (grade == nil || $0.grade == grade)
                    && (category == nil || $0.category == category) && rule?.opens($0.grade) != false
            }
            let destination = Destination(
                file.anki ?? file.csv, replacing: file.isReplacing, suggesting: "--csv words.csv")
            let bytes =
                try file.anki.map { try ankiBytes(terms, $0) }
                ?? ExchangeCommands.sheet(terms, isFile: destination.isFile)
            return try destination.write(bytes, counted(terms.count, "word"), orList: terms, Term.fields)
        }
    }

    /// The destination and the format of an export.
    private struct Target: Sendable {
        let anki: OutputFile?
        let csv: OutputFile?
        let isReplacing: Bool
    }

    private static let files: Parameter<Target> = .group(
        .option("anki", .outputFile, "the Anki package or text to write, - for standard output"),
        .option("csv", .outputFile, "the table to write, - for standard output"),
        .flag("replace", "replace the file if it exists")
    ) { Target(anki: $0, csv: $1, isReplacing: $2) }

    /// Returns a package or a text of notes, depending on the name of the file.
    private func ankiBytes(_ terms: [Term], _ file: OutputFile) throws -> [UInt8] {
        let deck = AnkiDeck(name: ExchangeCommands.deck, of: terms)
        let name = file.path.lowercased()
        if name.hasSuffix(".apkg") { return try services.packages.write(deck) }
        guard file.path == "-" || name.hasSuffix(".txt") || name.hasSuffix(".tsv") else {
            throw Failure(
                .contradiction, "The name “\(file.path)” indicates neither a package nor text.",
                advice: "Use a name that ends in .apkg or .txt.", kind: .usage)
        }
        return Array(AnkiText.text(deck).utf8)
    }

    /// Returns a sheet of the words.
    ///
    /// A file begins with a byte order mark, so that spreadsheets detect UTF-8, and uses their line
    /// endings.
    private static func sheet(_ terms: [Term], isFile: Bool) -> [UInt8] {
        let headings = ["id", "english", "hangul", "romanization", "belt", "category", "note", "wording"]
        let rows = terms.map {
            [$0.id, $0.english, $0.hangul, $0.romanization, $0.grade.id, $0.category.rawValue, $0.note, $0.wording]
        }
        let text = CSV.text([headings] + rows)
        return isFile ? [0xEF, 0xBB, 0xBF] + Array(text.utf8) : Array(text.replacing("\r\n", with: "\n").utf8)
    }

    // MARK: - Import

    /// The result of an import.
    private struct Report: Sendable {
        let form: WordFile.Form
        let rows: Int
        let result: WordImportResult
        let isImported: Bool
    }

    private static let fields: [Field<Report>] = [
        Field("form", title: "Form", "what the file is: csv, anki-text or anki-package") { .text($0.form.rawValue) },
        Field("rows", title: "Rows", "how many rows or notes it has") { .integer($0.rows) },
        Field("added", title: "New", "how many words are new") { .integer($0.result.added.count) },
        Field("changed", title: "Changed", "how many own words were changed") { .integer($0.result.changed.count) },
        Field("wordings", title: "Wordings", "how many own wordings are new or changed") {
            .integer($0.result.wordings.count)
        },
        Field("present", title: "There already", "how many were there already") { .integer($0.result.presentCount) },
        Field("set", "the set that the words came into, or null") { .text($0.result.set?.name) },
        Field(
            "faults", title: "Faults", "what is wrong, by line or note",
            cell: { StyledText("\($0.result.rejectedRows.count)") }
        ) {
            .texts($0.result.rejectedRows.map { "\($0.place): \($0.failure.message)" })
        },
    ]

    private var importEntries: Command {
        Command(
            "import", "Import words from a spreadsheet or from Anki",
            discussion: """
                Reads CSV in UTF-8 or UTF-16, with commas, semicolons or tabs, Anki's notes in plain text, and Anki's packages (.apkg), which need the \
                program sqlite3, and zstd for those of newer versions of Anki. The file says which it is.

                Columns are known by their headings: english, hangul, romanization, belt, category, note, wording, tags. Without headings each field \
                is taken for what it looks like, or --columns names them in order. HTML becomes plain text; pictures and sounds are not imported.

                The whole file is imported, or nothing if a line has a fault; --skip leaves such lines out. Words that are there already stay as they \
                are. A line with the id of one of your own words changes it.
                """,
            examples: [
                .init("import words.csv", "a table", runs: false),
                .init("import korean.apkg --set Korean --skip", "a deck of Anki, as a set", runs: false),
                .init("import list.txt --columns hangul,english --belt 9k", "without headings", runs: false),
            ],
            .argument("file", .inputFile, "the file to read, - for standard input"),
            .option("belt", parts.grade, shown: "your grade", "the grade of words that name none"),
            .option("category", parts.category, shown: "basics", "the category of words that name none"),
            .option("columns", ExchangeCommands.columns, "what the columns are, separated by commas"),
            .option("set", .text("SET"), "put the words into this set"), .flag("skip", "leave out lines with faults"),
            returns: .one(Self.fields), changes: true
        ) { file, grade, category, columns, set, skipsFaultyRows in
            Output(
                continuation: .work(title: "Importing, MB", total: file.megabytes) { advance in
                    let bytes = try withoutActuallyEscaping(advance) {
                        try ExchangeCommands.bytes(of: file, telling: $0)
                    }
                    let words = try WordFile(
                        bytes, columns: columns, belts: parts.library().belts(),
                        isPackage: file.path.lowercased().hasSuffix(".apkg"), packages: services.packages)
                    let options = try WordImportOptions(
                        grade: grade ?? syllabus().grade, category: category ?? WordDraft.defaultCategory, set: set,
                        skipsFaultyRows: skipsFaultyRows)
                    let result = try services.words().importRows(words.rows, options)
                    let isImported = result.rejectedRows.isEmpty || skipsFaultyRows
                    return output(
                        Report(form: words.form, rows: words.rows.count, result: result, isImported: isImported),
                        words.unrecognizedColumns)
                })
        }
    }

    /// Reads a file and reports its progress.
    ///
    /// - Throws: `fileTooLarge` above 256 MB.
    private static func bytes(of file: InputFile, telling advance: @escaping (Int) -> Void) throws -> [UInt8] {
        let nextPiece = try file.pieces(reportingProgress: advance)
        var bytes: [UInt8] = []
        while let piece = try nextPiece() {
            bytes += piece
            guard bytes.count <= WordFile.maximumBytes else {
                throw Failure(
                    .fileTooLarge, "“\(file.path)” is larger than 256 MB.",
                    advice: "Split it, or export it without media.", kind: .badData)
            }
        }
        return bytes
    }

    private static let columns = ValueKind<String>.text("NAMES").map { text in
        try text.split(separator: ",").map { word in
            guard let column = WordColumn(rawValue: word.trimmed().lowercased()), WordColumn.named.contains(column)
            else {
                throw Failure(
                    .badColumns, "“\(word)” is not one of \(WordColumn.named.map(\.rawValue).joined(separator: ", ")).",
                    kind: .usage)
            }
            return column
        }
    }

    /// Returns the output of an import: the notice with the next commands, or a failure if faulty
    /// lines prevented the import.
    private func output(_ report: Report, _ unread: [String]) -> Output {
        let result = report.result
        var output = Output.one(report, Self.fields, blocks: ExchangeCommands.blocks(report, unread))
        let nextCommand = result.set.map { "set study \($0.name.shellWord)" } ?? "terms --own"
        if result.isChange {
            output.notice = ExchangeCommands.sentence(report)
            output.next = [nextCommand, "study", "undo"]
        } else if report.isImported {
            output.notice = ExchangeCommands.sentence(report)
            output.next = ["terms --own"]
        }
        if !report.isImported {
            output.failure = Failure(
                .faultyLines,
                "\(counted(result.rejectedRows.count, "line")) of \(report.rows) cannot be imported, so nothing was imported.",
                advice: "Correct them, or leave them out with --skip.", kind: .badData)
        }
        return output
    }

    /// Returns the notice, such as `Imported 3 new words.`
    private static func sentence(_ report: Report) -> String {
        let result = report.result
        let parts = [
            result.added.isEmpty ? nil : "\(counted(result.added.count, "new word"))",
            result.changed.isEmpty ? nil : "\(counted(result.changed.count, "changed word"))",
            result.wordings.isEmpty ? nil : counted(result.wordings.count, "wording"),
        ].compactMap { $0 }
        let summary = parts.isEmpty ? "Nothing is new" : "Imported \(parts.joined(separator: ", "))"
        let presentText =
            result.presentCount == 0
            ? "" : result.presentCount == 1 ? "; 1 was there already" : "; \(result.presentCount) were there already"
        let omittedText = result.rejectedRows.isEmpty ? "" : "; \(counted(result.rejectedRows.count, "line")) left out"
        return "\(summary)\(presentText)\(omittedText)."
    }

    /// The maximum number of faults in text output; `--json` lists all.
    private static let maximumFaults = 20

    /// Returns the first faults of an import, advice about a possible heading row, and the unread
    /// columns.
    private static func blocks(_ report: Report, _ unreadColumns: [String]) -> [Block] {
        let faults = report.result.rejectedRows
        let lines = faults.prefix(maximumFaults).map { fault -> Block in
            let place = fault.place.capitalizedFirst
            return .paragraph(
                StyledText("\(place): ", .muted) + StyledText("\(fault.failure.message) \(fault.failure.advice)"))
        }
        let overflowNote: [Block] =
            faults.count > maximumFaults
            ? [.paragraph(StyledText("And \(counted(faults.count - maximumFaults, "other")).", .muted))] : []
        // A heading row in an unknown language reads as a word without Korean.
        let looksLikeHeading =
            report.rows > 1 && faults.first.map { $0.place == "line 1" && $0.failure.code == .wordIncomplete } ?? false
        let headingAdvice: [Block] =
            looksLikeHeading
            ? [
                .paragraph(
                    "If line 1 holds headings: --columns names the columns in English, and --skip leaves the line out.")
            ]
            : []
        let columnNames = unreadColumns.map { "“\($0)”" }.joined(separator: ", ")
        let unreadNote: [Block] =
            unreadColumns.isEmpty
            ? []
            : [
                .paragraph(
                    StyledText(
                        unreadColumns.count == 1
                            ? "Not read: the column \(columnNames)." : "Not read: the columns \(columnNames).",
                        .warning))
            ]
        return lines + overflowNote + headingAdvice + unreadNote
    }
}
