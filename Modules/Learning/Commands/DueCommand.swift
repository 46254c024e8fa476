import Content
import Kernel
import Learning
import Terminal

/// `due`: the cards that wait today, and how many come on the next days.
struct DueCommand {
    let flashcards: @Sendable () throws -> Flashcards
    private let days = Parameter<Int>.option("days", .integer(1...60), default: 7, shown: "7", "how many days to look ahead")

    init(flashcards: @escaping @Sendable () throws -> Flashcards) { self.flashcards = flashcards }

    var command: Command {
        Command(
            "due", "Show which cards wait today, and how many come next",
            examples: [
                Command.Example("due", "what waits today"), Command.Example("due --days 14", "with the next fortnight"),
            ], parameters: [days], returns: .list(DueCommand.fields)
        ) { call in
            let flashcards = try flashcards()
            let statistics = try flashcards.statistics()
            let waiting = try flashcards.due().map {
                Waiting(progress: $0, term: flashcards.library.term($0.card.term), today: flashcards.today)
            }
            return Output.list(
                waiting, DueCommand.fields, heading: StyledText("Due"), empty: "Nothing is due today.",
                footer: [.gap, .heading("The next days"), .bars(Charts.forecast(statistics.forecast(days: try call[days])))],
                next: waiting.isEmpty && statistics.cards.new == 0 ? ["stats"] : ["study"])
        }
    }

    /// One card that waits.
    struct Waiting: Sendable {
        let progress: CardProgress
        let term: Term?
        let today: Day
    }

    static let fields: [Field<Waiting>] = [
        Field("id", "the card: its term and its direction") { .text($0.progress.card.name) },
        Field("term", "the term's id") { .text($0.progress.card.term) },
        Field("english", title: "English", "the English") { .text($0.term?.english) },
        Field("hangul", title: "Hangul", "the hangul") { .text($0.term?.hangul) },
        Field("romanization", title: "Romanised", "the romanisation") { .text($0.term?.romanization) },
        Field("direction", title: "Direction", "ko-en or en-ko") { .text($0.progress.card.direction.rawValue) },
        Field("box", title: "Box", "the Leitner box, 1 to 5", alignsRight: true) { .integer($0.progress.schedule.box) },
        Field("due", title: "Due", "the day on which it came up") { .day($0.progress.schedule.due) },
        Field("overdue", "days since then") { .integer($0.today.days(since: $0.progress.schedule.due)) },
    ]
}
