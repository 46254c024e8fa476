import Documents
import Focus
import Interchange
import Interface
import Kernel

/// `export`: tasks and history as data or as a file for another program.
struct ExportCommand: Sendable {
    let history: FocusHistory
    let tasks: TaskList
    let time: TimeSource
    /// The fields of history and tasks in an export for no particular program.
    let plain: (history: [Field<FocusHistory.Row>], tasks: [Field<TaskList.Row>])

    /// The content of an export.
    private enum Kind: String, CaseIterable, Sendable { case history, tasks, sessions }

    /// The content and format of an export.
    private struct ExportRequest: Sendable {
        /// The content, or nil for everything that the format can contain.
        let kind: Kind?
        /// The format, or nil to take it from the file's name.
        let form: FileFormat?
        let since: Day?
        let until: Day?
    }

    private static let request: Parameter<ExportRequest> = .group(
        Parameter<Kind?>.option("of", .choice, shown: "history", "what to write; sessions is another word for history"),
        Parameter<FileFormat?>.option("as", .choice, "in which form; a file's name says it otherwise"),
        .option("since", .pastDay, "only sessions from this day on"),
        .option("until", .pastDay, "only sessions up to this day")
    ) { ExportRequest(kind: $0, form: $1, since: $2, until: $3) }

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
                .init(
                    "export calendar.ics --since monday", "Tasks, and the sessions of this week, for a calendar",
                    runs: false),
                .init("export - --as timewarrior-data", "For a data file of Timewarrior", runs: false),
            ],
            .destination(
                .optionalArgument("file", .outputFile, "the file to write, - for standard output"),
                suggesting: "tasks.json"),
            .flag("csv", "as comma-separated values, instead of JSON"), ExportCommand.request
        ) { file, isCSV, request in
            if let path = file.path { return try writeFile(file, path, request, isCSV: isCSV) }
            guard request.form == nil else { return try writeFile(file, "-", request, isCSV: isCSV) }
            switch request.kind ?? .history {
            case .history, .sessions: return try plainOutput(rows(request), plain.history, asCSV: isCSV)
            case .tasks: return try plainOutput(tasks.open() + tasks.closed(), plain.tasks, asCSV: isCSV)
            }
        }
    }

    /// Returns records as JSON or CSV with all their fields.
    private func plainOutput<Record>(_ records: [Record], _ fields: [Field<Record>], asCSV: Bool) throws -> Output {
        guard asCSV else { return Output(content: .bytes(try RecordFile.json(records, fields))) }
        return .text(
            CSV.text([fields.map(\.name)] + records.map { record in fields.map { $0.value(record).plainText } }))
    }

    /// Returns the history between the requested days.
    private func rows(_ request: ExportRequest) throws -> [FocusHistory.Row] {
        guard request.since != nil || request.until != nil else { return try history.allRows() }
        return try history.allRows().filter { row in
            request.since.map { $0 <= row.record.day } ?? true && request.until.map { $0 >= row.record.day } ?? true
        }
    }

    // MARK: - For other programs

    /// Writes tasks and sessions in another program's format.
    ///
    /// - Throws: `formHoldsOther`, `formUnnamed`.
    private func writeFile(_ file: Destination, _ path: String, _ request: ExportRequest, isCSV: Bool) throws -> Output
    {
        let format = try request.form ?? (isCSV ? .csv : format(of: path, request.kind))
        let wantsTasks = request.kind.map { $0 == .tasks } ?? (format == .iCalendar || !format.holdsSessions)
        let wantsSessions = request.kind.map { $0 != .tasks } ?? format.holdsSessions
        guard !wantsTasks || format.holdsTasks, !wantsSessions || format.holdsSessions else {
            throw Failure(
                .formHoldsOther,
                format.holdsTasks ? "\(format.title) holds only tasks." : "\(format.title) holds only sessions.",
                advice: format.holdsTasks ? "Use --of tasks, or another form." : "Use --of sessions, or another form.",
                kind: .usage)
        }
        let exportedTasks = wantsTasks ? try (tasks.open() + tasks.closed()).map(\.task) : []
        let records = wantsSessions ? try rows(request).map(\.record) : []
        let bytes = FocusFile.bytes(exportedTasks, records, as: format, time: time)
        let parts = [
            wantsTasks ? counted(exportedTasks.count, "task") : nil,
            wantsSessions ? counted(records.count, "session") : nil,
        ]
        return try file.write(bytes, "\(listed(parts.compactMap { $0 })) as \(format.title)")
    }

    /// Returns the format that the extension of a file means.
    ///
    /// - Throws: `formUnnamed`.
    private func format(of path: String, _ kind: Kind?) throws -> FileFormat {
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
