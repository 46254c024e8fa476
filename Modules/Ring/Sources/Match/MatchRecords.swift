import Kernel

/// A stored event. Its ID consists of the match and the event number, so each number exists once.
struct StoredMatchEvent: Storable {
    let match: Identifier<Match>
    let event: MatchEvent

    var id: Identifier<StoredMatchEvent> { Identifier("\(match)-\(event.number)") }

    static let byMatch = Index<StoredMatchEvent, IndexKey>.ordered("match") { IndexKey($0.match, $0.event.number) }
    static let collection = RecordCollection<StoredMatchEvent>("ring.events", indexes: [byMatch])
}

/// The last time at which a screen showed a running clock.
struct MatchPulse: Storable {
    let match: Identifier<Match>
    let at: Instant

    var id: Identifier<MatchPulse> { MatchPulse.id(of: match) }

    static func id(of match: Identifier<Match>) -> Identifier<MatchPulse> { Identifier(match.rawValue) }
    static let collection = RecordCollection<MatchPulse>("ring.pulses")
}

/// Rules added by a person.
struct StoredRules: Storable {
    let rules: RuleSet

    var id: Identifier<StoredRules> { StoredRules.id(of: rules.id) }

    static func id(of rules: String) -> Identifier<StoredRules> { Identifier(rules) }
    static let collection = RecordCollection<StoredRules>("ring.rules")
}

extension Failure {
    /// Returns the error for an unknown match name.
    static func matchNotFound(_ name: String) -> Failure {
        Failure(
            .matchNotFound, "There is no match “\(name)”.", advice: "`match list` shows them all.", kind: .usage,
            missingName: name)
    }
}
