import FeedbackCOIN
import Interface
import Kernel

/// The command `import`, which reads feedback from a file.
struct ImportCommand: Sendable {
    let journal: FeedbackJournal

    /// The result of importing a file.
    private struct Report: Sendable {
        let file: ImportFile
        let plan: ImportPlan
        let added: Int
    }

    private static let fields: [Field<Report>] = [
        Field("added", "the number of imported entries") { .integer($0.added) },
        Field("known", "the number that exist already") { .integer($0.plan.unchangedCount) },
        Field("different", "the number that exist with other content, which stay unchanged") {
            .integer($0.plan.conflictCount)
        },
        Field("refused", "what could not be imported: place (line or number) and reason") { report in
            .list(
                report.plan.rejected.map { .object([.init("place", .integer($0.place)), .init("why", .text($0.why))]) })
        },
        Field("columns", "the meaning of each column that had to be guessed") { report in
            .list(
                report.file.columns.map {
                    .object([.init("key", .text($0.key.rawValue)), .init("column", .text($0.title))])
                })
        },
        Field("leftOut", "columns that were not used") { .texts($0.file.unusedColumns) },
    ]

    var importEntries: Command {
        Command(
            "import", "Import feedback from a file",
            discussion: """
                Takes what `export` wrote as JSON, CSV or Markdown, and tables of other programs as CSV, in UTF-8 or UTF-16, with whatever separator. \
                JSON brings everything back; CSV everything but who got it; Markdown the words, the person, the tags and the days. What is there \
                already is skipped, so a file can be taken in again.

                Columns of others are known by their names, and you are told which was taken for what; --column KEY=NAME says it yourself. The keys \
                are: \(ImportKey.allCases.map(\.rawValue).joined(separator: ", ")).

                Look first with --dry-run. `undo` takes it back, up to 500 entries at a time.
                """,
            examples: [
                .init("import feedback.json", "what was exported", runs: false),
                .init("import others.csv --column context=Situation --dry-run", "look first", runs: false),
            ],
            .argument("file", .inputFile, "the file; - is standard input"),
            .options("column", ImportCommand.column, "KEY=NAME: the column that holds something; once for each"),
            returns: .one(Self.fields), changes: true
        ) { file, columns in
            let titles = Dictionary(columns.map { ($0.key, $0.title) }) { $1 }
            let importFile = try ImportFile(file.bytes(limit: ImportFile.mostBytes), named: titles)
            let plan = try journal.importPlan(of: importFile.entries)
            return Output(
                continuation: .work(title: "Importing", total: plan.new.count) { advance in
                    resultOutput(
                        Report(file: importFile, plan: plan, added: try journal.performImport(plan, advance: advance)))
                })
        }
    }

    /// A column that the user named: its field and its title in the file.
    private struct Column: Sendable {
        let key: ImportKey
        let title: String
    }

    private static let column = ValueKind<Column>("KEY=NAME") { word, _ in
        let parts = word.split(separator: "=", maxSplits: 1).map { $0.trimmed() }
        guard parts.count == 2, let key = ImportKey(rawValue: parts[0]) else {
            throw Failure(
                .columnUnknown, "“\(word)” does not name a column: it is KEY=NAME, as in context=Situation.",
                advice: "The keys are: \(ImportKey.allCases.map(\.rawValue).joined(separator: ", ")).", kind: .usage)
        }
        return Column(key: key, title: parts[1])
    }

    private func resultOutput(_ report: Report) -> Output {
        let plan = report.plan
        let skipped = [
            plan.unchangedCount == 0
                ? nil : plan.unchangedCount == 1 ? "1 is there already." : "\(plan.unchangedCount) are there already.",
            plan.conflictCount == 0
                ? nil
                : plan.conflictCount == 1
                    ? "1 is there in other words, and left."
                    : "\(plan.conflictCount) are there in other words, and left.",
            plan.rejected.isEmpty ? nil : "\(plan.rejected.count) could not be taken in.",
        ].compactMap(\.self)
        let notice = (["Imported \(counted(report.added, "entry", "entries"))."] + skipped).joined(separator: " ")
        var output = Output.changed(
            notice.trimmed(), report, Self.fields, next: report.added > 0 ? ["list", "undo"] : ["list"])
        output.blocks = columnBlocks(report.file) + rejectionBlocks(plan)
        return output
    }

    private func columnBlocks(_ file: ImportFile) -> [Block] {
        guard !file.columns.isEmpty else { return [] }
        let used = file.columns.map { (name: $0.key.rawValue, value: StyledText("from “\($0.title)”")) }
        let unused =
            file.unusedColumns.isEmpty
            ? [] : [(name: "left out", value: StyledText(file.unusedColumns.joined(separator: ", "), .muted))]
        return [.heading("Columns"), .facts(used + unused)]
    }

    private static let maxRejections = 10

    private func rejectionBlocks(_ plan: ImportPlan) -> [Block] {
        guard !plan.rejected.isEmpty else { return [] }
        let rows = plan.rejected.prefix(ImportCommand.maxRejections).map {
            (name: "\($0.place)", value: StyledText($0.why, .warning))
        }
        let omittedCount = plan.rejected.count - rows.count
        return [.heading("Not imported, by line"), .facts(rows)]
            + (omittedCount > 0 ? [.paragraph(StyledText("and \(omittedCount) more; --json has all", .muted))] : [])
    }
}
