import Documents
import Focus
import Kernel
import Terminal

/// What was focused: `history`, `stats`, `xp`, `export`.
struct HistoryDesk: Sendable {
    let history: FocusHistory
    let time: TimeSource

    private var fields: [Field<FocusHistory.Row>] { HistoryDesk.fields(by: time.calendar) }

    /// - Parameter calendar: by which times of day are shown.
    static func fields(by calendar: LocalCalendar) -> [Field<FocusHistory.Row>] {
        [
            Field("id", "the record's identifier") { .text($0.record.id.rawValue) },
            Field("day", title: "Day", "the local day on which it began") { .day($0.record.day) },
            Field(
                "start", title: "Time", "when it began; nothing when locked",
                cell: { row in
                    let times = [row.record.start, row.record.end].map { ClockTime(calendar.secondOfDay(of: $0)).description }
                    return StyledText(row.isLocked ? "" : times.joined(separator: "–"))
                }
            ) { $0.isLocked ? .null : .instant($0.record.start) },
            Field("end", "when it ended; nothing when locked") { $0.isLocked ? .null : .instant($0.record.end) },
            Field(
                "focused", title: "Focus", "seconds of focus; nothing when locked", alignsRight: true,
                cell: { row in
                    row.isLocked
                        ? StyledText("🔒 \(LockText.badge)", .muted) : StyledText(Span.minutes(milliseconds: row.record.focused))
                }
            ) { $0.isLocked ? .null : .integer($0.record.focused / 1000) },
            Field(
                "completed", title: "", "whether the round went its full length",
                cell: { StyledText($0.record.isCompleted && !$0.isLocked ? "full" : "", .good) }
            ) {
                $0.isLocked ? .null : .bool($0.record.isCompleted)
            },
            Field("preset", title: "Preset", "the preset; nothing when locked") {
                .text($0.isLocked ? nil : $0.record.purpose.preset)
            },
            Field("title", title: "Task", "the task's title; nothing when locked") {
                .text($0.isLocked ? nil : $0.record.purpose.title)
            },
            Field("tags", "the task's tags") { .texts($0.isLocked ? [] : $0.record.purpose.tags) },
            Field("project", "the task's project") { .text($0.isLocked ? nil : $0.record.purpose.project) },
            Field("locked", "whether it is older than the open days; it is kept and counted") { .bool($0.isLocked) },
        ]
    }

    var list: Command {
        Command(
            "history", "Show your periods of focus, latest first",
            examples: [.init("history", "The last week"), .init("history --day today", "Today")],
            .option("days", .integer(1...36_500), default: 7, "how many days back, including today"),
            .option("day", .pastDay, "only this day"), returns: .list(fields)
        ) { span, day in
            let today = time.today()
            let rows =
                try day.map(history.rows(of:)) ?? history.rows(from: today.adding(days: 1 - span), through: today)
            let lock: [Block] = rows.contains(where: \.isLocked) ? [.paragraph(StyledText("🔒 \(LockText.history)", .muted))] : []
            return .list(
                rows, fields, heading: "History", empty: "No focus here yet.", footer: lock,
                next: rows.isEmpty ? ["start"] : ["stats"])
        }
    }

    /// What `stats` is made of.
    struct Sums: Sendable {
        let today: FocusHistory.Total
        let week: FocusHistory.Total
        let days: [FocusDay]
        let streak: Int
    }

    static let sums: [Field<Sums>] = [
        Field("today", "seconds of focus today") { .integer($0.today.focused / 1000) },
        Field("todayCompleted", "full rounds today") { .integer($0.today.completed) },
        Field("week", "seconds of focus in seven days, including today") { .integer($0.week.focused / 1000) },
        Field("weekCompleted", "full rounds in those days") { .integer($0.week.completed) },
        Field("streak", "days in a row with focus") { .integer($0.streak) },
        Field("days", "seconds of focus by day") { sums in
            .list(sums.days.map { .object([.init("day", .day($0.day)), .init("focused", .integer($0.focused / 1000))]) })
        },
        Field("tags", "seconds of focus in those days, by tag, largest first") { .list(parts($0.week.byTag)) },
        Field("projects", "seconds of focus in those days, by project, largest first") { .list(parts($0.week.byProject)) },
    ]

    private static func parts(_ parts: [FocusHistory.Part]) -> [FieldValue] {
        parts.map { .object([.init("name", .text($0.name)), .init("focused", .integer($0.focused / 1000))]) }
    }

    var stats: Command {
        Command(
            "stats", "Show totals of today and the last seven days, by day, tag and project",
            examples: [.init("stats", "Your totals")],
            returns: .one(HistoryDesk.sums)
        ) {
            let today = time.today()
            let first = today.adding(days: -6)
            let sums = Sums(
                today: try history.total(from: today, through: today), week: try history.total(from: first, through: today),
                days: try history.days(from: first, through: today), streak: try history.streak())
            return .one(sums, HistoryDesk.sums, blocks: blocks(sums, first), next: ["history"])
        }
    }

    private func blocks(_ sums: Sums, _ first: Day) -> [Block] {
        func minutes(_ milliseconds: Int) -> String { Span.minutes(milliseconds: milliseconds) }
        let focused = Dictionary(sums.days.map { ($0.day, $0.focused) }, uniquingKeysWith: +)
        let bars = (0..<7).map { first.adding(days: $0) }.map { day in
            BarChart.Bar(day.description, Double(focused[day] ?? 0), figure: minutes(focused[day] ?? 0))
        }
        let parts = [("By tag", sums.week.byTag), ("By project", sums.week.byProject)].filter { !$0.1.isEmpty }
        return [
            .facts([
                (name: "Today", value: "\(minutes(sums.today.focused)), \(counted(sums.today.completed, "full round"))"),
                (name: "Seven days", value: "\(minutes(sums.week.focused)), \(counted(sums.week.completed, "full round"))"),
                (name: "Streak", value: "\(counted(sums.streak, "day"))"),
            ]), .gap, .bars(BarChart(bars)),
        ]
            + parts.flatMap { name, parts -> [Block] in
                [
                    .gap, .heading(StyledText(name)),
                    .bars(
                        BarChart(parts.prefix(10).map { BarChart.Bar($0.name, Double($0.focused), figure: minutes($0.focused)) })),
                ]
            }
    }

    static let experience: [Field<Experience>] = [
        Field("level", title: "Level", "1…50", cell: { "\($0.level) of \(Levels.last)" }) { .integer($0.level) },
        Field("xp", title: "XP", "a minute of focus gives 1, a full round 1 more for every five minutes, at most 5") {
            .integer($0.xp)
        },
        Field("toNext", title: "To the next level", "XP; nothing on the last level") { .integer($0.toNext) },
        Field("streak", title: "Streak", "days in a row with focus") { .integer($0.streak) },
        Field("longestStreak", title: "Longest streak", "days") { .integer($0.longestStreak) },
        Field("achievements", "what you can reach, and when you did") { experience in
            .list(
                experience.achievements.map {
                    .object([
                        .init("id", .text($0.id)), .init("name", .text($0.name)), .init("about", .text($0.about)),
                        .init("reachedOn", .day($0.reachedOn)),
                    ])
                })
        },
    ]

    var xp: Command {
        Command(
            "xp", "Show XP, level and achievements",
            discussion:
                "A full minute of focus gives 1 XP. A full round gives 1 more for every five minutes, at most 5. Level n begins at 50 · n · (n − 1) XP; there are \(Levels.last).",
            examples: [.init("xp", "Where you stand")], returns: .one(HistoryDesk.experience)
        ) {
            let reached = try history.experience()
            let facts = HistoryDesk.experience.compactMap { field in field.title.map { (name: $0, value: field.cell(reached)) } }
            let rows = reached.achievements.map { one in
                [
                    StyledText(one.reachedOn == nil ? "" : "🏆"), StyledText(one.name, one.reachedOn == nil ? .muted : .title),
                    StyledText(one.about), StyledText(one.reachedOn?.description ?? ""),
                ]
            }
            let table = Table([.init(""), .init("Achievement"), .init("For"), .init("Reached")], rows: rows)
            return .one(reached, HistoryDesk.experience, blocks: [.facts(facts), .gap, .table(table)], next: ["stats"])
        }
    }

    func export(_ tasks: TaskList) -> Command {
        ExportDesk(
            history: history, tasks: tasks, time: time,
            plain: (
                fields.filter { $0.name != "locked" }, TaskFields.detail.filter { !["locked", "overdue"].contains($0.name) }
            )
        ).command
    }
}
