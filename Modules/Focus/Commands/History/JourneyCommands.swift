import Focus
import Interface
import Kernel

/// The commands of `journey` and of the streak.
struct JourneyCommands: Sendable {
    let journey: Journey
    let goals: FocusGoals
    let time: TimeSource

    var overview: Command {
        Command(
            "journey", "Show your habits: best hours, trend, streak",
            discussion: """
                The last \(RecentWeeks.weeks) weeks. Best hours are the two hours together that have the most focus. The trend is the median of the changes between all \
                pairs of whole weeks (Theil and Sen), with the range in which it lies in 95 of 100 cases. With fewer than \(RecentWeeks.enoughDays) days of focus \
                it says that it is too early.
                """,
            examples: [.init("journey", "Where you stand")], returns: .one(JourneyFields.overview)
        ) {
            let overview = try journey.overview()
            return .one(
                overview, JourneyFields.overview, blocks: try blocks(overview),
                next: ["journey week", "journey day", "report --to focus.html"])
        }
    }

    var week: Command {
        periodCommand(
            "journey week", "Show one week, day by day",
            "last week's Monday, or any day of the week; this week if left out"
        ) {
            DayRange(first: $0.monday, last: $0.monday.adding(days: 6))
        }
    }
    var day: Command {
        periodCommand("journey day", "Show one day, hour by hour", "which day; today if left out") {
            DayRange(first: $0, last: $0)
        }
    }

    var repair: Command {
        Command(
            "journey repair", "Repair one missed day, so that it does not break your streak",
            discussion:
                "One day of each calendar month, up to \(StreakPause.longestRepairAge) days back. It bridges the row and does not count in it.",
            examples: [.init("journey repair yesterday", "Yesterday")],
            .argument("day", .pastDay, "the missed day"), returns: .one(JourneyFields.pause), changes: true
        ) { day in
            let streakPause = try journey.repair(day)
            return .changed(
                "Repaired \(day.spelledOut) (\(streakPause.id)).", streakPause, JourneyFields.pause,
                next: ["journey", "undo"])
        }
    }

    var pause: Command {
        Command(
            "journey pause", "Plan days without focus that do not break your streak",
            discussion: """
                For a holiday: from today or later, \(StreakPause.longest) days at most. Without days it lists what is planned and repaired; --off ends the pauses that \
                are not over.
                """,
            examples: [
                .init("journey pause tomorrow 'in 2 weeks'", "A holiday"), .init("journey pause --off", "Back again"),
                .init("journey pause", "What is planned"),
            ],
            .optionalArgument("from", .day, "the first day"),
            .optionalArgument("to", .day, "the last day; that one day if left out"),
            .flag("off", "end the pauses that are not over"), returns: .list(JourneyFields.pause), changes: true
        ) { first, last, off in
            guard !(off && first != nil) else {
                throw Failure(.pauseAndOff, "--off and days cannot be used together.", kind: .usage)
            }
            if off {
                let endedPauses = try journey.endPauses()
                return changedOutput(
                    endedPauses,
                    endedPauses.isEmpty ? "No pause is planned." : "Ended \(counted(endedPauses.count, "pause")).")
            }
            guard let first else {
                return .list(
                    try journey.streakPauses(), JourneyFields.pause, heading: "Pauses and repairs",
                    empty: "No pause is planned, and no day was repaired.",
                    next: ["journey pause tomorrow 'in 2 weeks'"])
            }
            let streakPause = try journey.pause(from: first, through: last ?? first)
            return changedOutput(
                [streakPause],
                "Planned a pause from \(streakPause.first.spelledOut) to \(streakPause.last.spelledOut) (\(streakPause.id))."
            )
        }
    }

    /// Returns the output after a change of pauses, with a notice instead of the list.
    private func changedOutput(_ streakPauses: [StreakPause], _ notice: String) -> Output {
        var output = Output.list(streakPauses, JourneyFields.pause, empty: "", next: ["journey", "undo"])
        (output.blocks, output.notice) = ([], notice)
        return output
    }

    // MARK: - Output

    /// Returns a command that shows one period.
    ///
    /// - Parameter range: returns the period that contains a day.
    private func periodCommand(
        _ name: String, _ summary: String, _ help: String, _ range: @escaping @Sendable (Day) -> DayRange
    )
        -> Command
    {
        Command(
            name, summary, examples: [.init(name, "The present one"), .init("\(name) '8 days ago'", "An earlier one")],
            .optionalArgument("day", .pastDay, help), returns: .one(JourneyFields.period)
        ) { day in
            let range = range(day ?? time.today())
            let period = try journey.period(from: range.first, through: range.last)
            let title = range.isDay ? range.first.spelledOut : "Week of \(range.first.spelledOut)"
            let facts = facts(JourneyFields.period, period, without: range.isDay ? ["days"] : [])
            let bars = range.isDay ? hours(period) + interruptionBlocks(period) : days(period)
            return .one(
                period, JourneyFields.period,
                blocks: [.heading(StyledText(declared: title)), .facts(facts)]
                    + (period.focused > 0 ? [.gap] + bars : []),
                next: ["journey"])
        }
    }

    /// Returns the overview for people. With too few days it says so instead of the habits.
    private func blocks(_ overview: RecentWeeks) throws -> [Block] {
        let heading = Block.heading(StyledText("Your focus journey"))
        let hiddenFields = overview.isEarly ? ["bestHour", "trend"] : []
        let goals = GoalCommands.facts(try goals.tally()).map { (name: $0.0, value: StyledText($0.1)) }
        let facts = Block.facts(facts(JourneyFields.overview, overview, without: hiddenFields) + goals)
        let tooEarly = Block.paragraph(
            StyledText(
                """
                It is too early to speak of habits: in the last \(RecentWeeks.weeks) weeks there are \(counted(overview.period.days.count, "day")) with focus, and \
                \(RecentWeeks.enoughDays) are needed. Then your best hours are shown here, and after \(Trend.fewest) whole weeks whether you focus more or less from \
                week to week.
                """))
        guard !overview.isEarly else { return [heading, tooEarly, .gap, facts] }
        let weeks = overview.weeks.map {
            BarChart.Bar("week of \($0.monday)", Double($0.focused), figure: JourneyFields.minutes($0.focused))
        }
        return [heading, facts]
            + (weeks.isEmpty ? [] : [.gap, .heading(StyledText("Whole weeks")), .bars(BarChart(weeks))])
            + [.gap, .heading(StyledText("Hours of the day"))] + hours(overview.period)
    }

    /// Returns the titled fields of a record, without the hidden ones.
    private func facts<Record>(_ fields: [Field<Record>], _ record: Record, without hidden: [String]) -> [(
        name: String, value: StyledText
    )] {
        fields.filter { !hidden.contains($0.name) }.compactMap { field in
            field.title.map { (name: $0, value: field.cell(record)) }
        }
    }

    /// Returns bars for the hours from the first to the last with focus.
    private func hours(_ period: JourneyPeriod) -> [Block] {
        let all = period.hours.focused
        guard let first = all.firstIndex(where: { $0 > 0 }), let last = all.lastIndex(where: { $0 > 0 }) else {
            return []
        }
        return [
            .bars(
                BarChart(
                    (first...last).map {
                        BarChart.Bar("\(ClockTime($0 * 3600))", Double(all[$0]), figure: JourneyFields.minutes(all[$0]))
                    }))
        ]
    }

    /// Returns the interruptions of a period and their times.
    private func interruptionBlocks(_ period: JourneyPeriod) -> [Block] {
        guard !period.interruptions.isEmpty else { return [] }
        return [.gap, .heading("Interruptions")]
            + period.interruptions.map { interruption in
                let clock = ClockTime(time.calendar.secondOfDay(of: interruption.at))
                let source = interruption.kind == .inner ? "from yourself" : "from others"
                return .paragraph(StyledText("\(clock)  \(source)\(interruption.note.map { ": \($0)" } ?? "")"))
            }
    }

    /// Returns a bar for each day of a period.
    private func days(_ period: JourneyPeriod) -> [Block] {
        let focused = Dictionary(period.days.map { ($0.day, $0.focused) }, uniquingKeysWith: +)
        let bars = (period.first.ordinal...period.last.ordinal).map(Day.init(ordinal:)).map { day in
            BarChart.Bar(
                "\(day.weekday.rawValue.prefix(3).capitalizedFirst) \(day)", Double(focused[day] ?? 0),
                figure: JourneyFields.minutes(focused[day] ?? 0))
        }
        return [.bars(BarChart(bars))]
    }
}
