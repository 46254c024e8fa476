import Kernel

/// A suggestion with its votes.
package struct RankedSuggestion: Codable, Hashable, Sendable {
    /// The outcome of a suggestion.
    package enum Outcome: Codable, Hashable, Sendable {
        /// The suggestion stands alone with this status.
        case itself(Suggestion.Status)
        /// The suggestion became a roadmap item.
        case item(RoadmapItem)
        /// The suggestion was merged into another, which has this outcome.
        indirect case merged(with: Suggestion, Outcome)
    }

    package let suggestion: Suggestion
    /// The number of people who voted for it.
    package let upvotes: Int
    /// Whether the viewer voted for it.
    package let isMine: Bool
    package let outcome: Outcome

    /// Returns suggestions by status, then by votes, then by age.
    static func ranked(_ suggestions: [Suggestion], in records: any BoardRecords, for voter: Voter?) throws
        -> [RankedSuggestion]
    {
        let poll = try records.poll()
        let ranked = try suggestions.map { suggestion in
            RankedSuggestion(
                suggestion: suggestion, upvotes: poll.votes(for: suggestion.id),
                isMine: voter.map { poll.hasVoted($0, for: suggestion.id) } ?? false,
                outcome: try records.outcome(of: suggestion, poll))
        }
        return ranked.sorted { left, right in
            let first = left.suggestion
            let second = right.suggestion
            return (first.status.order, -left.upvotes, first.submittedAt, first.id) < (
                second.status.order, -right.upvotes, second.submittedAt, second.id
            )
        }
    }
}

extension BoardRecords {
    /// Returns the outcome of a suggestion. Its merge target may have been withdrawn since.
    func outcome(of suggestion: Suggestion, _ poll: Poll) throws -> RankedSuggestion.Outcome {
        if let item = try suggestion.promotedToRoadmapID.flatMap({ try record($0) }) { return .item(item) }
        let target = poll.target(of: suggestion.id)
        guard target != suggestion.id, let other = try record(target) else { return .itself(suggestion.status) }
        return .merged(with: other.withoutNotes, try outcome(of: other, poll))
    }
}
