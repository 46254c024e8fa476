import Focus
import Kernel
import Terminal

/// The commands of `task`.
struct TaskDesk: Sendable {
    let tasks: TaskList
    let time: TimeSource

    /// How many a list shows unless more are asked for: what one reads, and quick however many there are.
    static let shown = 50

    var add: Command {
        Command(
            "task add", "Add a task",
            discussion: TaskDesk.grammar,
            examples: [
                .init("task add 'Write report #work @friday 30m !high'", "With tag, day, estimate and priority"),
                .init("task add 'Water plants *weekly ~09:00'", "Repeats every week, with a reminder"),
            ],
            .rest("words", .text("WORDS"), "the task on one line"), returns: .one(TaskFields.row), changes: true
        ) { words in
            let line = try reading(words.joined(separator: " "))
            let task = try tasks.add(line.draft)
            let sentences = ["Added “\(task.title)” (\(task.id)).\(TaskFields.sentence(of: task))"] + line.doubts
            return .changed(
                "\(sentences.joined(separator: " ")) \(try tasks.usage()).", row(task), TaskFields.row,
                next: ["task list", "start --task \(task.id.end)"])
        }
    }

    /// How many lines are taken at once, and how large their file may be.
    private static let mostLines = 10_000
    private static let largestFile = 4 << 20

    var bringIn: Command {
        Command(
            "task import", "Add many tasks, one on each line",
            discussion:
                "If a line cannot be read, it is named and no task is added. Empty lines are skipped.\n\n"
                + TaskDesk.grammar,
            examples: [
                .init("task import tasks.txt", "one task on each line", runs: false),
                .init("task import tasks.txt --dry-run", "only check whether every line can be read", runs: false),
            ],
            .argument("file", .inputFile, "a text file; - is standard input"), returns: .list(TaskFields.row), changes: true
        ) { file in
            let read = try TaskDesk.lines(of: file).map { number, line in
                do { return try reading(line) } catch let failure as Failure {
                    throw Failure(
                        failure.code, "Line \(number): \(failure.message) Nothing was added.", advice: failure.advice,
                        kind: .badData)
                }
            }
            let made = try tasks.add(all: read.map(\.draft))
            let doubts = read.flatMap(\.doubts)
            let more =
                doubts.count > 3 ? ["And \(counted(doubts.count - 3, "word")) more that you may have meant differently."] : []
            var output = Output.list(
                made.map(row), TaskFields.row, empty: "\(file.path) is empty.", next: ["task list", "undo"])
            output.blocks = made.isEmpty ? output.blocks : []
            output.notice =
                (["Added \(counted(made.count, "task")).", "\(try tasks.usage())."] + doubts.prefix(3) + more).joined(
                    separator: " ")
            return output
        }
    }

    /// The lines that say something, with their numbers.
    private static func lines(of file: InputFile) throws -> [(number: Int, text: String)] {
        let text = try file.bytes(limit: largestFile)
        guard let text = String(validating: text, as: UTF8.self) else {
            throw Failure(.tasksUnreadable, "\(file.path) is not text in UTF-8. Nothing was added.", kind: .badData)
        }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .map { (number: $0.offset + 1, text: String($0.element)) }.filter { $0.text.contains { !$0.isWhitespace } }
        guard lines.count <= mostLines else {
            throw Failure(
                .tasksUnreadable, "\(file.path) has more than \(mostLines) lines. Nothing was added.",
                advice: "Split the file into parts.",
                kind: .badData)
        }
        return lines
    }

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
                Sorted by due day, priority and age. Shows at most \(TaskDesk.shown), unless --limit or --all asks for more; a line says how many there are. \
                Other commands take the row of this list: `task done 2`. A number means the row as you last saw it.
                """,
            examples: [.init("task list", "What is open"), .init("task list --done --limit 10", "The last tasks done")],
            .option("limit", .integer(1...1_000_000), default: TaskDesk.shown, shown: "\(TaskDesk.shown)", "how many"),
            .flag("all", "all of them, however many"),
            .flag("done", "tasks that are done, latest first"),
            .option("tag", .text, "only with this tag"),
            .option("project", .text, "only of this project"), returns: .list(TaskFields.row)
        ) { limit, all, closed, tag, project in
            let found = try tasks.listed(isClosed: closed, tag: tag, project: project, limit: all ? nil : limit)
            return try listed(
                found.map(\.row), .at(found.map(\.number)), isClosed: closed, isFiltered: tag != nil || project != nil)
        }
    }

    var search: Command {
        RecordSearch(
            "task search", "Find tasks by words",
            looksAt: "titles, tags and projects of all tasks, done or not; the best match comes first",
            example: "report", usual: TaskDesk.shown, returns: TaskFields.row, find: { try tasks.search($0, limit: $1) },
            next: { $0.map { ["task show \($0.task.id.end)"] } ?? ["task list"] }
        ).command
    }

    var show: Command {
        Command(
            "task show", "Show one task", examples: [.init("task show 'Write report'", "By its title")],
            name,
            returns: .one(TaskFields.detail)
        ) { name in
            let row = try tasks.task(name)
            return .one(row, TaskFields.detail, next: ["start --task \(row.task.id.end)"])
        }
    }

    var edit: Command {
        Command(
            "task edit", "Change a task",
            discussion: "A line replaces the whole task. Without a line or options, an editor opens with the current line.\n\n"
                + TaskDesk.grammar,
            examples: [.init("task edit 'Write report' --due tomorrow --priority high", "Another day and priority")],
            name,
            .rest("words", .text("WORDS"), isRequired: false, "the whole task on one line, as for task add"),
            .option("title", .text("TEXT", limit: TaskDraft.longestTitle), "another title"),
            .option("due", .day, "another day"),
            .option("estimate", .duration, "another estimate"),
            Parameter<FocusTask.Priority?>.option("priority", .choice, "another priority"), returns: .one(TaskFields.row),
            changes: true
        ) { name, words, title, due, estimate, priority in
            let row = try tasks.task(name)
            let line = words.joined(separator: " ")
            let changesParts = title != nil || due != nil || estimate != nil || priority != nil
            guard !line.isEmpty || changesParts else {
                return Output(
                    continuation: .edit(text: QuickLine.line(of: row.task.draft) + "\n", fileName: row.task.draftName) { saved in
                        guard let saved else { return Output(notice: "“\(row.task.title)” stays as it is.", next: ["task list"]) }
                        let whole = try reading(saved)
                        return try changed(row, whole.doubts) { $0 = whole.draft }
                    })
            }
            let whole = try line.isEmpty ? nil : reading(line)
            return try changed(row, whole?.doubts ?? []) { draft in
                draft = whole?.draft ?? draft
                draft.title = title ?? draft.title
                draft.due = due ?? draft.due
                draft.estimate = estimate ?? draft.estimate
                draft.priority = priority ?? draft.priority
            }
        }
    }

    var done: Command {
        Command(
            "task done", "Mark a task as done; a repeating task moves to its next day",
            examples: [.init("task done 'Write report'", "By its title")],
            name, returns: .one(TaskFields.row),
            changes: true
        ) { name in
            let task = try tasks.finish(tasks.task(name).task.id)
            let again = task.recurrence == nil ? "" : task.due.map { " It repeats on \($0.spelledOut)." } ?? ""
            return .changed(
                "Done: “\(task.title)” (\(task.id)).\(again)", row(task), TaskFields.row,
                next: ["task list", "task reopen \(task.id.end)"])
        }
    }

    var reopen: Command {
        Command(
            "task reopen", "Open a finished task again",
            discussion: "A repeating task is then due today. The limit of open tasks applies, as for a new one.",
            examples: [.init("task reopen 'Write report'", "By its title", runs: false)], name(doneFirst: true),
            returns: .one(TaskFields.row), changes: true
        ) { name in
            let task = try tasks.reopen(tasks.task(name, doneFirst: true).task.id)
            return .changed(
                "Open again: “\(task.title)” (\(task.id)).\(TaskFields.sentence(of: task)) \(try tasks.usage()).", row(task),
                TaskFields.row, next: ["task list", "start --task \(task.id.end)"])
        }
    }

    var delete: Command {
        Command(
            "task delete", "Delete a task",
            discussion: """
                The focus on it stays in history. `undo` brings the task back. With --purge it is deleted at once: no word of it stays in any \
                file, and history keeps only the time.
                """,
            examples: [
                .init("task delete 'Write report' --yes", "Without asking"),
                .init("task delete 'Write report' --purge --yes", "For good"),
            ],
            name, .flag("purge", "delete for good, at once"),
            returns: .one(TaskFields.row),
            changes: true
        ) { name, forGood in
            let row = try tasks.task(name)
            return .confirm("Delete “\(row.task.title)”\(forGood ? " for good" : "")?") {
                if forGood {
                    try tasks.purge(row.task.id)
                    return .changed("Deleted \(row.task.id) for good.", row, TaskFields.row, next: ["task list"])
                }
                try tasks.delete(row.task.id, title: row.task.title)
                return .changed(
                    "Deleted “\(row.task.title)” (\(row.task.id)).", row, TaskFields.row, next: ["undo", "task list"])
            }
        }
    }

    // MARK: - What the commands share

    private var name: Parameter<String> { name(doneFirst: false) }

    private func name(doneFirst: Bool) -> Parameter<String> {
        .argument(
            "task",
            ValueKind<String>.text("TASK", limit: TaskDraft.longestTitle).completed { _ in
                let rows = doneFirst ? try? tasks.closed(limit: TaskDesk.shown) : try? tasks.open(limit: TaskDesk.shown)
                return rows?.map(\.task.title) ?? []
            }.row(of: doneFirst ? "task list --done" : "task list") { (try? tasks.isTitle($0)) ?? true },
            doneFirst
                ? "the task: its title or a part of it, its row in `task list --done`, its id, or four or more characters of either end of it"
                : "the task: its title or a part of it, its row in `task list`, its id, or four or more characters of either end of it"
        )
    }

    private func reading(_ line: String) throws -> (draft: TaskDraft, doubts: [String]) {
        let today = time.today()
        return try QuickLine.reading(of: line, today: today) { try DayReading($0, today: today).day }
    }

    private func changed(_ row: TaskList.Row, _ doubts: [String], _ change: (inout TaskDraft) -> Void) throws -> Output {
        let task = try tasks.edit(row.task.id, change)
        let sentences = ["Changed “\(task.title)” (\(task.id)).\(TaskFields.sentence(of: task))"] + doubts
        return .changed(sentences.joined(separator: " "), self.row(task), TaskFields.row, next: ["task list"])
    }

    private func row(_ task: FocusTask) -> TaskList.Row { .init(task, on: time.today()) }

    private func listed(_ rows: [TaskList.Row], _ places: RowNumbers, isClosed: Bool, isFiltered: Bool) throws -> Output {
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
