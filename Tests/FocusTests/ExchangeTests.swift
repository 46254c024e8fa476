import Focus
import FocusCommands
import Kernel
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// The `import` and `export` commands.
final class ExchangeTests: XCTestCase {
    private func run(_ fixture: Fixture, _ words: [String], _ text: String) -> (
        status: Int32, output: String, error: String
    ) {
        let run = fixture.app.run(words, files: ["-": Array(text.utf8)])
        return (run.status, run.output, run.error)
    }

    private static let taskwarrior = """
        [
        {"id":1,"description":"Pay rent","due":"20261201T000000Z","entry":"20261101T201234Z","mask":"-","recur":"monthly","status":"recurring","uuid":"8137611c-e70c-4c9c-95a1-e62df0b0aab2","tags":["bill"],"urgency":22.2},
        {"id":2,"description":"Second","entry":"20261101T201235Z","status":"pending","uuid":"af9e41a1-2df9-43a7-8ee8-bdb64d56c0e8","wait":"20261205T000000Z","depends":["8137611c-e70c-4c9c-95a1-e62df0b0aab2"]},
        {"id":3,"description":"Pay rent","due":"20261101T140000Z","entry":"20261101T201235Z","imask":0,"parent":"8137611c-e70c-4c9c-95a1-e62df0b0aab2","recur":"monthly","status":"pending","uuid":"cd78ddb4-b3d7-4fe2-90c1-8e8ae218687b"},
        {"id":0,"description":"Third","end":"20261110T201235Z","entry":"20261101T201235Z","status":"completed","uuid":"07b7eec0-afb8-4645-be26-c5da63f1a5a7"},
        {"id":0,"description":"Gone","end":"20261110T201235Z","status":"deleted","uuid":"07b7eec0-afb8-4645-be26-c5da63f1a5a8"}
        ]
        """

    func testTaskwarriorExportIsImportedOnce() throws {
        let fixture = Fixture()
        let dry = run(fixture, ["import", "-", "--dry-run"], Self.taskwarrior)
        XCTAssertEqual(dry.status, 0)
        XCTAssertTrue(
            (dry.output + dry.error).contains("Dry run, nothing was changed. Otherwise: Imported 3 tasks."),
            dry.output + dry.error)
        XCTAssertEqual(try fixture.tasks.open().count, 0)
        let first = run(fixture, ["import", "-", "--yes"], Self.taskwarrior)
        XCTAssertTrue(first.output.contains("Taskwarrior (JSON)"), first.output)
        XCTAssertTrue(first.output.contains("1 × deleted there (“Gone”)"), first.output)
        XCTAssertTrue(first.output.contains("1 × “wait” (entry 2)"), first.output)
        XCTAssertTrue(first.output.contains("1 × the time of a due day (entry 1)"), first.output)
        let open = try fixture.tasks.open().map(\.task)
        XCTAssertEqual(open.map(\.title), ["Pay rent", "Second"])
        XCTAssertEqual(open[0].due, Day.of("2026-11-01"), "the due time of the next round")
        XCTAssertEqual(open[0].recurrence, .months(1))
        XCTAssertEqual(open[1].after, ["8137611c-e70c-4c9c-95a1-e62df0b0aab2"])
        XCTAssertEqual(try fixture.tasks.closed().map(\.task.doneOn), [Day.of("2026-11-10")])
        let second = run(fixture, ["import", "-", "--yes"], Self.taskwarrior)
        XCTAssertTrue(
            (second.output + second.error).contains("There is nothing new in -. Nothing was changed."), second.error)
        XCTAssertTrue(second.output.contains("0 new, 3 there already"), second.output)
        XCTAssertEqual(try fixture.store.undoLast().label, "Imported 3 tasks")
        XCTAssertEqual(try fixture.tasks.open().count, 0)
    }

    func testOverlappingSessionsAreImportedOnce() throws {
        let fixture = Fixture()
        try fixture.focus(minutes: 25)
        let mine = fixture.run("export", "-", "--as", "timewarrior-data").output
        XCTAssertEqual(mine, "inc 20261120T090000Z - 20261120T092500Z\n")
        for (text, new) in [
            (mine, 0), ("2026-11-20T10:00:00+01:00 description=\"x\" duration=25 tags=a\n", 0),
            ("inc 20261120T091000Z - 20261120T093000Z # late\n", 0),
            ("inc 20261120T080000Z - 20261120T090000Z # early\n", 1),
            ("inc 20261120T080000Z - 20261120T083000Z # early\ninc 20261121T080000Z - 20261121T083000Z\n", 0),
            ("2026-11-19T10:00:00Z description=\"A b\" duration=25 tags=a,b\n", 1),
        ] {
            let before = try fixture.history.allRows().count
            let result = run(fixture, ["import", "-", "--yes"], text)
            XCTAssertEqual(result.status, 0, result.error)
            XCTAssertEqual(try fixture.history.allRows().count - before, new, text)
        }
        let first = try fixture.history.allRows()[0].record
        XCTAssertEqual([first.purpose.title, first.purpose.preset], ["A b", "Open Pomodoro"])
        XCTAssertEqual(first.purpose.tags, ["a", "b"])
        XCTAssertTrue(first.isCompleted)
        XCTAssertEqual(try fixture.history.total(from: first.day, through: first.day).focused, 25 * 60_000)
    }

    /// An import over the free limit of open tasks is refused as a whole. Done tasks and sessions
    /// have no limit.
    func testImportRespectsTheFreeTaskLimit() throws {
        let fixture = Fixture(gates: .free)
        let text = (1...4).map { "(A) Task \($0) @a" }.joined(separator: "\n")
        let refused = run(fixture, ["import", "-", "--yes"], text)
        XCTAssertNotEqual(refused.status, 0)
        let tooMany = "These are 4 tasks to do, you have 0, and there is room for 3 in all."
        XCTAssertTrue(refused.error.contains(tooMany), refused.error)
        XCTAssertTrue(refused.error.contains("plan why focus.tasks"), refused.error)
        XCTAssertEqual(try fixture.tasks.open().count, 0)
        XCTAssertEqual(
            run(fixture, ["import", "-", "--yes"], text.split(separator: "\n").prefix(3).joined(separator: "\n"))
                .status, 0)
        XCTAssertEqual(run(fixture, ["import", "-", "--yes"], "x 2026-11-01 2026-10-01 Done @a").status, 0)
        XCTAssertEqual(
            run(fixture, ["import", "-", "--yes"], "inc 20261120T080000Z - 20261120T083000Z # early").status, 0)
        let reminders = run(fixture, ["import", "-", "--yes"], "id,title,reminder\na,A,09:00\nb,B,09:00\n")
        XCTAssertTrue(reminders.error.contains("These are 2 tasks to do, you have 3"), reminders.error)
        XCTAssertEqual(try fixture.tasks.open().count, 3)
    }

    func testUnknownFilesAreRefusedWithAMessage() throws {
        let fixture = Fixture()
        for (text, words) in [
            (" \n", "- is empty. Nothing was imported."), ("Buy milk\nCall Mina\n", "in none of the known forms"),
            ("<html>", "in none of the known forms"), ("[{\"description\":\"a\",\"status\":", "Entry 1 is no JSON"),
            ("{\"version\":1}", "in none of the known forms"),
        ] {
            let result = run(fixture, ["import", "-", "--yes"], text)
            XCTAssertNotEqual(result.status, 0, text)
            XCTAssertTrue(result.error.contains(words), "\(text): \(result.error)")
        }
    }

    func testExportFormatFollowsOptionOrFileName() throws {
        let fixture = Fixture()
        fixture.run("task", "add", "Write report #work")
        try fixture.focus(minutes: 25)
        for (words, begin) in [
            (["-", "--as", "taskwarrior"], "[\n{\"description\":\"Write report\""),
            (["-", "--as", "todotxt"], "2026-11-20 Write report @work"),
            (["-", "--as", "pomodoro"], "2026-11-20T09:00:00Z description=\"\" duration=25\n"),
            (["-", "--as", "csv"], "id,start,end,"),
            (["-", "--as", "csv", "--of", "tasks"], "id,title,state,"), (["-", "--as", "ical"], "BEGIN:VCALENDAR\r\n"),
            (["-", "--as", "timewarrior", "--since", "2026-11-21"], "[\n]\n"),
            (["--as", "timewarrior"], "[\n{\"id\":1,\"start\""),
        ] {
            let output = fixture.app.run(["export"] + words).output
            XCTAssertTrue(output.hasPrefix(begin), "\(words): \(output)")
        }
        XCTAssertEqual(fixture.run("export", "-", "--as", "taskwarrior", "--of", "history").status, 64)
        XCTAssertEqual(fixture.run("export", "report.doc").status, 64)
        XCTAssertEqual(fixture.run("export", "--of", "sessions").output, fixture.run("export").output)
    }
}
