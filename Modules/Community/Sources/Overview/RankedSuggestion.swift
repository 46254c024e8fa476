import Kernel

/// A suggestion with its votes.
public struct RankedSuggestion: Sendable {
    /// As whoever looks may see it.
    public let suggestion: Suggestion
    /// How many people voted for it.
    public let upvotes: Int
    /// Whether the person voted for it.
    public let isMine: Bool

    /// By status, then by votes, then by age.
    static func ranked(_ suggestions: [Suggestion], on board: any CommunityBoard, for voter: Voter?) throws
        -> [RankedSuggestion]
    {
        let ids = suggestions.map(\.id)
        let counts = try board.voteCounts(for: ids)
        let mine = try voter.map { try board.voted($0, among: ids) } ?? []
        return zip(suggestions, counts).map { RankedSuggestion(suggestion: $0, upvotes: $1, isMine: mine.contains($0.id)) }
            .sorted { left, right in
                let (one, other) = (left.suggestion, right.suggestion)
                return (one.status.order, -left.upvotes, one.submittedAt, one.id) < (
                    other.status.order, -right.upvotes, other.submittedAt, other.id
                )
            }
    }
}
