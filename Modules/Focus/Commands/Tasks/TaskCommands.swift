import Focus
import Interface
import Kernel

/// The commands of `task`.
struct TaskCommands: Sendable {
    let tasks: TaskList
    let time: TimeSource

    /// The default number of tasks in a list.
    ///
    /// It keeps a long list readable and fast.
    static let defaultLimit = 50

    var add: Command {
        Command(
            "task add", "Add a task",
            discussion: [
                TaskCommands.grammar,
                "With --under the task is a part of another. Parts are tasks like all others, and count as such.",
            ].joined(separator: "\n\n"),
            examples: [
                .init("task add 'Write report #work @friday 30m !high'", "With tag, day, estimate and priority"),
                .init("task add 'Water plants *weekly ~09:00'", "Repeats every week, with a reminder"),
                .init("task add 'Find sources' --under 'Write report'", "A part of another task"),
            ],
            .rest("words", .text("WORDS"), "the task on one line"),
            .option("under", taskName, "the task that it is a part of"), returns: .one(TaskFields.row), changes: true
        ) { words, under in
            let line = try parse(words.joined(separator: " "))
            let container = try under.map { try tasks.task($0).task }
            let task = try tasks.add(line.draft, under: container?.id)
            let partSentence = container.map { " A part of “\($0.title)”." } ?? ""
            let sentences =
                ["Added “\(task.title)” (\(task.id)).\(TaskFields.sentence(of: task))\(partSentence)"] + line.doubts
            return .changed(
                "\(sentences.joined(separator: " ")) \(try tasks.usage()).", row(task), TaskFields.row,
                next: ["task list", "start --task \(task.id.shortForm)"])
        }
    }

    /// The help text on the line of a task.
    static let grammar = """
        #tag, @day (@friday, @tomorrow, @next-friday, @20 nov, @2026-11-20), an estimate such as 30m, 1h30m or 1.5h, !high, !medium or !low, \
        +project, *daily, *weekdays, *weekly, *monthly or *3d to repeat it, ~09:00 or ~9am for a reminder on its day. All other words are the \
        title; so is a length between other words, as in Buy 30m of rope. A backslash before a word makes it part of the title. Put the line in \
        single quotes, because the shell uses # and ! for itself.
        """

    var list: Command {
        Command(
            "task list", "List the tasks, most urgent first",
            discussion:
                """
                Sorted by due day, priority and age; a part stands below the task that it belongs to, where both are shown. Shows at most \(TaskCommands.defaultLimit), unless --limit or --all asks for more; a line says how many there are. \
                Other commands take the row of this list: `task done 2`. A number means the row as you last saw it.
                """,
            examples: [
                .init("task list", "What is open"), .init("task list --done --limit 10", "The last tasks done"),
            ],
            .option(
                "limit", .integer(1...1_000_000), default: TaskCommands.defaultLimit,
                shown: "\(TaskCommands.defaultLimit)",
                "how many"),
            .flag("all", "all of them, however many"), .flag("done", "tasks that are done, latest first"),
            .option("tag", .text, "only with this tag"),
            .option("project", .text, "only of this project"), returns: .list(TaskFields.row)
        ) { limit, all, closed, tag, project in
            let rows = TaskTree.nested(
                try tasks.numberedTasks(isClosed: closed, tag: tag, project: project, limit: all ? nil : limit))
            return try listOutput(
                rows.map(\.row), .at(rows.map(\.number)), isClosed: closed, isFiltered: tag != nil || project != nil)
        }
    }

    var search: Command {
        RecordSearch(
            "task search", "Find tasks by words",
            subject:
                "titles, tags, projects, notes and annotations of all tasks, done or not; the best match comes first",
            example: "report", defaultLimit: TaskCommands.defaultLimit, returns: TaskFields.row,
            find: { try tasks.search($0, limit: $1) },
            next: { $0.map { ["task show \($0.task.id.shortForm)"] } ?? ["task list"] }
        ).command
    }

    // MARK: - Shared parameters and output

    var name: Parameter<String> { name(doneFirst: false) }

    var taskName: ValueKind<String> { taskName(doneFirst: false) }

    /// Returns the kind of a value that names a task, with completions.
    private func taskName(doneFirst: Bool) -> ValueKind<String> {
        ValueKind<String>.text("TASK", limit: TaskDraft.longestTitle).completed { _ in
            let rows =
                doneFirst
                ? try? tasks.closed(limit: TaskCommands.defaultLimit)
                : try? tasks.open(limit: TaskCommands.defaultLimit)
            return rows?.map(\.task.title) ?? []
        }.row(of: doneFirst ? "task list --done" : "task list") { (try? tasks.isTitle($0)) ?? true }
    }

    /// Returns the argument that names a task, for commands on open or on finished ones.
    func name(doneFirst: Bool) -> Parameter<String> {
        .argument(
            "task", taskName(doneFirst: doneFirst),
            doneFirst
                ? "the task: its title or a part of it, its row in `task list --done`, its id, or four or more characters of either end of it"
                : "the task: its title or a part of it, its row in `task list`, its id, or four or more characters of either end of it"
        )
    }

    /// Parses the line of a task.
    ///
    /// - Returns: the draft, and a sentence for each word that only looks like a mark.
    func parse(_ line: String) throws -> (draft: TaskDraft, doubts: [String]) {
        let today = time.today()
        return try QuickLine.parse(of: line, today: today) { try ParsedDay($0, today: today).day }
    }

    /// Changes a task, and returns the output with the doubts about its line.
    func changed(_ row: TaskList.Row, _ doubts: [String], _ change: (inout TaskDraft) -> Void) throws -> Output {
        let task = try tasks.edit(row.task.id, change)
        let sentences = ["Changed “\(task.title)” (\(task.id)).\(TaskFields.sentence(of: task))"] + doubts
        return .changed(sentences.joined(separator: " "), self.row(task), TaskFields.row, next: ["task list"])
    }

    /// Returns a task with its state today.
    func row(_ task: FocusTask) -> TaskList.Row { .init(task, on: time.today()) }

    /// Returns a list of tasks with their rows, the usage and a hint if it is cut.
    func listOutput(_ rows: [TaskList.Row], _ places: RowNumbers, isClosed: Bool, isFiltered: Bool) throws -> Output {
        let counts = try tasks.counts()
        let isCut = !isClosed && !isFiltered && rows.count < counts.open
        var output = Output.list(
            rows, TaskFields.row, heading: isClosed ? "Done" : "Tasks",
            empty: isClosed ? "No task is done yet." : "No open tasks. Write down what you want to focus on.",
            footer: [.paragraph(StyledText("\(try tasks.usage()).", .muted))],
            next: rows.isEmpty
                ? ["task add 'Write report @friday 30m'"] : [isClosed ? "task reopen TASK" : "start --task TASK"]
        ).numbered(places, of: isClosed ? "task list --done" : "task list", shownBy: "task show ROW")
        if isCut { output.notice = "Showing \(rows.count) of \(counted(counts.open, "task")); --all shows them all." }
        return output
    }
}
