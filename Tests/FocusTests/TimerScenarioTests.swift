import Focus
import FocusCommands
import Interface
import Kernel
import Storage
import TerminalTesting
import XCTest

/// Findings of users who lived with the timer for weeks.
final class TimerScenarioTests: XCTestCase {
    /// Measures how many seconds `status --wait` waits while `act` runs after each sleep.
    private func wait(
        _ words: String..., after minutes: Double = 0, then act: @escaping @Sendable (Fixture) -> Void = { _ in }
    )
        throws -> (seconds: Double, text: String)
    {
        let fixture = Fixture()
        _ = fixture.app.run(["start", "--detach"] + words)
        fixture.pass(minutes: minutes)
        let start = fixture.now
        let app = fixture.app { seconds in
            fixture.pass(minutes: seconds / 60)
            act(fixture)
        }
        let console = ScriptedConsole()
        XCTAssertEqual(try app.shell().run(["status", "--wait", "--format", "plain"], on: console), 0)
        return (fixture.now.seconds(since: start), console.output)
    }

    func testStatusWaitEndsWithTheCurrentPhase() throws {
        let round = try wait("--for", "12s")
        XCTAssertEqual(round.seconds, 12)
        XCTAssertEqual(round.text, "Short break: 05:00 left, round 1 of 4\n")
        let rest = try wait(after: 26)
        XCTAssertEqual(rest.seconds, 240)
        XCTAssertEqual(rest.text, "Study: round 2 of 4 is ready\n")
        XCTAssertEqual(try wait(after: 31).seconds, 0, "a waiting round does not run")
    }

    func testStatusWaitForCountUpEndsAtStopPauseOrSkip() throws {
        for act in [{ _ = try? $0.timer.stop() }, { _ = try? $0.timer.pause() }, { _ = try? $0.timer.skip() }]
            as [@Sendable (Fixture) -> Void]
        {
            let seconds = try wait("--count-up") { fixture in
                if fixture.now.seconds(since: Fixture().now) >= 600 { act(fixture) }
            }.seconds
            XCTAssertEqual(seconds, 600)
        }
    }

    func testBellAnnouncesPhaseEndsWithoutAScreen() throws {
        func notifications(_ words: String..., act: @escaping @Sendable (Fixture) -> Void = { _ in }) throws -> (
            lines: [String], seconds: Double
        ) {
            let fixture = Fixture()
            _ = fixture.app.run(["start", "--detach"] + words)
            let app = fixture.app { seconds in
                fixture.pass(minutes: seconds / 60)
                act(fixture)
            }
            XCTAssertEqual(try app.shell().run(["bell"], on: ScriptedConsole()), 0)
            return (fixture.notifications.lines, fixture.now.seconds(since: Fixture().now))
        }
        let complete = try notifications()
        XCTAssertEqual(complete.lines, ["Focus complete: Time for a short break.", "Break is over: Round 2 is ready."])
        XCTAssertEqual(complete.seconds, 1800, "then the next round waits")
        let stopped = try notifications("--count-up") {
            if $0.now.seconds(since: Fixture().now) >= 60 { _ = try? $0.timer.stop() }
        }
        XCTAssertEqual(stopped.lines, [], "a stop by the user is not announced")
        XCTAssertEqual(stopped.seconds, 60)
        let skipped = try notifications("--count-up") {
            if $0.now.seconds(since: Fixture().now) == 60 { _ = try? $0.timer.skip() }
        }
        XCTAssertEqual(skipped.lines, ["Break is over: Round 2 is ready."], "a skip by the user is not announced")
        XCTAssertEqual(Fixture().run("bell").status, 1)
    }

    func testWaybarClassesDistinguishTheStages() throws {
        let fixture = Fixture()
        func classes() -> String {
            let line = fixture.run("status", "--format", "waybar").output
            return String(line.split(separator: "[").last?.prefix { $0 != "]" } ?? "").replacing("\"", with: "")
                .trimmedSpaces
        }
        XCTAssertEqual(classes(), "idle, none")
        fixture.run("start", "--detach")
        XCTAssertEqual(classes(), "active, focus")
        fixture.run("pause")
        XCTAssertEqual(classes(), "idle, paused")
        fixture.run("resume", "--detach")
        fixture.pass(minutes: 26)
        XCTAssertEqual(classes(), "active, break")
        XCTAssertTrue(fixture.run("status", "--json").output.contains("\"state\": \"break\""))
        fixture.pass(minutes: 5)
        XCTAssertEqual(classes(), "idle, ready")
    }

    func testMonthlyTaskKeepsItsDayAfterAShortMonth() throws {
        let fixture = Fixture("2027-01-31T09:00:00Z")
        fixture.run("task", "add", "Pay rent @2027-01-31 *monthly")
        func done(_ day: String) throws -> String? {
            fixture.set("\(day)T09:00:00Z")
            fixture.run("task", "done", "Pay rent")
            return try fixture.tasks.task("Pay rent").task.due?.description
        }
        XCTAssertEqual(try done("2027-01-31"), "2027-02-28")
        XCTAssertEqual(try done("2027-02-28"), "2027-03-31")
        XCTAssertEqual(try done("2027-04-02"), "2027-04-30")
        fixture.run("task", "edit", "Pay rent", "--title", "Pay the rent")
        fixture.run("task", "edit", "Pay the rent", "--title", "Pay rent")
        XCTAssertEqual(try done("2027-04-30"), "2027-05-31")
        fixture.run("task", "edit", "Pay rent", "--due", "2027-06-15")
        XCTAssertEqual(try done("2027-06-15"), "2027-07-15", "a day that the user changes is kept")
    }

    func testBonusNeedsFullRoundsOfFiveMinutes() throws {
        for (minutes, rounds, xp) in [
            (1 / 60.0, 5, 0), (4.99, 1, 4), (5, 1, 6), (10, 1, 12), (24, 1, 28), (25, 1, 30), (50, 1, 55),
        ] {
            let fixture = Fixture()
            for _ in 0..<rounds { try fixture.focus(minutes: minutes) }
            XCTAssertEqual(try fixture.history.experience().xp, xp, "\(rounds) of \(minutes) minutes")
        }
        let unseen = Fixture()
        _ = try unseen.timer.start(.defaultPreset)
        unseen.pass(minutes: 25)
        XCTAssertEqual(try unseen.history.experience().xp, 30, "a round that ended without a screen counts too")
    }

    /// History shows times of day.
    func testHistoryShowsTimesOfDay() throws {
        let fixture = Fixture()
        try fixture.focus(minutes: 25)
        XCTAssertTrue(fixture.run("history").output.contains("2026-11-20  09:00–09:25"), fixture.run("history").output)
    }

    func testEmptyDayShowsNoPlanHint() throws {
        let fixture = Fixture(gates: .free)
        let run = fixture.run("history", "--day", "2026-11-01")
        XCTAssertEqual(run.status, 0, run.error)
        XCTAssertTrue(run.output.contains("No focus here yet."), run.output)
        XCTAssertFalse((run.output + run.error).contains("Pro"), run.output)
        XCTAssertFalse(fixture.run().output.contains("orb"), "there is nothing to tap")
    }
}

extension String {
    fileprivate var trimmedSpaces: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
