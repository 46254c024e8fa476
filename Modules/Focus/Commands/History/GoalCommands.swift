import Focus
import Interface
import Kernel

/// The commands of `goal`: the focus that a day and a week should have.
struct GoalCommands: Sendable {
    let goals: FocusGoals

    static let fields: [Field<FocusGoals.Tally>] = [
        Field(
            "day", title: "Each day", "seconds of focus that each day should have; nothing for no goal",
            cell: { goal($0.day) }
        ) {
            .integer($0.day)
        },
        Field(
            "today", title: "Today", "seconds of focus today",
            cell: { StyledText(Span.minutes(milliseconds: $0.today * 1000)) }
        ) {
            .integer($0.today)
        },
        Field(
            "week", title: "Each week",
            "seconds of focus that each week, Monday to Sunday, should have; nothing for no goal",
            cell: { goal($0.week) }
        ) { .integer($0.week) },
        Field(
            "thisWeek", title: "This week", "seconds of focus this week",
            cell: { StyledText(Span.minutes(milliseconds: $0.thisWeek * 1000)) }
        ) { .integer($0.thisWeek) },
    ]

    /// Returns a goal as text.
    private static func goal(_ seconds: Int?) -> StyledText {
        seconds.map { StyledText(Span(seconds: $0).description) } ?? "no goal"
    }

    /// Returns a label and a value for each goal that is set, for example "Goal today" and "45m of
    /// 2h".
    static func facts(_ tally: FocusGoals.Tally) -> [(String, String)] {
        let goals = [("Goal today", tally.day, tally.today), ("Goal this week", tally.week, tally.thisWeek)]
        return goals.compactMap { name, goal, progress in
            goal.map { goal in
                let progressText = "\(Span.minutes(milliseconds: progress * 1000)) of \(Span(seconds: goal))"
                return (name, progress >= goal ? "\(progressText), reached" : progressText)
            }
        }
    }

    var show: Command {
        Command(
            "goal show", "Show your goals, and how far you are", examples: [.init("goal show", "Today and this week")],
            returns: .one(GoalCommands.fields)
        ) {
            let tally = try goals.tally()
            return .one(tally, GoalCommands.fields, next: [tally.day == nil ? "goal day 2h" : "stats"])
        }
    }

    var day: Command {
        setting("goal day", "Set how much focus each day should have", "2h", "Two hours a day") {
            try goals.set(day: $0)
        }
    }
    var week: Command {
        setting("goal week", "Set how much focus each week should have", "10h", "Ten hours from Monday to Sunday") {
            try goals.set(week: $0)
        }
    }

    /// A length of time, or no goal.
    private enum GoalSetting: Sendable {
        case none
        case seconds(Int)
    }

    private static let goalSetting = ValueKind<GoalSetting>("TIME", values: "2h, 1h30m, off") { word, context in
        word == "off" ? .none : .seconds(try ValueKind<Int>.duration.parse(word, context))
    }

    /// Returns the command that sets one goal.
    ///
    /// - Parameter set: stores the goal in seconds, or removes it for nil.
    private func setting(
        _ name: String, _ summary: String, _ example: String, _ meaning: String,
        _ set: @escaping @Sendable (Int?) throws -> Void
    ) -> Command {
        Command(
            name, summary, examples: [.init("\(name) \(example)", meaning), .init("\(name) off", "No goal")],
            .argument("time", GoalCommands.goalSetting, "how much; off for no goal"),
            returns: .one(GoalCommands.fields),
            changes: true
        ) { goalSetting in
            let seconds: Int? = if case .seconds(let seconds) = goalSetting { seconds } else { nil }
            try set(seconds)
            let isOfDay = name.hasSuffix("day")
            let notice =
                seconds.map(Span.init(seconds:)).map {
                    isOfDay ? "The goal of each day is \($0)." : "The goal of each week is \($0)."
                } ?? (isOfDay ? "There is no goal of each day now." : "There is no goal of each week now.")
            return .changed(notice, try goals.tally(), GoalCommands.fields, next: ["goal show"])
        }
    }
}
