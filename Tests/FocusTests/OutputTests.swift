import Focus
import FocusCommands
import Interface
import Kernel
import Reminders
import TerminalTesting
import XCTest

/// The exact output of the commands.
final class OutputTests: XCTestCase {
    /// The output on a terminal.
    private func screenText(_ fixture: Fixture, _ words: String..., columns: Int = 100) -> String {
        let console = ScriptedConsole(
            terminal: true, environment: ["LANG": "C.UTF-8", "TERM": "dumb"], columns: columns)
        fixture.app.run(words, on: console)
        let lines = (console.paged.joined() + console.output + console.error).split(
            separator: "\n", omittingEmptySubsequences: false)
        return lines.map { $0.trimmed() }.joined(separator: "\n")
    }

    /// Adds tasks of every kind and a recurring one that was done today.
    private func tasks(_ fixture: Fixture) {
        for line in [
            "Write report #work #deep @2026-11-27 30m !high +thesis", "Call Mina !low", "Stretch *daily @today",
            "Later @2026-12-01", "Once @2026-12-02", "Then @2026-12-03",
        ] { fixture.run("task", "add", line) }
        fixture.run("task", "done", "Stretch")
    }

    func testHomeScreenShowsTheCurrentState() throws {
        let fixture = Fixture()
        // Drops the header.
        func home() -> String {
            screenText(fixture, columns: 90).split(separator: "\n").dropFirst(2).joined(separator: "\n")
        }
        XCTAssertEqual(
            home(),
            """
            Now: focusflow start  a round of focus
            ◉ Ready for your first session
            Next tasks
            No tasks yet: write down what you want to focus on.
            Next: focusflow task add 'Write report @friday 30m'
            """)
        tasks(fixture)
        let tasks = "Next tasks\n· Write report  due 2026-11-27\n· Later  due 2026-12-01\n· Once  due 2026-12-02\n"
        XCTAssertEqual(
            home(),
            """
            Now: focusflow start  first of your tasks: Write report
            ◉ Ready for your first session
            \(tasks)Next: focusflow task list
            """, "tasks done today take no place")
        fixture.run("start", "--detach")
        for (minutes, sentence, clock, next) in [
            (0.25, "Study: 24:45 left, round 1 of 4", "24:45", "pause, stop"),
            (25, "Short break: 04:45 left, round 1 of 4", "04:45", "skip, stop"),
            (5, "Study: round 2 of 4 is ready", "25:00", "stop"),
        ] {
            fixture.pass(minutes: minutes)
            let commands = next.split(separator: " ").map { "focusflow \($0)" }.joined(separator: " ")
            let lines = home().split(separator: "\n").map(String.init)
            XCTAssertTrue(lines[0].hasPrefix("Now: focusflow resume  "), lines[0])
            XCTAssertEqual(lines[1], "◉ \(sentence)")
            XCTAssertTrue(lines[2].hasSuffix("░  \(clock)"), "the progress bar follows the phase: \(lines[2])")
            XCTAssertTrue(home().hasSuffix("\(tasks)Next: \(commands)"), home())
        }
        fixture.run("stop")
        XCTAssertTrue(
            home().contains("◉ Ready when you are\nToday\nFocus   25m, 1 full round\nStreak  1 day\n"), home())
        XCTAssertTrue(
            fixture.run("--json").output.contains("\"today\": 1500,\n    \"tasks\": \"5 tasks\""),
            fixture.run("--json").output)
        fixture.pass(minutes: 24 * 60)
        XCTAssertTrue(
            home().contains(
                "Today\nFocus   0m, 0 full rounds\nStreak  1 day\nLevel   1 of 50, 70 XP to the next\nNext tasks\n· Stretch  due 2026-11-21\n"
            ),
            "there is no focus today: \(home())")
    }

    func testTaskListOutput() throws {
        let fixture = Fixture()
        tasks(fixture)
        let task = try fixture.tasks.task("Write report").task
        try fixture.focus(minutes: 90, on: task)
        let open = """
            Tasks
            Row  Id  Task                Due                Priority  Tags         Project  Estimate  Spent
              1  a3  Stretch       done  2026-11-21 *daily
              2  a1  Write report        2026-11-27         high      #work #deep  thesis        30m  1h30m
              3  a4  Later               2026-12-01
              4  a5  Once                2026-12-02
              5  a6  Then                2026-12-03
              6  a2  Call Mina                              low
            5 tasks.

            Next: focusflow start --task TASK

            """
        XCTAssertEqual(screenText(fixture, "task", "list"), open)
        for words in [["--limit", "6"], ["--all"], ["--all", "--limit", "1"]] {
            XCTAssertEqual(
                fixture.app.run(["task", "list"] + words).output, fixture.run("task", "list").output, "\(words)")
        }
        let free = Fixture("2026-11-20T11:00:00Z", store: fixture.store, gates: .free)
        for line in [
            "a5  Once 🔒 Pro         2026-12-02", "a2  Call Mina                              low", "5/3 tasks.",
        ] {
            XCTAssertTrue(screenText(free, "task", "list").contains(line), screenText(free, "task", "list"))
        }
    }

    func testTaskListFiltersAndReportsOmittedTasks() throws {
        let fixture = Fixture()
        tasks(fixture)
        fixture.run("task", "done", "Once")
        for (words, ids, notice) in [
            (["--limit", "2"], ["a3", "a1"], "Showing 2 of 5 tasks; --all shows them all."),
            (["--limit", "5"], nil, ""),
            (["--done"], ["a5"], ""), (["--tag", "work"], ["a1"], ""), (["--tag", "work", "--limit", "1"], ["a1"], ""),
            (["--project", "thesis"], ["a1"], ""), (["--tag", "work", "--project", "other"], [], ""),
            (["--tag", "wo"], [], ""),
            (["--done", "--tag", "work"], [], ""), (["--done", "--limit", "1"], ["a5"], ""),
        ] as [([String], [String]?, String)] {
            let run = fixture.app.run(["task", "list", "--plain"] + words)
            let output = run.output.split(separator: "\n").map { String($0.prefix(2)) }
            XCTAssertEqual(output, ids ?? ["a3", "a1", "a4", "a6", "a2"], "\(words)")
            XCTAssertEqual(
                run.error.split(separator: "\n").first { $0.hasPrefix("Showing") } ?? "", notice[...], "\(words)")
        }
        for wrong in ["0", "1000001"] { XCTAssertEqual(fixture.run("task", "list", "--limit", wrong).status, 64) }
        XCTAssertEqual(fixture.run("task", "list", "--limit", "1000000").status, 0)
        XCTAssertTrue(screenText(fixture, "task", "list", "--done").hasPrefix("Done\n"))
    }

    func testHistoryOutputAndTotals() throws {
        let fixture = Fixture()
        tasks(fixture)
        try fixture.focus(minutes: 25, on: fixture.tasks.task("Write report").task)
        fixture.run("start", "--detach")
        fixture.pass(minutes: 10)
        fixture.run("stop")
        XCTAssertEqual(
            screenText(fixture, "history"),
            """
            History
            Row  Day         Time         Focus        Preset  Task
              1  2026-11-20  09:25–09:35    10m        Study
              2  2026-11-20  09:00–09:25    25m  full  Study   Write report

            Next: focusflow stats

            """)
        let bar = String(repeating: "█", count: 50)
        let empty = (14...19).map { "2026-11-\($0)  \(String(repeating: " ", count: 50))   0m\n" }.joined()
        XCTAssertEqual(
            screenText(fixture, "stats"),
            """
            Today       35m, 1 full round
            Seven days  35m, 1 full round
            Streak      1 day

            \(empty)2026-11-20  \(bar)  35m

            By tag
            deep  \(bar)  25m
            work  \(bar)  25m

            By project
            thesis  \(bar)  25m

            Next: focusflow history

            """)
        let xp = screenText(fixture, "xp")
        XCTAssertTrue(xp.contains("🏆  First Light       your first period of focus "), xp)
        let export = fixture.run("export").output
        XCTAssertFalse(export.contains("locked"))
        XCTAssertTrue(export.contains("\"focused\" : 1500"), export)
        XCTAssertTrue(export.contains("\"completed\" : false"), export)
        let sheet = fixture.run("export", "--csv", "--of", "tasks").output.split(separator: "\r\n")
        XCTAssertEqual(
            sheet.first,
            "id,title,done,due,priority,tags,project,estimate,spent,recurrence,reminder,createdAt,line"
                + ",note,annotations,parent,waitsFor")
        XCTAssertEqual(sheet.count, 7, "recurring tasks are listed in both states")
    }

    func testLockedDaysShowThePlanHint() throws {
        let fixture = Fixture()
        try fixture.focus(minutes: 25)
        let free = Fixture("2026-11-26T10:00:00Z", store: fixture.store, gates: .free)
        XCTAssertEqual(
            screenText(free, "history"),
            """
            History
            Row  Day          Focus
              1  2026-11-20  🔒 Pro
            🔒 View full history with Pro

            Next: focusflow stats

            """)
        XCTAssertTrue(free.run("history", "--json").output.contains("\"completed\": null"))
        let later = Fixture("2026-11-27T10:00:00Z", store: fixture.store, gates: .free)
        XCTAssertTrue(
            screenText(later, "history").contains("No focus here yet"), "a week is seven days including today")
        XCTAssertTrue(screenText(later, "history", "--days", "8").contains("2026-11-20"))
        for (days, status) in [("0", 64), ("1", 0), ("36500", 0), ("36501", 64)] {
            XCTAssertEqual(later.run("history", "--days", days).status, Int32(status), days)
        }
        XCTAssertTrue(
            screenText(free, "preset", "list").contains("\n  4  Reading 🔒 Pro  30m    5m     15m              4\n"))
        XCTAssertTrue(screenText(free, "theme", "list").contains("\nForest   chosen\nNeon\nPeach            🔒 Pro\n"))
    }

    /// A terminal shows the ten largest tags. JSON contains all of them.
    func testStatsShowTenLargestTags() throws {
        let fixture = Fixture()
        for number in 1...12 {
            let task = try fixture.tasks.add(TaskDraft(title: "T\(number)", tags: ["tag\(number)"]))
            try fixture.focus(minutes: Double(number), on: task)
        }
        let rows = screenText(fixture, "stats").split(separator: "\n").filter { $0.hasPrefix("tag") }.map {
            $0.prefix { $0 != " " }
        }
        XCTAssertEqual(rows.map(String.init), (3...12).reversed().map { "tag\($0)" })
        XCTAssertTrue(fixture.run("stats", "--json").output.contains("\"tag1\""))
    }

    /// Done and locked rows are muted, and important ones are emphasized.
    func testTextRolesOfTasksAndAchievements() throws {
        let fixture = Fixture()
        for line in ["Pressing !high", "Done *daily !high", "Usual"] { fixture.run("task", "add", line) }
        fixture.run("task", "done", "Done")
        let locked = Fixture(
            store: fixture.store,
            gates: GateKeeper { _, used in
                GateAnswer(allowed: used < 1, used: used, limit: 1, reason: "", variant: "")
            })
        try fixture.focus(minutes: 25)
        let colors = { (fixture: Fixture, words: [String]) in
            let console = ScriptedConsole(
                terminal: true, environment: ["LANG": "C.UTF-8", "TERM": "xterm-256color"], columns: 100, rows: 99)
            fixture.app.run(words, on: console)
            return console.output
        }
        let bold = "\u{1B}[1m"
        let muted = "\u{1B}[38;5;243m"
        let tasks = colors(fixture, ["task", "list"])
        for (text, isIn) in [
            (bold + "Pressing", true), (muted + "Done", true), (bold + "Usual", false), (muted + "Usual", false),
        ] {
            XCTAssertEqual(tasks.contains(text), isIn, "\(text): \(tasks)")
        }
        XCTAssertTrue(colors(locked, ["task", "list"]).contains(muted + "Usual"))
        let xp = colors(fixture, ["xp"])
        XCTAssertTrue(xp.contains(bold + "First Light") && xp.contains(muted + "Warmed Up"), xp)
    }

    /// A terminal shows the end of an ID. Programs get all of it.
    func testTaskListShowsTheEndOfLongIDs() throws {
        let fixture = Fixture()
        let task = FocusTask(id: "0abcdefgh", TaskDraft(title: "Long"), createdAt: fixture.now)
        try fixture.store.write { try $0.put(task) }
        XCTAssertTrue(
            screenText(fixture, "task", "list").contains("\n  1  defgh  Long"), screenText(fixture, "task", "list"))
        XCTAssertEqual(
            fixture.run("task", "add", "New", "--plain").output, "a1\tNew\tno\t\t\t\t\t\t0\tno\tno\t\t\t\t\n")
    }

    func testCommandsThatChangeData() throws {
        let changing = try Fixture().app.commands().filter(\.changesData).map { $0.name }
        XCTAssertEqual(
            Set(changing),
            [
                "start", "pause", "resume", "stop", "skip", "extend", "gaps", "import", "task add", "task import",
                "task edit",
                "task done", "task reopen", "task delete", "task note", "task annotate", "task move", "task wait",
                "rounds", "session add", "session edit", "session delete", "goal day", "goal week", "journey repair",
                "journey pause", "interrupt", "preset add", "preset edit", "preset delete", "theme use", "sound use",
                "ambiance use", "alarm set", "music on", "music off", "undo",
            ])
    }

    func testRemindersHaveTheirDefaultTimes() throws {
        let reminders = try Fixture().app.registry().all(.reminders)
        XCTAssertEqual(reminders.map(\.name), ["tasks", "focus"])
        XCTAssertEqual(reminders.map(\.rule), [.daily(at: 9 * 3600), .daily(at: 17 * 3600)])
    }
}

extension Substring {
    fileprivate func trimmed() -> Substring {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
