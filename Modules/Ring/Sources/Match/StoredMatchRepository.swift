import Kernel

/// Matches in any store that is scoped to a profile.
public struct StoredMatchRepository: MatchRepository {
    /// Every kind of record that is kept.
    public static var collections: [any StoredCollection] {
        [KeptEvent.collection, KeptRules.collection, Match.collection, MatchPulse.collection]
    }

    private let store: any Store

    /// Matches in a store.
    public init(_ store: any Store) { self.store = store }

    public func begin(_ match: Match) throws {
        try store.write(undo: "Began the match of \(match.red) and \(match.blue)") { try $0.put(match) }
    }

    public func match(_ id: Identifier<Match>) throws -> Match? { try store.read { try $0.record(id) } }

    public func matches(limit: Int?) throws -> [Match] {
        try store.read { try $0.records(Match.byStart.all.descending.limit(limit)) }
    }

    public func openMatches() throws -> [Match] { try store.read { try $0.records(Match.open.all.descending) } }

    public func events(of id: Identifier<Match>) throws -> [MatchEvent] {
        try store.read { try $0.records(KeptEvent.byMatch.under(id)).map(\.event) }
    }

    public func keep(_ event: MatchEvent, of id: Identifier<Match>, result: Match.Result?) throws {
        let body = { (transaction: borrowing Transaction) throws in
            guard var match = try transaction.record(id) else { throw Failure.matchNotFound(id.rawValue) }
            guard match.result == nil else { throw Failure.matchClosed }
            guard event.number == match.count + 1 else { throw Failure.matchMovedOn }
            (match.count, match.result) = (event.number, result)
            try transaction.put(KeptEvent(match: id, event: event))
            // The match itself changes too, so that its beginning cannot be undone from under its events.
            try transaction.put(match)
            if result != nil { try transaction.delete(MatchPulse.id(of: id)) }
        }
        // A key is taken back in the match; only its end is a change that `undo` knows.
        try result == nil ? store.write(body) : store.write(undo: "Closed a match", body)
    }

    public func remove(_ id: Identifier<Match>) throws {
        try store.write(undo: "Deleted a match") { transaction in
            guard try transaction.delete(id) else { throw Failure.matchNotFound(id.rawValue) }
            for event in try transaction.records(KeptEvent.byMatch.under(id)) { try transaction.delete(event.id) }
            try transaction.delete(MatchPulse.id(of: id))
        }
    }

    public func pulse(of id: Identifier<Match>) throws -> Instant? {
        try store.read { try $0.record(MatchPulse.id(of: id))?.at }
    }

    public func notePulse(_ moment: Instant, of id: Identifier<Match>) throws {
        try store.write { try $0.put(MatchPulse(match: id, at: moment)) }
    }

    public func rules() throws -> [RuleSet] { try store.read { try $0.records(.all).map { (kept: KeptRules) in kept.rules } } }

    public func keep(_ rules: RuleSet) throws {
        try store.write(undo: "Kept the rules “\(rules.id)”") { try $0.put(KeptRules(rules: rules)) }
    }

    public func removeRules(_ id: String) throws -> Bool {
        try store.write(undo: "Deleted the rules “\(id)”") { try $0.delete(KeptRules.id(of: id)) }
    }
}

/// One event; its name says whose and which, so that no two can be the third.
struct KeptEvent: Storable {
    let match: Identifier<Match>
    let event: MatchEvent

    var id: Identifier<KeptEvent> { Identifier("\(match)-\(event.number)") }

    static let byMatch = Index<KeptEvent, IndexKey>.ordered("match") { IndexKey($0.match, $0.event.number) }
    static let collection = RecordCollection<KeptEvent>("ring.events", indexes: [byMatch])
}

/// When a screen last showed a running clock.
struct MatchPulse: Storable {
    let match: Identifier<Match>
    let at: Instant

    var id: Identifier<MatchPulse> { MatchPulse.id(of: match) }

    static func id(of match: Identifier<Match>) -> Identifier<MatchPulse> { Identifier(match.rawValue) }
    static let collection = RecordCollection<MatchPulse>("ring.pulses")
}

/// Rules that people added.
struct KeptRules: Storable {
    let rules: RuleSet

    var id: Identifier<KeptRules> { KeptRules.id(of: rules.id) }

    static func id(of rules: String) -> Identifier<KeptRules> { Identifier(rules) }
    static let collection = RecordCollection<KeptRules>("ring.rules")
}

extension Failure {
    /// No match of this name.
    static func matchNotFound(_ name: String) -> Failure {
        Failure(.matchNotFound, "There is no match “\(name)”.", advice: "`match list` has them all.", kind: .usage)
    }
}
