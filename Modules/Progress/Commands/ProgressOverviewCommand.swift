import Interface
import Kernel
import Practice
import Progress

/// The commands `progress` and `progress retention`.
struct ProgressOverviewCommand: Sendable {
    let record: @Sendable () throws -> TrackRecord
    let isChild: @Sendable () throws -> Bool

    var commands: [Command] { [progress, retention] }

    // MARK: - Year and mastery

    private var progress: Command {
        Command(
            "progress", "Show your year and how well you know each area",
            discussion: """
                The map has a square a day and a column a week: the darker, the more answers. Below it is how much of each area you are expected to \
                know today: words by their memory, patterns, step sparring, line work and theory by what you have shown. stats has streak, boxes and \
                what is due.
                """,
            examples: [.init("progress", "where you stand"), .init("progress --json", "for programs")],
            returns: .one(ProgressOverviewCommand.fields)
        ) {
            let overview = try record().overview()
            if try isChild() {
                return .one(
                    overview, ProgressOverviewCommand.fields, blocks: ChildProgress.blocks(overview),
                    next: ["study", "achievements"])
            }
            return .one(
                overview, ProgressOverviewCommand.fields, blocks: blocks(overview),
                next: overview.figures.sessions == 0 ? ["study"] : ["progress retention", "achievements", "report"])
        }
    }

    static let fields: [Field<Overview>] = [
        Field("from", "the first day of the map, a Monday") { .day($0.firstDay) },
        Field("days", "every day of the map with an answer: day, answers, right, minutes") { overview in
            .list(
                overview.days.filter { $0.answers > 0 }.map { day in
                    .object([
                        .init("day", .day(day.day)), .init("answers", .integer(day.answers)),
                        .init("right", .integer(day.right)), .init("minutes", .integer(day.minutes)),
                    ])
                })
        },
        Field(
            "areas",
            """
            everything there is to master: group (words, belts, patterns, sparring, linework, theory), id, title, share (0 to 1, what you are expected \
            to know today), met, total, mastered
            """
        ) { .list($0.areas.map(value)) },
        Field("belt", "your next belt: id, name, share of its words that you know, 0 to 1; null at the top") {
            overview in
            overview.belt.map {
                .object([
                    .init("id", .text($0.id)), .init("name", .text($0.name)),
                    .init("share", .number(Double($0.share) / 1000)),
                ])
            } ?? .null
        },
    ]

    private static func value(_ area: Area) -> OutputValue {
        .object([
            .init("group", .text(area.group.rawValue)), .init("id", .text(area.id)), .init("title", .text(area.title)),
            .init("share", .number((area.share * 10_000).rounded() / 10_000)), .init("met", .integer(area.met)),
            .init("total", .integer(area.total)), .init("mastered", .bool(area.isMastered)),
        ])
    }

    /// Returns the map of the year, the areas by group, and the groups that were never met.
    private func blocks(_ overview: Overview) -> [Block] {
        let (days, answers, busiestDay) = overview.totals
        let map: [Block]
        if let busiestDay {
            let sentence =
                "\(counted(answers, "answer")) on \(counted(days, "day")) since \(overview.firstDay); the most, \(busiestDay.answers), on \(busiestDay.day)."
            map = [
                .days(
                    DayGrid(
                        from: overview.firstDay, overview.days.map { Double($0.answers) },
                        maximumLabel: counted(busiestDay.answers, "answer"))
                ),
                .paragraph(StyledText(declared: sentence, .muted)),
            ]
        } else {
            map = [.paragraph("Nothing practised in this year yet.")]
        }
        let groups = Area.Group.allCases.map { ($0, overview.areas(of: $0)) }.filter { !$0.1.isEmpty }
        let unmetGroups = groups.filter { $0.1.allSatisfy { $0.met == 0 } }.map { $0.0.heading.lowercased() }
        let unmetText = "Not begun yet: \(unmetGroups.joined(separator: ", "))."
        return [.heading("Your year")] + map + groups.flatMap(areas)
            + (unmetGroups.isEmpty ? [] : [.gap, .paragraph(StyledText(declared: unmetText, .muted))])
    }

    /// Returns the areas of a group as bars, and the number of areas that were never met.
    private func areas(_ group: Area.Group, _ areas: [Area]) -> [Block] {
        let metAreas = areas.filter { $0.met > 0 }
        guard !metAreas.isEmpty else { return [] }
        let unmetCount = areas.count - metAreas.count
        let unmetNotice = unmetCount == 0 ? [] : [Block.paragraph(StyledText("\(unmetCount) not begun yet.", .muted))]
        let bars = BarChart(
            metAreas.map { area in
                .init(
                    area.title, area.share,
                    figure: Figures.mastery(Int((area.share * 1000).rounded())) + (area.isMastered ? ", mastered" : ""))
            }, full: 1)
        return [.gap, .heading(StyledText(declared: group.heading)), .bars(bars)] + unmetNotice
    }

    // MARK: - Retention

    private var retention: Command {
        Command(
            "progress retention", "Show how much you still knew after how many days",
            discussion: """
                Counts the answers to cards that came back after a wait: how many were right, beside what the scheduler had expected. Figures in \
                brackets say where the true share probably lies; with fewer than \(RetentionCurve.minimumAnswers) answers none is given. Only the latest \
                answers are read; --answers reads more.
                """,
            examples: [
                .init("progress retention", "from your latest answers"),
                .init("progress retention --answers 1000000", "from all of them"),
            ],
            .option(
                "answers", .integer(100...10_000_000), default: RetentionCurve.defaultLimit,
                "read so many of your latest answers"),
            returns: .one(RetentionFields.all)
        ) { limit in
            let record = try record()
            let total = try record.log.days().reduce(0) { $0 + $1.answers }
            return Output(
                continuation: .work(title: "Reading answers", total: min(total, limit)) { advance in
                    let curve = try record.retention(latest: limit, advance: advance)
                    return .one(
                        curve, RetentionFields.all, blocks: RetentionFields.blocks(curve),
                        next: ["progress", "schedule show"])
                })
        }
    }
}
