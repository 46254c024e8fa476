import FeedbackCOIN
import Kernel
import Terminal

/// What the bare app shows of feedback.
struct FeedbackHome: Sendable {
    let journal: FeedbackJournal

    /// What an empty list says.
    static let invitation = """
        There is no feedback yet. Write down what happened while it is fresh: the context, what you observed, its impact, and the next steps.
        """
    static let firstSteps = ["new", "new --template good-work", "template list"]
    private static let shown = 5

    var card: HomeCard {
        HomeCard("feedback", order: 10) {
            let standing = try journal.standing(newest: FeedbackHome.shown)
            let (counts, newest, waiting) = (standing.counts, standing.newest.map(journal.row), standing.draft)
            let due = standing.due.compactMap { DueRow($0, today: journal.today) }
            return HomeCard.Content(
                panels: newest.isEmpty
                    ? [FeedbackHome.welcome] : [self.standing(standing), blocks(newest), FeedbackHome.steps(due)],
                now: FeedbackHome.step(due.first, today: journal.today)
                    ?? waiting.map { .init("share \($0.id.end)", because: FeedbackHome.reason($0), rank: 10) },
                members: members(newest, counts, due),
                next: newest.first.map { ["new", "show \($0.entry.id.end)", "list"] } ?? FeedbackHome.firstSteps)
        }
    }

    private static var welcome: [Block] {
        let sections = FeedbackSection.allCases.map { (name: $0.heading, value: StyledText($0.guidance)) }
        return [.heading("Feedback"), .paragraph(StyledText(invitation)), .gap, .facts(sections)]
    }

    /// "not shared yet, for Sam".
    private static func reason(_ entry: FeedbackEntry) -> String {
        entry.recipient.map { "not shared yet, for \($0.name ?? $0.title): \(entry.text.preview)" }
            ?? "not shared yet: \(entry.text.preview)"
    }

    /// A step whose day has come.
    private static func step(_ row: DueRow?, today: Day) -> HomeCard.Step? {
        guard let row, row.followUp.due <= today else { return nil }
        let with = row.with.map { ", with \($0)" } ?? ""
        return .init("follow-up \(row.entry.id.end) done", because: "\(row.said.state)\(with): \(row.said.step)", rank: 5)
    }

    /// The next steps, overdue first.
    private static func steps(_ due: [DueRow]) -> [Block] {
        guard !due.isEmpty else { return [] }
        let lines = due.prefix(shown).map { row in
            (
                name: row.entry.id.end,
                value: StyledText(row.said.step, .title) + StyledText(row.with.map { ", with \($0)" } ?? "", .muted)
                    + StyledText(", \(declared: row.said.state)", row.style)
            )
        }
        let more = due.count > shown ? [Block.paragraph(StyledText("and \(due.count - shown) more: `due`", .muted))] : []
        return [.heading("Next steps"), .facts(lines)] + more
    }

    /// How much is written, how much of it waits, and what went out last.
    private func standing(_ standing: FeedbackJournal.FirstLook) -> [Block] {
        let counts = standing.counts
        var facts: [(name: String, value: StyledText)] = [
            ("Entries", StyledText("\(counts.all), \(counts.shared) of them shared")),
            ("To share", StyledText("\(counts.drafts)", counts.drafts > 0 ? .accent : .good)),
        ]
        if let last = standing.lastShare {
            facts.append(("Last shared", StyledText("\(journal.day(of: last.sharedAt)), with \(ShareRow.title(last))")))
        }
        return [.heading("Where you stand"), .facts(facts)]
    }

    /// A line for each, which fits where a table does not.
    private func blocks(_ newest: [EntryRow]) -> [Block] {
        let lines = newest.map { row in
            let (isGiven, day) = (row.entry.direction == .given, row.modified)
            let name = row.entry.recipient.map { $0.name ?? $0.title }
            let about: StyledText =
                name.map { isGiven ? StyledText(" for \($0), \(day)", .muted) : StyledText(" from \($0), \(day)", .muted) }
                ?? StyledText(", \(day)", .muted)
            let state = row.entry.isShared ? StyledText(" ✓ shared", .good) : StyledText("")
            return (
                name: row.entry.id.end,
                value: StyledText(row.entry.text.preview, .title) + about + state
            )
        }
        return [.heading("Newest"), .facts(lines)]
    }

    private func members(_ newest: [EntryRow], _ counts: (all: Int, shared: Int, drafts: Int), _ due: [DueRow]) -> [FieldValue
        .Member]
    {
        [
            .init("entries", .integer(counts.all)), .init("shared", .integer(counts.shared)),
            .init("drafts", .integer(counts.drafts)), .init("due", .list(due.map { ReviewRow.object($0, DueRow.fields) })),
            .init("newest", .list(newest.map { row in .object(EntryRow.fields.map { .init($0.name, $0.value(row)) }) })),
        ]
    }
}
