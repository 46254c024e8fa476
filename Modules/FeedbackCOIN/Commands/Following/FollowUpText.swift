import FeedbackCOIN
import Kernel
import Terminal

/// A next step in words.
struct FollowUpText: Sendable {
    /// What is to be done: the step, else the first line of the next steps, else what the entry is about.
    let step: String
    /// How it stands.
    let state: String
    /// Whether its day is over and it is not done.
    let isOverdue: Bool
    private let isOpen: Bool

    init(_ entry: FeedbackEntry, _ followUp: FollowUp, today: Day) {
        let line = entry.text.nextSteps.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
        step = followUp.step ?? line.map { FeedbackText(context: String($0)).preview } ?? entry.text.preview
        isOpen = entry.openFollowUp != nil
        isOverdue = isOpen && followUp.due < today
        let late = today.days(since: followUp.due)
        state =
            followUp.doneOn.map { "done on \($0)" }
            ?? (isOverdue ? "\(counted(late, "day")) overdue" : late == 0 ? "due today" : "until \(followUp.due)")
    }

    /// "Ask how it went (until 2026-12-01)".
    var text: String { "\(step) (\(state))" }
    var styled: StyledText {
        StyledText(step) + StyledText(" (\(declared: state))", isOverdue ? .warning : isOpen ? .accent : .good)
    }
}

/// An entry with an open next step, as `due` lists it.
struct DueRow: Sendable {
    let entry: FeedbackEntry
    let followUp: FollowUp
    let said: FollowUpText

    init?(_ entry: FeedbackEntry, today: Day) {
        guard let followUp = entry.openFollowUp else { return nil }
        (self.entry, self.followUp) = (entry, followUp)
        said = FollowUpText(entry, followUp, today: today)
    }

    static let fields: [Field<DueRow>] = [
        Field("id", title: "ID", "the entry whose next step it is", cell: { StyledText($0.entry.id.end, .muted) }) {
            .text($0.entry.id.rawValue)
        },
        Field(
            "due", title: "Due", "the last day for it", room: .whole, cell: { StyledText($0.followUp.due.description, $0.style) }
        ) {
            .day($0.followUp.due)
        },
        Field("isOverdue", "whether that day is over") { .bool($0.said.isOverdue) },
        Field("step", title: "Next step", "what is to be done", room: .main, cell: { StyledText($0.said.step, .title) }) {
            .text($0.said.step)
        },
        Field("with", title: "With", "the name or address of the other person, or null", cell: { StyledText($0.with ?? "") }) {
            .text($0.with)
        },
        Field("context", "the first line of the entry's context") { .text($0.entry.text.preview) },
    ]

    var with: String? { entry.recipient.map { $0.name ?? $0.title } }
    var style: TextRole { said.isOverdue ? .warning : .muted }
}
