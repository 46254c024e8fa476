import Content
import Interface
import Kernel
import Learning
import Practice

/// The `due` command, which shows what is due today and how much comes on the next days.
struct DueCommand {
    let flashcards: @Sendable () throws -> Flashcards
    let others: DueItemsQuery

    var command: Command {
        Command(
            "due", "Show what is due today, and how much comes next",
            discussion: """
                Cards come back by your scheduler, and so do movements of patterns, steps and questions of sparring, line work and questions of theory. \
                `study`, `pattern practice`, `sparring practice`, `sparring quiz`, `linework run` and `theory quiz` begin with what is due.
                """,
            examples: [
                Command.Example("due", "what is due today"), Command.Example("due --days 14", "and the next two weeks"),
            ],
            .option("days", .integer(1...60), default: 7, "how many days to look ahead"),
            returns: .list(DueCommand.fields)
        ) { days in
            let flashcards = try flashcards()
            let statistics = try flashcards.statistics()
            let today = flashcards.log.today
            let cards = try flashcards.due().map {
                DueRow.card($0, flashcards.library.term($0.target.subject), today: today)
            }
            let otherSubjects = try others.due()
            let comingSubjects = try others.due(by: today.adding(days: days - 1))
            let isChild = flashcards.learner.isChild
            let rows = cards + otherSubjects.map { DueRow.subject($0, today: today) }
            let shownSubjects = isChild ? otherSubjects.forChild : otherSubjects
            let commands = (cards.isEmpty ? [] : ["study"]) + shownSubjects.counts.map(\.sort.command)
            let next = commands.isEmpty ? [statistics.cards.new == 0 ? "stats" : "study"] : commands
            var output = Output.list(
                rows, DueCommand.fields, heading: StyledText("Due"), empty: "Nothing is due today.", next: next)
            if isChild {
                output.blocks = DueCommand.childBlocks(cards: cards.count, shownSubjects)
                return output
            }
            let table = Output.list(
                cards, DueCommand.fields, heading: StyledText("Due"),
                empty: otherSubjects.isEmpty ? "Nothing is due today." : "No card is due today.")
            output.blocks =
                table.blocks + DueCommand.blocks(otherSubjects)
                + [
                    .gap, .heading("The next days"),
                    .bars(Charts.forecast(statistics.schedule.forecast(days: days), and: comingSubjects, today: today)),
                ]
            return output
        }
    }

    /// Returns the due items for a small child, without discouraging figures.
    private static func childBlocks(cards: Int, _ subjects: [DueSubject]) -> [Block] {
        let wordText =
            cards <= Learner.childItems ? "\(counted(cards, "word")) for you." : "Words for you, five at a time."
        let lines = (cards > 0 ? [wordText] : []) + subjects.counts.map { $0.sort.childWords }
        guard !lines.isEmpty else {
            return [
                .heading("All done!"), .paragraph("Nothing waits for you today. You may play, or learn new words."),
            ]
        }
        return [.heading("This waits for you")] + lines.map { .paragraph(StyledText("★ ", .good) + StyledText($0)) }
    }

    /// Returns one line for each sort of due items other than cards.
    private static func blocks(_ subjects: [DueSubject]) -> [Block] {
        guard !subjects.isEmpty else { return [] }
        let facts = subjects.counts.map { sort, count in
            let subjectsOfSort = subjects.filter { $0.sort == sort }
            return (
                name: sort.command,
                value: StyledText(sort.counted(count), .accent) + StyledText(", \(names(subjectsOfSort))")
            )
        }
        return [.gap, .heading("Also due"), .facts(facts)]
    }

    /// Returns the names of subjects, such as `Chon-Ji` or `Chon-Ji (3), Dan-Gun (2)`.
    private static func names(_ subjects: [DueSubject]) -> String {
        if subjects.count == 1, let only = subjects.first { return only.name }
        let names = subjects.prefix(maximumNames).map { "\($0.name) (\($0.parts.count))" }.joined(separator: ", ")
        return subjects.count > maximumNames ? "\(names), and \(subjects.count - maximumNames) more" : names
    }

    /// The maximum number of subjects named for each sort.
    private static let maximumNames = 4

    /// A due item: a card or parts of another subject.
    enum DueRow: Sendable {
        case card(ItemMemory, Term?, today: Day)
        case subject(DueSubject, today: Day)

        var memory: ItemMemory? { if case .card(let memory, _, _) = self { memory } else { nil } }
        var term: Term? { if case .card(_, let term, _) = self { term } else { nil } }
        var subject: DueSubject? { if case .subject(let subject, _) = self { subject } else { nil } }

        var due: Day? { memory?.schedule?.due ?? subject?.since }
        var overdue: Int? {
            switch self {
            case .card(_, _, let today), .subject(_, let today): due.map { today.days(since: $0) }
            }
        }
    }

    static let fields: [Field<DueRow>] = [
        Field("id", "the card: its term and its direction; else what it is, and of what") { row in
            .text(row.memory?.card?.name ?? row.subject.map { "\($0.sort.rawValue):\($0.id)" })
        },
        Field("term", "the term's id; null for what is no card") { .text($0.memory?.target.subject) },
        Field("english", title: "English", "the English") { .text($0.term?.english) },
        Field("hangul", title: "Hangul", "the hangul") { .text($0.term?.hangul) },
        Field("romanization", title: "Romanised", "the romanisation") { .text($0.term?.romanization) },
        Field("direction", title: "Direction", "ko-en or en-ko") { .text($0.memory?.target.part) },
        Field("box", title: "Box", "the box, 1 to 5; with FSRS it says how stable the card is", alignsRight: true) {
            .integer($0.memory?.schedule?.box)
        },
        Field("due", title: "Due", "the day on which it came up, or the first of its parts") { .day($0.due) },
        Field("overdue", "days since then") { .integer($0.overdue) },
        Field("kind", "flashcards, patterns, sparring, linework or theory") {
            .text($0.subject?.sort.kind.rawValue ?? PracticeKind.flashcards.rawValue)
        },
        Field("name", "what it is called: the pattern, exchange, grade or page") {
            .text($0.subject?.name ?? $0.term?.english)
        },
        Field("parts", "which movements, steps, lines or questions of it are due; none for a card") {
            .texts($0.subject?.parts.map(\.target.part) ?? [])
        },
        Field("command", "what to type to begin with it") { .text($0.subject?.sort.command ?? "study") },
    ]
}

extension [DueSubject] {
    /// The due subjects for a small child, without self-assessed steps.
    fileprivate var forChild: [DueSubject] { filter { $0.sort != .steps } }
}

extension DueSort {
    /// The due item in words for a small child.
    fileprivate var childWords: String {
        switch self {
        case .movements: "A pattern to do again."
        case .steps, .exchanges: "Sparring, to choose the right answer."
        case .lines: "Line work to step again."
        case .questions: "Questions with answers to choose from."
        }
    }
}
