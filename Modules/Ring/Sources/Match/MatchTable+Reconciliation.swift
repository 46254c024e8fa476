import Kernel

extension MatchTable {
    /// The sync policies of every record kind of this module. Pulses stay on their device.
    package static var syncPolicies: [SyncPolicy] {
        [
            SyncPolicy(
                .progress, [StoredMatchEvent.collection, Match.collection], keepsSupersededVersions: false,
                reconcile: reconcileMatches),
            SyncPolicy(.settings, [StoredRules.collection]), .local([MatchPulse.collection]),
        ]
    }

    /// Reconciles a match that was scored on two devices.
    ///
    /// The match has the events of both devices, each number once. Events that are impossible after
    /// the previous ones are deleted. The count and the result follow from the remaining events.
    @Sendable private static func reconcileMatches(_ received: ReceivedRecords, in store: any Store) throws {
        let matchIDs = received.ids(of: StoredMatchEvent.collection).compactMap { id in
            id.rawValue.lastIndex(of: "-").map { Identifier<Match>(String(id.rawValue[..<$0])) }
        }
        for id in Set(matchIDs).union(received.ids(of: Match.collection)).sorted() {
            try store.write { transaction in
                guard var match = try transaction.record(id) else { return }
                let storedEvents = try transaction.records(StoredMatchEvent.byMatch.under(id))
                let recordedMatch = try longestPossibleMatch(storedEvents.map(\.event), of: match)
                for event in storedEvents.dropFirst(recordedMatch.events.count) { try transaction.delete(event.id) }
                match.count = recordedMatch.events.count
                match.result = recordedMatch.state.verdict.flatMap { verdict in
                    recordedMatch.events.last.map {
                        Match.Result(
                            verdict: verdict, red: recordedMatch.state.total(of: .red),
                            blue: recordedMatch.state.total(of: .blue),
                            at: $0.at)
                    }
                }
                try transaction.putDerived(match)
            }
        }
    }

    /// Returns the match with its longest possible sequence of events, from the first one.
    private static func longestPossibleMatch(_ events: [MatchEvent], of match: Match) throws -> RecordedMatch {
        var recordedMatch = try RecordedMatch(match, events: [])
        for (index, event) in events.enumerated() where recordedMatch.events.count == index && event.number == index + 1
        {
            guard recordedMatch.state.verdict == nil,
                let next = try? RecordedMatch(match, events: recordedMatch.events + [event])
            else { break }
            recordedMatch = next
        }
        return recordedMatch
    }
}
