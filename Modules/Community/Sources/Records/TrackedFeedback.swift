import Kernel

/// Feedback on its way to the end, with all that says the same counted at it.
public struct TrackedFeedback: Hashable, Sendable {
    /// The feedback.
    public let id: Identifier<Feedback>
    /// The app that it came from.
    public let app: String
    /// What it is about.
    public let category: Feedback.Category
    /// What was written.
    public let text: String
    /// How bad it is; nil where nobody has said.
    public let severity: Feedback.Severity?
    /// How many people said it, or the same.
    public let people: Int
    /// How far it has come.
    public let stage: Feedback.Stage
    /// What its author was told.
    public let status: Feedback.Status
    /// The version that it is meant for.
    public let target: String?
    /// When it was written.
    public let writtenAt: Instant
    /// Since when it is implemented.
    public let resolvedOn: Day?

    /// A row that a board has counted.
    package init(_ feedback: Feedback, people: Int) {
        (id, app, category, text) = (feedback.id, feedback.device.app, feedback.category, feedback.text)
        (severity, self.people, stage) = (feedback.severity, people, feedback.stage ?? .collect)
        (status, target) = (feedback.responseStatus, feedback.targetVersion)
        (writtenAt, resolvedOn) = (feedback.timestamp, feedback.resolvedOn)
    }

    /// Whether nothing is left to do: it was verified, or it was answered and nobody found it bad enough to be judged.
    public var isOver: Bool { stage == .verify || status == .responded && severity == nil }

    /// For how many days it was open: until it was implemented, or until now.
    public func days(until today: Day, by calendar: LocalCalendar) -> Int {
        max(0, (resolvedOn ?? today).ordinal - calendar.day(of: writtenAt).ordinal)
    }

    /// The worst first, then what most people said, then the oldest.
    static func isMoreUrgent(_ left: TrackedFeedback, _ right: TrackedFeedback) -> Bool {
        let all = Feedback.Severity.allCases
        func place(_ one: TrackedFeedback) -> Int { one.severity.flatMap(all.firstIndex) ?? all.count }
        return (place(left), -left.people, left.writtenAt, left.id) < (place(right), -right.people, right.writtenAt, right.id)
    }

    /// All feedback, with what says the same counted at one. What says the same as something that is gone stands for itself.
    static func all(of feedback: [Feedback]) -> [TrackedFeedback] {
        let known = Set(feedback.map(\.id))
        let groups = Dictionary(grouping: feedback) { one in one.sameAs.flatMap { known.contains($0) ? $0 : nil } ?? one.id }
        return feedback.compactMap { one in
            groups[one.id].map { said in TrackedFeedback(one, people: Set(said.map(\.author)).count) }
        }
    }
}
