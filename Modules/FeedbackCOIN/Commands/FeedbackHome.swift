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
            let list = list(newest, counts)
            return HomeCard.Content(
                blocks: newest.isEmpty ? FeedbackHome.welcome : list.blocks, members: members(newest, counts),
                next: newest.first.map { ["new", "show \($0.entry.id.end)", "list"] } ?? FeedbackHome.firstSteps,
                listed: newest.isEmpty ? nil : list.listed)
        }
    }

    private static var welcome: [Block] {
        let sections = FeedbackSection.allCases.map { (name: $0.heading, value: StyledText($0.guidance)) }
        return [.heading("Feedback"), .paragraph(StyledText(invitation)), .gap, .facts(sections)]
    }

    private func list(_ newest: [EntryRow], _ counts: (all: Int, shared: Int)) -> Output {
        let summary = "\(counted(counts.all, "entry", "entries")), \(counts.shared) of them shared."
        return Output.list(
            newest, EntryRow.fields.filter { $0.name != "tags" }, heading: "Feedback", empty: "",
            footer: [.paragraph(StyledText(summary, .muted))]
        ).numbered(of: FeedbackJournal.naming.list, shownBy: "show ROW")
    }

    private func members(_ newest: [EntryRow], _ counts: (all: Int, shared: Int)) -> [FieldValue.Member] {
        [
            .init("entries", .integer(counts.all)), .init("shared", .integer(counts.shared)),
            .init("newest", .list(newest.map { row in .object(EntryRow.fields.map { .init($0.name, $0.value(row)) }) })),
        ]
    }
}
