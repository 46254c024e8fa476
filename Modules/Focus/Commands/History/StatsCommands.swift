import Focus
import Interface
import Kernel

/// The commands of `stats`.
struct StatsCommands: Sendable {
    let history: FocusHistory
    let goals: FocusGoals
    let time: TimeSource

    /// The figures of `stats`.
    struct Statistics: Sendable {
        /// The requested days.
        let range: DayRange
        /// The sums of today, whatever days were requested.
        let today: FocusHistory.Total
        /// The sums of the last seven days, including today.
        let week: FocusHistory.Total
        /// The requested days that have focus.
        let days: [FocusDay]
        let goals: FocusGoals.Tally
        /// The current number of consecutive days with focus.
        let streak: Int
        /// The unit that `--by` names.
        let division: Grouping
        /// The focus of those days, divided by `division`.
        let parts: [FocusPart]
        let byTag: [FocusPart]
        let byProject: [FocusPart]

        /// Milliseconds of focus in those days.
        var focused: Int { days.reduce(0) { $0 + $1.focused } }
        var completed: Int { days.reduce(0) { $0 + $1.completed } }
        /// Milliseconds of focus that the user entered.
        var byHand: Int { days.reduce(0) { $0 + $1.byHand } }
        var inner: Int { days.reduce(0) { $0 + $1.inner } }
        var outer: Int { days.reduce(0) { $0 + $1.outer } }
    }

    /// The output fields of the figures.
    static let sums: [Field<Statistics>] = [
        Field("today", "seconds of focus today") { .integer($0.today.focused / 1000) },
        Field("todayCompleted", "full rounds today") { .integer($0.today.completed) },
        Field("week", "seconds of focus in seven days, including today") { .integer($0.week.focused / 1000) },
        Field("weekCompleted", "full rounds in those days") { .integer($0.week.completed) },
        Field("streak", "days in a row with focus") { .integer($0.streak) },
        Field("days", "seconds of focus by day, of the days that were asked for; seven when none were") { sums in
            .list(
                sums.days.map { .object([.init("day", .day($0.day)), .init("focused", .integer($0.focused / 1000))]) })
        },
        Field("tags", "seconds of focus in those days, by tag, largest first") { .list(parts($0.byTag)) },
        Field("projects", "seconds of focus in those days, by project, largest first") { .list(parts($0.byProject)) },
        Field("from", "the first of those days") { .day($0.range.first) },
        Field("to", "the last of those days") { .day($0.range.last) },
        Field("focused", "seconds of focus in those days") { .integer($0.focused / 1000) },
        Field("completed", "full rounds in those days") { .integer($0.completed) },
        Field("byHand", "seconds of focus in those days that were written by hand") { .integer($0.byHand / 1000) },
        Field("inner", "interruptions from yourself in those days") { .integer($0.inner) },
        Field("outer", "interruptions from others in those days") { .integer($0.outer) },
        Field("by", "what the parts are by: \(Grouping.allCases.map(\.rawValue).joined(separator: ", "))") {
            .text($0.division.rawValue)
        },
        Field("parts", "seconds of focus by that, each with a name; without a name is what has no project or task") {
            .list(parts($0.parts))
        },
        Field("dayGoal", "seconds of focus that each day should have; nothing for no goal") { .integer($0.goals.day) },
        Field("weekGoal", "seconds of focus that each week should have; nothing for no goal") {
            .integer($0.goals.week)
        },
    ]

    /// Returns parts as objects with name and seconds.
    private static func parts(_ parts: [FocusPart]) -> [OutputValue] {
        parts.map { .object([.init("name", .text($0.name)), .init("focused", .integer($0.focused / 1000))]) }
    }

    var stats: Command {
        Command(
            "stats", "Show totals: of today and the last seven days, or of any days, by day, tag, project or hour",
            discussion: """
                --by adds up by \(Grouping.allCases.map(\.rawValue).joined(separator: ", ")). --heat draws each day as a square, the darker the more focus it has; of \
                a year unless you name other days.
                """,
            examples: [
                .init("stats", "Your totals"), .init("stats 'last month' --by project", "Where a month went"),
                .init("stats 2026 --by month", "A year"), .init("stats --heat", "A year as a calendar"),
            ],
            .range(time, shown: nil), RecordFilter.parameter,
            Parameter<Grouping?>.option("by", .choice("WHAT"), shown: "day", "what to add up by"),
            .flag("heat", "as a calendar of squares"), returns: .one(StatsCommands.sums)
        ) { requestedRange, filter, grouping, isHeat in
            let today = time.today()
            let defaultRange =
                isHeat ? DayRange(first: today.monday.adding(days: -52 * 7), last: today) : .last(7, to: today)
            let isPlain = requestedRange == nil && filter.isEmpty && grouping == nil && !isHeat
            let sums = try sums(requestedRange ?? defaultRange, filter, grouping ?? .day)
            return .one(
                sums, StatsCommands.sums, blocks: isPlain ? summary(sums) : body(sums, filter, isHeat: isHeat),
                next: ["history"])
        }
    }

    /// Computes the figures of a range of days, for the records that the filter lets pass.
    private func sums(_ range: DayRange, _ filter: RecordFilter, _ grouping: Grouping) throws -> Statistics {
        let today = time.today()
        let needsRecords = grouping.needsRecords || !filter.isEmpty
        let records =
            try needsRecords
            ? history.rows(from: range.first, through: range.last).map(\.record).filter(filter.matches) : []
        let days =
            filter.isEmpty
            ? try history.days(from: range.first, through: range.last)
            : Dictionary(grouping: records, by: \.day).map { FocusDay($0.key, records: $0.value) }.sorted {
                $0.day < $1.day
            }
        func parts(_ grouping: Grouping) -> [FocusPart] {
            grouping.parts(of: days, records: records, calendar: time.calendar)
        }
        return Statistics(
            range: range, today: try history.total(from: today, through: today),
            week: try history.total(from: today.adding(days: -6), through: today), days: days, goals: try goals.tally(),
            streak: try history.streak(), division: grouping, parts: parts(grouping), byTag: parts(.tag),
            byProject: parts(.project).filter { !$0.name.isEmpty })
    }

    /// Returns the short form, for a command without options.
    private func summary(_ sums: Statistics) -> [Block] {
        let groupings = [("By tag", sums.byTag), ("By project", sums.byProject)].filter { !$0.1.isEmpty }
        let goals = GoalCommands.facts(sums.goals).map { (name: $0.0, value: StyledText($0.1)) }
        return [
            .facts(
                [
                    (
                        name: "Today",
                        value: "\(minutes(sums.today.focused)), \(counted(sums.today.completed, "full round"))"
                    ),
                    (
                        name: "Seven days",
                        value: "\(minutes(sums.week.focused)), \(counted(sums.week.completed, "full round"))"
                    ),
                    (name: "Streak", value: "\(counted(sums.streak, "day"))"),
                ] + goals + remarks(sums)), .gap, .bars(BarChart(everyDay(sums))),
        ]
            + groupings.flatMap { name, parts -> [Block] in
                [
                    .gap, .heading(StyledText(declared: name)),
                    .bars(BarChart(parts.prefix(10).map { bar($0, .tag) })),
                ]
            }
    }

    /// The longest list of days that includes days without focus.
    private static let everyDay = 31
    /// The number of parts shown in a list by size.
    private static let mostParts = 30

    /// Returns the figures of the requested days, as bars or as a calendar.
    private func body(_ sums: Statistics, _ filter: RecordFilter, isHeat: Bool) -> [Block] {
        let days = sums.range.first == Day(ordinal: .min) ? "all days to \(sums.range.last)" : "\(sums.range.text)"
        let heading = Block.heading(
            StyledText(declared: ([days] + (filter.isEmpty ? [] : [filter.text])).joined(separator: ", ")))
        guard sums.focused > 0 else { return [heading, .paragraph("No focus here yet.")] }
        let facts = Block.facts(
            [
                (name: "Focus", value: "\(minutes(sums.focused)), \(counted(sums.completed, "full round"))"),
                (name: "Days", value: "\(counted(sums.days.count, "day")) with focus"),
            ] + remarks(sums))
        if isHeat { return [heading, facts, .gap, heatMap(sums)] }
        let length = sums.range.last.days(since: sums.range.first)
        let isEveryDay = sums.division == .day && length < StatsCommands.everyDay
        let parts = sums.division == .hour ? hoursWithFocus(sums.parts) : sums.parts
        let shownParts = sums.division.isChronological ? parts : Array(parts.prefix(StatsCommands.mostParts))
        let hiddenCount = parts.count - shownParts.count
        return [heading, facts, .gap]
            + [.bars(BarChart(isEveryDay ? everyDay(sums) : shownParts.map { bar($0, sums.division) }))]
            + (hiddenCount > 0
                ? [.paragraph(StyledText("And \(hiddenCount) more; --json has all of them.", .muted))] : [])
    }

    /// Returns the interruptions and the focus entered by hand, if there are any.
    private func remarks(_ sums: Statistics) -> [(name: String, value: StyledText)] {
        var facts: [(name: String, value: StyledText)] = []
        if sums.inner + sums.outer > 0 {
            facts.append(("Interruptions", StyledText("\(sums.inner) from yourself, \(sums.outer) from others")))
        }
        if sums.byHand > 0 { facts.append(("By hand", StyledText(minutes(sums.byHand)))) }
        return facts
    }

    /// Returns the hours from the first to the last with focus.
    private func hoursWithFocus(_ hours: [FocusPart]) -> [FocusPart] {
        guard let first = hours.firstIndex(where: { $0.focused > 0 }),
            let last = hours.lastIndex(where: { $0.focused > 0 })
        else { return [] }
        return Array(hours[first...last])
    }

    /// Returns a bar for each day of the range.
    private func everyDay(_ sums: Statistics) -> [BarChart.Bar] {
        let focused = Dictionary(sums.days.map { ($0.day, $0.focused) }, uniquingKeysWith: +)
        return (sums.range.first.ordinal...sums.range.last.ordinal).map(Day.init(ordinal:)).map { day in
            BarChart.Bar(day.description, Double(focused[day] ?? 0), figure: minutes(focused[day] ?? 0))
        }
    }

    /// Returns a calendar with a square for each day.
    private func heatMap(_ sums: Statistics) -> Block {
        // A long chart begins at the first day with focus, since earlier centuries are empty.
        let isLong = sums.range.last.days(since: sums.range.first) > 54 * 7
        let first = isLong ? max(sums.range.first, sums.days.first?.day ?? sums.range.first) : sums.range.first
        let focused = Dictionary(sums.days.map { ($0.day, $0.focused) }, uniquingKeysWith: +)
        let last = min(sums.range.last, max(time.today(), sums.days.last?.day ?? first))
        let values = (first.ordinal...max(first, last).ordinal).map { Double(focused[Day(ordinal: $0)] ?? 0) }
        return .days(DayGrid(from: first, values, maximumLabel: minutes(Int(values.max() ?? 0))))
    }

    /// Returns the bar of a part.
    private func bar(_ part: FocusPart, _ grouping: Grouping) -> BarChart.Bar {
        let name =
            part.name.isEmpty ? "no \(grouping.rawValue)" : grouping == .week ? "week of \(part.name)" : part.name
        return BarChart.Bar(name, Double(part.focused), figure: minutes(part.focused))
    }

    private func minutes(_ milliseconds: Int) -> String { Span.minutes(milliseconds: milliseconds) }
}
