import Kernel

/// Being counted, and being asked for a review.
extension Participation {
    /// Counts the person for this month, once, if they agreed to share usage data; says nothing of them but that. Never makes an identity.
    public func attend() throws {
        let notes = try notebook.notes()
        guard notes.sharesUsage == true, notes.attendedMonth != month, try author() != nil else { return }
        try notebook.change { $0.attendedMonth = month }
        _ = try send { _ in .attendance(month: month) }
    }

    /// Whether to ask for a review now; when so, it is noted that it was asked.
    public func asksForReview(_ occasion: ReviewPolicy.Occasion, _ policy: ReviewPolicy) throws -> Bool {
        try asksForReview([occasion], policy, try notebook.notes()) { _ in }
    }

    /// The same after something went well: whatever was done since the last time is an occasion.
    ///
    /// - Parameter deeds: what the person has done until now.
    public func asksForReview(after deeds: ReviewPolicy.Deeds, _ policy: ReviewPolicy) throws -> Bool {
        let notes = try notebook.notes()
        let occasions = deeds.occasions(since: (notes.countedSessions, Set(notes.countedMilestones ?? [])))
        return try asksForReview(occasions, policy, notes) { notes in
            notes.countedSessions = max(notes.countedSessions ?? 0, deeds.sessions)
            notes.countedMilestones = deeds.milestones.union(notes.countedMilestones ?? []).sorted()
        }
    }

    private func asksForReview(
        _ occasions: [ReviewPolicy.Occasion], _ policy: ReviewPolicy, _ notes: DeviceNotes, noting: (inout DeviceNotes) -> Void
    ) throws -> Bool {
        let history = ReviewPolicy.History(prompts: notes.reviewPrompts, hasReviewed: notes.hasReviewed)
        let asks = occasions.contains { policy.asks(on: $0, day: time.today(), history) }
        var noted = notes
        noting(&noted)
        if asks { noted.reviewPrompts.append(time.today()) }
        guard noted != notes else { return false }
        // Two apps of one moment may both want to ask: what is written decides.
        return try notebook.change { kept in
            noting(&kept)
            guard asks, !kept.hasReviewed, !kept.reviewPrompts.contains(time.today()) else { return false }
            kept.reviewPrompts.append(time.today())
            return true
        }
    }

    /// Notes that the person has reviewed the app, so that they are never asked again.
    public func reviewed() throws {
        try notebook.change { $0.hasReviewed = true }
        if try author() != nil { _ = try send { _ in .review } }
    }
}
