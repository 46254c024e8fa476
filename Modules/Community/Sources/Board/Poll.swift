import Kernel

/// The votes as they count now. What was merged counts for what it was merged into, one vote a person; its votes stay with it, so that a
/// merge can be taken back and each vote is where it was.
public struct Poll {
    private enum Votes {
        case named(Ballots)
        case counted([Ballots.Topic: Int], own: Set<Ballots.Topic>)
    }

    private let votes: Votes
    private let there: Set<Identifier<Suggestion>>
    private let targets: [Identifier<Suggestion>: Identifier<Suggestion>]
    private let families: [Identifier<Suggestion>: [Identifier<Suggestion>]]

    init(_ ballots: Ballots, _ suggestions: [Suggestion]) { self.init(.named(ballots), suggestions) }

    /// Votes that a database has counted, those for what was merged with them; it tells no names, and of one's own only what they are for.
    package init(counted: [Ballots.Topic: Int], own: Set<Ballots.Topic>, _ suggestions: [Suggestion]) {
        self.init(.counted(counted, own: own), suggestions)
    }

    private init(_ votes: Votes, _ suggestions: [Suggestion]) {
        let targets = Dictionary(
            suggestions.compactMap { one in one.mergedInto.map { (one.id, $0) } }, uniquingKeysWith: { first, _ in first })
        (self.votes, self.targets, there) = (votes, targets, Set(suggestions.map(\.id)))
        families = Dictionary(grouping: targets.keys) { Poll.end(of: $0, targets) }
    }

    /// How many names are noted for something.
    func count(of topic: Ballots.Topic) -> Int {
        switch votes {
        case .named(let ballots): ballots.count(of: topic)
        case .counted(let counts, _): counts[topic] ?? 0
        }
    }

    /// Whether somebody voted for something; of others a database does not tell.
    func holds(_ voter: Voter, for topic: Ballots.Topic) -> Bool {
        switch votes {
        case .named(let ballots): ballots.holds(voter.rawValue, for: topic)
        case .counted(_, let own): own.contains(topic)
        }
    }

    /// The suggestion that votes for this one count for.
    package func target(of id: Identifier<Suggestion>) -> Identifier<Suggestion> { Poll.end(of: id, targets) }

    /// What counts for a suggestion: itself and what was merged into it; nothing for what was merged itself, or
    /// is not there.
    func family(of id: Identifier<Suggestion>) -> [Identifier<Suggestion>] {
        there.contains(id) && targets[id] == nil ? [id] + (families[id] ?? []) : []
    }

    func votes(for id: Identifier<Suggestion>) -> Int {
        let family = family(of: id)
        return family.count == 1 ? count(of: .init(id)) : family.isEmpty ? 0 : voters(for: id)?.count ?? count(of: .init(id))
    }

    /// Under which names a suggestion was voted for; nil where a database counts.
    func voters(for id: Identifier<Suggestion>) -> Set<String>? {
        guard case .named(let ballots) = votes else { return nil }
        return Set(family(of: id).flatMap { ballots.all(for: .init($0)) })
    }

    func holds(_ voter: Voter, for id: Identifier<Suggestion>) -> Bool {
        family(of: id).contains { holds(voter, for: .init($0)) }
    }

    /// Where merges lead to; a ring, which nobody can make here, ends where it began.
    private static func end(
        of id: Identifier<Suggestion>, _ targets: [Identifier<Suggestion>: Identifier<Suggestion>]
    ) -> Identifier<Suggestion> {
        var (place, seen) = (id, Set([id]))
        while let next = targets[place], seen.insert(next).inserted { place = next }
        return place
    }
}

extension BoardRecords {
    /// The votes as they count, for items and for suggestions.
    package func poll() throws -> Poll { try poll(of: suggestions(nil)) }

    /// How many votes an item has.
    public func voteCount(for id: Identifier<RoadmapItem>) throws -> Int { try poll(of: []).count(of: .init(id)) }

    /// How many votes a suggestion has, with those of what was merged into it.
    public func voteCount(for id: Identifier<Suggestion>) throws -> Int { try poll().votes(for: id) }

    /// Which of these somebody voted for, in their order.
    public func voted(_ voter: Voter, among items: [Identifier<RoadmapItem>]) throws -> [Identifier<RoadmapItem>] {
        let poll = try poll(of: [])
        return items.filter { poll.holds(voter, for: .init($0)) }
    }

    /// Which of these somebody voted for, or for what was merged into them; in their order.
    public func voted(_ voter: Voter, among suggestions: [Identifier<Suggestion>]) throws -> [Identifier<Suggestion>] {
        let poll = try poll()
        return suggestions.filter { poll.holds(voter, for: $0) }
    }
}
