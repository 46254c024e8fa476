import Kernel

/// A suggestion with its votes.
public struct RankedSuggestion: Codable, Hashable, Sendable {
    /// What became of a suggestion.
    public enum Outcome: Codable, Hashable, Sendable {
        /// As its status says.
        case itself(Suggestion.Status)
        /// It is an item of the roadmap.
        case item(RoadmapItem)
        /// It became part of another, of which this became.
        indirect case merged(with: Suggestion, Outcome)
    }

    /// As whoever looks may see it.
    public let suggestion: Suggestion
    /// How many people voted for it.
    public let upvotes: Int
    /// Whether the person voted for it.
    public let isMine: Bool
    /// What became of it.
    public let outcome: Outcome

    /// By status, then by votes, then by age.
    static func ranked(_ suggestions: [Suggestion], in records: any BoardRecords, for voter: Voter?) throws
        -> [RankedSuggestion]
    {
        let poll = try records.poll()
        let ranked = try suggestions.map { one in
            RankedSuggestion(
                suggestion: one, upvotes: poll.votes(for: one.id),
                isMine: voter.map { poll.holds($0, for: one.id) } ?? false, outcome: try records.outcome(of: one, poll))
        }
        return ranked.sorted { left, right in
            let (one, other) = (left.suggestion, right.suggestion)
            return (one.status.order, -left.upvotes, one.submittedAt, one.id) < (
                other.status.order, -right.upvotes, other.submittedAt, other.id
            )
        }
    }
}

extension BoardRecords {
    /// What became of a suggestion. What it was merged with may have been taken back since.
    func outcome(of suggestion: Suggestion, _ poll: Poll) throws -> RankedSuggestion.Outcome {
        if let item = try suggestion.promotedToRoadmapID.flatMap({ try record($0) }) { return .item(item) }
        let target = poll.target(of: suggestion.id)
        guard target != suggestion.id, let other = try record(target) else { return .itself(suggestion.status) }
        return .merged(with: other.withoutNotes, try outcome(of: other, poll))
    }
}
