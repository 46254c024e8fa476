import Focus
import Kernel
import XCTest

/// Gaps, clocks and breaks of the engine.
final class EngineTests: XCTestCase {
    private let start = Instant("2026-11-20T09:00:00Z") ?? .earliest

    private func minutes(_ minutes: Double) -> Instant { start.adding(seconds: minutes * 60) }

    private func session(_ gaps: FocusPlan.GapPolicy = .ask, focus: Int? = 25 * 60) throws -> FocusSession {
        let plan = try FocusPlan(focus: focus, shortBreak: 5 * 60, longBreak: 15 * 60, rounds: 4, gaps: gaps)
        return FocusSession(id: "s", plan: plan, purpose: .init(preset: "Study"), at: start)
    }

    func testBreaksFollowTheWallClock() throws {
        var session = try session()
        XCTAssertEqual(session.advance(to: minutes(27)).map(\.end), [minutes(25)])
        XCTAssertEqual(session.phase, .shortBreak)
        XCTAssertEqual(session.remaining(at: minutes(27)), 3 * 60_000)
        XCTAssertThrowsError(try session.handle(.pause, at: minutes(28))) {
            XCTAssertEqual(($0 as? Failure)?.code, .breakRuns)
        }
        _ = session.advance(to: minutes(90))
        XCTAssertEqual([session.stage.rawValue, "\(session.round)"], ["ready", "2"])
    }

    func testLongBreakFollowsTheFourthRound() throws {
        var session = try session()
        var phases: [FocusSession.Phase] = []
        for round in 0..<4 {
            _ = session.advance(to: minutes(Double(round) * 30 + 25))
            phases.append(session.phase)
            _ = session.advance(to: minutes(Double(round) * 30 + 30))
            if round < 3 { _ = try session.handle(.resume(countingGap: false), at: minutes(Double(round) * 30 + 30)) }
        }
        XCTAssertEqual(phases, [.shortBreak, .shortBreak, .shortBreak, .longBreak])
        XCTAssertEqual(session.completed, 4)
        XCTAssertEqual(session.focused(at: minutes(120)), 100 * 60_000)
    }

    func testWeekLongPauseAddsNoFocus() throws {
        var session = try session()
        _ = try session.handle(.pause, at: minutes(10))
        _ = session.advance(to: minutes(7 * 24 * 60))
        XCTAssertEqual(session.stage, .paused)
        _ = try session.handle(.resume(countingGap: false), at: minutes(7 * 24 * 60))
        XCTAssertEqual(session.remaining(at: minutes(7 * 24 * 60 + 5)), 10 * 60_000)
    }

    func testAskPolicyLetsTheUserCountAGap() throws {
        for counts in [true, false] {
            var session = try session(focus: 60 * 60)
            _ = try session.handle(.watch, at: start)
            _ = try session.handle(.observe, at: minutes(2))
            _ = session.advance(to: minutes(32))
            XCTAssertEqual(session.stage, .away)
            XCTAssertEqual(session.awayMilliseconds, 30 * 60_000)
            _ = try session.handle(.resume(countingGap: counts), at: minutes(33))
            XCTAssertEqual(session.focused(at: minutes(34)), (counts ? 34 : 3) * 60_000)
        }
    }

    func testCountAndStopPoliciesForGaps() throws {
        for (policy, focused) in [(FocusPlan.GapPolicy.count, 32), (.stop, 2)] {
            var session = try session(policy, focus: 60 * 60)
            _ = try session.handle(.watch, at: start)
            _ = try session.handle(.observe, at: minutes(2))
            _ = session.advance(to: minutes(32))
            XCTAssertEqual(session.stage, policy == .stop ? .over : .running)
            XCTAssertEqual(session.focused(at: minutes(32)), focused * 60_000)
        }
    }

    func testUnwatchedTimerRunsToItsEnd() throws {
        var session = try session()
        XCTAssertEqual(session.advance(to: minutes(200)).map(\.focused), [25 * 60_000])
        XCTAssertEqual(session.stage, .ready)
        _ = session.advance(to: minutes(30 + 4 * 60 + 1))
        XCTAssertEqual(session.stage, .over, "a round that is not started expires after four hours")
    }

    func testCountingUpEndsAfterDaysOfSilence() throws {
        for policy in FocusPlan.GapPolicy.allCases {
            var session = try session(policy, focus: nil)
            _ = try session.handle(.observe, at: minutes(60))
            _ = session.advance(to: minutes(3 * 24 * 60))
            XCTAssertNotEqual(session.stage, .running)
            XCTAssertEqual(session.focused(at: minutes(3 * 24 * 60)), 60 * 60_000)
        }
    }

    func testClockSetBackKeepsCountedFocus() throws {
        var session = try session()
        _ = try session.handle(.observe, at: minutes(10))
        _ = try session.handle(.observe, at: minutes(-50))
        XCTAssertEqual(session.remaining(at: minutes(-50)), 15 * 60_000)
        let finished = session.advance(to: minutes(-35))
        XCTAssertEqual(finished.map(\.focused), [25 * 60_000])
        XCTAssertEqual(session.phase, .shortBreak)
    }

    func testInvalidEventChangesNothing() throws {
        var session = try session()
        let before = session
        for event in [FocusSession.Event.resume(countingGap: true), .extend(seconds: 0), .extend(seconds: .max)] {
            XCTAssertThrowsError(try session.handle(event, at: minutes(1)))
            XCTAssertEqual(session, before)
        }
    }

    func testPlansBeyondTheLimitsAreRefused() {
        for (focus, rest, rounds) in [
            (0, 300, 4), (86_401, 300, 4), (60, -1, 4), (60, 300, 0), (60, 300, 13), (Int.max, Int.max, Int.max),
        ] {
            XCTAssertThrowsError(try FocusPlan(focus: focus, shortBreak: rest, longBreak: rest, rounds: rounds)) {
                XCTAssertEqual(($0 as? Failure)?.code, .planInvalid)
            }
        }
    }
}
