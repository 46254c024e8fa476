import Focus
import FocusCommands
import Kernel
import Storage
import TerminalTesting
import XCTest

/// Proposed tasks, their order and reasons, and the board of the day.
final class TaskNextTests: XCTestCase {
    private let today = Day.of("2026-11-20")

    /// The proposals with their reasons, in order.
    private func proposed(_ fixture: Fixture, _ words: String...) -> [String] {
        fixture.app.run(["task", "next", "--limit", "50"] + words, lines: []).output.split(separator: "\n")
            .prefix { !$0.hasPrefix("Next:") && !$0.contains("for others") }.map {
                $0.trimmingPrefix(while: { $0 == " " })
            }.map(
                String.init)
    }

    func testEachReasonHasPointsAndText() throws {
        let cases: [(line: String, points: Int, reasons: [String])] = [
            ("A @2026-11-19", 101, ["1 day overdue"]), ("A @2026-10-01", 120, ["50 days overdue"]),
            ("A @today", 90, ["due today"]),
            ("A @tomorrow", 60, ["due tomorrow"]), ("A @2026-11-22", 56, ["due in 2 days"]),
            ("A @2026-12-04", 8, ["due in 14 days"]),
            ("A @2026-12-05", 0, []), ("A !high", 30, ["high priority"]), ("A !medium", 15, ["medium priority"]),
            ("A !low", -15, ["low priority"]), ("A @today !high", 120, ["due today", "high priority"]), ("A", 0, []),
        ]
        for (line, points, reasons) in cases {
            let fixture = Fixture()
            fixture.run("task", "add", line)
            let first = try XCTUnwrap(try fixture.tasks.proposals(limit: 1).first.first)
            XCTAssertEqual(first.urgency.points, points, line)
            XCTAssertEqual(first.urgency.reasons.map(\.text), reasons, line)
        }
        let fixture = Fixture()
        for line in ["Old 1h", "Cook @tomorrow", "Eat", "Sleep", "Wash"] { fixture.run("task", "add", line) }
        for name in ["Eat", "Sleep", "Wash", "Cook"] { fixture.run("task", "wait", name, "--for", "Old") }
        try fixture.focus(minutes: 20, on: fixture.tasks.task("Old").task)
        fixture.pass(minutes: 15 * 24 * 60)
        XCTAssertEqual(
            proposed(fixture, "--for", "40m"),
            [
                "1  Old  1h",
                "“Cook” waits for it, overdue · 4 tasks wait for it · begun, 20m spent · its 40m fit · 2 weeks old",
            ])
        XCTAssertTrue(proposed(fixture, "--for", "39m")[1].hasSuffix(" · it needs 40m"))
        _ = try fixture.timer.start(.defaultPreset, task: fixture.tasks.task("Old").task)
        XCTAssertTrue(proposed(fixture)[1].contains("the timer runs for it"))
        fixture.pass(minutes: 80 * 24 * 60)
        XCTAssertTrue(proposed(fixture)[1].contains("13 weeks old"), "\(proposed(fixture))")
    }

    /// Every open task that is not done, waiting, resting or split into open parts is proposed.
    ///
    /// Points never rise from one to the next, and the order is independent of creation.
    func testProposalsAreStartableAndOrdered() throws {
        for seed in 0..<40 {
            var random = RandomSource(seed: UInt64(seed))
            func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
            let fixture = Fixture()
            var all: [FocusTask] = []
            for number in 0..<20 {
                let draft = TaskDraft(
                    title: "T\(number)", estimate: chance(2) ? 60 * Int.random(in: 1...90, using: &random) : nil,
                    due: chance(2) ? today.adding(days: Int.random(in: -5...20, using: &random)) : nil,
                    priority: [nil, .high, .medium, .low].randomElement(using: &random) ?? nil,
                    recurrence: chance(5) ? .days(3) : nil)
                // A done task takes no parts, and no task is six levels deep.
                let parent = chance(4) ? all.randomElement(using: &random)?.id : nil
                guard let task = try? fixture.tasks.add(draft, under: parent) else { continue }
                all.append(task)
                if chance(3), let other = all.randomElement(using: &random) {
                    _ = try? fixture.tasks.wait(task.id, for: [other.id])
                }
                if chance(5), let other = all.randomElement(using: &random) { _ = try? fixture.tasks.finish(other.id) }
                fixture.pass(minutes: Double(Int.random(in: 1...1000, using: &random)))
            }
            let now = fixture.time.today()
            let open = try fixture.tasks.open()
            func rests(_ task: FocusTask) -> Bool {
                task.isDone(on: now)
                    || task.recurrence != nil && task.doneOn != nil && task.due.map { $0 > now } ?? false
            }
            let expected = open.filter { row in
                !rests(row.task) && row.awaited.isEmpty
                    && !open.contains { $0.task.parent == row.task.id && !rests($0.task) }
            }
            let proposals = try fixture.tasks.proposals(limit: 100)
            XCTAssertEqual(Set(proposals.first.map(\.row.task.id)), Set(expected.map(\.task.id)), "seed \(seed)")
            XCTAssertEqual(proposals.count, expected.count)
            let points = proposals.first.map(\.urgency.points)
            XCTAssertEqual(points, points.sorted(by: >))
            XCTAssertTrue(
                proposals.first.allSatisfy { $0.urgency.points == $0.urgency.reasons.reduce(0) { $0 + $1.points } })
            XCTAssertEqual(try fixture.tasks.proposals(limit: 3).first, Array(proposals.first.prefix(3)))
            let other = Fixture(store: MemoryStore())
            other.set("\(fixture.now)")
            let records = try (open + fixture.tasks.closed()).map(\.task).shuffled(using: &random)
            try other.store.write { try $0.put(contentsOf: records) }
            XCTAssertEqual(try other.tasks.proposals(limit: 100), proposals, "seed \(seed)")
        }
    }

    /// The first proposals are the same as if all tasks were read.
    func testLimitedProposalsMatchTheFullOrder() throws {
        for seed in 0..<4 {
            var random = RandomSource(seed: UInt64(seed))
            let fixture = Fixture()
            let spread = [1, 12, 40][seed % 3]
            var many: [FocusTask] = []
            for number in 0..<600 {
                let due =
                    Int.random(in: 0..<3, using: &random) == 0
                    ? nil : today.adding(days: Int.random(in: -spread...spread, using: &random))
                let draft = TaskDraft(
                    title: "T\(number)",
                    estimate: Bool.random(using: &random) ? 60 * Int.random(in: 1...90, using: &random) : nil,
                    due: seed == 3 ? nil : due,
                    priority: [nil, nil, .high, .medium, .low].randomElement(using: &random) ?? nil)
                let age = Double(Int.random(in: 0...100, using: &random)) * 86_400_000
                many.append(
                    FocusTask(
                        id: Identifier("t\(number)"), draft,
                        createdAt: Instant(milliseconds: fixture.now.milliseconds - Int64(age))
                    ))
            }
            for number in 0..<20 { many[number].parent = many[number * 7 + 30].id }
            for number in 300..<320 { try many[number].wait(for: [many[number + 40].id]) }
            many[500].spent = 60_000
            try fixture.store.write { try $0.put(contentsOf: many) }
            for time in [nil, 1800] {
                let all = try fixture.tasks.proposals(limit: 1_000, time: time)
                XCTAssertEqual(all.first.count, all.count)
                for limit in [1, 3, 20] {
                    let few = try fixture.tasks.proposals(limit: limit, time: time)
                    XCTAssertEqual(few.first, Array(all.first.prefix(limit)), "seed \(seed), \(limit)")
                    XCTAssertEqual([few.count, few.waiting], [all.count, all.waiting])
                }
            }
        }
    }

    func testTaskNextOutputWithoutProposals() {
        let fixture = Fixture()
        XCTAssertTrue(fixture.run("task", "next").output.contains("Nothing to do now."))
        for line in ["A", "B *daily"] { fixture.run("task", "add", line) }
        fixture.run("task", "done", "B")
        XCTAssertEqual(proposed(fixture), ["1  A", "no day, no priority"])
        XCTAssertEqual(fixture.run("task", "next", "--limit", "0").status, 64)
    }

    // MARK: - The board

    func testDayBoardOutput() throws {
        let fixture = Fixture()
        XCTAssertTrue(fixture.run("task", "today").output.contains("Nothing is due today, and nothing is done yet."))
        for line in ["Report @2026-11-19 1h", "Call @today", "Later @tomorrow 3h", "Run *daily 30m", "Essay 2h"] {
            fixture.run("task", "add", line)
        }
        fixture.run("task", "done", "Run")
        try fixture.focus(minutes: 20, on: fixture.tasks.task("Report").task)
        _ = try fixture.timer.start(.defaultPreset, task: fixture.tasks.task("Essay").task)
        fixture.pass(minutes: 10)
        let board = fixture.run("task", "today").output
        XCTAssertTrue(
            board.hasPrefix(
                """
                To do
                ○ Report  overdue since 2026-11-19  20m of 1h, 20m today
                ○ Call  due 2026-11-20

                Doing
                ○ Essay  2h, 10m today

                Done today
                ✓ Run  30m

                30m of focus today. 2h30m to do, with a break of 5 minutes after each 25, done by 12:25. 1 task without an estimate is not counted.
                """), board)
        let plain = fixture.run("task", "today", "--json").output
        for text in ["\"column\": \"toDo\"", "\"column\": \"doing\"", "\"column\": \"done\"", "\"today\": 1200"] {
            XCTAssertTrue(plain.contains(text), plain)
        }
        fixture.run("task", "add", "Move house @today 5h")
        fixture.set("2026-11-20T22:00:00Z")
        let late = fixture.run("task", "today").output.split(separator: "\n").joined(separator: " ")
        XCTAssertTrue(late.contains("more than today has left: 2h until midnight"), late)
    }

    func testDayBoardCountsHiddenTasks() throws {
        let fixture = Fixture()
        for number in 1...11 { fixture.run("task", "add", "T\(number) @today") }
        XCTAssertTrue(fixture.run("task", "today").output.contains("  due 2026-11-20\nand 3 more\n"))
    }

    /// Two offline devices can create a cycle of waiting tasks. The proposal names them and how to
    /// break the cycle.
    func testSyncedCycleIsReported() throws {
        let fixture = Fixture()
        let other = Fixture()
        for device in [fixture, other] {
            for line in ["Alpha", "Beta", "Gamma", "Free"] { device.run("task", "add", line) }
        }
        fixture.run("task", "wait", "Alpha", "--for", "Beta")
        fixture.run("task", "wait", "Beta", "--for", "Gamma")
        XCTAssertEqual(try fixture.tasks.proposals(limit: 1).cycle, [])
        other.run("task", "wait", "Gamma", "--for", "Alpha")
        let gamma = try other.tasks.task("Gamma").task
        try fixture.store.write { try $0.put(gamma) }
        XCTAssertEqual(Set(try fixture.tasks.proposals(limit: 1).cycle.map(\.title)), ["Alpha", "Beta", "Gamma"])
        let output = fixture.run("task", "next").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        XCTAssertTrue(output.contains("1 Free"), output)
        XCTAssertTrue(
            output.contains(
                "wait for each other, so that none can be begun: “Alpha” behind “Beta” behind “Gamma” behind “Alpha”."),
            output)
        let command = try XCTUnwrap(
            output.firstRange(of: "task wait ").map { output[$0.lowerBound...].prefix(while: { $0 != "." }) })
        let words = command.split(separator: " ").prefix { $0 != "takes" }.map(String.init)
        XCTAssertEqual(fixture.app.run(words).status, 0, "\(words)")
        XCTAssertEqual(try fixture.tasks.proposals(limit: 1).cycle, [])
        fixture.run("task", "done", "Free")
        XCTAssertEqual(fixture.run("task", "next").status, 0)
    }
}
