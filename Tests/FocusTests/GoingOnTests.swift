import Focus
import FocusCommands
import Kernel
import TerminalContract
import XCTest

/// Goals that are reached, rounds that go on by themselves, what a click on the desktop does, and what is forgotten of a session that is over.
final class GoingOnTests: XCTestCase {
    func testAGoalThatIsReachedIsToldOnce() throws {
        let bench = Bench(gates: .free)
        bench.run("goal", "day", "1h")
        bench.run("goal", "week", "2h")
        func stopped(after minutes: Int) -> [String] {
            bench.run("start", "--for", "3h", "--detach")
            bench.pass(minutes: Double(minutes))
            let said = bench.run("stop").output
            return ["day: 1h", "week: 2h"].filter { said.contains("🎯 You reached the goal of the \($0) of focus.") }
        }
        XCTAssertEqual(stopped(after: 59), [])
        XCTAssertEqual(stopped(after: 1), ["day: 1h"])
        XCTAssertEqual(stopped(after: 30), [], "told once")
        bench.pass(minutes: 24 * 60)
        XCTAssertEqual(stopped(after: 60), ["day: 1h", "week: 2h"])
        XCTAssertEqual(stopped(after: 60), [])
        bench.pass(minutes: 24 * 60 * 6)
        XCTAssertEqual(stopped(after: 60), ["day: 1h"], "another week")
        bench.run("goal", "day", "2h")
        XCTAssertTrue(
            bench.run("session", "add", "today", "1:00", "to", "2:00").output.contains("🎯 You reached the goal of the day"))
        XCTAssertFalse(bench.run("session", "add", "yesterday", "1:00", "to", "4:00").output.contains("🎯"), "that day is over")
    }

    func testRoundsGoOnByThemselvesOnceThatIsChosen() throws {
        func round(_ choice: String?, _ words: [String]) throws -> Int? {
            let bench = Bench()
            if let choice { XCTAssertEqual(bench.run("rounds", choice).status, 0) }
            XCTAssertEqual(bench.app.run(["start", "--detach"] + words).status, 0)
            bench.pass(minutes: 40)
            return try bench.timer.session().flatMap { $0.stage == .running ? $0.round : nil }
        }
        XCTAssertNil(try round(nil, []))
        XCTAssertEqual(try round(nil, ["--auto"]), 2)
        XCTAssertEqual(try round("auto", []), 2)
        XCTAssertNil(try round("auto", ["--no-auto"]))
        XCTAssertNil(try round("wait", []))
        let bench = Bench()
        XCTAssertEqual(bench.run("start", "--auto", "--no-auto").status, 64)
        bench.run("rounds", "auto")
        XCTAssertTrue(bench.run("rounds").output.contains("begins by itself"))
        _ = try bench.store.undoLast()
        XCTAssertFalse(try bench.timer.goesOn())
    }

    /// A click in the menu shows what there is, as it is, and begins a round where there is nothing.
    func testAClickShowsTheTimerOrBeginsOne() throws {
        let bench = Bench()
        XCTAssertEqual(bench.run("start", "--or-show", "--detach").status, 0)
        let first = try XCTUnwrap(try bench.timer.session())
        bench.pass(minutes: 5)
        _ = try bench.timer.pause()
        let screen = try bench.app.dialogue("start", ["--or-show"])
        XCTAssertTrue(screen.text(columns: 60).contains("paused"), screen.text(columns: 60))
        XCTAssertEqual(try bench.timer.session()?.stage, .paused)
        XCTAssertEqual(try bench.timer.session()?.id, first.id)
        XCTAssertEqual(bench.run("start", "--detach").status, 1, "without it a second one is refused")
    }

    /// By hand nobody fills the past with whole days.
    func testOfWhatIsWrittenByHandTwoHoursADayEarn() throws {
        let bench = Bench()
        for day in 1...10 { XCTAssertEqual(bench.run("session", "add", "2026-11-\(9 + day)", "0:00", "for", "24h").status, 0) }
        let all = try bench.history.experience()
        XCTAssertEqual(all.xp, 10 * 120)
        XCTAssertEqual(all.focused, 240 * 3_600_000, "it counts in every sum")
        XCTAssertEqual(
            all.achievements.filter { $0.reachedOn != nil }.map(\.id), ["first", "hours-10", "streak-7"],
            "two hours a day, and no day of four")
        try bench.focus(minutes: 25)
        XCTAssertEqual(try bench.history.experience().xp, 10 * 120 + 30, "what the timer saw counts beside it")
    }

    func testOfASessionThatIsOverNothingIsKeptBesideHistory() throws {
        let bench = Bench()
        bench.run("task", "add", "Secret plan")
        bench.run("start", "--task", "Secret plan", "--detach")
        try bench.follow { if $0.second == 1805 { $0.run("resume", "--detach") } else if $0.second == 1900 { $0.run("stop") } }
        XCTAssertEqual(bench.told.lines.count, 2)
        let marks = try bench.store.changes(since: 0).filter { $0.address.collection == "focus.marks" }
        let last = Dictionary(marks.map { ($0.address.id, $0.stamp.deleted) }, uniquingKeysWith: { $1 })
        XCTAssertEqual(last, ["told": true, "followed": true])
    }
}
