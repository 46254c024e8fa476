import Foundation
import Kernel
import Ring
import XCTest

/// What holds of every match, whatever keys are pressed.
final class MatchLawTests: XCTestCase {
    /// The model keeps a stack of marks and adds it up anew.
    func testAnyReplayGivesTheSameScoreAndItIsTheModels() throws {
        for seed in 0..<200 {
            var chance = RandomSource(seed: UInt64(seed))
            let rules = seed % 2 == 0 ? RuleSet.itf : .itfUnion
            let (events, model, live) = try Self.fight(rules, &chance)
            for corner in Corner.allCases {
                XCTAssertEqual(live.total(of: corner), model.total(corner, rules), "seed \(seed)")
                XCTAssertEqual(
                    live.tally(of: corner).warnings, model.marks.filter { $0 == .warning(corner) }.count, "seed \(seed)")
            }
            XCTAssertEqual(live.marks, model.marks, "seed \(seed)")
            XCTAssertEqual(try MatchState(rules, at: Bench.start, replaying: events), live, "replayed, seed \(seed)")
            let copied = try JSONDecoder().decode([MatchEvent].self, from: JSONValue.encoder.encode(events))
            XCTAssertEqual(try MatchState(rules, at: Bench.start, replaying: copied), live, "written and read, seed \(seed)")
        }
    }

    func testTakingBackIsExact() throws {
        for seed in 0..<200 {
            var chance = RandomSource(seed: UInt64(1000 + seed))
            let (events, _, before) = try Self.fight(.itf, &chance)
            guard before.verdict == nil else { continue }
            let at = (events.last?.at ?? Bench.start)
            for what in Self.marks(.itf) {
                var state = before
                guard (try? state.take(MatchEvent(number: events.count + 1, at: at, what))) != nil else { continue }
                try state.take(MatchEvent(number: events.count + 2, at: at, .takeBack))
                XCTAssertEqual(state.marks, before.marks, "seed \(seed)")
                XCTAssertEqual(state.outcome, before.outcome, "seed \(seed)")
                for corner in Corner.allCases {
                    XCTAssertEqual(state.tally(of: corner), before.tally(of: corner), "seed \(seed)")
                }
            }
        }
    }

    func testARefusedEventChangesNothing() throws {
        for seed in 0..<100 {
            var chance = RandomSource(seed: UInt64(2000 + seed))
            let (events, _, state) = try Self.fight(.itf, &chance)
            var copy = state
            for number in [0, events.count, events.count + 2] {
                XCTAssertThrowsError(try copy.take(MatchEvent(number: number, at: Bench.start, .hold)))
            }
            XCTAssertThrowsError(try copy.take(MatchEvent(number: events.count + 1, at: Bench.start, .score(.red, 99))))
            XCTAssertEqual(copy, state, "seed \(seed)")
        }
    }

    func testThreeWarningsCostAPointAndThreeFoulsTheMatch() throws {
        var fight = try Fight()
        for _ in 0..<2 { try fight.take(.warning(.red)) }
        XCTAssertEqual(fight.state.total(of: .red), 0)
        try fight.take(.warning(.red))
        XCTAssertEqual(fight.state.total(of: .red), -1)
        for _ in 0..<3 { try fight.take(.foul(.red)) }
        XCTAssertEqual(fight.state.total(of: .red), -4)
        XCTAssertEqual(fight.state.outcome, .decided(Verdict(winner: .blue, way: .disqualification)))
        XCTAssertFalse(fight.state.clock.isRunning, "the clock is held")
        XCTAssertThrowsError(try fight.take(.score(.red, 0))) { XCTAssertEqual(($0 as? Failure)?.code, .isDecided) }
        try fight.take(.takeBack)
        XCTAssertEqual(fight.state.outcome, .open)
        try fight.take(.resume)
        try fight.take(.score(.red, 0))
    }

    func testADrawIsFoughtOnAndTheFirstPointDecides() throws {
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
        XCTAssertEqual(fight.state.outcome, .open, "it has no end of its own")
        try fight.take(.score(.blue, 0))
        XCTAssertEqual(fight.state.outcome, .decided(Verdict(winner: .blue, way: .firstPoint)))
        try fight.take(.close(Verdict(winner: .blue, way: .firstPoint)))
        XCTAssertThrowsError(try fight.take(.takeBack)) { XCTAssertEqual(($0 as? Failure)?.code, .matchClosed) }
    }

    func testACorrectionAfterTheBellChangesWhoWins() throws {
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

    func testNothingScoresBeforeTheFirstRound() throws {
        var state = MatchState(.itf, at: Bench.start)
        XCTAssertThrowsError(try state.take(MatchEvent(number: 1, at: Bench.start, .score(.red, 0)))) {
            XCTAssertEqual(($0 as? Failure)?.code, .notBegun)
        }
    }

    // MARK: - Fights

    private static func marks(_ rules: RuleSet) -> [MatchEvent.What] {
        Corner.allCases.flatMap { corner in
            rules.scores.indices.map { MatchEvent.What.score(corner, $0) } + [.warning(corner), .foul(corner)]
        }
    }

    /// Some keys, pressed by somebody who does not know what is allowed: what the match refuses did not happen.
    private static func fight(_ rules: RuleSet, _ chance: inout RandomSource) throws -> ([MatchEvent], Model, MatchState) {
        var (state, model, events, now) = (MatchState(rules, at: Bench.start), Model(), [MatchEvent](), Bench.start)
        for _ in 0..<Int.random(in: 0...80, using: &chance) {
            now = now.adding(seconds: Double.random(in: -3...20, using: &chance))
            let others: [MatchEvent.What] = [.takeBack, .takeBack, .hold, .resume, .skip, .fightOn]
            guard let what = (marks(rules) + others).randomElement(using: &chance) else { continue }
            let event = MatchEvent(number: events.count + 1, at: now, what)
            let before = state
            do {
                try state.take(event)
                events.append(event)
                model.take(what)
            } catch is Failure { XCTAssertEqual(state, before) }
        }
        return (events, model, state)
    }

    private struct Model {
        var marks: [MatchEvent.What] = []

        mutating func take(_ what: MatchEvent.What) {
            switch what {
            case .score, .warning, .foul: marks.append(what)
            case .takeBack: marks.removeLast()
            default: break
            }
        }

        func total(_ corner: Corner, _ rules: RuleSet) -> Int {
            var (points, warnings) = (0, 0)
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

    /// A match whose time a test moves, in its first round.
    private struct Fight {
        var state = MatchState(.itf, at: Bench.start)
        var now = Bench.start

        init() throws { try take(.skip) }

        mutating func pass(_ seconds: Double) {
            now = now.adding(seconds: seconds)
            _ = state.advance(to: now)
        }

        mutating func take(_ what: MatchEvent.What, after seconds: Double = 0, as number: Int? = nil) throws {
            pass(seconds)
            try state.take(MatchEvent(number: number ?? state.count + 1, at: now, what))
        }
    }
}
