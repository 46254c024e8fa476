import Focus
import FocusCommands
import Kernel
import Storage
import Terminal
import TerminalContract
import XCTest

/// What is noted of tasks, and all that is told of one.
final class TaskNotesTests: XCTestCase {
    func testNotesAreKeptFoundAndTakenAway() throws {
        let bench = Bench()
        bench.run("task", "add", "Write report 1h")
        XCTAssertTrue(
            bench.run("task", "note", "report", "Blue folder.\n\nSecond\tline").output.hasPrefix(
                "Noted, for “Write report” (a1)."))
        XCTAssertEqual(try bench.tasks.task("report").task.note, "Blue folder.\n\nSecond\tline")
        bench.run("task", "annotate", "report", "Mina", "has", "the figures")
        for word in ["folder", "figures"] {
            XCTAssertTrue(bench.run("task", "search", word).output.contains("Write report"), word)
        }
        bench.pass(minutes: 24 * 60)
        bench.run("task", "annotate", "report", "On paper")
        let shown = bench.run("task", "show", "report").output
        XCTAssertTrue(
            shown.contains("Note\nBlue folder.\n\nSecond")
                && shown.contains("1  2026-11-20  Mina has the figures\n2  2026-11-21  On paper"),
            shown)
        XCTAssertTrue(bench.run("task", "edit", "report", "Another title").output.contains("Changed “Another title”"))
        XCTAssertEqual(try bench.tasks.task("Another").task.note?.hasPrefix("Blue"), true, "a line takes no note away")
        XCTAssertTrue(bench.run("task", "annotate", "Another", "--remove", "1").output.hasPrefix("Removed line 1 of"))
        XCTAssertEqual(try bench.tasks.task("Another").task.annotations?.map(\.text), ["On paper"])
        XCTAssertTrue(
            bench.run("task", "annotate", "Another", "--remove", "2").error.contains("has 1 annotation, and no number 2"))
        bench.run("task", "annotate", "Another", "--remove", "1")
        XCTAssertNil(try bench.tasks.task("Another").task.annotations)
        XCTAssertTrue(bench.run("task", "note", "Another", "--remove").output.hasPrefix("Removed the note of"))
        XCTAssertNil(try bench.tasks.task("Another").task.note)
        for words in [["task", "annotate", "Another"], ["task", "annotate", "Another", "x", "--remove", "1"]] {
            XCTAssertEqual(bench.app.run(words, lines: []).status, 64)
        }
    }

    func testWhatIsHostileIsRefusedAndChangesNothing() throws {
        let bench = Bench()
        bench.run("task", "add", "Task")
        let before = try bench.app.fingerprint()
        let huge = String(repeating: "x", count: 10 << 20)
        for words in [
            ["note", "Task", "a\u{1B}[31mb"], ["note", "Task", "a\u{202E}b"], ["note", "Task", huge],
            ["note", "Task", String(repeating: "x", count: 4001)], ["annotate", "Task", "a\u{7}b"], ["annotate", "Task", huge],
            ["annotate", "Task", String(repeating: "x", count: 201)], ["annotate", "Task", " "],
        ] {
            let run = bench.app.run(["task"] + words, lines: [])
            XCTAssertTrue([64, 65].contains(run.status), "\(words[1].prefix(20)): \(run.status)")
            XCTAssertLessThan(run.error.utf8.count, 2000)
        }
        XCTAssertEqual(try bench.app.fingerprint(), before)
        XCTAssertEqual(bench.run("task", "note", "Task", String(repeating: "é", count: 4000)).status, 0)
        for _ in 0..<100 { bench.run("task", "annotate", "Task", String(repeating: "é", count: 200)) }
        XCTAssertTrue(bench.run("task", "annotate", "Task", "one more").error.contains("at most 100 annotations"))
    }

    /// What came from elsewhere may hold anything: nothing of it reaches the terminal as a command.
    func testWhatIsShownCommandsNoTerminal() throws {
        let bench = Bench()
        var task = FocusTask(id: "t1", TaskDraft(title: "a\u{1B}]0;x\u{7}b", note: "n\u{1B}[2J\u{9B}m"), createdAt: Bench.start)
        task.parent = "t2"
        try bench.store.write {
            try $0.put(task)
            try $0.put(FocusTask(id: "t2", TaskDraft(title: "w\u{1B}[5m"), createdAt: Bench.start))
        }
        for words in [["show", "t1"], ["next"], ["list"], ["show", "t2"], ["done", "t2"], ["move", "t2", "--under", "t1"]] {
            let run = bench.app.run(["task"] + words, lines: [])
            XCTAssertFalse(
                (run.output + run.error).unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 0x9B }, "\(words)")
        }
    }

    func testWhatWasSpentStandsBesideTheEstimate() throws {
        let bench = Bench()
        for line in ["Whole 2h", "Part 20m", "Small 1h"] { bench.run("task", "add", line) }
        for part in ["Part", "Small"] { bench.run("task", "move", part, "--under", "Whole") }
        try bench.focus(minutes: 45, on: bench.tasks.task("Part").task)
        try bench.focus(minutes: 25, on: bench.tasks.task("Whole").task)
        XCTAssertTrue(bench.run("task", "show", "Part").output.contains("45m of 20m (25m over)"))
        XCTAssertTrue(bench.run("task", "show", "Whole").output.contains("1h10m of 2h, with its parts"))
        bench.run("task", "edit", "Whole", "--estimate", "30m")
        let over = bench.run("task", "show", "Whole").output
        XCTAssertTrue(over.contains("1h10m of 30m (40m over), with its parts; its parts alone should take 1h20m"), over)
        XCTAssertTrue(over.contains("Parts, 0 of 2 done\n○ Part  45m of 20m\n○ Small  1h"), over)
        bench.run("task", "edit", "Whole", "Whole")
        XCTAssertTrue(
            bench.run("task", "show", "Whole").output.contains("1h10m of 1h20m, with its parts"), "the sum of its parts")
        let json = bench.run("task", "show", "Whole", "--json").output
        XCTAssertTrue(json.contains("\"estimateWithParts\": 4800") && json.contains("\"spentWithParts\": 4200"), json)
    }
}
