import Kernel

extension MatchTable {
    /// Every kind of record that is kept here. Whether a clock was seen to run is of one device.
    public static var belongings: [Belongings] {
        [
            Belongings(.progress, [KeptEvent.collection, Match.collection], isMissed: false, settle: settle),
            Belongings(.settings, [KeptRules.collection]), .staying([MatchPulse.collection]),
        ]
    }

    /// A match that was scored on two devices has the events of both, each number once. What cannot have happened behind the others goes; how many there
    /// are, and how it ended, follows from those that stay.
    @Sendable private static func settle(_ touched: Touched, in store: any Store) throws {
        let events = touched.ids(of: KeptEvent.collection).compactMap { id in
            id.rawValue.lastIndex(of: "-").map { Identifier<Match>(String(id.rawValue[..<$0])) }
        }
        for id in Set(events).union(touched.ids(of: Match.collection)).sorted() {
            try store.write { transaction in
                guard var match = try transaction.record(id) else { return }
                let kept = try transaction.records(KeptEvent.byMatch.under(id))
                let fought = try possible(kept.map(\.event), of: match)
                for event in kept.dropFirst(fought.events.count) { try transaction.delete(event.id) }
                match.count = fought.events.count
                match.result = fought.state.verdict.flatMap { verdict in
                    fought.events.last.map {
                        Match.Result(
                            verdict: verdict, red: fought.state.total(of: .red), blue: fought.state.total(of: .blue), at: $0.at)
                    }
                }
                try transaction.amend(match)
            }
        }
    }

    /// The match with as many of its events, from the first on, as can have happened.
    private static func possible(_ events: [MatchEvent], of match: Match) throws -> FoughtMatch {
        var fought = try FoughtMatch(match, events: [])
        for (place, event) in events.enumerated() where fought.events.count == place && event.number == place + 1 {
            guard fought.state.verdict == nil, let next = try? FoughtMatch(match, events: fought.events + [event]) else { break }
            fought = next
        }
        return fought
    }
}
