import Focus
import FocusCommands
import Foundation
import Interface
import Kernel
import Reminders
import Storage
import TerminalTesting
import XCTest

/// The commands as a user types them.
final class CommandTests: XCTestCase {
    func testAllCommandsFollowTheCommandRules() throws {
        let rules = CommandRules(app: "focusflow", commands: try Fixture().app.commands()) {
            let fixture = Fixture()
            for line in [
                ["task", "add", "Write report"], ["preset", "add", "Essay"],
                ["session", "add", "2 days ago 9:00 to 9:50"],
                ["start", "--detach"],
            ] {
                fixture.app.run(line, on: ScriptedConsole())
            }
            fixture.pass(minutes: 5)
            return fixture.app.subject
        }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    func testTaskJSONHasTheSpecifiedKeys() throws {
        let fixture = Fixture()
        fixture.run("task", "add", "Write report #work @2026-11-27 30m !high +thesis")
        let list = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(fixture.run("task", "list", "--json").output.utf8))
                as? [[String: Any]])
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

    func testTaskListReportsTruncation() throws {
        let fixture = Fixture()
        for number in 1...60 { _ = try fixture.tasks.add(TaskDraft(title: "T\(number)")) }
        let short = fixture.run("task", "list", "--plain")
        XCTAssertEqual(short.output.split(separator: "\n").count, 50)
        XCTAssertTrue(short.error.contains("Showing 50 of 60 tasks"), short.error)
        XCTAssertEqual(fixture.run("task", "list", "--plain", "--all").output.split(separator: "\n").count, 60)
    }

    func testEscapeCodesAreRefusedOrShownAsSymbols() throws {
        let fixture = Fixture()
        let refused = fixture.run("task", "add", "a\u{1B}]0;x\u{7}b")
        XCTAssertEqual(refused.status, 64)
        XCTAssertFalse((refused.output + refused.error).contains("\u{1B}"))
        // Escape codes that another program wrote to the store are shown as symbols.
        try fixture.store.write {
            try $0.put(FocusTask(id: "z", TaskDraft(title: "a\u{1B}[31mb"), createdAt: fixture.now))
        }
        fixture.run("start", "--task", "z", "--detach")
        for words in [
            ["task", "list"], ["status"], ["status", "--format", "tmux"], ["status", "--format", "%t"], [],
        ] {
            let console = ScriptedConsole(environment: ["LANG": "C.UTF-8"])
            fixture.app.run(words, on: console)
            XCTAssertFalse(console.output.contains("\u{1B}"), "\(words): \(console.output)")
        }
    }

    func testStatusInEveryFormat() throws {
        let fixture = Fixture()
        XCTAssertEqual(fixture.run("status", "--format", "%mr %c/%g").output, " 0/0\n")
        fixture.run("start", "--detach")
        fixture.pass(minutes: 0.5)
        let formats = [
            "plain": "Study: 24:30 left, round 1 of 4\n", "tmux": "24:30\n",
            "i3blocks": "Study: 24:30 left, round 1 of 4\n24:30\n#d9534f\n",
            "waybar":
                "{ \"text\": \"24:30\", \"tooltip\": \"Study: 24:30 left, round 1 of 4\", \"class\": [ \"active\", \"focus\" ], \"percentage\": 2 }\n",
            "%mr %c/%g": "25 0/4\n", "100%% of %p%x": "100% of Study%x\n",
        ]
        for (format, expected) in formats { XCTAssertEqual(fixture.run("status", "--format", format).output, expected) }
        let json = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(fixture.run("status", "--format", "json").output.utf8))
                as? [[String: Any]])
        XCTAssertEqual(json[0]["controls"] as? [String: String], ["pause": "pause", "skip": "skip", "stop": "stop"])
        let free = Fixture("2026-11-20T09:01:00Z", store: fixture.store, gates: .free)
        XCTAssertTrue(free.run("status", "--json").output.contains("Upgrade for controls"))
        XCTAssertEqual(fixture.run("status", "--format", "nothing").status, 64)
    }

    func testStatusShowsTodaysTotalGoalAndStreak() throws {
        let fixture = Fixture("2026-11-18T09:00:00Z")
        XCTAssertEqual(fixture.run("status", "--format", "%fo|%go|%sk").output, "0m||0\n")
        for day in ["18", "19", "20"] {
            fixture.set("2026-11-\(day)T09:00:00Z")
            try fixture.focus(minutes: 25)
        }
        XCTAssertEqual(fixture.run("status").output, "No timer is running. 25m today, 3 days in a row.\n")
        fixture.run("goal", "day", "2h")
        XCTAssertEqual(fixture.run("status").output, "No timer is running. 25m of 2h today, 3 days in a row.\n")
        XCTAssertEqual(fixture.run("status", "--format", "tmux").output, "25m/2h 3d\n")
        fixture.run("start", "--detach")
        fixture.pass(minutes: 10)
        XCTAssertEqual(fixture.run("status", "--format", "%fo|%go|%sk").output, "25m|2h|3\n")
        XCTAssertEqual(fixture.run("status", "--format", "tmux").output, "15:00\n")
        fixture.pass(minutes: 16)
        XCTAssertEqual(fixture.run("status", "--format", "%fo").output, "50m\n", "an ended round counts at once")
    }

    func testStatusWaitEndsWhenTheTimerStops() throws {
        let fixture = Fixture()
        fixture.run("start", "--for", "12s", "--detach")
        let naps = RecordedNotifications()
        let app = fixture.app { seconds in
            try? Notifier.memory(naps).notify("\(seconds)", "")
            fixture.pass(minutes: seconds / 60)
            if naps.lines.count == 2 { _ = try? fixture.timer.stop() }
        }
        let console = ScriptedConsole()
        // Runs the shell directly, because another process changes records while it waits.
        XCTAssertEqual(try app.shell().run(["status", "--wait", "--format", "plain"], on: console), 0)
        XCTAssertEqual(naps.lines, ["5.0", "5.0"])
        XCTAssertEqual(console.output, "No timer is running. <1m today, 1 day in a row.\n")
    }

    func testASessionFromStartToHistory() throws {
        let fixture = Fixture()
        XCTAssertTrue(fixture.run().output.contains("Ready for your first session"))
        XCTAssertTrue(fixture.run("history").output.contains("No focus here yet."))
        XCTAssertEqual(fixture.run("start").status, 0)
        XCTAssertEqual(fixture.run("start").status, 1)
        fixture.pass(minutes: 10)
        XCTAssertEqual(fixture.run("pause").status, 0)
        fixture.pass(minutes: 60)
        XCTAssertEqual(fixture.run("resume", "--detach").status, 0)
        fixture.pass(minutes: 5)
        XCTAssertTrue(fixture.run("extend", "10m").output.contains("20:00 left"))
        let stopped = fixture.run("stop").output
        XCTAssertTrue(stopped.contains("15m of focus kept") && stopped.contains("Your first session"), stopped)
        XCTAssertTrue(fixture.run("history", "--json").output.contains("\"focused\": 900"))
        XCTAssertTrue(fixture.run("stats").output.contains("15m"))
        XCTAssertTrue(fixture.run("export", "--csv").output.hasPrefix("id,day,start,end,focused"))
        try fixture.focus(minutes: 1)
        XCTAssertFalse(fixture.run("stats").output.contains("first session"))
    }

    func testLessThanAMinuteIsNotTheFirstSession() {
        let fixture = Fixture()
        fixture.run("start", "--detach")
        fixture.pass(minutes: 0.2)
        let stopped = fixture.run("stop").output
        XCTAssertTrue(
            stopped.contains("Less than a minute of focus kept.") && !stopped.contains("first session"), stopped)
        fixture.run("start", "--detach")
        fixture.pass(minutes: 2)
        XCTAssertTrue(fixture.run("stop").output.contains("Your first session! 2m of focus kept."))
    }

    func testTaskEditOpensTheEditor() throws {
        let fixture = Fixture()
        fixture.run("task", "add", "Write report #work 30m")
        let console = ScriptedConsole(terminal: true, edit: { $0.replacing("30m", with: "1h") })
        XCTAssertEqual(fixture.app.run(["task", "edit", "write report"], on: console), 0, console.error)
        XCTAssertEqual(try fixture.tasks.task("Write report").task.estimate, 3600)
        XCTAssertEqual(fixture.run("task", "edit", "Write report", "Write book !low").status, 0)
        XCTAssertEqual(try fixture.tasks.task("Write book").task.draft, TaskDraft(title: "Write book", priority: .low))
    }

    func testTaskAndEveningRemindersAreDueAtTheirTimes() throws {
        let fixture = Fixture()
        _ = try fixture.tasks.add(TaskDraft(title: "Call Mina", reminder: 9 * 3600))
        let reminders = try fixture.app.registry().all(.reminders)
        let book = ReminderScheduler(fixture.store, reminders: { reminders }, time: fixture.time)
        XCTAssertEqual(try book.takeDue().map(\.occasion.title), ["Call Mina"])
        fixture.set("2026-11-20T17:00:00Z")
        XCTAssertEqual(try book.takeDue().map(\.occasion.title), ["Time to focus!"])
        for day in 21...23 {
            fixture.set("2026-11-\(day)T10:00:00Z")
            try fixture.focus(minutes: 5)
            fixture.set("2026-11-\(day)T17:30:00Z")
            XCTAssertEqual(try book.takeDue(), [])
        }
        fixture.set("2026-11-24T17:30:00Z")
        XCTAssertEqual(try book.takeDue().map(\.occasion.body), ["Don't break your 3-day streak!"])
    }
}
