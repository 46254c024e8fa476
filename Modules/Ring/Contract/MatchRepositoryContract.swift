import Kernel
import KernelContract
import Ring

/// What every `MatchRepository` must keep.
public enum MatchRepositoryContract {
    /// The contract over repositories that a closure makes, each empty.
    public static func over(_ make: @escaping () throws -> any MatchRepository) -> Contract<any MatchRepository> {
        Contract("MatchRepository", promises: matches + events + rules, make)
    }

    private static let matches: [Contract<any MatchRepository>.Promise] = [
        .init("starts empty") { repository in
            try expectEqual(repository.matches(limit: nil), [])
            try expectEqual(repository.openMatches(), [])
            try expectEqual(repository.rules(), [])
            try expect(repository.match("m1") == nil, "there is a match")
        },
        .init("gives matches latest first, and no more than asked for") { repository in
            for second in [5, 1, 9] { try repository.begin(match("m\(second)", at: second)) }
            try expectEqual(repository.matches(limit: nil).map(\.id), ["m9", "m5", "m1"])
            try expectEqual(repository.matches(limit: 2).map(\.id), ["m9", "m5"])
            try expectEqual(repository.openMatches().map(\.id), ["m9", "m5", "m1"])
        },
        .init("gives back all of a match") { repository in
            try repository.begin(match("m1"))
            try expectEqual(repository.match("m1"), match("m1"))
        },
        .init("removes a match with its events, and only its own") { repository in
            for id in ["m1", "m11"] {
                try repository.begin(match(id))
                try repository.keep(event(1), of: Identifier(id), result: nil)
            }
            try repository.remove("m1")
            try expectEqual(repository.matches(limit: nil).map(\.id), ["m11"])
            try expectEqual(repository.events(of: "m1"), [])
            try expectEqual(repository.events(of: "m11"), [event(1)])
            try expectFailure(.matchNotFound) { try repository.remove("m1") }
        },
    ]

    private static let events: [Contract<any MatchRepository>.Promise] = [
        .init("keeps events in their order and counts them") { repository in
            try repository.begin(match("m1"))
            for number in 1...12 { try repository.keep(event(number), of: "m1", result: nil) }
            try expectEqual(repository.events(of: "m1").map(\.number), Array(1...12))
            try expectEqual(repository.match("m1")?.count, 12)
        },
        .init("takes only the next event") { repository in
            try repository.begin(match("m1"))
            try repository.keep(event(1), of: "m1", result: nil)
            for number in [0, 1, 3] {
                try expectFailure(.matchMovedOn) { try repository.keep(event(number), of: "m1", result: nil) }
            }
            try expectEqual(repository.events(of: "m1"), [event(1)])
            try expectFailure(.matchNotFound) { try repository.keep(event(1), of: "m2", result: nil) }
        },
        .init("closes a match once") { repository in
            try repository.begin(match("m1"))
            try repository.notePulse(start, of: "m1")
            let result = Match.Result(verdict: Verdict(winner: .red, way: .points), red: 3, blue: 1, at: start)
            try repository.keep(event(1), of: "m1", result: result)
            try expectEqual(repository.match("m1")?.result, result)
            try expectEqual(repository.openMatches(), [])
            try expect(repository.pulse(of: "m1") == nil, "its pulse is left")
            try expectFailure(.matchClosed) { try repository.keep(event(2), of: "m1", result: nil) }
        },
        .init("keeps the latest pulse of each match") { repository in
            try repository.begin(match("m1"))
            try expect(repository.pulse(of: "m1") == nil, "there is a pulse")
            try repository.notePulse(start.adding(seconds: 1), of: "m1")
            try repository.notePulse(start.adding(seconds: 2), of: "m1")
            try expectEqual(repository.pulse(of: "m1"), start.adding(seconds: 2))
            try expect(repository.pulse(of: "m2") == nil, "another match has it")
        },
    ]

    private static let rules: [Contract<any MatchRepository>.Promise] = [
        .init("keeps rules by their id") { repository in
            try repository.keep(RuleSet.itf)
            try repository.keep(RuleSet.itfUnion)
            try repository.keep(RuleSet.itf)
            try expectEqual(repository.rules(), [.itf, .itfUnion])
            try expect(try repository.removeRules("itf"), "they were not there")
            try expect(try !repository.removeRules("itf"), "they were there twice")
            try expectEqual(repository.rules(), [.itfUnion])
        }
    ]

    private static let start = Instant(milliseconds: 1_800_000_000_000)

    private static func match(_ id: String, at second: Int = 0) -> Match {
        Match(id: Identifier(id), red: "Kim", blue: "Lee", rules: .itf, startedAt: start.adding(seconds: Double(second)))
    }

    private static func event(_ number: Int) -> MatchEvent {
        MatchEvent(number: number, at: start.adding(seconds: Double(number)), .score(.red, 1))
    }
}
