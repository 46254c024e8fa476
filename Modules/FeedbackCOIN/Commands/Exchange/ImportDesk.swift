import FeedbackCOIN
import Kernel
import Terminal

/// `import`: feedback from a file.
struct ImportDesk: Sendable {
    let journal: FeedbackJournal

    /// What came of a file.
    private struct Report: Sendable {
        let file: ImportFile
        let plan: ImportPlan
        let added: Int
    }

    private static let fields: [Field<Report>] = [
        Field("added", "how many were taken in") { .integer($0.added) },
        Field("known", "how many are there already") { .integer($0.plan.known) },
        Field("different", "how many are there already in other words, and were left as they are") {
            .integer($0.plan.different)
        },
        Field("refused", "what could not be taken in: place (line or number) and why") { report in
            .list(report.plan.refused.map { .object([.init("place", .integer($0.place)), .init("why", .text($0.why))]) })
        },
        Field("columns", "which column was taken for what, where it had to be guessed") { report in
            .list(report.file.columns.map { .object([.init("key", .text($0.key.rawValue)), .init("column", .text($0.title))]) })
        },
        Field("leftOut", "columns that nothing was taken from") { .texts($0.file.leftOut) },
    ]

    var bringIn: Command {
        Command(
            "import", "Take in feedback from a file",
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
            .options("column", ImportDesk.column, "KEY=NAME: the column that holds something; once for each"),
            returns: .one(Self.fields), changes: true
        ) { file, columns in
            let named = Dictionary(columns.map { ($0.key, $0.title) }) { $1 }
            let read = try ImportFile(file.bytes(limit: ImportFile.mostBytes), named: named)
            let plan = try journal.importPlan(of: read.entries)
            return Output(
                continuation: .work(title: "Importing", total: plan.new.count) { advance in
                    told(Report(file: read, plan: plan, added: try journal.takeIn(plan, advance: advance)))
                })
        }
    }

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

    private func told(_ report: Report) -> Output {
        let plan = report.plan
        let skipped = [
            plan.known == 0 ? nil : plan.known == 1 ? "1 is there already." : "\(plan.known) are there already.",
            plan.different == 0
                ? nil
                : plan.different == 1
                    ? "1 is there in other words, and left." : "\(plan.different) are there in other words, and left.",
            plan.refused.isEmpty ? nil : "\(plan.refused.count) could not be taken in.",
        ].compactMap(\.self)
        let notice = (["Imported \(counted(report.added, "entry", "entries"))."] + skipped).joined(separator: " ")
        var output = Output.changed(notice.trimmed(), report, Self.fields, next: report.added > 0 ? ["list", "undo"] : ["list"])
        output.blocks = columns(report.file) + refusals(plan)
        return output
    }

    private func columns(_ file: ImportFile) -> [Block] {
        guard !file.columns.isEmpty else { return [] }
        let taken = file.columns.map { (name: $0.key.rawValue, value: StyledText("from “\($0.title)”")) }
        let left =
            file.leftOut.isEmpty ? [] : [(name: "left out", value: StyledText(file.leftOut.joined(separator: ", "), .muted))]
        return [.heading("Columns"), .facts(taken + left)]
    }

    private static let mostTold = 10

    private func refusals(_ plan: ImportPlan) -> [Block] {
        guard !plan.refused.isEmpty else { return [] }
        let told = plan.refused.prefix(ImportDesk.mostTold).map { (name: "\($0.place)", value: StyledText($0.why, .warning)) }
        let more = plan.refused.count - told.count
        return [.heading("Not taken in, by line"), .facts(told)]
            + (more > 0 ? [.paragraph(StyledText("and \(more) more; --json has all", .muted))] : [])
    }
}
