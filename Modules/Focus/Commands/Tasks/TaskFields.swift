import Focus
import Interface
import Kernel

/// The output fields of tasks, and tasks as text.
enum TaskFields {
    /// The fields of `task list`.
    ///
    /// `locked` means that the task exceeds the free limit and is read-only.
    static let row: [Field<TaskList.Row>] = [
        Field(
            "id", title: "Id", "the identifier; its end is enough to name it",
            cell: { StyledText($0.task.id.shortForm, .muted) }
        ) {
            .text($0.task.id.rawValue)
        },
        Field("title", title: "Task", "what is to be done", cell: title) { .text($0.task.title) },
        Field(
            "done", title: "", "whether it is done for today", cell: { StyledText($0.isDone ? "done" : "", .good) }
        ) {
            .bool($0.isDone)
        },
        Field("due", title: "Due", "the day by which it should be done", cell: due) { .day($0.task.due) },
        Field("priority", title: "Priority", "high, medium or low") { .text($0.task.priority?.rawValue) },
        Field(
            "tags", title: "Tags", "without the sign #",
            cell: { StyledText($0.task.tags.map { "#\($0)" }.joined(separator: " ")) }
        ) {
            .texts($0.task.tags)
        },
        Field("project", title: "Project", "the project that it belongs to") { .text($0.task.project) },
        Field(
            "estimate", title: "Estimate", "the seconds that it should take", alignsRight: true,
            cell: { row in
                StyledText(row.task.estimate.map { Span(seconds: $0).description } ?? "")
            }
        ) { .integer($0.task.estimate) },
        Field(
            "spent", title: "Spent", "seconds of focus spent on it", alignsRight: true,
            cell: { row in
                StyledText(row.task.spent > 0 ? Span.minutes(milliseconds: row.task.spent) : "")
            }
        ) { .integer($0.task.spent / 1000) },
        Field("locked", "whether it is over the limit: you can finish, delete and export it, but not edit it") {
            .bool($0.isLocked)
        },
        overdue,
        Field("recurrence", "daily, weekdays, weekly, monthly, or as in 3d, 2w, 6m") {
            .text($0.task.recurrence?.description)
        },
        Field("reminder", "the time of its reminder on its due day, HH:MM") { .text(reminder($0)) },
        parent, after,
    ]

    private static let parent = Field<TaskList.Row>("parent", "the ID of the task that contains it") {
        .text($0.task.parent?.rawValue)
    }

    private static let after = Field<TaskList.Row>("waitsFor", "the identifiers of the open tasks that it waits for") {
        .texts($0.awaited.map(\.id.rawValue))
    }

    private static let state = Field<TaskList.Row>(
        "done", title: "State", "whether it is done for today",
        cell: { $0.isDone ? StyledText("done", .good) : StyledText($0.isOverdue ? "overdue" : "open") }
    ) { .bool($0.isDone) }

    private static let overdue = Field<TaskList.Row>("overdue", "whether it should have been done on an earlier day") {
        .bool($0.isOverdue)
    }

    /// The fields of one task, with its note and annotations.
    static let detail: [Field<TaskList.Row>] =
        row.filter { !["overdue", "recurrence", "reminder", "parent", "waitsFor"].contains($0.name) }.map {
            $0.name == "done" ? state : $0
        } + [
            Field("recurrence", title: "Repeats", "daily, weekdays, weekly, monthly, or as in 3d, 2w, 6m") {
                .text($0.task.recurrence?.description)
            },
            Field("reminder", title: "Reminds at", "the time of its due day, HH:MM") { .text(reminder($0)) },
            Field("createdAt", "when it was written down") { .instant($0.task.createdAt) },
            Field("line", title: "Line", "the line that would add it again") {
                .text(QuickLine.line(of: $0.task.draft))
            },
            overdue,
            Field("note", "its note, which may have several lines") { .text($0.task.note) },
            Field("annotations", "what was noted of it, and when") { row in
                .list(
                    (row.task.annotations ?? []).map {
                        .object([.init("at", .instant($0.at)), .init("text", .text($0.text))])
                    })
            },
            parent, after,
        ]

    /// Returns a task on one line with a status sign, such as "○ Write report  due 2026-11-27  25m
    /// of 1h".
    ///
    /// - Parameter today: today's milliseconds of focus on the task, if they are to be shown.
    static func line(of row: TaskList.Row, today: Int? = nil) -> StyledText {
        let task = row.task
        let due = task.due.map { row.isDone ? "" : row.isOverdue ? "  overdue since \($0)" : "  due \($0)" } ?? ""
        let spent = Span.minutes(milliseconds: task.spent)
        let time = task.estimate.map {
            task.spent > 0 ? "  \(spent) of \(Span(seconds: $0))" : "  \(Span(seconds: $0))"
        }
        let todayText = today.map { $0 > 0 ? ", \(Span.minutes(milliseconds: $0)) today" : "" } ?? ""
        let isOver = task.estimate.map { task.spent > $0 * 1000 } ?? false
        return StyledText(row.isDone ? "✓ " : "○ ", row.isDone ? .good : .muted)
            + StyledText(
                task.title, row.isDone || !row.awaited.isEmpty ? .muted : task.priority == .high ? .title : .plain)
            + StyledText(row.awaited.isEmpty ? "" : " (waits)", .muted)
            + StyledText(declared: due, row.isOverdue ? .bad : .muted)
            + StyledText(declared: time ?? (task.spent > 0 ? "  \(spent)" : ""), isOver ? .bad : .muted)
            + StyledText(declared: todayText, isOver ? .bad : .muted)
    }

    /// Returns the details of a task other than its title as one sentence, or empty text without
    /// details.
    static func sentence(of task: FocusTask) -> String {
        let parts: [String?] =
            [
                task.due.map { "due \($0.spelledOut)" }, task.reminder.map { "reminds at \(ClockTime($0))" },
                task.recurrence.map { "repeats \(words(of: $0))" }, task.priority.map { "\($0.rawValue) priority" },
                task.estimate.map { "estimate \(Span(seconds: $0))" },
            ] + task.tags.map { "#\($0)" } + [task.project.map { "project \($0)" }]
        let sentence = parts.compactMap { $0 }.joined(separator: ", ")
        return sentence.isEmpty ? "" : " \(sentence.capitalizedFirst)."
    }

    /// Returns a recurrence as text, such as "every 3 days".
    private static func words(of recurrence: Recurrence) -> String {
        switch recurrence {
        case .days(1), .weeks(1), .months(1): recurrence.description
        case .weekdays: "on weekdays"
        case .days(let count): "every \(count) days"
        case .weeks(let count): "every \(count) weeks"
        case .months(let count): "every \(count) months"
        }
    }

    /// Returns the time of the reminder, such as `09:00`.
    @Sendable private static func reminder(_ row: TaskList.Row) -> String? {
        row.task.reminder.map { ClockTime($0).description }
    }

    /// Returns the due day and other times of a task, in the form in which they are typed.
    @Sendable private static func due(_ row: TaskList.Row) -> StyledText {
        guard let due = row.task.due else { return StyledText("") }
        let marks = [row.task.reminder.map { "~\(ClockTime($0))" }, row.task.recurrence.map { "*\($0)" }].compactMap {
            $0
        }
        return StyledText(due.description, row.isOverdue ? .bad : .plain)
            + StyledText(row.isOverdue ? " overdue" : "", .bad) + StyledText(marks.map { " \($0)" }.joined(), .muted)
    }

    /// Returns the title, indented below its containing task, with its state.
    @Sendable private static func title(_ row: TaskList.Row) -> StyledText {
        let role: TextRole =
            row.isLocked || row.isDone || !row.awaited.isEmpty ? .muted : row.task.priority == .high ? .title : .plain
        let indent = row.depth == 0 ? "" : String(repeating: "  ", count: min(row.depth, FocusTask.deepest) - 1) + "└ "
        return StyledText(indent, .muted) + StyledText(row.task.title, role)
            + StyledText(row.awaited.isEmpty ? "" : " (waits)", .muted)
            + (row.isLocked ? StyledText(" 🔒 \(LockText.badge)", .muted) : StyledText(""))
    }
}
