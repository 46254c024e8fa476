import Guidance
import Kernel

/// When an app may ask for a review: seldom, after something went well, and never who has given one.
public struct ReviewPolicy: Sendable {
    /// At most so many in `span` days.
    private static let limit = (prompts: 3, span: 365)

    private let sessions: Set<Int>
    private let milestones: Bool
    private let daysOfUse: Int?

    /// After 5, 25 and 50 sessions, and after the first pattern and the first test.
    public static let study = ReviewPolicy(sessions: [5, 25, 50], milestones: true, daysOfUse: nil)
    /// After three days of use; Grain's.
    public static let diary = ReviewPolicy(sessions: [], milestones: false, daysOfUse: 3)

    /// Whether to ask on a day after these deeds, given what was noted when a review was last thought of.
    func asks(after deeds: Headway.Deeds, _ notes: DeviceNotes, on day: Day) -> Bool {
        let recent = notes.reviewPrompts.filter { day.days(since: $0) < ReviewPolicy.limit.span }
        guard !notes.hasReviewed, recent.count < ReviewPolicy.limit.prompts, !notes.reviewPrompts.contains(day) else {
            return false
        }
        // Where nothing was counted before, only the last session is new; of very many only the last hundred are.
        let known = max(notes.countedSessions ?? deeds.sessions - 1, deeds.sessions - 100)
        return sessions.contains { known < $0 && $0 <= deeds.sessions }
            || milestones && !deeds.milestones.isSubset(of: notes.countedMilestones ?? [])
            || daysOfUse.map { deeds.day >= $0 && notes.reviewPrompts.isEmpty } ?? false
    }
}

extension DeviceNotes {
    /// What is noted once a review was thought of; the day is among the prompts then if there is reason to ask.
    func thinking(of deeds: Headway.Deeds, _ policy: ReviewPolicy, on day: Day) -> DeviceNotes {
        var noted = self
        if policy.asks(after: deeds, self, on: day) { noted.reviewPrompts.append(day) }
        noted.countedSessions = max(countedSessions ?? 0, deeds.sessions)
        noted.countedMilestones = deeds.milestones.union(countedMilestones ?? []).sorted()
        return noted
    }
}
