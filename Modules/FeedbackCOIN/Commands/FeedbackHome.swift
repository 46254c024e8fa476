import FeedbackCOIN
import Interface
import Kernel

/// The home card of feedback.
struct FeedbackHome: Sendable {
    let journal: FeedbackJournal

    static let invitation = """
        There is no feedback yet. Write down what happened while it is fresh: the context, what you observed, its impact, and the next steps.
        """
    static let firstSteps = ["new", "new --template good-work", "template list"]
    private static let maxEntries = 5

    var card: HomeCard {
        HomeCard("feedback", order: 10) {
            let overview = try journal.overview(newest: FeedbackHome.maxEntries)
            let counts = overview.counts
            let newest = overview.newest.map(journal.row)
            let draft = overview.draft
            let due = overview.due.compactMap { DueRow($0, today: journal.today) }
            return HomeCard.Content(
                panels: newest.isEmpty
                    ? [FeedbackHome.welcome] : [summary(overview), blocks(newest), FeedbackHome.steps(due)],
                suggestedStep: FeedbackHome.step(due.first, today: journal.today)
                    ?? draft.map { .init("share \($0.id.shortForm)", because: FeedbackHome.reason($0), rank: 10) },
                members: members(newest, counts, due),
                next: newest.first.map { ["new", "show \($0.entry.id.shortForm)", "list"] } ?? FeedbackHome.firstSteps)
        }
    }

    private static var welcome: [Block] {
        let sections = FeedbackSection.allCases.map { (name: $0.heading, value: StyledText($0.guidance)) }
        return [.heading("Feedback"), .paragraph(StyledText(invitation)), .gap, .facts(sections)]
    }

    /// Returns a reason such as "not shared yet, for Sam".
    private static func reason(_ entry: FeedbackEntry) -> String {
        entry.recipient.map { "not shared yet, for \($0.name ?? $0.title): \(entry.text.preview)" }
            ?? "not shared yet: \(entry.text.preview)"
    }

    private static func step(_ row: DueRow?, today: Day) -> HomeCard.Step? {
        guard let row, row.followUp.due <= today else { return nil }
        let personText = row.with.map { ", with \($0)" } ?? ""
        return .init(
            "follow-up \(row.entry.id.shortForm) done", because: "\(row.text.state)\(personText): \(row.text.step)",
            rank: 5)
    }

    private static func steps(_ due: [DueRow]) -> [Block] {
        guard !due.isEmpty else { return [] }
        let lines = due.prefix(maxEntries).map { row in
            (
                name: row.entry.id.shortForm,
                value: StyledText(row.text.step, .title) + StyledText(row.with.map { ", with \($0)" } ?? "", .muted)
                    + StyledText(", \(declared: row.text.state)", row.style)
            )
        }
        let moreNotice =
            due.count > maxEntries
            ? [Block.paragraph(StyledText("and \(due.count - maxEntries) more: `due`", .muted))] : []
        return [.heading("Next steps"), .facts(lines)] + moreNotice
    }

    /// Returns the number of entries, the number of unshared ones, and the last share.
    private func summary(_ overview: FeedbackJournal.Overview) -> [Block] {
        let counts = overview.counts
        var facts: [(name: String, value: StyledText)] = [
            ("Entries", StyledText("\(counts.all), \(counts.shared) of them shared")),
            ("To share", StyledText("\(counts.drafts)", counts.drafts > 0 ? .accent : .good)),
        ]
        if let last = overview.lastShare {
            facts.append(("Last shared", StyledText("\(journal.day(of: last.sharedAt)), with \(ShareRow.title(last))")))
        }
        return [.heading("Where you stand"), .facts(facts)]
    }

    /// Returns one line per entry, which fits where a table is too wide.
    private func blocks(_ newest: [EntryRow]) -> [Block] {
        let lines = newest.map { row in
            let isGiven = row.entry.direction == .given
            let day = row.modified
            let name = row.entry.recipient.map { $0.name ?? $0.title }
            let personText: StyledText =
                name.map {
                    isGiven ? StyledText(" for \($0), \(day)", .muted) : StyledText(" from \($0), \(day)", .muted)
                }
                ?? StyledText(", \(day)", .muted)
            let state = row.entry.isShared ? StyledText(" ✓ shared", .good) : StyledText("")
            return (
                name: row.entry.id.shortForm,
                value: StyledText(row.entry.text.preview, .title) + personText + state
            )
        }
        return [.heading("Newest"), .facts(lines)]
    }

    private func members(_ newest: [EntryRow], _ counts: (all: Int, shared: Int, drafts: Int), _ due: [DueRow])
        -> [OutputValue
        .Member]
    {
        [
            .init("entries", .integer(counts.all)), .init("shared", .integer(counts.shared)),
            .init("drafts", .integer(counts.drafts)),
            .init("due", .list(due.map { ReviewRow.object($0, DueRow.fields) })),
            .init(
                "newest", .list(newest.map { row in .object(EntryRow.fields.map { .init($0.name, $0.value(row)) }) })),
        ]
    }
}
