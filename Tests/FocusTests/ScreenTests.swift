import Focus
import FocusCommands
import Kernel
import Terminal
import TerminalContract
import XCTest

/// The timer on a terminal and line by line.
final class ScreenTests: XCTestCase {
    /// The session that `resume` shows.
    private func screen(_ bench: Bench) throws -> any Dialogue {
        try bench.app.dialogue("resume")
    }

    private func text(_ session: any Dialogue) -> String { session.text(columns: 60) }

    func testATickIsASecondAndABeatAMinute() throws {
        let bench = Bench()
        _ = try bench.timer.start(.first)
        var session = try screen(bench)
        XCTAssertFalse(text(session).contains("█"), "line by line there are no large digits")
        _ = try session.handle(.tick)
        let digits = ["███ ███   ███ ███", "  █ █   █ █ █ █ █", "███ ███   █ █ █ █", "█     █ █ █ █ █ █", "███ ███   ███ ███"]
        let lines = digits.map { line in line.map { "\($0)\($0)" }.joined() + "\n" }
        XCTAssertTrue(text(session).contains(lines.joined()), text(session))
        XCTAssertEqual(session.view.tickInterval, 1)
        XCTAssertEqual(try bench.timer.session()?.isWatched, true)
        let sequence = try bench.store.engine.inspect().sequence
        for _ in 0..<59 {
            bench.pass(minutes: 1 / 60)
            _ = try session.handle(.tick)
        }
        XCTAssertEqual(try bench.store.engine.inspect().sequence, sequence, "a second writes nothing")
        bench.pass(minutes: 1 / 60)
        _ = try session.handle(.tick)
        XCTAssertEqual(try bench.store.engine.inspect().sequence, sequence + 1)
        XCTAssertEqual(session.view.title, "24:00 Focus – Study")
        XCTAssertEqual(try XCTUnwrap(session.view.progress), 1 / 25, accuracy: 0.001)
    }

    func testTheEndRingsAndIsTold() throws {
        let bench = Bench()
        _ = try bench.timer.start(.first, focus: 60)
        var session = try screen(bench)
        _ = try session.handle(.tick)
        bench.pass(minutes: 1)
        _ = try session.handle(.tick)
        XCTAssertTrue(session.view.ringsBell)
        XCTAssertEqual(bench.told.lines, ["Focus complete: Time for a short break."])
        XCTAssertTrue(text(session).contains("Your first session"), text(session))
        XCTAssertEqual(try bench.history.everything().count, 1)
        bench.pass(minutes: 1 / 60)
        _ = try session.handle(.tick)
        XCTAssertFalse(session.view.ringsBell)
        bench.pass(minutes: 5)
        _ = try session.handle(.tick)
        XCTAssertTrue(text(session).contains("Round 2 of 4 is ready"), text(session))
        XCTAssertEqual(bench.told.lines.last, "Break is over: Round 2 is ready.")
        _ = try session.handle(.key(.space))
        XCTAssertEqual(try bench.timer.session()?.stage, .running)
    }

    func testSleepIsAskedAbout() throws {
        let bench = Bench()
        _ = try bench.timer.start(.first, focus: 3600)
        var session = try screen(bench)
        _ = try session.handle(.tick)
        bench.pass(minutes: 30)
        _ = try session.handle(.tick)
        XCTAssertTrue(text(session).contains("You were away for 30m. Was it focus?"), text(session))
        XCTAssertEqual(bench.told.lines, [])
        _ = try session.handle(.key(.character("d")))
        XCTAssertEqual(try bench.timer.session()?.focused(at: bench.now), 0)
    }

    func testWithoutProNothingReachesTheTitle() throws {
        let bench = Bench(gates: .free)
        _ = try bench.timer.start(.first)
        let session = try screen(bench)
        XCTAssertNil(session.view.title)
        XCTAssertNil(session.view.progress)
    }

    func testASessionThatEndsInAGapIsKept() throws {
        let bench = Bench()
        try bench.timer.setGapPolicy(.stop)
        _ = try bench.timer.start(.first, focus: 3600)
        var session = try screen(bench)
        _ = try session.handle(.tick)
        bench.pass(minutes: 1)
        _ = try session.handle(.tick)
        bench.pass(minutes: 30)
        guard case .finish = try session.handle(.tick) else { return XCTFail("it goes on") }
        XCTAssertNil(try bench.timer.session())
        XCTAssertEqual(try bench.history.everything().map(\.record.focused), [60_000])
    }

    func testTitleAndTaskBarAreGivenBack() throws {
        for gates in [GateKeeper.open, .free] {
            let bench = Bench(gates: gates)
            let console = ScriptedConsole(
                keys: [.character("q")], terminal: true, environment: ["LANG": "C.UTF-8", "TERM": "xterm"])
            XCTAssertEqual(bench.app.run(["start"], on: console), 0)
            let codes = console.output.matches(of: /\u{1B}\](2|9;4);[^\u{07}]*/).map { String($0.output.0.dropFirst()) }
            let isPro = gates.ask(FocusGates.liveActivity, 0).allowed
            XCTAssertEqual(codes, isPro ? ["]2;25:00 Focus – Study", "]9;4;1;0", "]9;4;0"] : [])
        }
    }

    func testWhatAnotherProcessDoesShows() throws {
        let bench = Bench()
        _ = try bench.timer.start(.first)
        var session = try screen(bench)
        _ = try session.handle(.tick)
        _ = try bench.timer.pause()
        _ = try session.handle(.tick)
        XCTAssertTrue(text(session).contains("Paused"), text(session))
        _ = try bench.timer.stop()
        guard case .finish = try session.handle(.tick) else { return XCTFail("the session goes on without a timer") }
    }

    func testLeavingLetsTheTimerRunOn() throws {
        let bench = Bench()
        _ = try bench.timer.start(.first)
        var session = try screen(bench)
        _ = try session.handle(.tick)
        guard case .finish = try session.handle(.key(.character("q"))) else { return XCTFail("it stays") }
        XCTAssertEqual(try bench.timer.session()?.isWatched, false)
        bench.pass(minutes: 20)
        XCTAssertEqual(try bench.timer.session()?.focused(at: bench.now), 20 * 60_000)
    }

    /// What q leaves behind is called what it is.
    func testTheHintForLeavingFollowsTheTimer() throws {
        let bench = Bench()
        _ = try bench.timer.start(.first)
        var session = try screen(bench)
        func leaving() -> String? {
            guard case .key(let hints) = session.view.wanted else { return nil }
            return hints.first { $0.key == .character("q") }?.meaning
        }
        _ = try session.handle(.tick)
        XCTAssertEqual(leaving(), "leave it running")
        _ = try session.handle(.key(.space))
        XCTAssertEqual(leaving(), "leave it paused")
        guard case .finish(let output) = try session.handle(.key(.character("q"))) else { return XCTFail("it stays") }
        XCTAssertTrue(output.notice?.hasPrefix("The timer waits (") ?? false, output.notice ?? "")
    }

    /// The hint of the first day stands on the first screen once: the reminder of the evening has words of its own.
    func testTheReminderOfTheEveningDoesNotRepeatTheFirstHint() throws {
        let bench = Bench("2026-11-20T18:00:00Z")
        let reminders = try bench.app.registry().all(.reminders)
        let titles = try reminders.flatMap { try $0.occasions(bench.time.today()) }.map(\.title)
        XCTAssertFalse(titles.isEmpty)
        for title in titles { XCTAssertFalse(bench.run().output.contains(title), title) }
    }

    func testAKeyThatMakesNoSenseSaysWhy() throws {
        let bench = Bench()
        _ = try bench.timer.start(.first)
        var session = try screen(bench)
        _ = try bench.timer.skip()
        _ = try session.handle(.key(.space))
        XCTAssertTrue(text(session).contains("cannot be paused"), text(session))
    }

    func testTheTimerOnLines() throws {
        let bench = Bench()
        let console = ScriptedConsole(lines: ["space", "", "x"], environment: ["LANG": "C.UTF-8"], columns: 80)
        XCTAssertEqual(bench.app.run(["start", "--for", "30m"], on: console), 0)
        XCTAssertTrue(console.output.contains("Study: 30:00 left, round 1 of 4."), console.output)
        XCTAssertTrue(console.output.contains("paused"), console.output)
        XCTAssertNil(try bench.timer.session())
    }
}
