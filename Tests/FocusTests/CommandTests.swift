import Focus
import FocusCommands
import Foundation
import Kernel
import Reminders
import Storage
import Terminal
import TerminalContract
import XCTest

/// What a person types.
final class CommandTests: XCTestCase {
    func testEveryCommandKeepsTheRulesOfTheCommandLine() throws {
        let rules = CommandRules(app: "focusflow", commands: try Bench().app.commands()) {
            let bench = Bench()
            for line in [
                ["task", "add", "Write report"], ["preset", "add", "Essay"], ["session", "add", "2 days ago 9:00 to 9:50"],
                ["start", "--detach"],
            ] {
                bench.app.run(line, on: ScriptedConsole())
            }
            bench.pass(minutes: 5)
            return bench.app.subject
        }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    func testTheKeysOfATaskAreThoseOfTheIssue() throws {
        let bench = Bench()
        bench.run("task", "add", "Write report #work @2026-11-27 30m !high +thesis")
        let list = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(bench.run("task", "list", "--json").output.utf8)) as? [[String: Any]])
        XCTAssertEqual(
            Set(list[0].keys),
            [
                "id", "title", "done", "due", "priority", "tags", "project", "estimate", "spent", "locked", "overdue",
                "recurrence", "reminder", "parent", "waitsFor",
            ])
        XCTAssertEqual(list[0]["title"] as? String, "Write report")
        XCTAssertEqual(list[0]["due"] as? String, "2026-11-27")
        XCTAssertEqual(list[0]["estimate"] as? Int, 1800)
        XCTAssertEqual(list[0]["tags"] as? [String], ["work"])
    }

    func testAListSaysThatThereIsMore() throws {
        let bench = Bench()
        for number in 1...60 { _ = try bench.tasks.add(TaskDraft(title: "T\(number)")) }
        let short = bench.run("task", "list", "--plain")
        XCTAssertEqual(short.output.split(separator: "\n").count, 50)
        XCTAssertTrue(short.error.contains("Showing 50 of 60 tasks"), short.error)
        XCTAssertEqual(bench.run("task", "list", "--plain", "--all").output.split(separator: "\n").count, 60)
    }

    func testEscapeCodesNeverReachTheTerminal() throws {
        let bench = Bench()
        let refused = bench.run("task", "add", "a\u{1B}]0;x\u{7}b")
        XCTAssertEqual(refused.status, 64)
        XCTAssertFalse((refused.output + refused.error).contains("\u{1B}"))
        // What another program put into the store is shown as pictures.
        try bench.store.write { try $0.put(FocusTask(id: "z", TaskDraft(title: "a\u{1B}[31mb"), createdAt: bench.now)) }
        bench.run("start", "--task", "z", "--detach")
        for words in [["task", "list"], ["status"], ["status", "--format", "tmux"], ["status", "--format", "%t"], []] {
            let console = ScriptedConsole(environment: ["LANG": "C.UTF-8"])
            bench.app.run(words, on: console)
            XCTAssertFalse(console.output.contains("\u{1B}"), "\(words): \(console.output)")
        }
    }

    func testStatusInEveryFormat() throws {
        let bench = Bench()
        XCTAssertEqual(bench.run("status", "--format", "%mr %c/%g").output, " 0/0\n")
        bench.run("start", "--detach")
        bench.pass(minutes: 0.5)
        let formats = [
            "plain": "Study: 24:30 left, round 1 of 4\n", "tmux": "24:30\n",
            "i3blocks": "Study: 24:30 left, round 1 of 4\n24:30\n#d9534f\n",
            "waybar":
                "{ \"text\": \"24:30\", \"tooltip\": \"Study: 24:30 left, round 1 of 4\", \"class\": [ \"active\", \"focus\" ], \"percentage\": 2 }\n",
            "%mr %c/%g": "25 0/4\n", "100%% of %p%x": "100% of Study%x\n",
        ]
        for (format, wanted) in formats { XCTAssertEqual(bench.run("status", "--format", format).output, wanted) }
        let json = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(bench.run("status", "--format", "json").output.utf8)) as? [[String: Any]])
        XCTAssertEqual(json[0]["controls"] as? [String: String], ["pause": "pause", "skip": "skip", "stop": "stop"])
        let free = Bench("2026-11-20T09:01:00Z", store: bench.store, gates: .free)
        XCTAssertTrue(free.run("status", "--json").output.contains("Upgrade for controls"))
        XCTAssertEqual(bench.run("status", "--format", "nothing").status, 64)
    }

    func testStatusTellsWhatTodayHasComeTo() throws {
        let bench = Bench("2026-11-18T09:00:00Z")
        XCTAssertEqual(bench.run("status", "--format", "%fo|%go|%sk").output, "0m||0\n")
        for day in ["18", "19", "20"] {
            bench.set("2026-11-\(day)T09:00:00Z")
            try bench.focus(minutes: 25)
        }
        XCTAssertEqual(bench.run("status").output, "No timer is running. 25m today, 3 days in a row.\n")
        bench.run("goal", "day", "2h")
        XCTAssertEqual(bench.run("status").output, "No timer is running. 25m of 2h today, 3 days in a row.\n")
        XCTAssertEqual(bench.run("status", "--format", "tmux").output, "25m/2h 3d\n")
        bench.run("start", "--detach")
        bench.pass(minutes: 10)
        XCTAssertEqual(bench.run("status", "--format", "%fo|%go|%sk").output, "25m|2h|3\n")
        XCTAssertEqual(bench.run("status", "--format", "tmux").output, "15:00\n")
        bench.pass(minutes: 16)
        XCTAssertEqual(bench.run("status", "--format", "%fo").output, "50m\n", "what ended counts at once")
    }

    func testStatusWaitsForTheEnd() throws {
        let bench = Bench()
        bench.run("start", "--for", "12s", "--detach")
        let naps = ToldList()
        let app = bench.app { seconds in
            try? Notifier.memory(naps).tell("\(seconds)", "")
            bench.pass(minutes: seconds / 60)
            if naps.lines.count == 2 { _ = try? bench.timer.stop() }
        }
        let console = ScriptedConsole()
        // The shell alone: somebody else changes records while it waits.
        XCTAssertEqual(try app.shell().run(["status", "--wait", "--format", "plain"], on: console), 0)
        XCTAssertEqual(naps.lines, ["5.0", "5.0"])
        XCTAssertEqual(console.output, "No timer is running. <1m today, 1 day in a row.\n")
    }

    func testASessionFromStartToHistory() throws {
        let bench = Bench()
        XCTAssertTrue(bench.run().output.contains("Ready for your first session"))
        XCTAssertTrue(bench.run("history").output.contains("No focus here yet."))
        XCTAssertEqual(bench.run("start").status, 0)
        XCTAssertEqual(bench.run("start").status, 1)
        bench.pass(minutes: 10)
        XCTAssertEqual(bench.run("pause").status, 0)
        bench.pass(minutes: 60)
        XCTAssertEqual(bench.run("resume", "--detach").status, 0)
        bench.pass(minutes: 5)
        XCTAssertTrue(bench.run("extend", "10m").output.contains("20:00 left"))
        let stopped = bench.run("stop").output
        XCTAssertTrue(stopped.contains("15m of focus kept") && stopped.contains("Your first session"), stopped)
        XCTAssertTrue(bench.run("history", "--json").output.contains("\"focused\": 900"))
        XCTAssertTrue(bench.run("stats").output.contains("15m"))
        XCTAssertTrue(bench.run("export", "--csv").output.hasPrefix("id,day,start,end,focused"))
        try bench.focus(minutes: 1)
        XCTAssertFalse(bench.run("stats").output.contains("first session"))
    }

    func testAStartOfSecondsIsNoFirstSession() {
        let bench = Bench()
        bench.run("start", "--detach")
        bench.pass(minutes: 0.2)
        let stopped = bench.run("stop").output
        XCTAssertTrue(stopped.contains("Less than a minute of focus kept.") && !stopped.contains("first session"), stopped)
        bench.run("start", "--detach")
        bench.pass(minutes: 2)
        XCTAssertTrue(bench.run("stop").output.contains("Your first session! 2m of focus kept."))
    }

    func testATaskIsEditedInAnEditor() throws {
        let bench = Bench()
        bench.run("task", "add", "Write report #work 30m")
        let console = ScriptedConsole(terminal: true, edit: { $0.replacing("30m", with: "1h") })
        XCTAssertEqual(bench.app.run(["task", "edit", "write report"], on: console), 0, console.error)
        XCTAssertEqual(try bench.tasks.task("Write report").task.estimate, 3600)
        XCTAssertEqual(bench.run("task", "edit", "Write report", "Write book !low").status, 0)
        XCTAssertEqual(try bench.tasks.task("Write book").task.draft, TaskDraft(title: "Write book", priority: .low))
    }

    func testTasksRemindAtTheirTimeAndFocusInTheEvening() throws {
        let bench = Bench()
        _ = try bench.tasks.add(TaskDraft(title: "Call Mina", reminder: 9 * 3600))
        let reminders = try bench.app.registry().all(.reminders)
        let book = ReminderBook(bench.store, reminders: { reminders }, time: bench.time)
        XCTAssertEqual(try book.takeDue().map(\.occasion.title), ["Call Mina"])
        bench.set("2026-11-20T17:00:00Z")
        XCTAssertEqual(try book.takeDue().map(\.occasion.title), ["Time to focus!"])
        for day in 21...23 {
            bench.set("2026-11-\(day)T10:00:00Z")
            try bench.focus(minutes: 5)
            bench.set("2026-11-\(day)T17:30:00Z")
            XCTAssertEqual(try book.takeDue(), [])
        }
        bench.set("2026-11-24T17:30:00Z")
        XCTAssertEqual(try book.takeDue().map(\.occasion.body), ["Don't break your 3-day streak!"])
    }
}
