import Focus
import FocusCommands
import Kernel
import Storage
import Terminal
import TerminalContract
import XCTest

/// What people met who lived with the timer for weeks.
final class LivedWithTests: XCTestCase {
    /// How long `status --wait` stays, in seconds, when what happens meanwhile happens.
    private func waited(_ words: String..., after minutes: Double = 0, then act: @escaping @Sendable (Bench) -> Void = { _ in })
        throws -> (seconds: Double, text: String)
    {
        let bench = Bench()
        _ = bench.app.run(["start", "--detach"] + words)
        bench.pass(minutes: minutes)
        let begun = bench.now
        let app = bench.app { seconds in
            bench.pass(minutes: seconds / 60)
            act(bench)
        }
        let console = ScriptedConsole()
        XCTAssertEqual(try app.shell().run(["status", "--wait", "--format", "plain"], on: console), 0)
        return (bench.now.seconds(since: begun), console.output)
    }

    func testWaitingEndsWithTheRoundAndNotWithTheBreakAfterIt() throws {
        let round = try waited("--for", "12s")
        XCTAssertEqual(round.seconds, 12)
        XCTAssertEqual(round.text, "Short break: 05:00 left, round 1 of 4\n")
        let rest = try waited(after: 26)
        XCTAssertEqual(rest.seconds, 240)
        XCTAssertEqual(rest.text, "Study: round 2 of 4 is ready\n")
        XCTAssertEqual(try waited(after: 31).seconds, 0, "what waits for a person does not run")
    }

    func testWaitingForWhatCountsUpEndsWhenItIsStoppedOrPaused() throws {
        for act in [{ _ = try? $0.timer.stop() }, { _ = try? $0.timer.pause() }, { _ = try? $0.timer.skip() }]
            as [@Sendable (Bench) -> Void]
        {
            let seconds = try waited("--count-up") { bench in
                if bench.now.seconds(since: Bench().now) >= 600 { act(bench) }
            }.seconds
            XCTAssertEqual(seconds, 600)
        }
    }

    func testTheBellAnnouncesWhatEndsWithoutAScreen() throws {
        func told(_ words: String..., act: @escaping @Sendable (Bench) -> Void = { _ in }) throws -> (
            lines: [String], seconds: Double
        ) {
            let bench = Bench()
            _ = bench.app.run(["start", "--detach"] + words)
            let app = bench.app { seconds in
                bench.pass(minutes: seconds / 60)
                act(bench)
            }
            XCTAssertEqual(try app.shell().run(["bell"], on: ScriptedConsole()), 0)
            return (bench.told.lines, bench.now.seconds(since: Bench().now))
        }
        let whole = try told()
        XCTAssertEqual(whole.lines, ["Focus complete: Time for a short break.", "Break is over: Round 2 is ready."])
        XCTAssertEqual(whole.seconds, 1800, "then the next round waits")
        let stopped = try told("--count-up") { if $0.now.seconds(since: Bench().now) >= 60 { _ = try? $0.timer.stop() } }
        XCTAssertEqual(stopped.lines, [], "who stops it knows")
        XCTAssertEqual(stopped.seconds, 60)
        let skipped = try told("--count-up") { if $0.now.seconds(since: Bench().now) == 60 { _ = try? $0.timer.skip() } }
        XCTAssertEqual(skipped.lines, ["Break is over: Round 2 is ready."], "who skips it knows")
        XCTAssertEqual(Bench().run("bell").status, 1)
    }

    func testABarCanTellFocusBreakPauseAndWaiting() throws {
        let bench = Bench()
        func classes() -> String {
            let line = bench.run("status", "--format", "waybar").output
            return String(line.split(separator: "[").last?.prefix { $0 != "]" } ?? "").replacing("\"", with: "").trimmedSpaces
        }
        XCTAssertEqual(classes(), "idle, none")
        bench.run("start", "--detach")
        XCTAssertEqual(classes(), "active, focus")
        bench.run("pause")
        XCTAssertEqual(classes(), "idle, paused")
        bench.run("resume", "--detach")
        bench.pass(minutes: 26)
        XCTAssertEqual(classes(), "active, break")
        XCTAssertTrue(bench.run("status", "--json").output.contains("\"state\": \"break\""))
        bench.pass(minutes: 5)
        XCTAssertEqual(classes(), "idle, ready")
    }

    func testWhatIsMonthlyComesBackOnItsOwnDayAfterAShortMonth() throws {
        let bench = Bench("2027-01-31T09:00:00Z")
        bench.run("task", "add", "Pay rent @2027-01-31 *monthly")
        func done(_ day: String) throws -> String? {
            bench.set("\(day)T09:00:00Z")
            bench.run("task", "done", "Pay rent")
            return try bench.tasks.task("Pay rent").task.due?.description
        }
        XCTAssertEqual(try done("2027-01-31"), "2027-02-28")
        XCTAssertEqual(try done("2027-02-28"), "2027-03-31")
        XCTAssertEqual(try done("2027-04-02"), "2027-04-30")
        bench.run("task", "edit", "Pay rent", "--title", "Pay the rent")
        bench.run("task", "edit", "Pay the rent", "--title", "Pay rent")
        XCTAssertEqual(try done("2027-04-30"), "2027-05-31")
        bench.run("task", "edit", "Pay rent", "--due", "2027-06-15")
        XCTAssertEqual(try done("2027-06-15"), "2027-07-15", "a day that a person chose anew counts")
    }

    func testFiveRoundsOfASecondBringNothingAndWholeRoundsFive() throws {
        for (minutes, rounds, xp) in [
            (1 / 60.0, 5, 0), (4.99, 1, 4), (5, 1, 6), (10, 1, 12), (24, 1, 28), (25, 1, 30), (50, 1, 55),
        ] {
            let bench = Bench()
            for _ in 0..<rounds { try bench.focus(minutes: minutes) }
            XCTAssertEqual(try bench.history.experience().xp, xp, "\(rounds) of \(minutes) minutes")
        }
        let unseen = Bench()
        _ = try unseen.timer.start(.first)
        unseen.pass(minutes: 25)
        XCTAssertEqual(try unseen.history.experience().xp, 30, "what ended unseen counts alike")
    }

    /// A task's history has times by the clock on the wall.
    func testHistoryHasTimesOfDay() throws {
        let bench = Bench()
        try bench.focus(minutes: 25)
        XCTAssertTrue(bench.run("history").output.contains("2026-11-20  09:00–09:25"), bench.run("history").output)
    }

    func testAnEmptyDayIsNotSoldAnything() throws {
        let bench = Bench(gates: .free)
        let run = bench.run("history", "--day", "2026-11-01")
        XCTAssertEqual(run.status, 0, run.error)
        XCTAssertTrue(run.output.contains("No focus here yet."), run.output)
        XCTAssertFalse((run.output + run.error).contains("Pro"), run.output)
        XCTAssertFalse(bench.run().output.contains("orb"), "there is nothing to tap")
    }
}

extension String {
    fileprivate var trimmedSpaces: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
