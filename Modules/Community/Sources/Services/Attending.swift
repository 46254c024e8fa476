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
        let notes = try notebook.notes()
        let history = ReviewPolicy.History(prompts: notes.reviewPrompts, hasReviewed: notes.hasReviewed)
        guard policy.asks(on: occasion, day: time.today(), history) else { return false }
        try notebook.change { $0.reviewPrompts.append(time.today()) }
        return true
    }

    /// Notes that the person has reviewed the app, so that they are never asked again.
    public func reviewed() throws {
        try notebook.change { $0.hasReviewed = true }
        if try author() != nil { _ = try send { _ in .review } }
    }
}
