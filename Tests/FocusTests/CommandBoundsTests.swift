import Focus
import FocusCommands
import Kernel
import Terminal
import TerminalContract
import XCTest

/// What commands take, one option at a time, and what they refuse.
final class CommandBoundsTests: XCTestCase {
    func testASessionIsBegunForSoLongOrCountsUp() throws {
        for (words, status, planned) in [
            ([], 0, 1_500_000), (["--for", "10m"], 0, 600_000), (["--count-up"], 0, nil),
            (["--for", "10m", "--count-up"], 64, nil),
            (["deep-work"], 0, 3_000_000), (["nothing"], 64, nil),
        ] as [([String], Int32, Int?)] {
            let bench = Bench()
            let run = bench.app.run(["start", "--detach"] + words)
            XCTAssertEqual(run.status, status, "\(words): \(run.error)")
            XCTAssertEqual(try bench.timer.session().map(\.planned), status == 0 ? .some(planned) : nil, "\(words)")
        }
    }

    func testWhatATimerThatRunsAnswers() throws {
        let bench = Bench()
        XCTAssertEqual(bench.run("resume").status, 1, "nothing runs")
        bench.run("start", "--detach")
        XCTAssertEqual(bench.run("resume", "--detach").status, 1, "it runs")
        XCTAssertTrue(bench.run("resume").output.contains("The timer runs."))
        XCTAssertTrue(bench.run("extend").output.contains("Extended by 5m (a1). Study: 30:00 left, round 1 of 4."))
        bench.pass(minutes: 0.1 / 60)
        XCTAssertTrue(
            bench.run("pause", "--json").output.contains("\"elapsed\": 0,\n  \"remaining\": 1800,"),
            "a second begun is a second left")
        bench.run("resume", "--detach")
        bench.pass(minutes: 10)
        XCTAssertTrue(bench.run("pause", "--json").output.contains("\"elapsed\": 600,\n  \"remaining\": 1200,"))
        let watched = try bench.timer.resume()
        XCTAssertEqual(watched.session.stage, .running)
        _ = try bench.timer.notice(.watch)
        bench.pass(minutes: 10)
        XCTAssertTrue(bench.run("resume", "--count-away", "--detach", "--json").output.contains("\"focused\": 1200,"))
        XCTAssertTrue(bench.run("stop").output.contains("Next: focusflow history\n"))
    }

    func testATaskIsChangedInOnePartAndKeepsTheOthers() throws {
        let whole = TaskDraft(
            title: "Write", estimate: 600, due: .of("2026-11-27"), priority: .high, tags: ["work"], project: "thesis",
            recurrence: .weeks(1), reminder: 3600)
        var (title, due, estimate, priority) = (whole, whole, whole, whole)
        (title.title, due.due, estimate.estimate, priority.priority) = ("Read", .of("2026-11-21"), 1200, .low)
        for (words, wanted) in [
            (["--title", "Read"], title), (["--due", "tomorrow"], due), (["--estimate", "20m"], estimate),
            (["--priority", "low"], priority), (["Write", "!low"], TaskDraft(title: "Write", priority: .low)),
            (["Write", "20m", "--title", "Read"], TaskDraft(title: "Read", estimate: 1200)),
        ] {
            let bench = Bench()
            let task = try bench.tasks.add(whole)
            XCTAssertEqual(bench.app.run(["task", "edit", "write"] + words).status, 0)
            XCTAssertEqual(try bench.tasks.task(task.id.rawValue).task.draft, wanted, "\(words)")
        }
    }

    func testWhatIsSaidOfATaskThatIsDone() throws {
        let bench = Bench()
        bench.run("task", "add", "Write @friday")
        bench.run("task", "add", "Stretch *daily")
        XCTAssertEqual(bench.run("task", "done", "Write").output.split(separator: "\n").first, "Done: “Write” (a1).")
        XCTAssertEqual(
            bench.run("task", "done", "Stretch").output.split(separator: "\n").first,
            "Done: “Stretch” (a2). It repeats on Saturday, 21 November 2026.")
        XCTAssertEqual(bench.run("task", "done", "Stretch").status, 1)
    }

    func testPresetsAreMadeOfWhatIsGivenAndChangedInOnePart() throws {
        for (words, plan) in [
            ([], "1500 300 900 4"), (["--focus", "20m"], "1200 300 900 4"), (["--count-up"], "nil 300 900 4"),
            (["--break", "1m"], "1500 60 900 4"), (["--long", "1h"], "1500 300 3600 4"), (["--rounds", "1"], "1500 300 900 1"),
            (["--rounds", "12"], "1500 300 900 12"), (["--rounds", "0"], nil), (["--rounds", "13"], nil),
        ] as [([String], String?)] {
            for command in [["preset", "add", "Mine"], ["preset", "edit", "Study"]] {
                let bench = Bench()
                let status = bench.app.run(command + words).status
                let isRefused = plan == nil || command[1] == "edit" && words.isEmpty
                XCTAssertEqual(status, isRefused ? 64 : 0, "\(command) \(words)")
                guard let plan, !isRefused else { continue }
                let made = try bench.presets.preset(named: command[2]).preset.plan
                let focus = made.focus.map { "\($0)" } ?? "nil"
                XCTAssertEqual("\(focus) \(made.shortBreak) \(made.longBreak) \(made.rounds)", plan, "\(command) \(words)")
            }
        }
    }
}
