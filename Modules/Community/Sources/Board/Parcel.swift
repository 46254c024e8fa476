import Kernel

/// What a person sends to the community. It waits in an outbox until it has been taken.
public enum Parcel: Codable, Hashable, Sendable {
    /// What somebody tells the developers.
    case feedback(Feedback)
    /// An idea, for others to vote on.
    case suggestion(Suggestion)
    /// Takes a suggestion of one's own back.
    case withdrawal(suggestion: Identifier<Suggestion>)
    /// A vote for an item; a second one changes nothing.
    case vote(item: Identifier<RoadmapItem>)
    /// Takes that vote back.
    case unvote(item: Identifier<RoadmapItem>)
    /// A vote for a suggestion.
    case upvote(suggestion: Identifier<Suggestion>)
    /// Takes that vote back.
    case takeBack(suggestion: Identifier<Suggestion>)
    /// That an app was used in a month: `2026-11`.
    case attendance(month: String)
    /// That the person has reviewed the app.
    case review

    /// What it is to the others.
    public var deed: Deed {
        switch self {
        case .feedback: .feedback
        case .suggestion, .withdrawal: .suggestion
        case .vote, .unvote: .vote
        case .upvote, .takeBack: .upvote
        case .attendance: .attendance
        case .review: .review
        }
    }

    /// Whether it is a vote, or takes one back.
    var isVote: Bool { deed == .vote || deed == .upvote }
}

/// A parcel with the number that keeps it from being taken twice.
public struct Posting: Hashable, Sendable {
    /// What is sent.
    public let parcel: Parcel
    /// The outbox that it comes from.
    public let outbox: String
    /// Its number there; greater than that of everything sent before.
    public let number: Int
    /// When it is sent, by the sender's clock.
    public let sentAt: Instant
    /// The sender's month: `2026-11`.
    public let month: String
    /// Whether the sender is counted in this month, and with it that they took part in it.
    public let isCounted: Bool

    /// Whether the sender has voted in this month.
    public let hasVoted: Bool

    /// A parcel as it leaves an outbox.
    public init(
        _ parcel: Parcel, outbox: String, number: Int, sentAt: Instant, month: String, isCounted: Bool = false,
        hasVoted: Bool = false
    ) {
        (self.parcel, self.outbox, self.number, self.sentAt, self.month) = (parcel, outbox, number, sentAt, month)
        (self.isCounted, self.hasVoted) = (isCounted, hasVoted)
    }
}
