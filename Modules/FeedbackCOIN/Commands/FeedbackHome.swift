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
            let counts = try journal.counts()
            let newest = try journal.entries(EntryFilter(limit: FeedbackHome.shown)).map(journal.row)
            let waiting = try journal.entries(EntryFilter(limit: 1, isShared: false)).first
            return HomeCard.Content(
                panels: newest.isEmpty
                    ? [FeedbackHome.welcome] : [try standing(counts, waiting), blocks(newest)],
                now: waiting.map { .init("share \($0.id.end)", because: FeedbackHome.reason($0), rank: 10) },
                members: members(newest, counts),
                next: newest.first.map { ["new", "show \($0.entry.id.end)", "list"] } ?? FeedbackHome.firstSteps)
        }
    }

    private static var welcome: [Block] {
        let sections = FeedbackSection.allCases.map { (name: $0.heading, value: StyledText($0.guidance)) }
        return [.heading("Feedback"), .paragraph(StyledText(invitation)), .gap, .facts(sections)]
    }

    /// "not shared yet, for Sam".
    private static func reason(_ entry: FeedbackEntry) -> String {
        "not shared yet" + (entry.recipient.map { ", for \($0.name ?? $0.title)" } ?? "") + ": \(entry.text.preview)"
    }

    /// How much is written, how much of it waits, and what went out last.
    private func standing(_ counts: (all: Int, shared: Int), _ waiting: FeedbackEntry?) throws -> [Block] {
        let open = counts.all - counts.shared
        var facts: [(name: String, value: StyledText)] = [
            ("Entries", StyledText("\(counts.all), \(counts.shared) of them shared")),
            ("To share", StyledText("\(open)", open > 0 ? .accent : .good)),
        ]
        if let last = try journal.shares(limit: 1).first {
            facts.append(("Last shared", StyledText("\(journal.day(of: last.sharedAt)), with \(ShareRow.title(last))")))
        }
        return [.heading("Where you stand"), .facts(facts)]
    }

    /// A line for each, which fits where a table does not.
    private func blocks(_ newest: [EntryRow]) -> [Block] {
        let lines = newest.map { row in
            let recipient = row.entry.recipient.map { " for \($0.name ?? $0.title)" } ?? ""
            let state = row.entry.isShared ? StyledText(" ✓ shared", .good) : StyledText("")
            return (
                name: row.entry.id.end,
                value: StyledText(row.entry.text.preview, .title) + StyledText("\(recipient), \(row.modified)", .muted) + state
            )
        }
        return [.heading("Newest"), .facts(lines)]
    }

    private func members(_ newest: [EntryRow], _ counts: (all: Int, shared: Int)) -> [FieldValue.Member] {
        [
            .init("entries", .integer(counts.all)), .init("shared", .integer(counts.shared)),
            .init("newest", .list(newest.map { row in .object(EntryRow.fields.map { .init($0.name, $0.value(row)) }) })),
        ]
    }
}
