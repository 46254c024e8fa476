import Focus
import Kernel
import Terminal

/// Where you stand, on the first screen: the timer, today's focus, the most pressing tasks.
struct FocusCard: Sendable {
    let timer: FocusTimer
    let tasks: TaskList
    let history: FocusHistory

    /// How many tasks it names.
    static let shown = 3

    var card: HomeCard {
        HomeCard("focus", order: 10) {
            let moment = try timer.session().map { TimerMoment(session: $0, now: timer.time.now()) }
            let today = timer.time.today()
            let focused = try history.total(from: today, through: today).focused
            let pressing = try tasks.pressing(limit: FocusCard.shown)
            return HomeCard.Content(
                blocks: try clock(moment, focused) + list(pressing),
                members: [
                    .init(
                        "timer",
                        moment.map { moment in .object(TimerMoment.fields.map { .init($0.name, $0.value(moment)) }) } ?? .null),
                    .init("today", .integer(focused / 1000)), .init("tasks", .text(try tasks.usage())),
                    .init("next", .texts(pressing.map(\.task.title))),
                ], next: next(moment, pressing))
        }
    }

    private func clock(_ moment: TimerMoment?, _ focused: Int) throws -> [Block] {
        guard let moment else {
            let hint = try history.isEmpty() ? "◉ Ready for your first session" : "◉ Ready when you are"
            return [.paragraph(StyledText(hint, .accent))]
                + (focused > 0 ? [.paragraph(StyledText("Today: \(Span.minutes(milliseconds: focused)) of focus.", .muted))] : [])
        }
        return [.paragraph(StyledText("◉ " + moment.sentence + ".", .accent))]
    }

    private func list(_ pressing: [TaskList.Row]) -> [Block] {
        guard !pressing.isEmpty else {
            return [.paragraph(StyledText("No tasks yet: write down what you want to focus on.", .muted))]
        }
        return pressing.map { row in
            .paragraph(StyledText("· \(row.task.title)") + StyledText(row.task.due.map { "  due \($0)" } ?? "", .muted))
        }
    }

    private func next(_ moment: TimerMoment?, _ pressing: [TaskList.Row]) -> [String] {
        switch moment?.session.stage {
        case .running: ["resume", moment?.session.phase.isBreak == true ? "skip" : "pause", "stop"]
        case .paused, .ready, .away: ["resume", "stop"]
        case .over, nil: pressing.isEmpty ? ["start", "task add 'Write report @friday 30m'"] : ["start", "task list"]
        }
    }
}
