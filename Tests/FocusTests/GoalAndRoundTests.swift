import Focus
import FocusCommands
import Kernel
import TerminalTesting
import XCTest

/// Goals, automatic rounds, `start --or-show`, the XP limit for manual entries, and cleanup after a
/// session.
final class GoalAndRoundTests: XCTestCase {
    func testReachedGoalIsReportedOnce() throws {
        let fixture = Fixture(gates: .free)
        fixture.run("goal", "day", "1h")
        fixture.run("goal", "week", "2h")
        func stopped(after minutes: Int) -> [String] {
            fixture.run("start", "--for", "3h", "--detach")
            fixture.pass(minutes: Double(minutes))
            let output = fixture.run("stop").output
            return ["day: 1h", "week: 2h"].filter { output.contains("🎯 You reached the goal of the \($0) of focus.") }
        }
        XCTAssertEqual(stopped(after: 59), [])
        XCTAssertEqual(stopped(after: 1), ["day: 1h"])
        XCTAssertEqual(stopped(after: 30), [], "reported once")
        fixture.pass(minutes: 24 * 60)
        XCTAssertEqual(stopped(after: 60), ["day: 1h", "week: 2h"])
        XCTAssertEqual(stopped(after: 60), [])
        fixture.pass(minutes: 24 * 60 * 6)
        XCTAssertEqual(stopped(after: 60), ["day: 1h"], "another week")
        fixture.run("goal", "day", "2h")
        XCTAssertTrue(
            fixture.run("session", "add", "today", "1:00", "to", "2:00").output.contains(
                "🎯 You reached the goal of the day"))
        XCTAssertFalse(
            fixture.run("session", "add", "yesterday", "1:00", "to", "4:00").output.contains("🎯"), "that day is over")
    }

    func testAutomaticRoundsFollowTheSettingAndOptions() throws {
        func round(_ choice: String?, _ words: [String]) throws -> Int? {
            let fixture = Fixture()
            if let choice { XCTAssertEqual(fixture.run("rounds", choice).status, 0) }
            XCTAssertEqual(fixture.app.run(["start", "--detach"] + words).status, 0)
            fixture.pass(minutes: 40)
            return try fixture.timer.session().flatMap { $0.stage == .running ? $0.round : nil }
        }
        XCTAssertNil(try round(nil, []))
        XCTAssertEqual(try round(nil, ["--auto"]), 2)
        XCTAssertEqual(try round("auto", []), 2)
        XCTAssertNil(try round("auto", ["--no-auto"]))
        XCTAssertNil(try round("wait", []))
        let fixture = Fixture()
        XCTAssertEqual(fixture.run("start", "--auto", "--no-auto").status, 64)
        fixture.run("rounds", "auto")
        XCTAssertTrue(fixture.run("rounds").output.contains("begins by itself"))
        _ = try fixture.store.undoLast()
        XCTAssertFalse(try fixture.timer.startsRoundsAutomatically())
    }

    /// `start --or-show`, for a launcher icon, shows a running timer unchanged and starts one if
    /// there is none.
    func testStartOrShowShowsOrStartsATimer() throws {
        let fixture = Fixture()
        XCTAssertEqual(fixture.run("start", "--or-show", "--detach").status, 0)
        let first = try XCTUnwrap(try fixture.timer.session())
        fixture.pass(minutes: 5)
        _ = try fixture.timer.pause()
        let screen = try fixture.app.dialogue("start", ["--or-show"])
        XCTAssertTrue(screen.text(columns: 60).contains("paused"), screen.text(columns: 60))
        XCTAssertEqual(try fixture.timer.session()?.stage, .paused)
        XCTAssertEqual(try fixture.timer.session()?.id, first.id)
        XCTAssertEqual(fixture.run("start", "--detach").status, 1, "without the option a second timer is refused")
    }

    /// The limit keeps users from collecting XP by adding whole past days.
    func testManualEntriesEarnXPForTwoHoursADay() throws {
        let fixture = Fixture()
        for day in 1...10 {
            XCTAssertEqual(fixture.run("session", "add", "2026-11-\(9 + day)", "0:00", "for", "24h").status, 0)
        }
        let all = try fixture.history.experience()
        XCTAssertEqual(all.xp, 10 * 120)
        XCTAssertEqual(all.focused, 240 * 3_600_000, "it counts in every total")
        XCTAssertEqual(
            all.achievements.reached.map(\.id), ["first", "hours-10", "streak-7"],
            "two hours a day, and no achievement for four hours")
        try fixture.focus(minutes: 25)
        XCTAssertEqual(try fixture.history.experience().xp, 10 * 120 + 30, "measured focus counts in addition")
    }

    func testFinishedSessionLeavesOnlyHistory() throws {
        let fixture = Fixture()
        fixture.run("task", "add", "Secret plan")
        fixture.run("start", "--task", "Secret plan", "--detach")
        try fixture.follow {
            if $0.second == 1805 { $0.run("resume", "--detach") } else if $0.second == 1900 { $0.run("stop") }
        }
        XCTAssertEqual(fixture.notifications.lines.count, 2)
        let marks = try fixture.store.changes(since: 0).filter { $0.address.collection == "focus.marks" }
        let last = Dictionary(marks.map { ($0.address.id, $0.stamp.deleted) }, uniquingKeysWith: { $1 })
        XCTAssertEqual(last, ["told": true, "followed": true])
    }
}
