import Content
import Kernel
import Learning
import Practice
import Terminal

/// `due`: the cards that wait today, and how many come on the next days.
struct DueCommand {
    let flashcards: @Sendable () throws -> Flashcards

    var command: Command {
        Command(
            "due", "Show which cards are due today, and how many come next",
            examples: [
                Command.Example("due", "the cards of today"), Command.Example("due --days 14", "and of the next two weeks"),
            ],
            .option("days", .integer(1...60), default: 7, "how many days to look ahead"), returns: .list(DueCommand.fields)
        ) { days in
            let flashcards = try flashcards()
            let statistics = try flashcards.statistics()
            let waiting = try flashcards.due().map {
                Waiting(memory: $0, term: flashcards.library.term($0.target.subject), today: flashcards.log.today)
            }
            return Output.list(
                waiting, DueCommand.fields, heading: StyledText("Due"), empty: "Nothing is due today.",
                footer: [
                    .gap, .heading("The next days"), .bars(Charts.forecast(statistics.schedule.forecast(days: days))),
                ],
                next: waiting.isEmpty && statistics.cards.new == 0 ? ["stats"] : ["study"])
        }
    }

    /// One card that waits.
    struct Waiting: Sendable {
        let memory: ItemMemory
        let term: Term?
        let today: Day
    }

    static let fields: [Field<Waiting>] = [
        Field("id", "the card: its term and its direction") { .text($0.memory.card?.name) },
        Field("term", "the term's id") { .text($0.memory.target.subject) },
        Field("english", title: "English", "the English") { .text($0.term?.english) },
        Field("hangul", title: "Hangul", "the hangul") { .text($0.term?.hangul) },
        Field("romanization", title: "Romanised", "the romanisation") { .text($0.term?.romanization) },
        Field("direction", title: "Direction", "ko-en or en-ko") { .text($0.memory.target.part) },
        Field("box", title: "Box", "the box, 1 to 5; with FSRS it says how stable the card is", alignsRight: true) {
            .integer($0.memory.schedule?.box)
        },
        Field("due", title: "Due", "the day on which it came up") { .day($0.memory.schedule?.due) },
        Field("overdue", "days since then") {
            .integer($0.memory.schedule.map { [today = $0.today] in today.days(since: $0.due) })
        },
    ]
}
