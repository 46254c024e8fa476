import Foundation
import Kernel
import Ring
import XCTest

/// Properties of every match for random keys.
final class MatchLawTests: XCTestCase {
    /// The model keeps a stack of marks and recomputes the score.
    func testReplayedScoreMatchesTheModel() throws {
        for seed in 0..<200 {
            var random = RandomSource(seed: UInt64(seed))
            let rules = seed % 2 == 0 ? RuleSet.itf : .itfUnion
            let (events, model, live) = try Self.randomMatch(rules, &random)
            for corner in Corner.allCases {
                XCTAssertEqual(live.total(of: corner), model.total(corner, rules), "seed \(seed)")
                XCTAssertEqual(
                    live.tally(of: corner).warnings, model.marks.filter { $0 == .warning(corner) }.count, "seed \(seed)"
                )
            }
            XCTAssertEqual(live.marks, model.marks, "seed \(seed)")
            XCTAssertEqual(try MatchState(rules, at: Fixture.start, replaying: events), live, "replayed, seed \(seed)")
            let copied = try JSONDecoder().decode([MatchEvent].self, from: JSONValue.encoder.encode(events))
            XCTAssertEqual(
                try MatchState(rules, at: Fixture.start, replaying: copied), live, "written and read, seed \(seed)")
        }
    }

    func testTakeBackRestoresTheState() throws {
        for seed in 0..<200 {
            var random = RandomSource(seed: UInt64(1000 + seed))
            let (events, _, before) = try Self.randomMatch(.itf, &random)
            guard before.verdict == nil else { continue }
            let at = (events.last?.at ?? Fixture.start)
            for mark in Self.marks(.itf) {
                var state = before
                guard (try? state.apply(MatchEvent(number: events.count + 1, at: at, mark))) != nil else { continue }
                try state.apply(MatchEvent(number: events.count + 2, at: at, .takeBack))
                XCTAssertEqual(state.marks, before.marks, "seed \(seed)")
                XCTAssertEqual(state.outcome, before.outcome, "seed \(seed)")
                for corner in Corner.allCases {
                    XCTAssertEqual(state.tally(of: corner), before.tally(of: corner), "seed \(seed)")
                }
            }
        }
    }

    func testRefusedEventChangesNothing() throws {
        for seed in 0..<100 {
            var random = RandomSource(seed: UInt64(2000 + seed))
            let (events, _, state) = try Self.randomMatch(.itf, &random)
            var copy = state
            for number in [0, events.count, events.count + 2] {
                XCTAssertThrowsError(try copy.apply(MatchEvent(number: number, at: Fixture.start, .hold)))
            }
            XCTAssertThrowsError(
                try copy.apply(MatchEvent(number: events.count + 1, at: Fixture.start, .score(.red, 99))))
            XCTAssertEqual(copy, state, "seed \(seed)")
        }
    }

    func testThreeWarningsCostAPointThreeFoulsTheMatch() throws {
        var fight = try Fight()
        for _ in 0..<2 { try fight.take(.warning(.red)) }
        XCTAssertEqual(fight.state.total(of: .red), 0)
        try fight.take(.warning(.red))
        XCTAssertEqual(fight.state.total(of: .red), -1)
        for _ in 0..<3 { try fight.take(.foul(.red)) }
        XCTAssertEqual(fight.state.total(of: .red), -4)
        XCTAssertEqual(fight.state.outcome, .decided(Verdict(winner: .blue, way: .disqualification)))
        XCTAssertFalse(fight.state.clock.isRunning, "the clock stops")
        XCTAssertThrowsError(try fight.take(.score(.red, 0))) { XCTAssertEqual(($0 as? Failure)?.code, .isDecided) }
        try fight.take(.takeBack)
        XCTAssertEqual(fight.state.outcome, .open)
        try fight.take(.resume)
        try fight.take(.score(.red, 0))
    }

    func testDrawContinuesUntilTheFirstPoint() throws {
        var fight = try Fight()
        try fight.take(.score(.red, 2), after: 10)
        try fight.take(.score(.blue, 2), after: 10)
        fight.pass(400)
        XCTAssertEqual(fight.state.outcome, .drawn(next: .extra))
        XCTAssertThrowsError(try fight.take(.close(Verdict(winner: nil, way: .draw)), as: 99))
        try fight.take(.fightOn)
        XCTAssertEqual(fight.state.clock.plan.length, 60)
        fight.pass(10 + 60)
        XCTAssertEqual(fight.state.outcome, .drawn(next: .firstPoint))
        try fight.take(.fightOn)
        fight.pass(1000)
        XCTAssertEqual(fight.state.outcome, .open, "the round has no time limit")
        try fight.take(.score(.blue, 0))
        XCTAssertEqual(fight.state.outcome, .decided(Verdict(winner: .blue, way: .firstPoint)))
        try fight.take(.close(Verdict(winner: .blue, way: .firstPoint)))
        XCTAssertThrowsError(try fight.take(.takeBack)) { XCTAssertEqual(($0 as? Failure)?.code, .matchClosed) }
    }

    func testCorrectionAfterTheBellChangesTheWinner() throws {
        var fight = try Fight()
        try fight.take(.score(.red, 0), after: 10)
        fight.pass(400)
        XCTAssertEqual(fight.state.outcome, .decided(Verdict(winner: .red, way: .points)))
        try fight.take(.score(.blue, 1))
        XCTAssertEqual(fight.state.outcome, .decided(Verdict(winner: .blue, way: .points)))
        try fight.take(.takeBack)
        try fight.take(.takeBack)
        XCTAssertEqual(fight.state.outcome, .drawn(next: .extra))
        XCTAssertThrowsError(try fight.take(.takeBack)) { XCTAssertEqual(($0 as? Failure)?.code, .nothingToTakeBack) }
    }

    func testScoreBeforeTheFirstRoundIsRefused() throws {
        var state = MatchState(.itf, at: Fixture.start)
        XCTAssertThrowsError(try state.apply(MatchEvent(number: 1, at: Fixture.start, .score(.red, 0)))) {
            XCTAssertEqual(($0 as? Failure)?.code, .notBegun)
        }
    }

    // MARK: - Fights

    private static func marks(_ rules: RuleSet) -> [MatchEvent.Kind] {
        Corner.allCases.flatMap { corner in
            rules.scores.indices.map { MatchEvent.Kind.score(corner, $0) } + [.warning(corner), .foul(corner)]
        }
    }

    /// Random events, valid or not. A refused event changes nothing.
    private static func randomMatch(_ rules: RuleSet, _ random: inout RandomSource) throws -> (
        [MatchEvent], Model, MatchState
    ) {
        var state = MatchState(rules, at: Fixture.start)
        var model = Model()
        var events = [MatchEvent]()
        var now = Fixture.start
        for _ in 0..<Int.random(in: 0...80, using: &random) {
            now = now.adding(seconds: Double.random(in: -3...20, using: &random))
            let others: [MatchEvent.Kind] = [.takeBack, .takeBack, .hold, .resume, .skip, .fightOn]
            guard let mark = (marks(rules) + others).randomElement(using: &random) else { continue }
            let event = MatchEvent(number: events.count + 1, at: now, mark)
            let before = state
            do {
                try state.apply(event)
                events.append(event)
                model.take(mark)
            } catch is Failure { XCTAssertEqual(state, before) }
        }
        return (events, model, state)
    }

    private struct Model {
        var marks: [MatchEvent.Kind] = []

        mutating func take(_ mark: MatchEvent.Kind) {
            switch mark {
            case .score, .warning, .foul: marks.append(mark)
            case .takeBack: marks.removeLast()
            default: break
            }
        }

        func total(_ corner: Corner, _ rules: RuleSet) -> Int {
            var points = 0
            var warnings = 0
            for mark in marks {
                switch mark {
                case .score(corner, let place): points += rules.scores[place].points
                case .foul(corner): points -= 1
                case .warning(corner):
                    warnings += 1
                    if let each = rules.warningsPerPoint, warnings % each == 0 { points -= 1 }
                default: break
                }
            }
            return points
        }
    }

    /// A match in its first round with a test clock.
    private struct Fight {
        var state = MatchState(.itf, at: Fixture.start)
        var now = Fixture.start

        init() throws { try take(.skip) }

        mutating func pass(_ seconds: Double) {
            now = now.adding(seconds: seconds)
            _ = state.advance(to: now)
        }

        mutating func take(_ mark: MatchEvent.Kind, after seconds: Double = 0, as number: Int? = nil) throws {
            pass(seconds)
            try state.apply(MatchEvent(number: number ?? state.count + 1, at: now, mark))
        }
    }
}
