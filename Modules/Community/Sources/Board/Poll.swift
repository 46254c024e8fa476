import Kernel

/// The votes as they count now. What was merged counts for what it was merged into, one vote a person; its votes stay with it, so that a
/// merge can be taken back and each vote is where it was.
struct Poll {
    let ballots: Ballots
    private let there: Set<Identifier<Suggestion>>
    private let targets: [Identifier<Suggestion>: Identifier<Suggestion>]
    private let families: [Identifier<Suggestion>: [Identifier<Suggestion>]]

    init(_ records: any BoardRecords) throws { try self.init(records.ballots(), records.suggestions(nil)) }

    init(_ ballots: Ballots, _ suggestions: [Suggestion]) {
        let targets = Dictionary(
            suggestions.compactMap { one in one.mergedInto.map { (one.id, $0) } }, uniquingKeysWith: { first, _ in first })
        (self.ballots, self.targets, there) = (ballots, targets, Set(suggestions.map(\.id)))
        families = Dictionary(grouping: targets.keys) { Poll.end(of: $0, targets) }
    }

    /// The suggestion that votes for this one count for.
    func target(of id: Identifier<Suggestion>) -> Identifier<Suggestion> { Poll.end(of: id, targets) }

    /// What counts for a suggestion: itself and what was merged into it; nothing for what was merged itself, or
    /// is not there.
    func family(of id: Identifier<Suggestion>) -> [Identifier<Suggestion>] {
        there.contains(id) && targets[id] == nil ? [id] + (families[id] ?? []) : []
    }

    func votes(for id: Identifier<Suggestion>) -> Int {
        let family = family(of: id)
        return family.count == 1 ? ballots.count(of: .init(id)) : voters(for: id).count
    }

    /// Under which names a suggestion was voted for.
    func voters(for id: Identifier<Suggestion>) -> Set<String> {
        Set(family(of: id).flatMap { ballots.all(for: .init($0)) })
    }

    func holds(_ voter: Voter, for id: Identifier<Suggestion>) -> Bool {
        family(of: id).contains { ballots.holds(voter.rawValue, for: .init($0)) }
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
    /// How many votes an item has.
    public func voteCount(for id: Identifier<RoadmapItem>) throws -> Int { try ballots().count(of: .init(id)) }

    /// How many votes a suggestion has, with those of what was merged into it.
    public func voteCount(for id: Identifier<Suggestion>) throws -> Int { try Poll(self).votes(for: id) }

    /// Which of these somebody voted for, in their order.
    public func voted(_ voter: Voter, among items: [Identifier<RoadmapItem>]) throws -> [Identifier<RoadmapItem>] {
        let ballots = try ballots()
        return items.filter { ballots.holds(voter.rawValue, for: .init($0)) }
    }

    /// Which of these somebody voted for, or for what was merged into them; in their order.
    public func voted(_ voter: Voter, among suggestions: [Identifier<Suggestion>]) throws -> [Identifier<Suggestion>] {
        let poll = try Poll(self)
        return suggestions.filter { poll.holds(voter, for: $0) }
    }
}
