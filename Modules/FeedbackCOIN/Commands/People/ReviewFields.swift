import FeedbackCOIN
import Interface
import Kernel

/// Everything about a person, for output.
struct ReviewRow: Sendable {
    let review: PersonReview
    let row: PersonRow
    private let journal: FeedbackJournal
    let steps: [DueRow]

    /// The number of entries on the screen.
    ///
    /// `list --person` and the pages have all of them.
    private static let maxScreenEntries = 10

    init(_ review: PersonReview, in journal: FeedbackJournal) {
        self.review = review
        row = journal.row(review.person)
        self.journal = journal
        steps = review.agenda.steps.compactMap { DueRow($0, today: review.day) }
    }

    /// All entries.
    ///
    /// The screen shows only the first of them.
    var entries: [EntryRow] { review.entries.map(journal.row) }

    static let fields: [Field<ReviewRow>] =
        PersonRow.fields.filter { $0.name != "entries" }.map { field in
            Field(field.name, field.help) { field.value($0.row) }
        }
        + [
            Field("from", "the first day, or null for all") { .day($0.review.period.first) },
            Field("to", "the last day, or null for all") { .day($0.review.period.last) },
            Field("given", "what you gave in these days: praise, growth, and other") { value($0.review.given) },
            Field("received", "what they gave you in these days: praise, growth, and other") {
                value($0.review.received)
            },
            Field("lastMeeting", "the last day on which you talked feedback over, or null") {
                .day($0.review.agenda.lastMeeting)
            },
            Field("toDiscuss", "the identifiers of what was not talked over yet, in the order of `agenda`") {
                .texts($0.review.agenda.items.map(\.id.rawValue))
            },
            Field("steps", "the next steps that are open, with the keys of `due`") {
                .list($0.steps.map { object($0, DueRow.fields) })
            },
            Field("entries", "the entries of these days, newest first, with the keys of `list`") {
                .list($0.entries.map { object($0, EntryRow.fields) })
            },
        ]

    private static func value(_ balance: PersonReview.Balance) -> OutputValue {
        .object([
            .init("praise", .integer(balance.praise)), .init("growth", .integer(balance.growth)),
            .init("other", .integer(balance.other)),
        ])
    }

    static func object<Record>(_ record: Record, _ fields: [Field<Record>]) -> OutputValue {
        .object(fields.map { .init($0.name, $0.value(record)) })
    }

    /// Returns a balance as text, such as "3 praise, 1 growth".
    static func words(_ balance: PersonReview.Balance) -> StyledText {
        let parts = [(balance.praise, "praise"), (balance.growth, "growth"), (balance.other, "neither")]
        let list = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return balance.all == 0 ? "nothing yet" : "\(counted(balance.all, "entry", "entries")): \(declared: list)"
    }

    /// The names and figures for both the screen and documents.
    var facts: [(name: String, value: String)] { figures.map { ($0.name, $0.value.text) } }

    private var figures: [(name: String, value: StyledText)] {
        let agenda = review.agenda
        return [
            ("You gave", ReviewRow.words(review.given)), ("You received", ReviewRow.words(review.received)),
            ("Last talk", agenda.lastMeeting.map { StyledText($0.description) } ?? "none yet"),
            (
                "To talk over",
                agenda.itemCount == 0 ? "nothing" : StyledText(counted(agenda.itemCount, "entry", "entries"))
            ),
        ]
    }

    var blocks: [Block] {
        [
            .heading(StyledText(row.member.person.title, .title)),
            .facts(row.facts.dropFirst() + figures),
        ]
            + review.similarPeople.prefix(ReviewRow.maxSimilarPeople).map(mergeSuggestion)
            + section(
                "Next steps",
                steps.map {
                    (
                        $0.followUp.due.description,
                        StyledText($0.text.step) + StyledText(" (\(declared: $0.text.state))", $0.style)
                    )
                })
            + section(
                "Feedback", review.entries.prefix(ReviewRow.maxScreenEntries).map { ReviewRow.line(journal.row($0)) })
            + (review.entries.count > ReviewRow.maxScreenEntries
                ? [.paragraph(StyledText("and \(review.entries.count - ReviewRow.maxScreenEntries) more", .muted))]
                : [])
    }

    /// The maximum number of people with similar names to show.
    private static let maxSimilarPeople = 3

    private func mergeSuggestion(_ other: People.Member) -> Block {
        let count = counted(other.count, "entry", "entries")
        let command = "person merge \(PersonCommands.argument(other)) \(PersonCommands.argument(review.person))"
        return .paragraph(
            StyledText(
                "\(other.person.title) (\(count)) is somebody else here; `\(command)` makes one of both.", .muted))
    }

    private func section(_ title: String, _ lines: [(name: String, value: StyledText)]) -> [Block] {
        lines.isEmpty ? [] : [.gap, .heading(StyledText(declared: title)), .facts(lines)]
    }

    private static func line(_ row: EntryRow) -> (name: String, value: StyledText) {
        let entry = row.entry
        let details = [entry.kind?.rawValue, entry.direction == .received ? "received" : nil, entry.status.rawValue]
            .compactMap(
                \.self)
        return (
            entry.id.shortForm,
            StyledText(entry.text.preview, .title) + StyledText(" \(row.day)", .muted)
                + details.map { StyledText(", \(declared: $0)", .muted) }.joined()
        )
    }
}
