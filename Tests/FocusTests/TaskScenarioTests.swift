import Focus
import FocusCommands
import Foundation
import Interface
import Kernel
import Storage
import TerminalTesting
import XCTest

/// Findings of users who kept their tasks for weeks.
final class TaskScenarioTests: XCTestCase {
    private func added(_ line: String, gates: GateKeeper = .open) -> (task: FocusTask?, message: String) {
        let fixture = Fixture(gates: gates)
        let run = fixture.run("task", "add", line)
        let output = (run.output + run.error).split(separator: "\nNext:").first ?? ""
        return (try? fixture.tasks.open().first?.task, output.split(separator: "\n").joined(separator: " "))
    }

    func testTaskImportIsAllOrNothing() throws {
        let fixture = Fixture()
        let lines = ["Write report #work 30m", "", "  ", "Call Mina @2026-11-25 !high", "Walk *daily"]
        let files = ["-": Array((lines.joined(separator: "\r\n") + "\n").utf8)]
        let result = fixture.app.run(["task", "import", "-"], files: files)
        XCTAssertTrue(result.output.contains("Added 3 tasks."), result.output + result.error)
        XCTAssertEqual(try fixture.tasks.open().map(\.task.title).sorted(), ["Call Mina", "Walk", "Write report"])
        XCTAssertEqual(try fixture.store.undoLast().label, "Added 3 tasks")
        XCTAssertEqual(try fixture.tasks.open().count, 0, "one undo removes all of them")
        for (bad, why) in [
            ("Fine\nCall @mina\n", "Line 2: "), ("#only", "Line 1: "), ("Twice 30m !high !low", "Line 1: "),
        ] {
            let fixture = Fixture()
            let refused = fixture.app.run(["task", "import", "-"], files: ["-": Array(bad.utf8)])
            XCTAssertEqual(refused.status, 65, bad)
            XCTAssertTrue(refused.error.contains(why) && refused.error.contains("Nothing was added."), refused.error)
            XCTAssertEqual(try fixture.tasks.open().count, 0, bad)
        }
        XCTAssertTrue(
            Fixture().app.run(["task", "import", "-"], files: ["-": [0xFF, 0xFE]]).error.contains("not text in UTF-8"))
    }

    func testTaskImportBeyondTheLimitAddsNothing() throws {
        let fixture = Fixture(gates: .free)
        for (lines, isTaken) in [("One\nTwo", true), ("Three\nFour", false), ("Three", true)] {
            let run = fixture.app.run(["task", "import", "-"], files: ["-": Array(lines.utf8)])
            XCTAssertEqual(run.status, isTaken ? 0 : 1)
            XCTAssertEqual(run.error.contains("there is room for 3 in all"), !isTaken, run.error)
        }
        XCTAssertEqual(try fixture.tasks.open().map(\.task.title), ["One", "Two", "Three"])
        let reminding = Fixture(gates: .free)
        _ = reminding.app.run(["task", "import", "-"], files: ["-": Array("Call ~9am\nWrite ~10am".utf8)])
        XCTAssertEqual(try reminding.tasks.open().count, 0)
    }

    func testQuickLineParsing() throws {
        for (line, expected) in [
            ("Buy 30m of rope", TaskDraft(title: "Buy 30m of rope")),
            ("Buy 30m of rope 1h", TaskDraft(title: "Buy 30m of rope", estimate: 3600)),
            ("30m Write", TaskDraft(title: "Write", estimate: 1800)),
            ("Write 1.5h", TaskDraft(title: "Write", estimate: 5400)),
            ("Write 0,25h #a", TaskDraft(title: "Write", estimate: 900, tags: ["a"])),
            ("Call ~9am", TaskDraft(title: "Call", due: .of("2026-11-20"), reminder: 9 * 3600)),
            ("Call ~9:30PM", TaskDraft(title: "Call", due: .of("2026-11-20"), reminder: 21 * 3600 + 1800)),
            ("Call @20 nov", TaskDraft(title: "Call", due: .of("2026-11-20"))),
            ("@20 dec 2026 Call Mina", TaskDraft(title: "Call Mina", due: .of("2026-12-20"))),
            ("Call @next friday Mina 30m", TaskDraft(title: "Call Mina", estimate: 1800, due: .of("2026-11-27"))),
            ("Call @in 2 days", TaskDraft(title: "Call", due: .of("2026-11-22"))),
            ("Call @20-dec nov", TaskDraft(title: "Call nov", due: .of("2026-12-20"))),
        ] { XCTAssertEqual(added(line).task?.draft, expected, line) }
    }

    /// For random input, each word is in the title or in a field, or is reported as a doubt.
    func testQuickLineLosesNoWord() throws {
        let words = [
            "Write", "30m", "1h30m", "1.5h", "45s", "90s", "0m", "25h", "30min", "2", "3d", "#work", "#", "##x",
            "#work,",
            "＃wide", "@today", "@friday", "@20",
            "nov", "@in", "days", "@2026-12-01", "@", "next", "!high", "!HIGH", "!", "!!high", "!urgent", "+home", "+1",
            "+",
            "*daily", "*3d", "*", "*yearly",
            "~9am", "~25:00", "~9", "~", "\\", "\\#x", "\\30m", "보고서", "🥋", "e\u{301}", "due:friday", "(30m)", "--",
            "''", "٣٠m",
        ]
        var random = RandomSource(seed: 18)
        var taken = 0
        for _ in 0..<1_000 {
            let typed = (0..<Int.random(in: 1...7, using: &random)).compactMap { _ in
                words.randomElement(using: &random)
            }
            let fixture = Fixture()
            let run = fixture.app.run(["task", "add", "--", typed.joined(separator: " ")], lines: [])
            guard run.status == 0 else {
                XCTAssertTrue([64, 65].contains(run.status) && !run.error.isEmpty, "\(typed): \(run.status)")
                continue
            }
            taken += 1
            let task = try XCTUnwrap(fixture.tasks.open().first?.task)
            let output = run.output.split(separator: "\nNext:")[0].split(whereSeparator: \.isWhitespace).joined(
                separator: " ")
            var title = task.title.split(separator: " ").map(String.init)
            var marks = [String]()
            var day = 0
            // An escaped word belongs to the title, and of several such words the first ones count.
            for word in typed.filter({ $0.hasPrefix("\\") }) + typed.filter({ !$0.hasPrefix("\\") }) {
                let unescaped = (word.hasPrefix("\\") && word.count > 1 ? String(word.dropFirst()) : word).precomposed
                if let place = title.firstIndex(of: unescaped) { title.remove(at: place) } else { marks.append(word) }
            }
            XCTAssertEqual(title, [], "\(typed): the title contains only typed text")
            for word in marks {
                let rest = String(word.dropFirst())
                let expected: String? =
                    switch word.first {
                    case "#": "#\(rest)"
                    case "!": "\(rest.lowercased()) priority"
                    case "+": "project \(rest)"
                    case "*": task.recurrence.map { _ in "epeats " }
                    case "~": task.reminder.map { "eminds at \(ClockTime($0))" }
                    case "@": task.due.map { "ue \($0.spelledOut)" }
                    case let first? where first.isNumber: task.estimate.map { "stimate \(Span(seconds: $0))" }
                    default: nil
                    }
                day += word.first == "@" ? 1 : 0
                // The other words of a day.
                if ["nov", "days", "2", "next", "3d"].contains(word), day > 0, task.due != nil { continue }
                XCTAssertTrue(
                    expected.map { output.lowercased().contains($0.lowercased()) } ?? false,
                    "\(typed): “\(word)” is lost: \(output)")
            }
        }
        XCTAssertGreaterThan(taken, 100)
    }

    func testUnparsedMarksAreReported() {
        for (line, expected) in [
            ("Buy 30m of rope", "“30m” stays in the title: write an estimate at the end."),
            ("Call !urgent", "“!urgent” stays in the title: write a priority as !high, !medium or !low."),
            ("Call ~9", "“~9” stays in the title: write a reminder as ~09:00 or ~9am."),
            (
                "Call *yearly",
                "“*yearly” stays in the title: write a repeat as *daily, *weekdays, *weekly, *monthly or *3d."
            ),
            ("Call 90min", "“90min” stays in the title: write an estimate as 30m, 1h30m or 1.5h, up to 24h."),
        ] { XCTAssertTrue(added(line).message.contains(expected), "\(line): \(added(line).message)") }
        for line in [
            "Call \\!urgent", "Call !", "C# and #", "Score 3:1", "5 apples", "Call +1", "a * b", "Sing *loud!*",
        ] {
            XCTAssertFalse(added(line).message.contains("stays in the title"), line)
        }
        let refused = added("Call @mina").message
        XCTAssertTrue(refused.contains("@20 nov") && refused.contains("“\\@mina”"), refused)
        XCTAssertEqual(added("Call \\@mina").task?.title, "Call @mina")
    }

    func testClockTimesAndSpansWithinTheirLimits() {
        let times = ["12am": 0, "12pm": 43_200, "1am": 3600, "11:59PM": 86_340, "9Am": 32_400]
        for (text, second) in times { XCTAssertEqual(ClockTime(text)?.second, second, text) }
        for text in ["0am", "13pm", "am", ":am", "9:60am", "9 am", "9ambulances"] {
            XCTAssertNil(ClockTime(text), text)
        }
        for (text, seconds) in ["0.5h": 1800, "1.75h": 6300, "24.0h": 86_400, "1,5h": 5400, "0.02h": 60] {
            XCTAssertEqual(Span(text)?.seconds, seconds, text)
        }
        for text in ["0.0h", "24.1h", "1.5", "1.5m", ".5h", "1.h", "1.555h", "1.5.5h", "-1.5h"] {
            XCTAssertNil(Span(text), text)
        }
    }

    func testTaskAddReportsAllParsedFields() {
        XCTAssertTrue(
            added("Write report #work @friday 30m !high +thesis *2w ~9am").message.hasPrefix(
                """
                Added “Write report” (a1). Due Friday, 20 November 2026, reminds at 09:00, repeats every 2 weeks, high priority, \
                estimate 30m, #work, project thesis. 1 task.
                """), added("Write report #work @friday 30m !high +thesis *2w ~9am").message)
        XCTAssertTrue(added("Write").message.hasPrefix("Added “Write” (a1). 1 task."), added("Write").message)
        let fixture = Fixture()
        fixture.run("task", "add", "Write")
        XCTAssertTrue(
            fixture.run("task", "edit", "Write", "--priority", "low").output.contains(
                "Changed “Write” (a1). Low priority."))
    }

    func testListShowsOverdueRecurrenceAndReminder() throws {
        let fixture = Fixture()
        for line in ["Late @2026-11-19", "Water *weekly ~9am @2026-11-21", "Today @today"] {
            fixture.run("task", "add", line)
        }
        let list = fixture.run("task", "list").output
        XCTAssertTrue(list.contains("2026-11-19 overdue"), list)
        XCTAssertTrue(list.contains("2026-11-21 ~09:00 *weekly"), list)
        XCTAssertEqual(list.ranges(of: "overdue").count, 1, list)
        let json = fixture.run("task", "list", "--json").output
        for key in ["\"overdue\": true", "\"recurrence\": \"weekly\"", "\"reminder\": \"09:00\""] {
            XCTAssertTrue(json.contains(key), json)
        }
        fixture.run("task", "done", "Late")
        XCTAssertFalse(fixture.run("task", "list", "--done").output.contains("overdue"), "a done task is not overdue")
    }

    func testPartOfATitleFindsATask() throws {
        let fixture = Fixture()
        for line in ["Write report", "Call Mina", "Report bug"] { fixture.run("task", "add", line) }
        XCTAssertEqual(try fixture.tasks.task("mina").task.title, "Call Mina")
        XCTAssertEqual(try fixture.tasks.task("write re").task.title, "Write report")
        XCTAssertThrowsError(try fixture.tasks.task("report")) { error in
            let failure = error as? Failure
            XCTAssertEqual(failure?.code, .taskAmbiguous)
            XCTAssertTrue(failure?.message.contains("“Write report” (a1)") ?? false, "\(error)")
        }
        XCTAssertThrowsError(try fixture.tasks.task("…")) { XCTAssertEqual(($0 as? Failure)?.code, .taskNotFound) }
        fixture.run("task", "done", "write report")
        XCTAssertEqual(try fixture.tasks.task("report").task.title, "Report bug", "open tasks come before done ones")
    }

    func testRowNumberFindsTasksAndPresets() throws {
        let fixture = Fixture()
        for line in ["Later @2026-12-24 #b", "Soon @2026-11-21", "12 eggs #b"] { fixture.run("task", "add", line) }
        let list = fixture.run("task", "list", "--tag", "b").output.split(separator: "\n").filter { $0.contains("#b") }
        let whole = fixture.run("task", "list").output.split(separator: "\n").filter { $0.contains("#b") }
        XCTAssertEqual(
            list.map { $0.split(separator: " ")[0] }, whole.map { $0.split(separator: " ")[0] }, "a part keeps the rows"
        )
        XCTAssertTrue(fixture.run("task", "show", "1").output.contains("Soon"))
        XCTAssertEqual(
            try fixture.tasks.task("12").task.title, "12 eggs", "without such a row, the text is part of a title")
        XCTAssertTrue(fixture.run("task", "done", "1").output.contains("Done: “Soon”"))
        XCTAssertTrue(fixture.run("task", "reopen", "1").output.contains("Open again: “Soon”"), "rows of done tasks")
        XCTAssertTrue(
            fixture.run("task", "done", "99").error.contains("There is no task in row 99: the list has 3 rows."))
        XCTAssertEqual(try fixture.presets.preset(named: "2").preset.name, "Study")
        XCTAssertEqual(try fixture.presets.preset(named: "Deep").preset.name, "Deep Work")
        XCTAssertThrowsError(try fixture.presets.preset(named: "9")) {
            XCTAssertEqual(($0 as? Failure)?.code, .presetNotFound)
        }
    }

    func testDoneTaskCanBeShownAndReopened() throws {
        let fixture = Fixture()
        fixture.run("task", "add", "Write report 30m")
        XCTAssertEqual(fixture.run("task", "reopen", "Write report").status, 1, "the task stays open")
        XCTAssertTrue(fixture.run("task", "done", "report").output.contains("task reopen"))
        XCTAssertTrue(fixture.run("task", "show", "Write report").output.contains("State  done"))
        fixture.run("task", "add", "Write report 1h")
        fixture.run("task", "done", "Write report")
        XCTAssertEqual(try fixture.tasks.task("write").task.id, "a2", "the last of several tasks with one title")
        let again = fixture.run("task", "reopen", "report")
        XCTAssertTrue(again.output.hasPrefix("Open again: “Write report” (a2). Estimate 1h. 1 task."), again.output)
        XCTAssertEqual(try fixture.tasks.open().map(\.task.id), ["a2"])
        XCTAssertEqual(try fixture.tasks.task("Write report").task.id, "a2")
        XCTAssertEqual(try fixture.tasks.task("Write report", doneFirst: true).task.id, "a1")
        fixture.run("task", "add", "Stretch *daily @tomorrow")
        fixture.run("task", "done", "Stretch")
        fixture.run("task", "reopen", "Stretch")
        XCTAssertEqual(try fixture.tasks.task("Stretch").task.due, .of("2026-11-20"), "due today")
        XCTAssertEqual(try fixture.tasks.task("Stretch").isDone, false)
    }

    /// Records from before the month day and the bonus existed decode unchanged.
    func testOlderRecordsDecodeUnchanged() throws {
        func without<Value: Codable>(_ name: String, _ value: Value) throws -> Value {
            var members = try XCTUnwrap(
                JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? [String: Any])
            members[name] = nil
            return try JSONDecoder().decode(Value.self, from: JSONSerialization.data(withJSONObject: members))
        }
        let fixture = Fixture()
        for _ in 0..<5 { try fixture.focus(minutes: 1) }
        let day = try XCTUnwrap(fixture.history.days(from: .of("2026-11-20"), through: .of("2026-11-20")).first)
        XCTAssertEqual([day, try without("bonus", day)].map(Levels.xp(of:)), [5, 30], "an older day keeps its XP")
        let task = try fixture.tasks.add(TaskDraft(title: "Rent", due: .of("2026-01-31"), recurrence: .months(1)))
        XCTAssertNil(try without("monthDay", fixture.tasks.finish(task.id).task).monthDay)
    }

    func testReopenRespectsTheLimits() throws {
        let fixture = Fixture(gates: .free)
        let first = try fixture.tasks.add(TaskDraft(title: "One", reminder: 60))
        _ = try fixture.tasks.finish(first.id)
        for title in ["Two", "Three"] { _ = try fixture.tasks.add(TaskDraft(title: title)) }
        let other = try fixture.tasks.add(TaskDraft(title: "Four", reminder: 60))
        for taken in ["tasks", "Upgrade"] {
            XCTAssertThrowsError(try fixture.tasks.reopen(first.id)) {
                XCTAssertTrue(($0 as? Failure)?.message.contains(taken) ?? false, "\($0)")
            }
            _ = try fixture.tasks.edit(other.id) { $0.title = "4" }
            if taken == "tasks" { try fixture.tasks.delete(fixture.tasks.task("Two").task.id, title: "Two") }
        }
        try fixture.tasks.delete(other.id, title: "4")
        XCTAssertEqual(try fixture.tasks.reopen(first.id).reminder, 60)
    }
}

extension String {
    /// The normalized form that is stored.
    fileprivate var precomposed: String { precomposedStringWithCanonicalMapping }
}
