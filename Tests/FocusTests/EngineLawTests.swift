import Focus
import Foundation
import Kernel
import XCTest

/// Properties of the session engine over random sequences of events.
final class EngineLawTests: XCTestCase {
    private static let start: Int64 = 1_790_000_000_000

    private func session(_ plan: FocusPlan) -> FocusSession {
        FocusSession(id: "s", plan: plan, purpose: .init(preset: "Study"), at: Instant(milliseconds: Self.start))
    }

    /// 10,000 sequences: phase, stage, round, full rounds and every second of focus equal those of
    /// the model that counts second by second.
    func testEngineMatchesTheSecondBySecondModel() throws {
        var random = RandomSource(seed: 41)
        for sequence in 0..<10_000 {
            let plan = try FocusPlan.some(&random, gaps: .count)
            var engine = session(plan)
            var model = SecondBySecond(plan)
            var now = 0
            var recorded = 0
            var interrupted = 0
            for _ in 0..<12 {
                let wait = Int.random(in: 0...150, using: &random)
                for _ in 0..<wait { model.second() }
                now += wait
                let event = FocusSession.Event.some(&random)
                let makesSense = model.take(event)
                do {
                    let finished = try engine.handle(event, at: Self.at(now))
                    recorded += finished.reduce(0) { $0 + $1.focused }
                    interrupted += finished.reduce(0) { $0 + ($1.interruptions?.count ?? 0) }
                    XCTAssertTrue(makesSense, "\(sequence): \(event) was taken")
                } catch {
                    XCTAssertFalse(makesSense, "\(sequence): \(event) was refused: \(error)")
                    let finished = engine.advance(to: Self.at(now))
                    recorded += finished.reduce(0) { $0 + $1.focused }
                    interrupted += finished.reduce(0) { $0 + ($1.interruptions?.count ?? 0) }
                }
                let seen = [
                    engine.phase.rawValue, engine.stage.rawValue, "\(engine.round)", "\(engine.completed)",
                    "\(engine.focused(at: Self.at(now)))",
                ]
                let wanted = [
                    model.phase.rawValue, model.stage.rawValue, "\(model.round)", "\(model.completed)",
                    "\(model.focused * 1000)",
                ]
                guard seen == wanted || model.stage == .over && seen[1] == wanted[1] && seen[4] == wanted[4] else {
                    return XCTFail("\(sequence), \(plan), second \(now), \(event): \(seen), not \(wanted)")
                }
                XCTAssertEqual(interrupted, model.recordedInterruptions, "\(sequence), second \(now), \(event)")
                if model.stage == .over { break }
            }
            if model.stage == .over { XCTAssertEqual(recorded, model.focused * 1000) }
        }
    }

    /// 10,000 sequences with clocks that jump both ways and every gap policy.
    func testClockJumpsNeitherLoseNorInventFocus() throws {
        var random = RandomSource(seed: 42)
        for sequence in 0..<10_000 {
            let policy = FocusPlan.GapPolicy.allCases[sequence % 3]
            var plan = try FocusPlan.some(&random, gaps: policy)
            if sequence % 5 == 0 {
                plan = try FocusPlan(focus: plan.focus, shortBreak: 0, longBreak: 0, rounds: plan.rounds, gaps: policy)
            }
            var engine = session(plan)
            var clock = Self.start
            var wall = Int64(0)
            var recorded = 0
            var before = 0
            for _ in 0..<20 {
                let jump = Self.jump(&random)
                clock += jump
                wall += max(0, jump)
                let now = Instant(milliseconds: clock)
                recorded += ((try? engine.handle(.some(&random), at: now)) ?? engine.advance(to: now)).reduce(0) {
                    sum, finished in
                    XCTAssertGreaterThan(finished.focused, 0)
                    XCTAssertLessThanOrEqual(
                        Double(finished.focused) / 1000, finished.end.seconds(since: finished.start))
                    return sum + finished.focused
                }
                var again = engine
                XCTAssertEqual(
                    again.advance(to: now), [], "\(sequence): a second advance to the same moment changes nothing")
                XCTAssertEqual(again, engine)
                let focused = engine.focused(at: now)
                XCTAssertGreaterThanOrEqual(focused, before, "\(sequence): focus became less")
                XCTAssertLessThanOrEqual(Int64(focused), wall, "\(sequence): more focus than time")
                let open = engine.phase == .focus && engine.stage != .over ? engine.elapsed(at: now) : 0
                XCTAssertEqual(focused, recorded + open, "\(sequence): the sum of the stretches")
                XCTAssertGreaterThanOrEqual(engine.remaining(at: now) ?? 0, 0)
                XCTAssertNotEqual(engine.planned, 0, "\(sequence): shares add up to the focus")
                before = focused
                guard engine.stage != .over else { break }
            }
        }
    }

    /// 10,000 sequences: a session that is encoded and decoded at any point continues unchanged.
    func testDecodedSessionContinuesUnchanged() throws {
        var random = RandomSource(seed: 43)
        for sequence in 0..<10_000 {
            let policy = FocusPlan.GapPolicy.allCases[sequence % 3]
            var clock = Self.start
            let events = (0..<10).map { _ in
                clock += Self.jump(&random)
                return (FocusSession.Event.some(&random), Instant(milliseconds: clock))
            }
            let fresh = session(try FocusPlan.some(&random, gaps: policy))
            var uninterrupted = fresh
            for (event, now) in events { _ = try? uninterrupted.handle(event, at: now) }
            var replayed = fresh
            let cutIndex = Int.random(in: 0...10, using: &random)
            for (event, now) in events[..<cutIndex] { _ = try? replayed.handle(event, at: now) }
            replayed = try JSONDecoder().decode(FocusSession.self, from: JSONEncoder().encode(replayed))
            for (event, now) in events[cutIndex...] { _ = try? replayed.handle(event, at: now) }
            XCTAssertEqual(replayed, uninterrupted, "\(sequence), cut after \(cutIndex)")
        }
    }

    private static func at(_ seconds: Int) -> Instant { Instant(milliseconds: start + Int64(seconds) * 1000) }

    /// Mostly seconds and minutes. Sometimes hours, a week or a step back.
    private static func jump(_ random: inout RandomSource) -> Int64 {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: -Int64.random(in: 0...7_200_000, using: &random)
        case 1: Int64.random(in: 0...700_000_000, using: &random)
        case 2...4: Int64.random(in: 0...20_000_000, using: &random)
        case 5: 0
        default: Int64.random(in: 0...400_000, using: &random)
        }
    }
}
