import Kernel

/// A suggestion with its votes.
public struct RankedSuggestion: Codable, Hashable, Sendable {
    /// As whoever looks may see it.
    public let suggestion: Suggestion
    /// How many people voted for it.
    public let upvotes: Int
    /// Whether the person voted for it.
    public let isMine: Bool

    /// By status, then by votes, then by age.
    static func ranked(_ suggestions: [Suggestion], in records: any BoardRecords, for voter: Voter?) throws
        -> [RankedSuggestion]
    {
        let poll = try Poll(records)
        let ranked = suggestions.map { one in
            RankedSuggestion(
                suggestion: one, upvotes: poll.votes(for: one.id),
                isMine: voter.map { poll.holds($0, for: one.id) } ?? false)
        }
        return ranked.sorted { left, right in
            let (one, other) = (left.suggestion, right.suggestion)
            return (one.status.order, -left.upvotes, one.submittedAt, one.id) < (
                other.status.order, -right.upvotes, other.submittedAt, other.id
            )
        }
    }
}
