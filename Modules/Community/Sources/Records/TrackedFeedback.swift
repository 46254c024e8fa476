import Kernel

/// Feedback in the developers' process, which also counts its duplicates.
package struct TrackedFeedback: Hashable, Sendable {
    package let id: Identifier<Feedback>
    package let app: String
    package let category: Feedback.Category
    package let text: String
    /// The severity, or nil if no developer has set it.
    package let severity: Feedback.Severity?
    /// The number of people who reported it or a duplicate.
    package let people: Int
    package let stage: Feedback.Stage
    /// The status shown to its author.
    package let status: Feedback.Status
    /// The version for which it is planned.
    package let target: String?
    package let writtenAt: Instant
    package let resolvedOn: Day?

    package init(_ feedback: Feedback, people: Int) {
        id = feedback.id
        app = feedback.device.app
        category = feedback.category
        text = feedback.text
        severity = feedback.severity
        self.people = people
        stage = feedback.stage ?? .collect
        status = feedback.responseStatus
        target = feedback.targetVersion
        writtenAt = feedback.timestamp
        resolvedOn = feedback.resolvedOn
    }

    /// Whether the work is finished: it is verified, or it is answered and has no severity.
    package var isOver: Bool { stage == .verify || status == .responded && severity == nil }

    /// Returns the number of open days, until implementation or today.
    package func days(until today: Day, by calendar: LocalCalendar) -> Int {
        max(0, (resolvedOn ?? today).ordinal - calendar.day(of: writtenAt).ordinal)
    }

    /// Whether one comes before the other: by severity, then by number of people, then by age.
    static func isMoreUrgent(_ left: TrackedFeedback, _ right: TrackedFeedback) -> Bool {
        let severities = Feedback.Severity.allCases
        func rank(_ feedback: TrackedFeedback) -> Int {
            feedback.severity.flatMap(severities.firstIndex) ?? severities.count
        }
        return (rank(left), -left.people, left.writtenAt, left.id) < (
            rank(right), -right.people, right.writtenAt, right.id
        )
    }

    /// Groups feedback so that duplicates count for one entry. A duplicate of deleted feedback
    /// counts by itself.
    static func all(of feedback: [Feedback]) -> [TrackedFeedback] {
        let knownIDs = Set(feedback.map(\.id))
        let groups = Dictionary(grouping: feedback) { entry in
            entry.sameAs.flatMap { knownIDs.contains($0) ? $0 : nil } ?? entry.id
        }
        return feedback.compactMap { entry in
            groups[entry.id].map { reports in TrackedFeedback(entry, people: Set(reports.map(\.author)).count) }
        }
    }
}
