import Kernel

extension MatchTable {
    /// The sync policies of every record kind of this module. Pulses stay on their device.
    package static var syncPolicies: [SyncPolicy] {
        [
            SyncPolicy(
                .progress, [StoredMatchEvent.collection, Match.collection], keepsSupersededVersions: false,
                reconcile: settle),
            SyncPolicy(.settings, [StoredRules.collection]), .local([MatchPulse.collection]),
        ]
    }

    /// Reconciles a match that was scored on two devices.
    ///
    /// The match has the events of both devices, each number once. Events that are impossible after
    /// the previous ones are deleted. The count and the result follow from the remaining events.
    @Sendable private static func settle(_ touched: ReceivedRecords, in store: any Store) throws {
        let events = touched.ids(of: StoredMatchEvent.collection).compactMap { id in
            id.rawValue.lastIndex(of: "-").map { Identifier<Match>(String(id.rawValue[..<$0])) }
        }
        for id in Set(events).union(touched.ids(of: Match.collection)).sorted() {
            try store.write { transaction in
                guard var match = try transaction.record(id) else { return }
                let storedEvents = try transaction.records(StoredMatchEvent.byMatch.under(id))
                let fought = try possible(storedEvents.map(\.event), of: match)
                for event in storedEvents.dropFirst(fought.events.count) { try transaction.delete(event.id) }
                match.count = fought.events.count
                match.result = fought.state.verdict.flatMap { verdict in
                    fought.events.last.map {
                        Match.Result(
                            verdict: verdict, red: fought.state.total(of: .red), blue: fought.state.total(of: .blue),
                            at: $0.at)
                    }
                }
                try transaction.putDerived(match)
            }
        }
    }

    /// Returns the match with its longest possible sequence of events, from the first one.
    private static func possible(_ events: [MatchEvent], of match: Match) throws -> RecordedMatch {
        var fought = try RecordedMatch(match, events: [])
        for (place, event) in events.enumerated() where fought.events.count == place && event.number == place + 1 {
            guard fought.state.verdict == nil, let next = try? RecordedMatch(match, events: fought.events + [event])
            else { break }
            fought = next
        }
        return fought
    }
}
