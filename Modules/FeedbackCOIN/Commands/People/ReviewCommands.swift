import Documents
import FeedbackCOIN
import Interface
import Kernel

/// The commands `person NAME` and `agenda NAME`: facts about a person and topics to discuss.
struct ReviewCommands: Sendable {
    let journal: FeedbackJournal
    let press: Press

    private var person: Parameter<String> {
        .argument("name", EntryParameters(journal: journal).person, "a name, an address, or a row of `person list`")
    }

    var review: Command {
        Command(
            "person", "Show everything about somebody: feedback given and received, next steps, the last talk",
            discussion: """
                With --html, --pdf or --docx it is a page to take into the review: the balance, what is open, and every entry in full.

                A person who is called like one of the commands of `person`, such as list, is shown by a row of `person list`.
                """,
            examples: [
                .init("person Sam", "everything"),
                .init(
                    "person Sam --html sam.html --from 2026-01-01", "the page for a review, since a day", runs: false),
            ],
            person, .option("from", .pastDay, "the first day"), .option("to", .pastDay, "the last day"),
            PageOutput.parameter, returns: .one(ReviewRow.fields)
        ) { name, first, last, pages in
            let review = try journal.review(name, in: journal.period(asked: first, last))
            let row = ReviewRow(review, in: journal)
            if let output = try pages.write(
                ReviewPage(row: row, journal: journal).page, "the page about \(review.person.person.title)", by: press,
                in: journal, of: row, ReviewRow.fields)
            {
                return output
            }
            let argument = PersonCommands.argument(review.person)
            return .one(
                row, ReviewRow.fields, blocks: row.blocks,
                next: [
                    review.agenda.isEmpty ? "list --person \(argument)" : "agenda \(argument)",
                    "person \(argument) --html FILE",
                ])
        }
    }

    var agenda: Command {
        Command(
            "agenda", "Show what to talk over with somebody",
            discussion: """
                What you have not talked over yet, praise first, and the next steps that are open. After the talk, --discussed marks all of it as discussed; \
                `undo` takes that back at once.
                """,
            examples: [
                .init("agenda Sam", "before the talk"),
                .init("agenda Sam --markdown agenda.md", "to take along", runs: false),
                .init("agenda Sam --discussed", "after the talk"),
            ],
            person, .flag("discussed", "mark all of it as discussed"), FollowUpCommands.on, PageOutput.parameter,
            returns: .one(AgendaRow.fields), changes: true
        ) { name, isDiscussed, day, pages in
            guard isDiscussed else {
                guard day == nil else {
                    throw Failure(
                        .dayUnused, "--on only works with --discussed.", advice: "Remove --on, or add --discussed.",
                        kind: .usage)
                }
                let row = AgendaRow(try journal.agenda(withPersonNamed: name), in: journal)
                let topic = "the agenda for \(row.agenda.person.person.title)"
                if let output = try pages.write(
                    AgendaPage(row: row, journal: journal).page, topic, by: press, in: journal, of: row,
                    AgendaRow.fields
                ) {
                    return output
                }
                let argument = PersonCommands.argument(row.agenda.person)
                return .one(
                    row, AgendaRow.fields, blocks: row.blocks,
                    next: row.agenda.items.isEmpty ? ["person \(argument)"] : ["agenda \(argument) --discussed"])
            }
            guard !pages.isAsked else {
                throw Failure(
                    .contradiction, "--discussed writes no page.",
                    advice: "Write the page first, and mark after the talk.", kind: .usage)
            }
            let agenda = try journal.discuss(name, on: day)
            let count = counted(agenda.items.count, "entry", "entries")
            let personName = agenda.person.person.title
            return .changed(
                agenda.items.isEmpty
                    ? "There was nothing to mark."
                    : "Marked \(count) with \(personName) (\(agenda.person.id)) as discussed.",
                AgendaRow(agenda, in: journal), AgendaRow.fields,
                next: ["person \(PersonCommands.argument(agenda.person))"] + (agenda.items.isEmpty ? [] : ["undo"]))
        }
    }
}

/// The topics to discuss with a person, for output.
struct AgendaRow: Sendable {
    let agenda: Agenda
    let items: [EntryRow]
    let steps: [DueRow]

    init(_ agenda: Agenda, in journal: FeedbackJournal) {
        self.agenda = agenda
        items = agenda.items.map(journal.row)
        steps = agenda.steps.compactMap { DueRow($0, today: agenda.day) }
    }

    static let fields: [Field<AgendaRow>] = [
        Field("person", "the identifier of the person") { .text($0.agenda.person.id.rawValue) },
        Field("name", "what they are called, or their address") { .text($0.agenda.person.person.title) },
        Field("lastMeeting", "the last day on which you talked feedback over, or null") { .day($0.agenda.lastMeeting) },
        Field("items", "what was not talked over yet, praise first, with the keys of `list`") {
            .list($0.items.map { ReviewRow.object($0, EntryRow.fields) })
        },
        Field("steps", "the next steps that are open, with the keys of `due`") {
            .list($0.steps.map { ReviewRow.object($0, DueRow.fields) })
        },
    ]

    /// The undiscussed entries under headings, praise first.
    var groups: [(heading: String, items: [EntryRow])] {
        let order: [(FeedbackKind?, String)] = [
            (.praise, "What went well"), (.growth, "What could be different"), (nil, "What else"),
        ]
        return order.map { kind, heading in (heading, items.filter { $0.entry.kind == kind }) }.filter {
            !$0.items.isEmpty
        }
    }

    var blocks: [Block] {
        let meetingSentence =
            agenda.lastMeeting.map { "You last talked on \($0)." } ?? "You have not talked any feedback over yet."
        let groups = groups.flatMap { group -> [Block] in
            [.gap, .heading(StyledText(declared: group.heading)), .facts(group.items.map(AgendaRow.line))]
        }
        let steps: [Block] =
            steps.isEmpty
            ? []
            : [
                .gap, .heading("Next steps"),
                .facts(
                    steps.map {
                        (
                            $0.followUp.due.description,
                            StyledText($0.text.step) + StyledText(" (\(declared: $0.text.state))", $0.style)
                        )
                    }),
            ]
        let emptyNotice: [Block] = agenda.isEmpty ? [.gap, .paragraph("There is nothing to talk over.")] : []
        return [
            .heading(StyledText("With \(agenda.person.person.title)", .title)),
            .paragraph(StyledText(declared: meetingSentence, .muted)),
        ] + groups
            + steps + emptyNotice
    }

    private static func line(_ row: EntryRow) -> (name: String, value: StyledText) {
        let from = StyledText(row.entry.direction == .received ? ", from them" : "", .muted)
        return (
            row.entry.id.shortForm,
            StyledText(row.entry.text.preview, .title) + StyledText(" \(row.day)", .muted) + from
        )
    }
}
