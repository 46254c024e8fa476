import Focus
import FocusCommands
import Interface
import Kernel
import TerminalTesting
import XCTest

/// The timer on a terminal and line by line.
final class ScreenTests: XCTestCase {
    /// The dialogue that `resume` opens.
    private func screen(_ fixture: Fixture) throws -> any Dialogue {
        try fixture.app.dialogue("resume")
    }

    private func text(_ session: any Dialogue) -> String { session.text(columns: 60) }

    func testScreenTicksEverySecondAndSavesEveryMinute() throws {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset)
        var session = try screen(fixture)
        XCTAssertFalse(text(session).contains("█"), "line by line there are no large digits")
        _ = try session.handle(.tick)
        let digits = [
            "███ ███   ███ ███", "  █ █   █ █ █ █ █", "███ ███   █ █ █ █", "█     █ █ █ █ █ █", "███ ███   ███ ███",
        ]
        let lines = digits.map { line in line.map { "\($0)\($0)" }.joined() + "\n" }
        XCTAssertTrue(text(session).contains(lines.joined()), text(session))
        XCTAssertEqual(session.view.tickInterval, 1)
        XCTAssertEqual(try fixture.timer.session()?.isWatched, true)
        let sequence = try fixture.store.engine.inspect().sequence
        for _ in 0..<59 {
            fixture.pass(minutes: 1 / 60)
            _ = try session.handle(.tick)
        }
        XCTAssertEqual(try fixture.store.engine.inspect().sequence, sequence, "a tick after a second writes nothing")
        fixture.pass(minutes: 1 / 60)
        _ = try session.handle(.tick)
        XCTAssertEqual(try fixture.store.engine.inspect().sequence, sequence + 1)
        XCTAssertEqual(session.view.title, "24:00 Focus – Study")
        XCTAssertEqual(try XCTUnwrap(session.view.progress), 1 / 25, accuracy: 0.001)
    }

    func testPhaseEndRingsAndNotifies() throws {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset, focus: 60)
        var session = try screen(fixture)
        _ = try session.handle(.tick)
        fixture.pass(minutes: 1)
        _ = try session.handle(.tick)
        XCTAssertTrue(session.view.ringsBell)
        XCTAssertEqual(fixture.notifications.lines, ["Focus complete: Time for a short break."])
        XCTAssertTrue(text(session).contains("Your first session"), text(session))
        XCTAssertEqual(try fixture.history.allRows().count, 1)
        fixture.pass(minutes: 1 / 60)
        _ = try session.handle(.tick)
        XCTAssertFalse(session.view.ringsBell)
        fixture.pass(minutes: 5)
        _ = try session.handle(.tick)
        XCTAssertTrue(text(session).contains("Round 2 of 4 is ready"), text(session))
        XCTAssertEqual(fixture.notifications.lines.last, "Break is over: Round 2 is ready.")
        _ = try session.handle(.key(.space))
        XCTAssertEqual(try fixture.timer.session()?.stage, .running)
    }

    func testScreenAsksAboutSleep() throws {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset, focus: 3600)
        var session = try screen(fixture)
        _ = try session.handle(.tick)
        fixture.pass(minutes: 30)
        _ = try session.handle(.tick)
        XCTAssertTrue(text(session).contains("You were away for 30m. Was it focus?"), text(session))
        XCTAssertEqual(fixture.notifications.lines, [])
        _ = try session.handle(.key(.character("d")))
        XCTAssertEqual(try fixture.timer.session()?.focused(at: fixture.now), 0)
    }

    func testTitleIsEmptyWithoutPro() throws {
        let fixture = Fixture(gates: .free)
        _ = try fixture.timer.start(.defaultPreset)
        let session = try screen(fixture)
        XCTAssertNil(session.view.title)
        XCTAssertNil(session.view.progress)
    }

    func testSessionEndedByAGapIsRecorded() throws {
        let fixture = Fixture()
        try fixture.timer.setGapPolicy(.stop)
        _ = try fixture.timer.start(.defaultPreset, focus: 3600)
        var session = try screen(fixture)
        _ = try session.handle(.tick)
        fixture.pass(minutes: 1)
        _ = try session.handle(.tick)
        fixture.pass(minutes: 30)
        guard case .finish = try session.handle(.tick) else { return XCTFail("the screen continues") }
        XCTAssertNil(try fixture.timer.session())
        XCTAssertEqual(try fixture.history.allRows().map(\.record.focused), [60_000])
    }

    func testTitleAndTaskbarAreReset() throws {
        for gates in [GateKeeper.open, .free] {
            let fixture = Fixture(gates: gates)
            let console = ScriptedConsole(
                keys: [.character("q")], terminal: true, environment: ["LANG": "C.UTF-8", "TERM": "xterm"])
            XCTAssertEqual(fixture.app.run(["start"], on: console), 0)
            let codes = console.output.matches(of: /\u{1B}\](2|9;4);[^\u{07}]*/).map { String($0.output.0.dropFirst()) }
            let isPro = gates.ask(FocusGates.liveActivity, 0).allowed
            XCTAssertEqual(codes, isPro ? ["]2;25:00 Focus – Study", "]9;4;1;0", "]9;4;0"] : [])
        }
    }

    func testScreenShowsChangesOfAnotherProcess() throws {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset)
        var session = try screen(fixture)
        _ = try session.handle(.tick)
        _ = try fixture.timer.pause()
        _ = try session.handle(.tick)
        XCTAssertTrue(text(session).contains("Paused"), text(session))
        _ = try fixture.timer.stop()
        guard case .finish = try session.handle(.tick) else { return XCTFail("the session continues without a timer") }
    }

    func testQuitKeepsTheTimerRunning() throws {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset)
        var session = try screen(fixture)
        _ = try session.handle(.tick)
        guard case .finish = try session.handle(.key(.character("q"))) else { return XCTFail("the screen stays open") }
        XCTAssertEqual(try fixture.timer.session()?.isWatched, false)
        fixture.pass(minutes: 20)
        XCTAssertEqual(try fixture.timer.session()?.focused(at: fixture.now), 20 * 60_000)
    }

    /// The hint for q names the state that the timer stays in.
    func testQuitHintFollowsTheTimer() throws {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset)
        var session = try screen(fixture)
        func leaving() -> String? {
            guard case .key(let hints) = session.view.wanted else { return nil }
            return hints.first { $0.key == .character("q") }?.meaning
        }
        _ = try session.handle(.tick)
        XCTAssertEqual(leaving(), "leave it running")
        _ = try session.handle(.key(.space))
        XCTAssertEqual(leaving(), "leave it paused")
        guard case .finish(let output) = try session.handle(.key(.character("q"))) else {
            return XCTFail("the screen stays open")
        }
        XCTAssertTrue(output.notice?.hasPrefix("The timer waits (") ?? false, output.notice ?? "")
    }

    /// The home screen shows the first hint, and the evening reminder uses other words.
    func testEveningReminderDiffersFromTheFirstHint() throws {
        let fixture = Fixture("2026-11-20T18:00:00Z")
        let reminders = try fixture.app.registry().all(.reminders)
        let titles = try reminders.flatMap { try $0.occasions(fixture.time.today()) }.map(\.title)
        XCTAssertFalse(titles.isEmpty)
        for title in titles { XCTAssertFalse(fixture.run().output.contains(title), title) }
    }

    func testInvalidKeyShowsTheReason() throws {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset)
        var session = try screen(fixture)
        _ = try fixture.timer.skip()
        _ = try session.handle(.key(.space))
        XCTAssertTrue(text(session).contains("cannot be paused"), text(session))
    }

    func testTimerLineByLine() throws {
        let fixture = Fixture()
        let console = ScriptedConsole(lines: ["space", "", "x"], environment: ["LANG": "C.UTF-8"], columns: 80)
        XCTAssertEqual(fixture.app.run(["start", "--for", "30m"], on: console), 0)
        XCTAssertTrue(console.output.contains("Study: 30:00 left, round 1 of 4."), console.output)
        XCTAssertTrue(console.output.contains("paused"), console.output)
        XCTAssertNil(try fixture.timer.session())
    }
}
