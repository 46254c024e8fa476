import Focus
import Kernel
import XCTest

/// Each limit of the engine, to the millisecond on both sides.
final class EngineBoundsTests: XCTestCase {
    private let start = Instant("2026-11-20T09:00:00Z") ?? .earliest
    private static let hours = 3_600_000

    private func at(_ milliseconds: Int) -> Instant { Instant(milliseconds: start.milliseconds + Int64(milliseconds)) }

    private func session(
        _ gaps: FocusPlan.GapPolicy = .ask, focus: Int? = 3600, rest: Int = 300, isWatched: Bool = false
    ) throws -> FocusSession {
        let plan = try FocusPlan(focus: focus, shortBreak: rest, longBreak: 2 * rest, rounds: 2, gaps: gaps)
        var session = FocusSession(id: "s", plan: plan, purpose: .init(preset: "Study"), at: start)
        if isWatched { _ = try session.handle(.watch, at: start) }
        return session
    }

    func testWatchedSessionHasAGapAfterThreeMinutes() throws {
        for (silence, policy, stage) in [
            (180_000, FocusPlan.GapPolicy.ask, FocusSession.Stage.running), (180_001, .ask, .away),
            (180_000, .stop, .running), (180_001, .stop, .over), (180_001, .count, .running),
            (4 * Self.hours + 1, .count, .ready),
        ] {
            var session = try session(policy, isWatched: true)
            _ = session.advance(to: at(silence))
            XCTAssertEqual(session.stage, stage, "\(silence), \(policy)")
        }
        var unwatched = try session()
        _ = try unwatched.handle(.watch, at: start)
        _ = try unwatched.handle(.unwatch, at: start)
        _ = unwatched.advance(to: at(180_001))
        XCTAssertEqual(unwatched.stage, .running, "without a screen there is no gap")
        // A phase that ended within the three minutes has no gap.
        for (due, stage) in [(180, FocusSession.Stage.ready), (181, .away)] {
            var session = try session(focus: due, isWatched: true)
            _ = session.advance(to: at(Self.hours))
            XCTAssertEqual(session.stage, stage, "\(due)")
        }
    }

    func testUnwatchedSessionExpiresAfterFourHours() throws {
        let long = 4 * Self.hours
        for (policy, stage) in [(FocusPlan.GapPolicy.ask, FocusSession.Stage.away), (.count, .away), (.stop, .over)] {
            for (silence, expected) in [(long, FocusSession.Stage.running), (long + 1, stage)] {
                var session = try session(policy, focus: nil)
                _ = session.advance(to: at(silence))
                XCTAssertEqual(session.stage, expected, "counting up, \(policy), \(silence)")
            }
        }
        let ready = (3600 + 300) * 1000
        for (moment, expected) in [(ready + long, FocusSession.Stage.ready), (ready + long + 1, .over)] {
            var session = try session()
            _ = session.advance(to: at(moment))
            XCTAssertEqual(session.stage, expected, "a waiting round, \(moment)")
        }
        var paused = try session()
        _ = try paused.handle(.pause, at: at(1))
        _ = paused.advance(to: at(10 * long))
        XCTAssertEqual(paused.stage, .paused, "a paused session never expires")
    }

    func testPhaseEndsAtItsExactMillisecond() throws {
        var session = try session(focus: 60)
        XCTAssertEqual(session.advance(to: at(59_999)), [])
        XCTAssertEqual([session.remaining(at: at(59_999)), session.elapsed(at: at(59_999))], [1, 59_999])
        XCTAssertEqual(session.endsAt(at(59_999)), at(60_000))
        let finished = session.advance(to: at(60_000))
        XCTAssertEqual(finished.map { [$0.number, $0.focused, $0.planned] }, [[1, 60_000, 60_000]])
        XCTAssertEqual(finished.map { [$0.start, $0.end] }, [[start, at(60_000)]])
        XCTAssertEqual(finished.map(\.isCompleted), [true])
        XCTAssertEqual([session.phase.rawValue, session.stage.rawValue], ["shortBreak", "running"])
        _ = session.advance(to: at(359_999))
        XCTAssertEqual(session.phase, .shortBreak)
        _ = session.advance(to: at(360_000))
        XCTAssertEqual([session.stage.rawValue, "\(session.round)"], ["ready", "2"])
        XCTAssertNil(session.endsAt(at(360_000)), "a waiting round has no end")
        XCTAssertEqual(session.elapsed(at: at(400_000)), 0)
    }

    /// Each record has its number, its length and whether the round was full. A skip at once makes
    /// no record.
    func testRecordsHaveNumberCompletionAndLength() throws {
        var session = try session(focus: 60)
        XCTAssertEqual(try session.handle(.skip, at: start), [], "there was no focus")
        _ = try session.handle(.skip, at: at(1000))
        let skipped = try session.handle(.skip, at: at(11_000))
        XCTAssertEqual(skipped.map(\.number), [2])
        XCTAssertEqual(skipped.map(\.isCompleted), [false])
        XCTAssertEqual(skipped.map(\.focused), [10_000])
        XCTAssertEqual(session.phase, .longBreak, "the second of two rounds")
        XCTAssertEqual(session.planned, 600_000)
        _ = try session.handle(.skip, at: at(12_000))
        XCTAssertEqual(session.round, 1)
        XCTAssertEqual(session.advance(to: at(72_000)).map(\.number), [3])
        XCTAssertEqual(session.completed, 1, "the record of the full round")
        XCTAssertEqual(try session.handle(.stop, at: at(73_000)), [], "a stopped break adds no focus")
        XCTAssertEqual(session.focused(at: at(80_000)), 70_000)

        var stopped = try self.session()
        let last = try stopped.handle(.stop, at: at(1))
        XCTAssertEqual([last.map(\.focused), last.map { $0.isCompleted ? 1 : 0 }], [[1], [0]])
        XCTAssertEqual(stopped.completed, 0)
        var atOnce = try self.session()
        XCTAssertEqual(try atOnce.handle(.stop, at: start), [])
        var paused = try self.session()
        _ = try paused.handle(.pause, at: start)
        XCTAssertEqual([paused.elapsed(at: at(5)), paused.focused(at: at(5))], [0, 0])
    }

    func testGapThatEndsASessionKeepsEarlierFocus() throws {
        for (minute, expected) in [(0, []), (1, [1])] {
            var session = try session(.stop, isWatched: true)
            _ = try session.handle(.observe, at: at(minute))
            let finished = session.advance(to: at(Self.hours))
            XCTAssertEqual(finished.map(\.focused), expected)
            XCTAssertEqual(finished.filter(\.isCompleted).count, 0)
            XCTAssertEqual([session.stage.rawValue, "\(session.completed)"], ["over", "0"])
        }
        // A session stopped while it asks about a gap ended when the gap began.
        var watchedSession = try session(isWatched: true)
        _ = try watchedSession.handle(.observe, at: at(60_000))
        _ = watchedSession.advance(to: at(Self.hours / 2))
        XCTAssertEqual(watchedSession.awayMilliseconds, Self.hours / 2 - 60_000)
        let stopped = try watchedSession.handle(.stop, at: at(Self.hours / 2))
        XCTAssertEqual(stopped.map(\.focused), [60_000])
        XCTAssertEqual(stopped.map(\.end), [at(60_000)])
        XCTAssertNil(watchedSession.awayMilliseconds)
    }

    func testClockSetBackKeepsGapAndFocus() throws {
        var away = try session(isWatched: true)
        _ = away.advance(to: at(Self.hours / 2))
        _ = away.advance(to: at(-Self.hours))
        XCTAssertEqual(away.awayMilliseconds, Self.hours / 2, "the gap keeps its length")
        _ = try away.handle(.resume(countingGap: true), at: at(-Self.hours))
        XCTAssertEqual(away.focused(at: at(-Self.hours)), Self.hours / 2)

        var ready = try session(focus: 60)
        _ = ready.advance(to: at(420_000))
        XCTAssertEqual(ready.stage, .ready)
        _ = ready.advance(to: at(420_000 - Self.hours))
        let waited = 60_000
        for (moment, stage) in [
            (4 * Self.hours - waited, FocusSession.Stage.ready), (4 * Self.hours - waited + 1, .over),
        ] {
            var later = ready
            _ = later.advance(to: at(420_000 - Self.hours + moment))
            XCTAssertEqual(later.stage, stage, "it waited a minute before the clock was set back")
        }

        var record = try session()
        _ = try record.handle(.observe, at: at(600_000))
        let stopped = try record.handle(.stop, at: at(300_000))
        XCTAssertEqual(stopped.map(\.end), [at(600_000)], "no record is longer than its real time")
    }

    func testPhaseLastsAtMostADay() throws {
        let longest = 86_400
        for (focus, seconds, planned) in [
            (60, 1, 61), (60, longest - 60, longest), (60, longest - 59, nil), (60, 0, nil), (1, longest - 1, longest),
            (1, longest, nil), (longest, 1, nil), (60, -1, nil),
        ] as [(Int, Int, Int?)] {
            var session = try session(focus: focus)
            let code: String?
            do { code = try session.handle(.extend(seconds: seconds), at: start).isEmpty ? nil : "" } catch {
                code = (error as? Failure)?.code.text
            }
            XCTAssertEqual(code, planned == nil ? "tooLong" : nil, "\(focus), \(seconds)")
            XCTAssertEqual(session.planned, (planned ?? focus) * 1000)
        }
        for make in [{ try self.session(focus: nil) }, { try self.ready() }] {
            var session = try make()
            XCTAssertThrowsError(try session.handle(.extend(seconds: 60), at: at(420_000))) {
                XCTAssertEqual(($0 as? Failure)?.code, .nothingToExtend)
            }
        }
    }

    private func ready() throws -> FocusSession {
        var session = try session(focus: 60)
        _ = session.advance(to: at(400_000))
        return session
    }

    /// The events that each stage accepts, and the error for each refused one.
    func testEachStageRefusesInvalidEvents() throws {
        let stages: [(name: String, make: () throws -> FocusSession)] = [
            ("running", { try self.session() }), ("break", { try self.after(.skip) }),
            ("paused", { try self.after(.pause) }),
            ("ready", { try self.ready() }), ("over", { try self.after(.stop) }),
        ]
        let events: [FocusSession.Event] = [
            .pause, .resume(countingGap: false), .skip, .extend(seconds: 1), .stop, .observe, .watch, .unwatch,
        ]
        let refused = [
            "running": ["", "alreadyRunning", "", "", "", "", "", ""],
            "break": ["breakRuns", "alreadyRunning", "", "", "", "", "", ""],
            "paused": ["notRunning", "", "", "", "", "", "", ""],
            "ready": ["notRunning", "", "nothingToSkip", "nothingToExtend", "", "", "", ""],
            "over": Array(repeating: "nothingRuns", count: 5) + ["", "", ""],
        ]
        for (name, make) in stages {
            let codes = try events.map { event in
                var session = try make()
                do { _ = try session.handle(event, at: at(400_000)) } catch {
                    return (error as? Failure)?.code.text ?? "\(error)"
                }
                return ""
            }
            XCTAssertEqual(codes, refused[name], name)
        }
    }

    private func after(_ event: FocusSession.Event) throws -> FocusSession {
        var session = try session(rest: 3600)
        _ = try session.handle(event, at: at(1000))
        return session
    }

    func testPlansAcceptLimitsAndRefuseBeyond() throws {
        for (focus, short, long, rounds) in [
            (1, 0, 0, 1), (86_400, 86_400, 86_400, 12), (nil, 0, 86_400, 1), (nil, 86_400, 0, 12),
        ] as [(Int?, Int, Int, Int)] {
            let plan = try FocusPlan(focus: focus, shortBreak: short, longBreak: long, rounds: rounds)
            XCTAssertEqual([plan.focus, plan.shortBreak, plan.longBreak, plan.rounds], [focus, short, long, rounds])
            XCTAssertEqual(plan.gaps, .ask)
        }
        for (short, long) in [(-1, 0), (0, -1), (86_401, 0), (0, 86_401)] {
            XCTAssertThrowsError(try FocusPlan(focus: 60, shortBreak: short, longBreak: long, rounds: 1))
        }
    }
}
