import Focus
import Interface
import Kernel

/// The home card of Focus: the timer, today's focus and the most pressing tasks.
struct FocusCard: Sendable {
    let timer: FocusTimer
    let tasks: TaskList
    let history: FocusHistory
    let goals: FocusGoals

    /// The number of tasks on the card.
    static let shown = 3

    var card: HomeCard {
        HomeCard("focus", order: 10) {
            let moment = try timer.session().map { TimerMoment(session: $0, now: timer.time.now()) }
            let today = timer.time.today()
            let focused = try history.total(from: today, through: today).focused
            let pressing = try tasks.pressing(limit: FocusCard.shown)
            return HomeCard.Content(
                panels: [try timerBlocks(moment), try todayBlocks(focused), taskBlocks(pressing)],
                suggestedStep: suggestedStep(moment, pressing),
                members: [
                    .init(
                        "timer",
                        moment.map { moment in .object(TimerMoment.fields.map { .init($0.name, $0.value(moment)) }) }
                            ?? .null),
                    .init("today", .integer(focused / 1000)), .init("tasks", .text(try tasks.usage())),
                    .init("next", .texts(pressing.map(\.task.title))),
                ], next: nextCommands(moment, pressing))
        }
    }

    /// Returns the timer with a progress bar of its phase.
    private func timerBlocks(_ moment: TimerMoment?) throws -> [Block] {
        guard let moment else {
            let hint = try history.isEmpty() ? "◉ Ready for your first session" : "◉ Ready when you are"
            return [.paragraph(StyledText(declared: hint, .accent))]
        }
        let title = moment.session.purpose.title.map { StyledText(" · \($0)") } ?? ""
        let sentence = Block.paragraph(StyledText(declared: "◉ " + moment.sentence, .accent) + title)
        guard let remaining = moment.session.remaining(at: moment.now), moment.session.stage != .over else {
            return [sentence]
        }
        let elapsed = moment.session.elapsed(at: moment.now)
        let bar = BarChart.Bar("", Double(elapsed), figure: moment.clock)
        return [sentence, .bars(BarChart([bar], full: Double(max(1, elapsed + remaining))))]
    }

    /// Returns today's totals, or nothing before the first session.
    private func todayBlocks(_ focused: Int) throws -> [Block] {
        guard try !history.isEmpty() else { return [] }
        let today = timer.time.today()
        let rounds = try history.total(from: today, through: today).completed
        var facts: [(name: String, value: StyledText)] = [
            (
                "Focus",
                StyledText(Span.minutes(milliseconds: focused), focused > 0 ? .accent : .plain)
                    + StyledText(", \(counted(rounds, "full round"))")
            ),
            ("Streak", StyledText(counted(try history.streak(), "day"))),
        ]
        facts += GoalCommands.facts(try goals.tally()).map { ($0.0, StyledText($0.1)) }
        // Without Pro the card shows no level and no advertisement.
        if let reached = try? history.experience() {
            let missing: StyledText = reached.xpToNextLevel.map { ", \($0) XP to the next" } ?? ""
            facts.append(("Level", StyledText("\(reached.level) of \(Levels.last)") + missing))
        }
        return [.heading("Today"), .facts(facts)]
    }

    /// Returns the most pressing tasks with their due days.
    private func taskBlocks(_ pressing: [TaskList.Row]) -> [Block] {
        guard !pressing.isEmpty else {
            return [
                .heading("Next tasks"),
                .paragraph(StyledText("No tasks yet: write down what you want to focus on.", .muted)),
            ]
        }
        return [.heading("Next tasks")]
            + pressing.map { row in
                let due = row.task.due.map { row.isOverdue ? "  overdue since \($0)" : "  due \($0)" } ?? ""
                return .paragraph(
                    StyledText("· \(row.task.title)") + StyledText(declared: due, row.isOverdue ? .warning : .muted))
            }
    }

    /// Returns the command that the home screen proposes first.
    private func suggestedStep(_ moment: TimerMoment?, _ pressing: [TaskList.Row]) -> HomeCard.Step? {
        switch moment?.session.stage {
        case .running: .init("resume", because: "shows the clock", rank: 10)
        case .paused: .init("resume", because: "the timer is paused", rank: 10)
        case .ready: .init("resume", because: "the next round is ready", rank: 10)
        case .away: .init("resume", because: "say what the time away was", rank: 10)
        case .over, nil:
            pressing.first.map { .init("start", because: "first of your tasks: \($0.task.title)", rank: 20) }
                ?? .init("start", because: "a round of focus", rank: 20)
        }
    }

    /// Returns the commands that fit the state of the timer.
    private func nextCommands(_ moment: TimerMoment?, _ pressing: [TaskList.Row]) -> [String] {
        switch moment?.session.stage {
        case .running: ["resume", moment?.session.phase.isBreak == true ? "skip" : "pause", "stop"]
        case .paused, .ready, .away: ["resume", "stop"]
        case .over, nil: pressing.isEmpty ? ["start", "task add 'Write report @friday 30m'"] : ["start", "task list"]
        }
    }
}
