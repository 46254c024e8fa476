import Kernel

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
        Failure(
            .matchNotFound, "There is no match “\(name)”.", advice: "`match list` shows them all.", kind: .usage, absent: name)
    }
}
