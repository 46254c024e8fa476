import Focus
import Kernel
import Terminal

/// The board of today: what there is to do, what the timer is for, what is done.
struct TodayDesk: Sendable {
    let tasks: TaskList
    let timer: FocusTimer
    let history: FocusHistory

    /// How many of each column are shown.
    private static let shown = 8

    var board: Command {
        Command(
            "task today", "Show today: what is to do, what you are doing, what is done",
            discussion: """
                To do is what is due today or overdue; task edit TASK --due today puts something there. Doing is what the timer is for. Below stands how much \
                is left by the estimates, how much you focused today, and whether it fits.
                """,
            examples: [.init("task today", "The board")], returns: .list(TodayDesk.fields)
        ) {
            let board = try day()
            var output = Output.list(
                board.entries, TodayDesk.fields, empty: "Nothing is due today, and nothing is done yet.",
                next: board.doing != nil
                    ? ["resume", "task next"]
                    : board.toDo.isEmpty
                        ? ["task next", "task list"] : ["start --task \(board.toDo[0].row.task.id.end)", "task next"])
            if !board.entries.isEmpty { output.blocks = TodayDesk.blocks(of: board) }
            return output
        }
    }

    /// A task on the board.
    struct Entry: Sendable {
        enum Column: String { case toDo, doing, done }
        let column: Column
        let row: TaskList.Row
        /// Milliseconds of focus on it today.
        let today: Int
    }

    private struct Board: Sendable {
        var entries: [Entry]
        let focused: Int
        /// What is to do, by its estimates in seconds, and how many have none.
        let left: Int
        let unknown: Int
        /// Seconds until midnight, and the time of day.
        let second: Int
        let doing: String?
        var toDo: [Entry] { entries.filter { $0.column == .toDo } }
    }

    static let fields: [Field<Entry>] =
        [
            Field("column", "toDo, doing or done") { .text($0.column.rawValue) },
            Field("today", "seconds of focus on it today") { .integer($0.today / 1000) },
        ] + TaskFields.row.map { field in Field(field.name, field.help) { field.value($0.row) } }

    private func day() throws -> Board {
        let (now, today) = (timer.time.now(), timer.time.today())
        let session = try timer.session()
        let board = try tasks.board(doing: session?.purpose.task)
        let running = session.map { $0.phase == .focus ? $0.elapsed(at: now) : 0 } ?? 0
        let records = try history.rows(of: today).map(\.record)
        var spent: [Identifier<FocusTask>: Int] = [:]
        for record in records { if let task = record.purpose.task { spent[task, default: 0] += record.focused } }
        if let task = session?.purpose.task { spent[task, default: 0] += running }
        func entries(_ rows: [TaskList.Row], _ column: Entry.Column) -> [Entry] {
            rows.map { Entry(column: column, row: $0, today: spent[$0.task.id] ?? 0) }
        }
        let doing = board.doing.map { [$0] } ?? []
        let left = (doing + board.toDo).map { row in
            TodayDesk.left(row.task, running: session?.purpose.task == row.task.id ? running : 0)
        }
        return Board(
            entries: entries(board.toDo, .toDo) + entries(doing, .doing) + entries(board.done, .done),
            focused: records.reduce(0) { $0 + $1.focused } + running, left: left.compactMap { $0 }.reduce(0, +),
            unknown: left.count { $0 == nil }, second: timer.time.calendar.secondOfDay(of: now),
            doing: session.map { $0.purpose.title ?? $0.purpose.preset })
    }

    /// Seconds that a task still wants; nil without an estimate.
    private static func left(_ task: FocusTask, running: Int) -> Int? {
        task.estimate.map { max(0, $0 - (task.spent + running) / 1000) }
    }

    private static func blocks(of board: Board) -> [Block] {
        func column(_ column: Entry.Column, _ title: String, _ nothing: String) -> [Block] {
            let entries = board.entries.filter { $0.column == column }
            let lines = entries.prefix(shown).map { Block.paragraph(TaskFields.line(of: $0.row, today: $0.today)) }
            let more = entries.count - lines.count
            return [.heading(StyledText(declared: title))]
                + (lines.isEmpty ? [.paragraph(StyledText(declared: nothing, .muted))] : lines)
                + (more > 0 ? [.paragraph(StyledText("and \(more) more", .muted))] : [])
        }
        let doing = board.doing.map { "The timer runs: \($0)." } ?? "The timer does not run."
        return column(.toDo, "To do", "Nothing is due.") + [.gap] + column(.doing, "Doing", doing) + [.gap]
            + column(.done, "Done today", "Nothing yet.") + [.gap, .paragraph(StyledText(declared: sum(of: board), .muted))]
    }

    /// What is left by the estimates, what was focused, and whether it fits into the day, with a break of 5 minutes after each 25.
    private static func sum(of board: Board) -> String {
        let focused = "\(Span.minutes(milliseconds: board.focused)) of focus today."
        let unknown =
            board.unknown == 0
            ? ""
            : board.unknown == 1
                ? " 1 task without an estimate is not counted."
                : " \(board.unknown) tasks without an estimate are not counted."
        guard board.left >= 60 else { return focused + unknown }
        let whole = board.left + (board.left - 1) / 1500 * 300
        let end = board.second + whole
        let fits =
            end < 86_400
            ? "with a break of 5 minutes after each 25, done by \(ClockTime(end))"
            : "more than today has left: \(duration(86_400 - board.second)) until midnight"
        return "\(focused) \(duration(board.left)) to do, \(fits).\(unknown)"
    }

    private static func duration(_ seconds: Int) -> String { Span(seconds: seconds / 60 * 60).description }
}
