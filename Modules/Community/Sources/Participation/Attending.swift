import Guidance
import Kernel

/// Being counted, and being asked for a review.
extension Participation {
    /// Counts the person for this month, once, if they agreed to share usage data; says nothing of them but that. Never makes an identity.
    ///
    /// - Parameter atOnce: false to leave it to whoever sends next.
    public func attend(atOnce: Bool = true) throws {
        let notes = try notebook.notes()
        guard notes.sharesUsage == true, notes.attendedMonth != month, try author() != nil else { return }
        try notebook.change { $0.attendedMonth = month }
        guard atOnce else { return try queue { _ in .attendance(month: month) } }
        _ = try send { _ in .attendance(month: month) }
    }

    /// A parcel as it leaves this device. Whom this month has counted, or counts now, is counted too among those who took part in it.
    func posting(_ entry: OutboxEntry, from name: String) throws -> Posting {
        let notes = try notebook.notes()
        let isPing = if case .attendance(month) = entry.parcel { true } else { false }
        if entry.parcel.isVote, notes.votedMonth != month { try notebook.change { $0.votedMonth = month } }
        return Posting(
            entry.parcel, outbox: name, number: entry.number, sentAt: time.now(), month: month,
            isCounted: isPing || notes.sharesUsage == true && notes.attendedMonth == month, hasVoted: notes.votedMonth == month)
    }

    /// Whether to ask for a review now, after something went well: whatever was done since the last time is an occasion. When so, it is
    /// noted that it was asked.
    ///
    /// - Parameter deeds: what the person has done until now.
    public func asksForReview(after deeds: Headway.Deeds, _ policy: ReviewPolicy) throws -> Bool {
        let (notes, today) = (try notebook.notes(), time.today())
        guard notes.thinking(of: deeds, policy, on: today) != notes else { return false }
        // Two apps of one moment may both want to ask: what is written decides.
        return try notebook.change { kept in
            let prompts = kept.reviewPrompts
            kept = kept.thinking(of: deeds, policy, on: today)
            return kept.reviewPrompts != prompts
        }
    }

    /// Notes that the person has reviewed the app, so that they are never asked again.
    public func reviewed() throws {
        try notebook.change { $0.hasReviewed = true }
        if try author() != nil { _ = try send { _ in .review } }
    }
}
