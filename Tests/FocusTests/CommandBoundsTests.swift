import Focus
import FocusCommands
import Interface
import Kernel
import TerminalTesting
import XCTest

/// Values that each command option accepts and refuses.
final class CommandBoundsTests: XCTestCase {
    func testStartTakesALengthOrCountsUp() throws {
        for (words, status, planned) in [
            ([], 0, 1_500_000), (["--for", "10m"], 0, 600_000), (["--count-up"], 0, nil),
            (["--for", "10m", "--count-up"], 64, nil),
            (["deep-work"], 0, 3_000_000), (["nothing"], 64, nil),
        ] as [([String], Int32, Int?)] {
            let fixture = Fixture()
            let run = fixture.app.run(["start", "--detach"] + words)
            XCTAssertEqual(run.status, status, "\(words): \(run.error)")
            XCTAssertEqual(try fixture.timer.session().map(\.planned), status == 0 ? .some(planned) : nil, "\(words)")
        }
    }

    func testCommandOutputWhileTheTimerRuns() throws {
        let fixture = Fixture()
        XCTAssertEqual(fixture.run("resume").status, 1, "nothing runs")
        fixture.run("start", "--detach")
        XCTAssertEqual(fixture.run("resume", "--detach").status, 1, "it runs")
        XCTAssertTrue(fixture.run("resume").output.contains("The timer runs."))
        XCTAssertTrue(fixture.run("extend").output.contains("Extended by 5m (a1). Study: 30:00 left, round 1 of 4."))
        fixture.pass(minutes: 0.1 / 60)
        XCTAssertTrue(
            fixture.run("pause", "--json").output.contains("\"elapsed\": 0,\n  \"remaining\": 1800,"),
            "a started second counts as left")
        fixture.run("resume", "--detach")
        fixture.pass(minutes: 10)
        XCTAssertTrue(fixture.run("pause", "--json").output.contains("\"elapsed\": 600,\n  \"remaining\": 1200,"))
        let watched = try fixture.timer.resume()
        XCTAssertEqual(watched.session.stage, .running)
        _ = try fixture.timer.recordPresence(.watch)
        fixture.pass(minutes: 10)
        XCTAssertTrue(fixture.run("resume", "--count-away", "--detach", "--json").output.contains("\"focused\": 1200,"))
        XCTAssertTrue(fixture.run("stop").output.contains("Next: focusflow history\n"))
    }

    func testTaskEditChangesOnlyTheGivenField() throws {
        let draft = TaskDraft(
            title: "Write", estimate: 600, due: .of("2026-11-27"), priority: .high, tags: ["work"], project: "thesis",
            recurrence: .weeks(1), reminder: 3600)
        var title = draft
        var due = draft
        var estimate = draft
        var priority = draft
        (title.title, due.due, estimate.estimate, priority.priority) = ("Read", .of("2026-11-21"), 1200, .low)
        for (words, expected) in [
            (["--title", "Read"], title), (["--due", "tomorrow"], due), (["--estimate", "20m"], estimate),
            (["--priority", "low"], priority), (["Write", "!low"], TaskDraft(title: "Write", priority: .low)),
            (["Write", "20m", "--title", "Read"], TaskDraft(title: "Read", estimate: 1200)),
        ] {
            let fixture = Fixture()
            let task = try fixture.tasks.add(draft)
            XCTAssertEqual(fixture.app.run(["task", "edit", "write"] + words).status, 0)
            XCTAssertEqual(try fixture.tasks.task(task.id.rawValue).task.draft, expected, "\(words)")
        }
    }

    func testTaskDoneOutput() throws {
        let fixture = Fixture()
        fixture.run("task", "add", "Write @friday")
        fixture.run("task", "add", "Stretch *daily")
        XCTAssertEqual(fixture.run("task", "done", "Write").output.split(separator: "\n").first, "Done: “Write” (a1).")
        XCTAssertEqual(
            fixture.run("task", "done", "Stretch").output.split(separator: "\n").first,
            "Done: “Stretch” (a2). It repeats on Saturday, 21 November 2026.")
        XCTAssertEqual(fixture.run("task", "done", "Stretch").status, 1)
    }

    func testPresetAddAndEditChangeOnlyGivenOptions() throws {
        for (words, plan) in [
            ([], "1500 300 900 4"), (["--focus", "20m"], "1200 300 900 4"), (["--count-up"], "nil 300 900 4"),
            (["--break", "1m"], "1500 60 900 4"), (["--long", "1h"], "1500 300 3600 4"),
            (["--rounds", "1"], "1500 300 900 1"),
            (["--rounds", "12"], "1500 300 900 12"), (["--rounds", "0"], nil), (["--rounds", "13"], nil),
        ] as [([String], String?)] {
            for command in [["preset", "add", "Mine"], ["preset", "edit", "Study"]] {
                let fixture = Fixture()
                let status = fixture.app.run(command + words).status
                let isRefused = plan == nil || command[1] == "edit" && words.isEmpty
                XCTAssertEqual(status, isRefused ? 64 : 0, "\(command) \(words)")
                guard let plan, !isRefused else { continue }
                let savedPlan = try fixture.presets.preset(named: command[2]).preset.plan
                let focus = savedPlan.focus.map { "\($0)" } ?? "nil"
                XCTAssertEqual(
                    "\(focus) \(savedPlan.shortBreak) \(savedPlan.longBreak) \(savedPlan.rounds)", plan,
                    "\(command) \(words)")
            }
        }
    }
}
