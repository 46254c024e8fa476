import Documents
import Focus
import Interchange
import Kernel
import Terminal

/// `export`: tasks and history as data, or as a file that another program takes.
struct ExportDesk: Sendable {
    let history: FocusHistory
    let tasks: TaskList
    let time: TimeSource
    /// What is written of history and of a task where no other program is meant.
    let plain: (history: [Field<FocusHistory.Row>], tasks: [Field<TaskList.Row>])

    /// What is written.
    private enum Kind: String, CaseIterable, Sendable { case history, tasks, sessions }

    /// Which part of it, and in which form.
    private struct Wish: Sendable {
        let kind: Kind?
        let form: Form?
        let since: Day?
        let until: Day?
    }

    private static let wish: Parameter<Wish> = .group(
        Parameter<Kind?>.option("of", .choice, shown: "history", "what to write; sessions is another word for history"),
        Parameter<Form?>.option("as", .choice, "in which form; a file's name says it otherwise"),
        .option("since", .pastDay, "only sessions from this day on"), .option("until", .pastDay, "only sessions up to this day")
    ) { Wish(kind: $0, form: $1, since: $2, until: $3) }

    var command: Command {
        Command(
            "export", "Write all history or tasks, locked or not, for other programs too",
            discussion: """
                Without a file it writes JSON to standard output, or CSV with --csv; durations are in seconds.

                The name of a file says the form: .json for Taskwarrior (tasks) or Timewarrior (sessions), .txt for todo.txt (tasks) or Open Pomodoro \
                (sessions), .ics for a calendar with both, .csv for a table. --as names the form whatever the file is called; - is standard output. \
                import takes all of them back. help exchange says what each form can hold.
                """,
            examples: [
                .init("export", "The whole history as JSON"),
                .init("export --csv --of tasks", "All tasks for a spreadsheet", runs: false),
                .init("export tasks.json --of tasks", "For `task import` of Taskwarrior", runs: false),
                .init("export calendar.ics --since monday", "Tasks, and the sessions of this week, for a calendar", runs: false),
                .init("export - --as timewarrior-data", "For a data file of Timewarrior", runs: false),
            ],
            .destination(
                .optionalArgument("file", .outputFile, "the file to write, - for standard output"), suggesting: "tasks.json"),
            .flag("csv", "as comma-separated values, instead of JSON"), ExportDesk.wish
        ) { file, isCSV, wish in
            if let path = file.path { return try written(file, path, wish, isCSV: isCSV) }
            guard wish.form == nil else { return try written(file, "-", wish, isCSV: isCSV) }
            switch wish.kind ?? .history {
            case .history, .sessions: return try exported(rows(wish), plain.history, asCSV: isCSV)
            case .tasks: return try exported(tasks.open() + tasks.closed(), plain.tasks, asCSV: isCSV)
            }
        }
    }

    private func exported<Record>(_ records: [Record], _ fields: [Field<Record>], asCSV: Bool) throws -> Output {
        guard asCSV else { return Output(content: .bytes(try RecordFile.json(records, fields))) }
        return .text(CSV.text([fields.map(\.name)] + records.map { record in fields.map { $0.value(record).plainText } }))
    }

    private func rows(_ wish: Wish) throws -> [FocusHistory.Row] {
        guard wish.since != nil || wish.until != nil else { return try history.everything() }
        return try history.everything().filter { row in
            wish.since.map { $0 <= row.record.day } ?? true && wish.until.map { $0 >= row.record.day } ?? true
        }
    }

    // MARK: - For other programs

    private func written(_ file: Destination, _ path: String, _ wish: Wish, isCSV: Bool) throws -> Output {
        let form = try wish.form ?? (isCSV ? .csv : form(of: path, wish.kind))
        let wantsTasks = wish.kind.map { $0 == .tasks } ?? (form == .iCalendar || !form.holdsSessions)
        let wantsSessions = wish.kind.map { $0 != .tasks } ?? form.holdsSessions
        guard !wantsTasks || form.holdsTasks, !wantsSessions || form.holdsSessions else {
            throw Failure(
                .formHoldsOther, form.holdsTasks ? "\(form.title) holds only tasks." : "\(form.title) holds only sessions.",
                advice: form.holdsTasks ? "Use --of tasks, or another form." : "Use --of sessions, or another form.",
                kind: .usage)
        }
        let kept = wantsTasks ? try (tasks.open() + tasks.closed()).map(\.task) : []
        let records = wantsSessions ? try rows(wish).map(\.record) : []
        let bytes = FocusFile.bytes(kept, records, as: form, time: time)
        let parts = [wantsTasks ? counted(kept.count, "task") : nil, wantsSessions ? counted(records.count, "session") : nil]
        return try file.taking(bytes, "\(listed(parts.compactMap { $0 })) as \(form.title)")
    }

    /// The form that the name of a file says.
    private func form(of path: String, _ kind: Kind?) throws -> Form {
        let name = path.lowercased()
        if name.hasSuffix(".csv") { return .csv }
        if name.hasSuffix(".ics") { return .iCalendar }
        if name.hasSuffix(".json") { return kind == .tasks ? .taskwarrior : .timewarrior }
        if name.hasSuffix(".data") { return .timewarriorData }
        if name.hasSuffix(".txt") { return kind ?? .tasks == .tasks ? .todoTxt : .pomodoro }
        throw Failure(
            .formUnnamed, "“\(path)” does not say in which form.",
            advice: "Use a name that ends in .json, .csv, .ics or .txt, or --as FORM.", kind: .usage)
    }
}
