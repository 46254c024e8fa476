import Focus
import Interchange
import Interface
import Kernel

/// `import`: tasks and sessions of other programs.
struct ImportCommand: Sendable {
    let intake: FocusImporter

    /// The largest file that is read, in bytes. A larger one is no list of tasks.
    private static let largestFile = 128 << 20
    /// The number of skipped entries that are listed.
    private static let listedCount = 8

    /// The kind of entries that `--of` selects.
    private enum Kind: String, CaseIterable, Sendable { case tasks, sessions }

    private static let fields: [Field<FocusImporter.Plan>] = [
        Field("form", title: "Form", "what the file is", cell: { StyledText($0.form.title) }) {
            .text($0.form.rawValue)
        },
        Field(
            "tasks", title: "Tasks", "how many tasks are new",
            cell: { StyledText(ImportCommand.count($0.tasks.count, $0.presentTasks)) }
        ) { .integer($0.tasks.count) },
        Field(
            "sessions", title: "Sessions", "how many sessions are new",
            cell: { StyledText(ImportCommand.count($0.records.count, $0.presentRecords)) }
        ) { .integer($0.records.count) },
        Field("tasksPresent", "how many tasks are there already") { .integer($0.presentTasks) },
        Field("sessionsPresent", "how many sessions are there already") { .integer($0.presentRecords) },
        Field("notTaken", "what of the file is not imported, and why") { .texts(ImportCommand.sentences($0.refused)) },
        Field("notKept", "what of the tasks and sessions is not kept") { .texts(ImportCommand.sentences($0.lost)) },
    ]

    /// Returns a count of new entries and of those that exist already.
    private static func count(_ newCount: Int, _ presentCount: Int) -> String {
        "\(newCount) new" + (presentCount > 0 ? ", \(presentCount) there already" : "")
    }

    /// Returns one sentence for each group, such as `2 × in the file twice (line 3, line 7)`.
    private static func sentences(_ groups: [Tally.Group]) -> [String] {
        groups.map { group in
            let ellipsis = group.count > group.examples.count && !group.examples.isEmpty ? ", …" : ""
            let examples = group.examples.isEmpty ? "" : " (\(group.examples.joined(separator: ", "))\(ellipsis))"
            return "\(group.count) × \(group.message)\(examples)"
        }
    }

    var command: Command {
        Command(
            "import", "Import tasks and sessions from another program",
            discussion: """
                Reads what Taskwarrior, Timewarrior and Open Pomodoro export, todo.txt, calendars (iCalendar) and tables (CSV), and everything that export \
                writes. The file's content says which it is. It says first what it will do; --dry-run only says it, --yes does not ask.

                Everything is imported or nothing. What is there already is skipped, so that the same file can be imported again. undo takes all of it \
                back. help exchange says what each form can hold.
                """,
            examples: [
                .init("import tasks.json", "what `task export` wrote", runs: false),
                .init("import calendar.ics --of tasks --dry-run", "only say what it would do", runs: false),
            ],
            .argument("file", .inputFile, "the file to read, - for standard input"),
            Parameter<Kind?>.option("of", .choice, "only tasks, or only sessions"), returns: .one(Self.fields),
            changes: true
        ) { file, kind in
            let bytes = try file.bytes(limit: ImportCommand.largestFile)
            let form = try ImportCommand.form(of: bytes, file.path)
            let plan = try intake.plan(bytes, form, wantsTasks: kind != .sessions, wantsSessions: kind != .tasks)
            let blocks = ImportCommand.blocks(plan)
            guard !plan.isEmpty else {
                var output = Output.one(plan, ImportCommand.fields, blocks: blocks, next: ["task list"])
                output.notice = "There is nothing new in \(file.path). Nothing was changed."
                return output
            }
            let summary = ImportCommand.summary(plan)
            var output = Output.confirm("Import \(summary)?") {
                try intake.apply(plan)
                var importedOutput = Output.one(
                    plan, ImportCommand.fields, blocks: blocks, next: ["task list", "history", "undo"])
                importedOutput.notice = "Imported \(summary)."
                return importedOutput
            }
            output.blocks = blocks
            return output
        }
    }

    /// Returns the number of new tasks and sessions as text.
    private static func summary(_ plan: FocusImporter.Plan) -> String {
        listed(
            [
                plan.tasks.isEmpty ? nil : counted(plan.tasks.count, "task"),
                plan.records.isEmpty ? nil : counted(plan.records.count, "session"),
            ].compactMap { $0 })
    }

    /// Returns the format of a file by its content.
    ///
    /// - Throws: `fileUnknown`.
    private static func form(of bytes: [UInt8], _ path: String) throws -> FileFormat {
        if let form = FileFormat.detect(bytes) { return form }
        guard bytes.contains(where: { $0 > 32 }) else {
            throw Failure(.fileUnknown, "\(path) is empty. Nothing was imported.", kind: .badData)
        }
        throw Failure(
            .fileUnknown, "\(path) is in none of the known forms. Nothing was imported.",
            advice:
                "Known are the exports of Taskwarrior, Timewarrior and Open Pomodoro, todo.txt, iCalendar, and CSV with headings. For a task on each line use `task import`.",
            kind: .badData)
    }

    /// Returns the effects of an import for people.
    private static func blocks(_ plan: FocusImporter.Plan) -> [Block] {
        let facts = fields.compactMap { field in field.title.map { (name: $0, value: field.cell(plan)) } }
        return [.facts(facts)] + list("Not imported", plan.refused) + list("Not kept", plan.lost)
    }

    /// Returns the first few groups under a heading.
    private static func list(_ heading: String, _ groups: [Tally.Group]) -> [Block] {
        guard !groups.isEmpty else { return [] }
        let moreLine =
            groups.count > listedCount
            ? ["and \(counted(groups.count - listedCount, "more thing", "more things"))"] : []
        return [.gap, .heading(StyledText(declared: heading))]
            + (sentences(groups).prefix(listedCount) + moreLine).map { .paragraph(StyledText(declared: $0, .muted)) }
    }
}
