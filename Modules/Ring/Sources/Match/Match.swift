import Kernel

/// A match: who, by which rules, and how it ended. What happened in it are its events.
public struct Match: Codable, Hashable, Sendable {
    /// How long a name may be.
    public static let longestName = 40

    /// Its name.
    public let id: Identifier<Match>
    /// Who stands in the red corner.
    public let red: String
    /// Who stands in the blue corner.
    public let blue: String
    /// The rules, copied: rules that are changed later do not change a match.
    public let rules: RuleSet
    /// When it began.
    public let startedAt: Instant
    /// How many events it has.
    public internal(set) var count = 0
    /// How it ended; nil while it goes on.
    public internal(set) var result: Result?

    /// How a match ended.
    public struct Result: Codable, Hashable, Sendable {
        /// Who won, and why.
        public let verdict: Verdict
        /// What counted for each.
        public let red, blue: Int
        /// When it was closed.
        public let at: Instant
    }

    /// A match that begins.
    public init(id: Identifier<Match>, red: String, blue: String, rules: RuleSet, startedAt: Instant) {
        (self.id, self.red, self.blue, self.rules, self.startedAt) = (id, red, blue, rules, startedAt)
    }

    /// Who stands in a corner.
    public func name(of corner: Corner) -> String { corner == .red ? red : blue }

    /// Who won; nil for nobody, and while it goes on.
    public var winner: String? { result?.verdict.winner.map(name(of:)) }
}

extension Match: Storable {
    static let byStart = Index<Match, IndexKey>.ordered("start") { IndexKey($0.startedAt, $0.id) }
    static let open = Index<Match, IndexKey>.ordered("open") { $0.result == nil ? IndexKey($0.startedAt, $0.id) : nil }
    /// Where matches are kept.
    public static let collection = RecordCollection<Match>(
        "ring.matches", indexes: [byStart, open], derived: ["count", "result"])
}

/// A match and everything that happened in it.
public struct FoughtMatch: Sendable {
    /// Who fights, and its result once it is closed.
    public internal(set) var match: Match
    /// Its events, in order.
    public let events: [MatchEvent]
    /// What they made of it.
    public let state: MatchState

    /// A match from its events.
    ///
    /// - Throws: what the first event throws that cannot have happened.
    public init(_ match: Match, events: [MatchEvent]) throws {
        (self.match, self.events) = (match, events)
        state = try MatchState(match.rules, at: match.startedAt, replaying: events)
    }

    init(_ match: Match, in transaction: borrowing Transaction) throws {
        try self.init(match, events: transaction.records(KeptEvent.byMatch.under(match.id)).map(\.event))
    }
}
