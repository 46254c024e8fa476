import Kernel

/// A participant's message to the community, kept in an outbox until it is received.
package enum Submission: Codable, Hashable, Sendable {
    case feedback(Feedback)
    /// An idea that others can vote on.
    case suggestion(Suggestion)
    /// The withdrawal of the person's own suggestion.
    case withdrawal(suggestion: Identifier<Suggestion>)
    /// A vote for an item. A second one changes nothing.
    case vote(item: Identifier<RoadmapItem>)
    case unvote(item: Identifier<RoadmapItem>)
    case upvote(suggestion: Identifier<Suggestion>)
    /// The withdrawal of a vote for a suggestion.
    case takeBack(suggestion: Identifier<Suggestion>)
    /// The use of an app in a month, for example `2026-11`.
    case attendance(month: String)
    /// The fact that the person has reviewed the app.
    case review

    /// The kind of action for rate limits.
    package var action: LimitedAction {
        switch self {
        case .feedback: .feedback
        case .suggestion, .withdrawal: .suggestion
        case .vote, .unvote: .vote
        case .upvote, .takeBack: .upvote
        case .attendance: .attendance
        case .review: .review
        }
    }

    /// Whether it casts or withdraws a vote.
    var isVote: Bool { action == .vote || action == .upvote }
}

/// A submission with the number that prevents duplicates.
package struct Posting: Hashable, Sendable {
    package let submission: Submission
    /// The identifier of the outbox that sent it.
    package let outbox: String
    /// The number in that outbox, greater than all earlier ones.
    package let number: Int
    /// The send time by the sender's clock.
    package let sentAt: Instant
    /// The sender's month, for example `2026-11`.
    package let month: String
    /// Whether the sender is counted in this month, including the fact of taking part.
    package let isCounted: Bool

    package let hasVoted: Bool

    package init(
        _ submission: Submission, outbox: String, number: Int, sentAt: Instant, month: String, isCounted: Bool = false,
        hasVoted: Bool = false
    ) {
        self.submission = submission
        self.outbox = outbox
        self.number = number
        self.sentAt = sentAt
        self.month = month
        self.isCounted = isCounted
        self.hasVoted = hasVoted
    }
}
