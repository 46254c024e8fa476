import Focus
import Interface
import Kernel

/// The board of today with the columns to do, doing and done.
struct TodayCommand: Sendable {
    let tasks: TaskList
    let timer: FocusTimer
    let history: FocusHistory

    /// The number of tasks that each column shows.
    private static let mostLines = 8

    var board: Command {
        Command(
            "task today", "Show today: what is to do, what you are doing, what is done",
            discussion: """
                To do is what is due today or overdue; task edit TASK --due today puts something there. Doing is what the timer is for. Below stands how much \
                is left by the estimates, how much you focused today, and whether it fits.
                """,
            examples: [.init("task today", "The board")], returns: .list(TodayCommand.fields)
        ) {
            let board = try makeBoard()
            var output = Output.list(
                board.entries, TodayCommand.fields, empty: "Nothing is due today, and nothing is done yet.",
                next: board.doing != nil
                    ? ["resume", "task next"]
                    : board.toDo.isEmpty
                        ? ["task next", "task list"]
                        : ["start --task \(board.toDo[0].row.task.id.shortForm)", "task next"])
            if !board.entries.isEmpty { output.blocks = TodayCommand.blocks(of: board) }
            return output
        }
    }

    /// A task on the board.
    struct Entry: Sendable {
        enum Column: String { case toDo, doing, done }
        let column: Column
        let row: TaskList.Row
        /// Milliseconds of focus on the task today.
        let today: Int
    }

    /// The content of the board.
    private struct Board: Sendable {
        var entries: [Entry]
        /// Milliseconds of focus today.
        let focused: Int
        /// The estimated seconds of remaining work.
        let remaining: Int
        /// The number of open tasks without an estimate.
        let unestimatedCount: Int
        /// The seconds since midnight.
        let secondOfDay: Int
        /// The title of the session's task or its preset, or nil without a session.
        let doing: String?
        var toDo: [Entry] { entries.filter { $0.column == .toDo } }
    }

    static let fields: [Field<Entry>] =
        [
            Field("column", "toDo, doing or done") { .text($0.column.rawValue) },
            Field("today", "seconds of focus on it today") { .integer($0.today / 1000) },
        ] + TaskFields.row.map { field in Field(field.name, field.help) { field.value($0.row) } }

    /// Reads the tasks, the session and the focus of today.
    private func makeBoard() throws -> Board {
        let now = timer.time.now()
        let today = timer.time.today()
        let session = try timer.session()
        let dayTasks = try tasks.board(doing: session?.purpose.task)
        let runningMilliseconds = session.map { $0.phase == .focus ? $0.elapsed(at: now) : 0 } ?? 0
        let records = try history.rows(of: today).map(\.record)
        var spentToday: [Identifier<FocusTask>: Int] = [:]
        for record in records { if let task = record.purpose.task { spentToday[task, default: 0] += record.focused } }
        if let task = session?.purpose.task { spentToday[task, default: 0] += runningMilliseconds }
        /// Returns the tasks of a column with today's focus on each.
        func entries(_ rows: [TaskList.Row], _ column: Entry.Column) -> [Entry] {
            rows.map { Entry(column: column, row: $0, today: spentToday[$0.task.id] ?? 0) }
        }
        let doing = dayTasks.doing.map { [$0] } ?? []
        let estimates = (doing + dayTasks.toDo).map { row in
            TodayCommand.remainingEstimate(
                row.task, running: session?.purpose.task == row.task.id ? runningMilliseconds : 0)
        }
        return Board(
            entries: entries(dayTasks.toDo, .toDo) + entries(doing, .doing) + entries(dayTasks.done, .done),
            focused: records.reduce(0) { $0 + $1.focused } + runningMilliseconds,
            remaining: estimates.compactMap { $0 }.reduce(0, +),
            unestimatedCount: estimates.count { $0 == nil }, secondOfDay: timer.time.calendar.secondOfDay(of: now),
            doing: session.map { $0.purpose.title ?? $0.purpose.preset })
    }

    /// Returns the seconds that remain of a task's estimate, or nil without an estimate.
    private static func remainingEstimate(_ task: FocusTask, running runningMilliseconds: Int) -> Int? {
        task.estimate.map { max(0, $0 - (task.spent + runningMilliseconds) / 1000) }
    }

    /// Returns the board for people.
    private static func blocks(of board: Board) -> [Block] {
        /// Returns a column of the board under its title.
        func column(_ column: Entry.Column, _ title: String, _ emptyText: String) -> [Block] {
            let entries = board.entries.filter { $0.column == column }
            let lines = entries.prefix(mostLines).map { Block.paragraph(TaskFields.line(of: $0.row, today: $0.today)) }
            let hiddenCount = entries.count - lines.count
            return [.heading(StyledText(declared: title))]
                + (lines.isEmpty ? [.paragraph(StyledText(declared: emptyText, .muted))] : lines)
                + (hiddenCount > 0 ? [.paragraph(StyledText("and \(hiddenCount) more", .muted))] : [])
        }
        let doing = board.doing.map { "The timer runs: \($0)." } ?? "The timer does not run."
        return column(.toDo, "To do", "Nothing is due.") + [.gap] + column(.doing, "Doing", doing) + [.gap]
            + column(.done, "Done today", "Nothing yet.") + [
                .gap, .paragraph(StyledText(declared: summary(of: board), .muted)),
            ]
    }

    /// Returns a summary of today's focus and the remaining estimates.
    ///
    /// It reports whether the rest fits into the day, with a 5-minute break after each 25 minutes.
    private static func summary(of board: Board) -> String {
        let focused = "\(Span.minutes(milliseconds: board.focused)) of focus today."
        let unestimatedText =
            board.unestimatedCount == 0
            ? ""
            : board.unestimatedCount == 1
                ? " 1 task without an estimate is not counted."
                : " \(board.unestimatedCount) tasks without an estimate are not counted."
        guard board.remaining >= 60 else { return focused + unestimatedText }
        let secondsWithBreaks = board.remaining + (board.remaining - 1) / 1500 * 300
        let end = board.secondOfDay + secondsWithBreaks
        let fitText =
            end < 86_400
            ? "with a break of 5 minutes after each 25, done by \(ClockTime(end))"
            : "more than today has left: \(duration(86_400 - board.secondOfDay)) until midnight"
        return "\(focused) \(duration(board.remaining)) to do, \(fitText).\(unestimatedText)"
    }

    /// Returns seconds as whole minutes, such as `1h30m`.
    private static func duration(_ seconds: Int) -> String { Span(seconds: seconds / 60 * 60).description }
}
