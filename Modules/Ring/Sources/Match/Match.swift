import Kernel

/// A match: its opponents, rules and result. Its events are stored separately.
package struct Match: Codable, Hashable, Sendable {
    /// The longest name, in characters.
    package static let longestName = 40

    package let id: Identifier<Match>
    /// The name of the fighter in the red corner.
    package let red: String
    /// The name of the fighter in the blue corner.
    package let blue: String
    /// A copy of the rules, so that later changes of the rules do not affect the match.
    package let rules: RuleSet
    package let startedAt: Instant
    /// The number of events.
    package internal(set) var count = 0
    /// The result, or nil while the match is open.
    package internal(set) var result: Result?

    /// The result of a match.
    package struct Result: Codable, Hashable, Sendable {
        package let verdict: Verdict
        /// The totals of both corners, which may be negative.
        package let red, blue: Int
        /// The time at which the match was closed.
        package let at: Instant
    }

    package init(id: Identifier<Match>, red: String, blue: String, rules: RuleSet, startedAt: Instant) {
        self.id = id
        self.red = red
        self.blue = blue
        self.rules = rules
        self.startedAt = startedAt
    }

    package func name(of corner: Corner) -> String { corner == .red ? red : blue }

    /// The name of the winner, or nil for a draw or an open match.
    package var winner: String? { result?.verdict.winner.map(name(of:)) }
}

extension Match: Storable {
    static let byStart = Index<Match, IndexKey>.ordered("start") { IndexKey($0.startedAt, $0.id) }
    static let open = Index<Match, IndexKey>.ordered("open") { $0.result == nil ? IndexKey($0.startedAt, $0.id) : nil }
    package static let collection = RecordCollection<Match>(
        "ring.matches", indexes: [byStart, open], derived: ["count", "result"])
}

/// A match with all its events.
package struct RecordedMatch: Sendable {
    /// The opponents, and the result of a closed match.
    package internal(set) var match: Match
    /// The events in order.
    package let events: [MatchEvent]
    package let state: MatchState

    /// Creates a match from its events.
    ///
    /// - Throws: The error of the first impossible event.
    package init(_ match: Match, events: [MatchEvent]) throws {
        self.match = match
        self.events = events
        state = try MatchState(match.rules, at: match.startedAt, replaying: events)
    }

    init(_ match: Match, in transaction: borrowing Transaction) throws {
        try self.init(match, events: transaction.records(StoredMatchEvent.byMatch.under(match.id)).map(\.event))
    }
}
