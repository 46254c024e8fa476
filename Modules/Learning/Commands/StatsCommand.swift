import Content
import Kernel
import Learning
import Terminal

/// `stats`: where the learner stands, in full.
struct StatsCommand {
    let flashcards: @Sendable () throws -> Flashcards

    var command: Command {
        Command(
            "stats", "Show your streak, boxes, minutes and accuracy", examples: [Command.Example("stats", "where you stand")],
            returns: .one(StatsCommand.fields)
        ) { _ in
            let flashcards = try flashcards()
            let statistics = try flashcards.statistics()
            return Output.one(
                statistics, StatsCommand.fields, blocks: StatsCommand.blocks(of: statistics, flashcards), next: ["study", "due"])
        }
    }

    static let fields: [Field<Statistics>] = [
        Field("streak", "days studied without a gap: current (up to today or yesterday) and longest") { $0.streak.members },
        Field("cards", "cards that are open to you: due today, new (never answered), learning (answered), total") { statistics in
            let cards = statistics.cards
            return .object([
                FieldValue.Member("due", .integer(cards.due)), FieldValue.Member("new", .integer(cards.new)),
                FieldValue.Member("learning", .integer(cards.learning)), FieldValue.Member("total", .integer(cards.total)),
            ])
        },
        Field("boxes", "cards in the boxes 1 to 5; together as many as are learning") { .list($0.boxes.map { .integer($0) }) },
        Field("sessions", "sessions with at least one answer") { .integer($0.sessions) },
        Field("minutes", "minutes spent on answers, to the nearest") { .integer($0.minutes) },
        Field("accuracy", "share of right answers, 0 to 1; 0 before the first") { .number($0.accuracy) },
    ]

    private static func blocks(of statistics: Statistics, _ flashcards: Flashcards) -> [Block] {
        let cards = statistics.cards
        let facts: [(name: String, value: StyledText)] = [
            (
                "Streak",
                StyledText("\(ResultsFields.days(statistics.streak.current)), longest \(statistics.streak.longest)", .accent)
            ),
            ("Cards", StyledText("\(cards.due) due, \(cards.new) new, \(cards.learning) learning, \(cards.total) in all")),
            ("Sessions", StyledText("\(statistics.sessions)")), ("Time", StyledText("\(statistics.minutes) minutes")),
            ("Accuracy", StyledText("\(ResultsFields.percent(statistics.accuracy)) of \(statistics.answers) answers")),
        ]
        return [.heading("Where you stand"), .facts(facts), .gap, .heading("Boxes"), .bars(Charts.boxes(statistics.boxes)), .gap]
            + [.heading("The last 7 days"), .bars(Charts.activity(statistics.latest(days: 7))), .gap]
            + [.heading("Coming up"), .bars(Charts.forecast(statistics.forecast(days: 7))), .gap]
            + [.heading("Categories"), .table(categories(statistics))] + leeches(statistics, flashcards.library)
    }

    private static func categories(_ statistics: Statistics) -> Table {
        Table(
            [
                .init("Category"), .init("Learning", alignsRight: true), .init("Cards", alignsRight: true),
                .init("Right", alignsRight: true),
            ],
            rows: statistics.categories.map { figures in
                let accuracy = figures.learning == 0 ? "–" : ResultsFields.percent(figures.accuracy)
                return [figures.category.rawValue, "\(figures.learning)", "\(figures.total)", accuracy].map { StyledText($0) }
            })
    }

    private static func leeches(_ statistics: Statistics, _ library: Library) -> [Block] {
        let rows = statistics.leeches.prefix(10).map { card -> (name: String, value: StyledText) in
            let term = library.term(card.card.term)
            return (term?.english ?? card.card.term, StyledText("\(term?.korean ?? ""), missed \(card.misses) times"))
        }
        return rows.isEmpty ? [] : [.gap, .heading("Keep being missed"), .facts(Array(rows))]
    }
}

extension Streak {
    var members: FieldValue {
        .object([FieldValue.Member("current", .integer(current)), FieldValue.Member("longest", .integer(longest))])
    }
}
