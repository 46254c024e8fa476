import Kernel

/// The votes as they count now, with merged suggestions counted for their targets, one vote a
/// person.
///
/// The votes of a merged suggestion stay with it, so that a merge can be reversed.
package struct Poll {
    /// The votes as a board reveals them.
    private enum Votes {
        /// The voters' names, on a board that stores records.
        case named(Ballots)
        /// The numbers of votes, and the topics with a vote of the login's owner.
        case counted([Ballots.Topic: Int], own: Set<Ballots.Topic>)
    }

    private let votes: Votes
    private let knownIDs: Set<Identifier<Suggestion>>
    /// The suggestion into which each merged one was merged.
    private let targets: [Identifier<Suggestion>: Identifier<Suggestion>]
    /// The merged suggestions of each final target.
    private let families: [Identifier<Suggestion>: [Identifier<Suggestion>]]

    init(_ ballots: Ballots, _ suggestions: [Suggestion]) { self.init(.named(ballots), suggestions) }

    /// Creates a poll from counts of a database, which include merged suggestions.
    ///
    /// A database reveals no names. It returns only the topics of the login's own votes.
    package init(counted: [Ballots.Topic: Int], own: Set<Ballots.Topic>, _ suggestions: [Suggestion]) {
        self.init(.counted(counted, own: own), suggestions)
    }

    private init(_ votes: Votes, _ suggestions: [Suggestion]) {
        let targets = Dictionary(
            suggestions.compactMap { suggestion in suggestion.mergedInto.map { (suggestion.id, $0) } },
            uniquingKeysWith: { first, _ in first })
        self.votes = votes
        self.targets = targets
        knownIDs = Set(suggestions.map(\.id))
        families = Dictionary(grouping: targets.keys) { Poll.finalTarget(of: $0, targets) }
    }

    /// Returns the number of votes under one topic, without those of merged suggestions.
    func count(of topic: Ballots.Topic) -> Int {
        switch votes {
        case .named(let ballots): ballots.count(of: topic)
        case .counted(let counts, _): counts[topic] ?? 0
        }
    }

    /// Whether a voter has voted for a topic. A database answers for the login's owner only.
    func hasVoted(_ voter: Voter, for topic: Ballots.Topic) -> Bool {
        switch votes {
        case .named(let ballots): ballots.contains(voter.rawValue, for: topic)
        case .counted(_, let own): own.contains(topic)
        }
    }

    /// Returns the suggestion that receives the votes for this one.
    package func target(of id: Identifier<Suggestion>) -> Identifier<Suggestion> { Poll.finalTarget(of: id, targets) }

    /// Returns a suggestion and those merged into it, or nothing if it is merged itself or missing.
    func mergedGroup(of id: Identifier<Suggestion>) -> [Identifier<Suggestion>] {
        knownIDs.contains(id) && targets[id] == nil ? [id] + (families[id] ?? []) : []
    }

    /// Returns the number of votes for a suggestion and those merged into it, one a person. It is
    /// 0 for a merged suggestion.
    func votes(for id: Identifier<Suggestion>) -> Int {
        let family = mergedGroup(of: id)
        return family.count == 1
            ? count(of: .init(id)) : family.isEmpty ? 0 : voters(for: id)?.count ?? count(of: .init(id))
    }

    /// Returns the voter names for a suggestion, or nil if a database counts.
    func voters(for id: Identifier<Suggestion>) -> Set<String>? {
        guard case .named(let ballots) = votes else { return nil }
        return Set(mergedGroup(of: id).flatMap { ballots.all(for: .init($0)) })
    }

    /// Whether a voter has voted for a suggestion or one merged into it.
    func hasVoted(_ voter: Voter, for id: Identifier<Suggestion>) -> Bool {
        mergedGroup(of: id).contains { hasVoted(voter, for: .init($0)) }
    }

    /// Returns the final target of merges. A cycle, which this code cannot create, ends at its
    /// start.
    private static func finalTarget(
        of id: Identifier<Suggestion>, _ targets: [Identifier<Suggestion>: Identifier<Suggestion>]
    ) -> Identifier<Suggestion> {
        var current = id
        var visited = Set([id])
        while let next = targets[current], visited.insert(next).inserted { current = next }
        return current
    }
}

extension BoardRecords {
    /// Returns the effective votes for items and suggestions.
    package func poll() throws -> Poll { try poll(of: suggestions(nil)) }

    /// Returns the number of votes for an item.
    package func voteCount(for id: Identifier<RoadmapItem>) throws -> Int { try poll(of: []).count(of: .init(id)) }

    /// Returns the number of votes for a suggestion, including those merged into it.
    package func voteCount(for id: Identifier<Suggestion>) throws -> Int { try poll().votes(for: id) }

    /// Returns the items with this voter's vote, in their given order.
    package func voted(_ voter: Voter, among items: [Identifier<RoadmapItem>]) throws -> [Identifier<RoadmapItem>] {
        let poll = try poll(of: [])
        return items.filter { poll.hasVoted(voter, for: .init($0)) }
    }

    /// Returns the suggestions with this voter's vote, including votes for merged ones, in their
    /// given order.
    package func voted(_ voter: Voter, among suggestions: [Identifier<Suggestion>]) throws -> [Identifier<Suggestion>] {
        let poll = try poll()
        return suggestions.filter { poll.hasVoted(voter, for: $0) }
    }
}
