import FeedbackCOIN
import Interface
import Kernel

/// A next step as text.
struct FollowUpText: Sendable {
    /// The step, or else the first line of the next steps, or else the context of the entry.
    let step: String
    /// The state of the step, such as "due today" or "3 days overdue".
    let state: String
    let isOverdue: Bool
    private let isOpen: Bool

    init(_ entry: FeedbackEntry, _ followUp: FollowUp, today: Day) {
        let firstLine = entry.text.nextSteps.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
        step = followUp.step ?? firstLine.map { FeedbackText(context: String($0)).preview } ?? entry.text.preview
        isOpen = entry.openFollowUp != nil
        isOverdue = isOpen && followUp.due < today
        let daysLate = today.days(since: followUp.due)
        state =
            followUp.doneOn.map { "done on \($0)" }
            ?? (isOverdue
                ? "\(counted(daysLate, "day")) overdue" : daysLate == 0 ? "due today" : "until \(followUp.due)")
    }

    /// The step and its state, such as "Ask how it went (until 2026-12-01)".
    var text: String { "\(step) (\(state))" }
    var styled: StyledText {
        StyledText(step) + StyledText(" (\(declared: state))", isOverdue ? .warning : isOpen ? .accent : .good)
    }
}

/// An entry with an open next step, as a row of `due`.
struct DueRow: Sendable {
    let entry: FeedbackEntry
    let followUp: FollowUp
    let text: FollowUpText

    init?(_ entry: FeedbackEntry, today: Day) {
        guard let followUp = entry.openFollowUp else { return nil }
        self.entry = entry
        self.followUp = followUp
        text = FollowUpText(entry, followUp, today: today)
    }

    static let fields: [Field<DueRow>] = [
        Field("id", title: "ID", "the entry whose next step it is", cell: { StyledText($0.entry.id.shortForm, .muted) })
        {
            .text($0.entry.id.rawValue)
        },
        Field(
            "due", title: "Due", "the last day for it", room: .fixed,
            cell: { StyledText($0.followUp.due.description, $0.style) }
        ) {
            .day($0.followUp.due)
        },
        Field("isOverdue", "whether that day is over") { .bool($0.text.isOverdue) },
        Field("step", title: "Next step", "what is to be done", room: .main, cell: { StyledText($0.text.step, .title) })
        {
            .text($0.text.step)
        },
        Field(
            "with", title: "With", "the name or address of the other person, or null",
            cell: { StyledText($0.with ?? "") }
        ) {
            .text($0.with)
        },
        Field("context", "the first line of the entry's context") { .text($0.entry.text.preview) },
    ]

    var with: String? { entry.recipient.map { $0.name ?? $0.title } }
    var style: TextRole { text.isOverdue ? .warning : .muted }
}
