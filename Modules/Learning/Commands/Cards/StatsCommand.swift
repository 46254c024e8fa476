import Content
import Interface
import Kernel
import Learning
import Practice

/// The `stats` command, which shows the learner's full progress.
struct StatsCommand {
    let flashcards: @Sendable () throws -> Flashcards

    var command: Command {
        Command(
            "stats", "Show your streak, boxes, minutes and accuracy",
            examples: [Command.Example("stats", "Check my progress")], returns: .one(StatsCommand.fields)
        ) {
            let flashcards = try flashcards()
            let statistics = try flashcards.statistics()
            return Output.one(
                statistics, StatsCommand.fields,
                blocks: flashcards.learner.isChild
                    ? StatsCommand.childBlocks(of: statistics, goal: flashcards.learner.dailyGoal)
                    : StatsCommand.blocks(of: statistics, flashcards), next: ["study", "due"])
        }
    }

    static let fields: [Field<Statistics>] = [
        Field("streak", "days studied without a gap: current (up to today or yesterday) and longest") {
            $0.practice.streak.members
        },
        Field(
            "cards",
            "cards that are open to you: due today, new (study asks them today), later (new on another day), learning (already answered), setAside, total"
        ) { statistics in
            let cards = statistics.cards
            return .object([
                OutputValue.Member("due", .integer(cards.due)), OutputValue.Member("new", .integer(cards.new)),
                OutputValue.Member("later", .integer(cards.later)),
                OutputValue.Member("learning", .integer(cards.learning)),
                OutputValue.Member("setAside", .integer(cards.setAside)),
                OutputValue.Member("total", .integer(cards.total)),
            ])
        },
        Field(
            "readiness",
            "how well you know the words for the next grading, 0 to 1; boxes 4 and 5 count in full, lower boxes in part"
        ) {
            .number(Double($0.readiness) / 1000)
        },
        Field("boxes", "cards in the boxes 1 to 5; together they are the cards in learning") {
            .list($0.schedule.boxes.map { .integer($0) })
        },
        Field("sessions", "sessions with at least one answer") { .integer($0.practice.sessions) },
        Field("minutes", "minutes spent on answers, rounded") { .integer($0.practice.minutes) },
        Field("accuracy", "share of right answers, 0 to 1; 0 before the first") { .number($0.practice.accuracy) },
        Field("kinds", "each kind of study so far: kind, sessions, answers, right, minutes, last day") {
            .list($0.kinds.map(\.members))
        },
    ]

    /// Returns all statistics for people: streak, boxes, activity, forecast and categories.
    private static func blocks(of statistics: Statistics, _ flashcards: Flashcards) -> [Block] {
        let cards = statistics.cards
        let facts: [(name: String, value: StyledText)] = [
            (
                "Streak",
                StyledText(
                    "\(counted(statistics.practice.streak.current, "day")), longest \(statistics.practice.streak.longest)",
                    .accent)
            ),
            (
                "Cards",
                StyledText(
                    cards.setAside > 0
                        ? "\(cards.due) due, \(cards.new) new, \(cards.later) later, \(cards.learning) learning, \(cards.setAside) set aside, \(cards.total) in all"
                        : "\(cards.due) due, \(cards.new) new, \(cards.later) later, \(cards.learning) learning, \(cards.total) in all"
                )
            ),
            ("Sessions", StyledText("\(statistics.practice.sessions)")),
            ("Time", StyledText(counted(statistics.practice.minutes, "minute"))),
            (
                "Accuracy",
                StyledText(
                    "\(Figures.percent(statistics.practice.accuracy)) of \(counted(statistics.practice.answers, "answer"))"
                )
            ),
        ]
        let belt = Milestones.belt(flashcards, statistics)
        return [.heading("Where you stand"), .facts(facts + belt), .gap] + kinds(statistics) + [
            .heading("Boxes"), .bars(Charts.boxes(statistics.schedule.boxes)), .gap,
        ]
            + [.heading("The last 7 days"), .bars(Charts.activity(statistics.practice.latest(days: 7))), .gap]
            + [.heading("Coming up"), .bars(Charts.forecast(statistics.schedule.forecast(days: 7))), .gap]
            + [.heading("Categories"), .table(categories(statistics))] + leeches(statistics, flashcards.library)
    }

    /// Returns the completed practice for a small child, without what is missing.
    private static func childBlocks(of statistics: Statistics, goal: Int) -> [Block] {
        let practice = statistics.practice
        let cards = statistics.cards.learning
        guard practice.answers > 0 else { return [.heading("Welcome!"), .paragraph("Your first words wait for you.")] }
        let learning =
            cards > 0 ? [Block.paragraph(StyledText("You are learning \(counted(cards, "card")).", .accent))] : []
        let times = practice.sessions == 1 ? "once" : counted(practice.sessions, "time")
        return ChildSession.today(practice, goal: goal) + [
            .gap, .heading("So far"), .paragraph(StyledText("You practised \(times). Great!")),
        ] + learning
    }

    /// Returns the figures of each kind if the learner practiced more than flashcards, because the
    /// figures above are then sums.
    private static func kinds(_ statistics: Statistics) -> [Block] {
        guard statistics.kinds.contains(where: { $0.kind != .flashcards }) else { return [] }
        let table = Table(
            [
                .init("Kind"), .init("Sessions", alignsRight: true), .init("Answers", alignsRight: true),
                .init("Right", alignsRight: true), .init("Minutes", alignsRight: true), .init("Last"),
            ],
            rows: statistics.kinds.map { figures in
                [
                    figures.kind.title, "\(figures.sessions)", "\(figures.answers)", Figures.percent(figures.accuracy),
                    "\(figures.minutes)", "\(figures.last)",
                ].map { StyledText($0) }
            })
        return [.heading("Kinds of study"), .table(table), .gap]
    }

    private static func categories(_ statistics: Statistics) -> Table {
        Table(
            [
                .init("Category"), .init("Learning", alignsRight: true), .init("Cards", alignsRight: true),
                .init("Right", alignsRight: true),
            ],
            rows: statistics.categories.map { figures in
                let accuracy = figures.learning == 0 ? "–" : Figures.percent(figures.accuracy)
                return [figures.category.rawValue, "\(figures.learning)", "\(figures.total)", accuracy].map {
                    StyledText(declared: $0)
                }
            })
    }

    /// Returns up to ten leeches with their misses.
    private static func leeches(_ statistics: Statistics, _ library: Library) -> [Block] {
        let rows = statistics.leeches.prefix(10).map { card -> (name: String, value: StyledText) in
            let term = library.term(card.target.subject)
            return (
                term?.english ?? card.target.subject,
                StyledText("\(term?.korean ?? ""), missed \(counted(card.misses, "time"))")
            )
        }
        return rows.isEmpty
            ? []
            : [
                .gap, .heading("Often missed"), .facts(Array(rows)), .gap,
                .paragraph("study leeches shows what may help."),
            ]
    }
}

extension PracticeStatistics.KindStatistics {
    var members: OutputValue {
        .object([
            .init("kind", .text(kind.word)), .init("sessions", .integer(sessions)), .init("answers", .integer(answers)),
            .init("right", .integer(right)), .init("minutes", .integer(minutes)), .init("last", .day(last)),
        ])
    }
}

extension Streak {
    var members: OutputValue {
        .object([OutputValue.Member("current", .integer(current)), OutputValue.Member("longest", .integer(longest))])
    }
}
