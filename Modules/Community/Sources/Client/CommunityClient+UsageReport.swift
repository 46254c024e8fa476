import Guidance
import Kernel

/// The monthly count of participants and the request for a review.
extension CommunityClient {
    /// Counts the person once for this month, with their consent to share usage data.
    ///
    /// The count contains only the fact of use. The function never creates an identity.
    ///
    /// - Parameter atOnce: whether to send now. False leaves it to the next delivery.
    package func recordAttendance(atOnce: Bool = true) throws {
        let notes = try notebook.notes()
        guard notes.sharesUsage == true, notes.attendedMonth != month, try author() != nil else { return }
        try notebook.change { $0.attendedMonth = month }
        guard atOnce else {
            try queue { _ in .attendance(month: month) }
            return
        }
        _ = try send { _ in .attendance(month: month) }
    }

    /// Returns an outgoing submission. A person who is counted this month is also counted as a
    /// contributor.
    func posting(_ entry: OutboxEntry, from name: String) throws -> Posting {
        let notes = try notebook.notes()
        let isAttendance = if case .attendance(month) = entry.submission { true } else { false }
        if entry.submission.isVote, notes.votedMonth != month { try notebook.change { $0.votedMonth = month } }
        return Posting(
            entry.submission, outbox: name, number: entry.number, sentAt: time.now(), month: month,
            isCounted: isAttendance || notes.sharesUsage == true && notes.attendedMonth == month,
            hasVoted: notes.votedMonth == month)
    }

    /// Returns whether to ask for a review now, after a success, and records that the question was
    /// asked.
    ///
    /// All uses since the last question count as occasions.
    ///
    /// - Parameter usageCounts: the person's use of the app so far.
    package func asksForReview(after usageCounts: FeatureUsage.UsageCounts, _ policy: ReviewPolicy) throws -> Bool {
        let notes = try notebook.notes()
        let today = time.today()
        guard notes.updated(after: usageCounts, policy, on: today) != notes else { return false }
        // Two apps may decide to ask at the same moment. The written notes decide.
        return try notebook.change { current in
            let prompts = current.reviewPrompts
            current = current.updated(after: usageCounts, policy, on: today)
            return current.reviewPrompts != prompts
        }
    }

    /// Records that the person has reviewed the app, so that the question never appears again.
    package func recordReview() throws {
        try notebook.change { $0.hasReviewed = true }
        if try author() != nil { _ = try send { _ in .review } }
    }
}
