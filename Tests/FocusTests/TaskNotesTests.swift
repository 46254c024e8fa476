import Focus
import FocusCommands
import Interface
import Kernel
import Storage
import TerminalTesting
import XCTest

/// Notes and annotations of tasks, and `task show`.
final class TaskNotesTests: XCTestCase {
    func testNotesAreStoredSearchedAndRemoved() throws {
        let fixture = Fixture()
        fixture.run("task", "add", "Write report 1h")
        XCTAssertTrue(
            fixture.run("task", "note", "report", "Blue folder.\n\nSecond\tline").output.hasPrefix(
                "Noted, for “Write report” (a1)."))
        XCTAssertEqual(try fixture.tasks.task("report").task.note, "Blue folder.\n\nSecond\tline")
        fixture.run("task", "annotate", "report", "Mina", "has", "the figures")
        for word in ["folder", "figures"] {
            XCTAssertTrue(fixture.run("task", "search", word).output.contains("Write report"), word)
        }
        fixture.pass(minutes: 24 * 60)
        fixture.run("task", "annotate", "report", "On paper")
        let output = fixture.run("task", "show", "report").output
        XCTAssertTrue(
            output.contains("Note\nBlue folder.\n\nSecond")
                && output.contains("1  2026-11-20  Mina has the figures\n2  2026-11-21  On paper"),
            output)
        XCTAssertTrue(fixture.run("task", "edit", "report", "Another title").output.contains("Changed “Another title”"))
        XCTAssertEqual(
            try fixture.tasks.task("Another").task.note?.hasPrefix("Blue"), true, "a line edit keeps the note")
        XCTAssertTrue(fixture.run("task", "annotate", "Another", "--remove", "1").output.hasPrefix("Removed line 1 of"))
        XCTAssertEqual(try fixture.tasks.task("Another").task.annotations?.map(\.text), ["On paper"])
        XCTAssertTrue(
            fixture.run("task", "annotate", "Another", "--remove", "2").error.contains(
                "has 1 annotation, and no number 2"))
        fixture.run("task", "annotate", "Another", "--remove", "1")
        XCTAssertNil(try fixture.tasks.task("Another").task.annotations)
        XCTAssertTrue(fixture.run("task", "note", "Another", "--remove").output.hasPrefix("Removed the note of"))
        XCTAssertNil(try fixture.tasks.task("Another").task.note)
        for words in [["task", "annotate", "Another"], ["task", "annotate", "Another", "x", "--remove", "1"]] {
            XCTAssertEqual(fixture.app.run(words, lines: []).status, 64)
        }
    }

    func testHostileNotesAreRefused() throws {
        let fixture = Fixture()
        fixture.run("task", "add", "Task")
        let before = try fixture.app.fingerprint()
        let huge = String(repeating: "x", count: 10 << 20)
        for words in [
            ["note", "Task", "a\u{1B}[31mb"], ["note", "Task", "a\u{202E}b"], ["note", "Task", huge],
            ["note", "Task", String(repeating: "x", count: 4001)], ["annotate", "Task", "a\u{7}b"],
            ["annotate", "Task", huge],
            ["annotate", "Task", String(repeating: "x", count: 201)], ["annotate", "Task", " "],
        ] {
            let run = fixture.app.run(["task"] + words, lines: [])
            XCTAssertTrue([64, 65].contains(run.status), "\(words[1].prefix(20)): \(run.status)")
            XCTAssertLessThan(run.error.utf8.count, 2000)
        }
        XCTAssertEqual(try fixture.app.fingerprint(), before)
        XCTAssertEqual(fixture.run("task", "note", "Task", String(repeating: "é", count: 4000)).status, 0)
        for _ in 0..<100 { fixture.run("task", "annotate", "Task", String(repeating: "é", count: 200)) }
        XCTAssertTrue(fixture.run("task", "annotate", "Task", "one more").error.contains("at most 100 annotations"))
    }

    /// Text from another device may hold escape codes. None reaches the terminal.
    func testSyncedEscapeCodesNeverReachTheTerminal() throws {
        let fixture = Fixture()
        var task = FocusTask(
            id: "t1", TaskDraft(title: "a\u{1B}]0;x\u{7}b", note: "n\u{1B}[2J\u{9B}m"), createdAt: Fixture.start)
        task.parent = "t2"
        try fixture.store.write {
            try $0.put(task)
            try $0.put(FocusTask(id: "t2", TaskDraft(title: "w\u{1B}[5m"), createdAt: Fixture.start))
        }
        for words in [
            ["show", "t1"], ["next"], ["list"], ["show", "t2"], ["done", "t2"], ["move", "t2", "--under", "t1"],
        ] {
            let run = fixture.app.run(["task"] + words, lines: [])
            XCTAssertFalse(
                (run.output + run.error).unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 0x9B },
                "\(words)")
        }
    }

    func testTaskShowComparesTimeWithEstimate() throws {
        let fixture = Fixture()
        for line in ["Whole 2h", "Part 20m", "Small 1h"] { fixture.run("task", "add", line) }
        for part in ["Part", "Small"] { fixture.run("task", "move", part, "--under", "Whole") }
        try fixture.focus(minutes: 45, on: fixture.tasks.task("Part").task)
        try fixture.focus(minutes: 25, on: fixture.tasks.task("Whole").task)
        XCTAssertTrue(fixture.run("task", "show", "Part").output.contains("45m of 20m (25m over)"))
        XCTAssertTrue(fixture.run("task", "show", "Whole").output.contains("1h10m of 2h, with its parts"))
        fixture.run("task", "edit", "Whole", "--estimate", "30m")
        let output = fixture.run("task", "show", "Whole").output
        XCTAssertTrue(
            output.contains("1h10m of 30m (40m over), with its parts; its parts alone should take 1h20m"), output)
        XCTAssertTrue(output.contains("Parts, 0 of 2 done\n○ Part  45m of 20m\n○ Small  1h"), output)
        fixture.run("task", "edit", "Whole", "Whole")
        XCTAssertTrue(
            fixture.run("task", "show", "Whole").output.contains("1h10m of 1h20m, with its parts"),
            "the estimate is the sum of the parts")
        let json = fixture.run("task", "show", "Whole", "--json").output
        XCTAssertTrue(json.contains("\"estimateWithParts\": 4800") && json.contains("\"spentWithParts\": 4200"), json)
    }
}
