import FeedbackCOIN
import Kernel
import Terminal

/// Everything about somebody, as programs and people get it.
struct ReviewRow: Sendable {
    let review: PersonReview
    let row: PersonRow
    private let journal: FeedbackJournal
    let steps: [DueRow]

    /// So many entries are shown; `list --person` and the pages have all.
    private static let shown = 10

    init(_ review: PersonReview, in journal: FeedbackJournal) {
        (self.review, row, self.journal) = (review, journal.row(review.person), journal)
        steps = review.agenda.steps.compactMap { DueRow($0, today: review.day) }
    }

    /// All of them; the screen has few.
    var entries: [EntryRow] { review.entries.map(journal.row) }

    static let fields: [Field<ReviewRow>] =
        PersonRow.fields.filter { $0.name != "entries" }.map { field in Field(field.name, field.help) { field.value($0.row) } }
        + [
            Field("from", "the first day, or null for all") { .day($0.review.period.first) },
            Field("to", "the last day, or null for all") { .day($0.review.period.last) },
            Field("given", "what you gave in these days: praise, growth, and other") { value($0.review.given) },
            Field("received", "what they gave you in these days: praise, growth, and other") { value($0.review.received) },
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

    private static func value(_ balance: PersonReview.Balance) -> FieldValue {
        .object([
            .init("praise", .integer(balance.praise)), .init("growth", .integer(balance.growth)),
            .init("other", .integer(balance.other)),
        ])
    }

    static func object<Record>(_ record: Record, _ fields: [Field<Record>]) -> FieldValue {
        .object(fields.map { .init($0.name, $0.value(record)) })
    }

    /// "3 praise, 1 growth".
    static func words(_ balance: PersonReview.Balance) -> StyledText {
        let parts = [(balance.praise, "praise"), (balance.growth, "growth"), (balance.other, "neither")]
        let said = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return balance.all == 0 ? "nothing yet" : "\(counted(balance.all, "entry", "entries")): \(declared: said)"
    }

    /// Names and figures, the same on the screen and on paper.
    var facts: [(name: String, value: String)] { figures.map { ($0.name, $0.value.text) } }

    private var figures: [(name: String, value: StyledText)] {
        let agenda = review.agenda
        return [
            ("You gave", ReviewRow.words(review.given)), ("You received", ReviewRow.words(review.received)),
            ("Last talk", agenda.lastMeeting.map { StyledText($0.description) } ?? "none yet"),
            ("To talk over", agenda.itemCount == 0 ? "nothing" : StyledText(counted(agenda.itemCount, "entry", "entries"))),
        ]
    }

    var blocks: [Block] {
        [
            .heading(StyledText(row.member.person.title, .title)),
            .facts(row.facts.dropFirst() + figures),
        ]
            + review.alike.prefix(ReviewRow.mostAlike).map(besides)
            + listed(
                "Next steps",
                steps.map {
                    (
                        $0.followUp.due.description,
                        StyledText($0.said.step) + StyledText(" (\(declared: $0.said.state))", $0.style)
                    )
                })
            + listed("Feedback", review.entries.prefix(ReviewRow.shown).map { ReviewRow.line(journal.row($0)) })
            + (review.entries.count > ReviewRow.shown
                ? [.paragraph(StyledText("and \(review.entries.count - ReviewRow.shown) more", .muted))] : [])
    }

    /// So many who are called alike are named.
    private static let mostAlike = 3

    private func besides(_ other: People.Member) -> Block {
        let count = counted(other.count, "entry", "entries")
        let words = "person merge \(PersonDesk.typed(other)) \(PersonDesk.typed(review.person))"
        return .paragraph(
            StyledText("\(other.person.title) (\(count)) is somebody else here; `\(words)` makes one of both.", .muted))
    }

    private func listed(_ title: String, _ lines: [(name: String, value: StyledText)]) -> [Block] {
        lines.isEmpty ? [] : [.gap, .heading(StyledText(declared: title)), .facts(lines)]
    }

    private static func line(_ row: EntryRow) -> (name: String, value: StyledText) {
        let entry = row.entry
        let more = [entry.kind?.rawValue, entry.direction == .received ? "received" : nil, entry.status.rawValue].compactMap(
            \.self)
        return (
            entry.id.end,
            StyledText(entry.text.preview, .title) + StyledText(" \(row.day)", .muted)
                + more.map { StyledText(", \(declared: $0)", .muted) }.joined()
        )
    }
}
