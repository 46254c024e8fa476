import Guidance
import Kernel

/// The rules for review requests: rarely, after a success, and never after a review.
package struct ReviewPolicy: Sendable {
    /// The maximum number of requests in `span` days.
    private static let limit = (prompts: 3, span: 365)

    /// The numbers of sessions after which to ask.
    private let sessions: Set<Int>
    /// Whether to ask after a first pattern or test.
    private let milestones: Bool
    /// The number of days of use after which to ask once, or nil for never.
    private let daysOfUse: Int?

    /// Requests after 5, 25 and 50 sessions, and after the first pattern and the first test.
    package static let study = ReviewPolicy(sessions: [5, 25, 50], milestones: true, daysOfUse: nil)
    /// Requests after three days of use, as in Grain.
    package static let diary = ReviewPolicy(sessions: [], milestones: false, daysOfUse: 3)

    /// Whether to ask on a day after this use, given the notes of the last decision.
    func asks(after usageCounts: FeatureUsage.UsageCounts, _ notes: DeviceNotes, on day: Day) -> Bool {
        let recent = notes.reviewPrompts.filter { day.days(since: $0) < ReviewPolicy.limit.span }
        guard !notes.hasReviewed, recent.count < ReviewPolicy.limit.prompts, !notes.reviewPrompts.contains(day) else {
            return false
        }
        // Without an earlier count only the last session is new. Of a large number only the last
        // hundred are.
        let decidedSessions = max(notes.countedSessions ?? usageCounts.sessions - 1, usageCounts.sessions - 100)
        return sessions.contains { decidedSessions < $0 && $0 <= usageCounts.sessions }
            || milestones && !usageCounts.milestones.isSubset(of: notes.countedMilestones ?? [])
            || daysOfUse.map { usageCounts.day >= $0 && notes.reviewPrompts.isEmpty } ?? false
    }
}

extension DeviceNotes {
    /// Returns the notes after a decision, with the day among the prompts if the policy asks.
    func updated(after usageCounts: FeatureUsage.UsageCounts, _ policy: ReviewPolicy, on day: Day) -> DeviceNotes {
        var updated = self
        if policy.asks(after: usageCounts, self, on: day) { updated.reviewPrompts.append(day) }
        updated.countedSessions = max(countedSessions ?? 0, usageCounts.sessions)
        updated.countedMilestones = usageCounts.milestones.union(countedMilestones ?? []).sorted()
        return updated
    }
}
