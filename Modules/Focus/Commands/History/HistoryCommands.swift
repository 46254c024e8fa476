import Documents
import Focus
import Interface
import Kernel

/// The commands of past focus: `history`, `xp` and `export`.
struct HistoryCommands: Sendable {
    let history: FocusHistory
    let time: TimeSource

    private var fields: [Field<FocusHistory.Row>] { HistoryCommands.fields(by: time.calendar) }

    /// Returns the fields of a history row.
    ///
    /// - Parameter calendar: converts instants to times of day.
    static func fields(by calendar: LocalCalendar) -> [Field<FocusHistory.Row>] {
        [
            Field("id", "the record's identifier") { .text($0.record.id.rawValue) },
            Field("day", title: "Day", "the local day on which it began") { .day($0.record.day) },
            Field(
                "start", title: "Time", "when it began; nothing when locked",
                cell: { row in
                    let times = [row.record.start, row.record.end].map {
                        ClockTime(calendar.secondOfDay(of: $0)).description
                    }
                    return StyledText(row.isLocked ? "" : times.joined(separator: "–"))
                }
            ) { $0.isLocked ? .null : .instant($0.record.start) },
            Field("end", "when it ended; nothing when locked") { $0.isLocked ? .null : .instant($0.record.end) },
            Field(
                "focused", title: "Focus", "seconds of focus; nothing when locked", alignsRight: true,
                cell: { row in
                    row.isLocked
                        ? StyledText("🔒 \(LockText.badge)", .muted)
                        : StyledText(Span.minutes(milliseconds: row.record.focused))
                }
            ) { $0.isLocked ? .null : .integer($0.record.focused / 1000) },
            Field(
                "completed", title: "", "whether the round went its full length",
                cell: { StyledText($0.isLocked ? "" : HistoryCommands.remarks($0.record), .good) }
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
            Field("hand", "whether its times were written by hand") { .bool($0.record.isByHand) },
            Field("inner", "interruptions from yourself; nothing when locked") {
                $0.isLocked ? .null : .integer($0.record.count(of: .inner))
            },
            Field("outer", "interruptions from others; nothing when locked") {
                $0.isLocked ? .null : .integer($0.record.count(of: .outer))
            },
        ]
    }

    /// Returns remarks about a record, for example "full, 2 interruptions".
    private static func remarks(_ record: FocusRecord) -> String {
        let interruptionCount = record.interruptions?.count ?? 0
        let parts = [
            record.isCompleted ? "full" : record.isByHand ? "by hand" : "",
            interruptionCount == 0 ? "" : counted(interruptionCount, "interruption"),
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    var list: Command {
        Command(
            "history", "Show your periods of focus, latest first",
            discussion: """
                The last week, or the days that you name. `session edit` and `session delete` take the row of this list: a number means the row as you last \
                saw it.
                """,
            examples: [
                .init("history", "The last week"), .init("history today", "Today"),
                .init("history 'last month' --project work", "A month, of one project"),
                .init("history --from '3 weeks ago' --to yesterday", "From one day to another"),
            ],
            .range(time, shown: "7"), RecordFilter.parameter, returns: .list(fields)
        ) { requestedRange, filter in
            let range = requestedRange ?? .last(7, to: time.today())
            let allRows =
                try requestedRange?.isDay == true
                ? history.rows(of: range.first) : history.rows(from: range.first, through: range.last)
            // A filter excludes locked records, since a match would reveal their content.
            let rows = filter.isEmpty ? allRows : allRows.filter { !$0.isLocked && filter.matches($0.record) }
            let isLocked = allRows.contains(where: \.isLocked)
            let lockNotice: [Block] = isLocked ? [.paragraph(StyledText("🔒 \(LockText.history)", .muted))] : []
            return Output.list(
                rows, fields, heading: "History",
                empty: filter.isEmpty ? "No focus here yet." : "No focus here with \(filter.text).",
                footer: lockNotice, next: rows.isEmpty ? ["start"] : ["stats"]
            ).numbered(of: "history")
        }
    }

    /// The output fields of XP, level and achievements.
    static let experience: [Field<Experience>] = [
        Field("level", title: "Level", "1…50", cell: { "\($0.level) of \(Levels.last)" }) { .integer($0.level) },
        Field("xp", title: "XP", "a minute of focus gives 1, a full round 1 more for every five minutes, at most 5") {
            .integer($0.xp)
        },
        Field("toNext", title: "To the next level", "XP; nothing on the last level") { .integer($0.xpToNextLevel) },
        Field("streak", title: "Streak", "days in a row with focus") { .integer($0.streak) },
        Field("longestStreak", title: "Longest streak", "days") { .integer($0.longestStreak) },
        Field("achievements", "what you can reach, and when you did") { experience in
            .list(
                experience.achievements.all.map {
                    .object([
                        .init("id", .text($0.id)), .init("name", .text($0.title)), .init("about", .text($0.about)),
                        .init("reachedOn", .day($0.reached)),
                    ])
                })
        },
    ]

    var xp: Command {
        Command(
            "xp", "Show XP, level and achievements",
            discussion:
                "A full minute of focus gives 1 XP. A full round gives 1 more for every five minutes, at most 5. Level n begins at 50 · n · (n − 1) XP; there are \(Levels.last).",
            examples: [.init("xp", "Where you stand")], returns: .one(HistoryCommands.experience)
        ) {
            let experience = try history.experience()
            let facts = HistoryCommands.experience.compactMap { field in
                field.title.map { (name: $0, value: field.cell(experience)) }
            }
            let rows = experience.achievements.all.map { achievement in
                [
                    StyledText(achievement.isReached ? "🏆" : ""),
                    StyledText(declared: achievement.title, achievement.isReached ? .title : .muted),
                    StyledText(declared: achievement.about), StyledText(achievement.reached?.description ?? ""),
                ]
            }
            let table = Table([.init(""), .init("Achievement"), .init("For"), .init("Reached")], rows: rows)
            return .one(
                experience, HistoryCommands.experience, blocks: [.facts(facts), .gap, .table(table)], next: ["stats"])
        }
    }

    /// Returns the command `export`.
    func export(_ tasks: TaskList) -> Command {
        ExportCommand(
            history: history, tasks: tasks, time: time,
            plain: (
                fields.filter { $0.name != "locked" },
                TaskFields.detail.filter { !["locked", "overdue"].contains($0.name) }
            )
        ).command
    }
}
