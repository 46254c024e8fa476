import Focus
import Foundation
import Kernel
import XCTest

/// Every number in program output to the second, and every limit on both sides.
final class FiguresTests: XCTestCase {
    /// A day with this much focus, as decoded from the store.
    private func day(_ number: Int, focused: Int = 1, stretches: Int = 1, completed: Int = 0) throws -> FocusDay {
        let fields: [String: JSONValue] = [
            "day": .string("\(Day.of("2026-01-01").adding(days: number))"), "focused": .integer(focused),
            "stretches": .integer(stretches), "completed": .integer(completed), "minutes": .integer(focused / 60_000),
            "byTag": .object([:]), "byProject": .object([:]),
        ]
        return try JSONDecoder().decode(FocusDay.self, from: JSONValue.encoder.encode(JSONValue.object(fields)))
    }

    /// One unit below the goal an achievement is not reached. At the goal it is reached, on that
    /// day.
    func testAchievementsAreReachedExactlyAtTheirGoals() throws {
        let hour = 3_600_000
        let sums: [(id: String, goal: Int, make: (Int, Int) throws -> FocusDay)] = [
            ("rounds-10", 10, { try self.day($0, completed: $1) }),
            ("rounds-100", 100, { try self.day($0, completed: $1) }),
            ("rounds-1000", 1000, { try self.day($0, completed: $1) }),
            ("hours-10", 10 * hour, { try self.day($0, focused: $1) }),
            ("hours-100", 100 * hour, { try self.day($0, focused: $1) }),
            ("hours-1000", 1000 * hour, { try self.day($0, focused: $1) }),
        ]
        for (id, goal, make) in sums {
            let days = try [make(0, goal - 2), make(1, 1), make(2, 1), make(3, 1)]
            XCTAssertNil(dayReached(id, Array(days.prefix(2))), id)
            XCTAssertEqual(dayReached(id, days), days[2].day, id)
        }
        XCTAssertEqual(dayReached("first", [try day(3)]), try day(3).day)
        XCTAssertNil(dayReached("day-4h", [try day(0, focused: 4 * hour - 1), try day(1, focused: 4 * hour - 1)]))
        XCTAssertEqual(dayReached("day-4h", [try day(0), try day(1, focused: 4 * hour)]), try day(1).day)
        for (id, length) in [("streak-7", 7), ("streak-30", 30), ("streak-100", 100)] {
            let days = try (0..<length).map { try day($0) }
            XCTAssertNil(dayReached(id, days.dropLast()), id)
            XCTAssertEqual(dayReached(id, days), days[length - 1].day, id)
        }
    }

    private func dayReached(_ id: String, _ days: [FocusDay]) -> Day? {
        Experience(days, today: .of("2026-12-31")).achievements.all.first { $0.id == id }?.reached
    }

    func testXPAndLevelsMatchTheSpecification() throws {
        let experience = Experience([try day(0, focused: 90 * 60_000 + 59_999, completed: 2)], today: .of("2026-01-02"))
        XCTAssertEqual(
            [experience.xp, experience.level, experience.xpToNextLevel, experience.streak], [100, 2, 200, 1])
        XCTAssertEqual(
            [experience.focused, experience.completed, experience.longestStreak], [90 * 60_000 + 59_999, 2, 1])
        let last = Experience([try day(0, focused: 122_500 * 60_000)], today: .of("2026-01-03"))
        XCTAssertEqual([last.level, last.streak], [50, 0])
        XCTAssertNil(last.xpToNextLevel)
    }

    func testSpansAndClockTimesAtTheirLimits() {
        XCTAssertEqual(
            [0, 1, 59_999, 60_000, 3_599_999, 3_600_000, 5_400_000].map(Span.minutes(milliseconds:)),
            ["0m", "<1m", "<1m", "1m", "59m", "1h", "1h30m"])
        XCTAssertEqual(
            ["00001s", "24h", "86400s", "1h1m1s", "1440m"].map { Span($0)?.seconds }, [1, 86_400, 86_400, 3661, 86_400])
        for text in ["000001s", "86401s", "24h1s", "0s", "1m1h", "1", "h", "1441m"] { XCTAssertNil(Span(text), text) }
        XCTAssertEqual(["0:00", "9:05", "23:59"].map { ClockTime($0)?.second }, [0, 32_700, 86_340])
        for text in [
            "24:00", "12:60", "1:5", "123:00", ":00", "1:2:3", "1:023", ":1:02", "1:02:", "1::02", "+1:00", "12",
        ] {
            XCTAssertNil(ClockTime(text), text)
        }
        XCTAssertEqual(
            [ClockTime(-1), ClockTime(86_400), ClockTime(36_059)].map(\.description), ["00:00", "23:59", "10:00"])
    }

    func testTaskDraftsAtTheirLimits() throws {
        let today = Day.of("2026-11-20")
        func code(_ draft: TaskDraft) -> Failure.Code? {
            do { _ = try draft.checked(today: today) } catch { return (error as? Failure)?.code }
            return nil
        }
        let tags = (0..<21).map { "t\($0)" }
        for (draft, expected) in [
            (TaskDraft(title: String(repeating: "x", count: 200)), nil),
            (TaskDraft(title: String(repeating: "x", count: 201)), .titleInvalid),
            (TaskDraft(title: "x", estimate: 60), nil), (TaskDraft(title: "x", estimate: 59), .estimateInvalid),
            (TaskDraft(title: "x", estimate: 86_400), nil), (TaskDraft(title: "x", estimate: 86_401), .estimateInvalid),
            (TaskDraft(title: "x", tags: Array(tags.prefix(20))), nil),
            (TaskDraft(title: "x", tags: tags), .tagInvalid),
            (TaskDraft(title: "x", project: "1st"), .tagInvalid),
            (TaskDraft(title: "x", tags: ["two words"]), .tagInvalid),
            (TaskDraft(title: "x", tags: [String(repeating: "t", count: 40)]), nil),
            (TaskDraft(title: "x", tags: [String(repeating: "t", count: 41)]), .tagInvalid),
            (TaskDraft(title: "x", reminder: 0), nil), (TaskDraft(title: "x", reminder: -1), .reminderInvalid),
            (TaskDraft(title: "x", reminder: 86_399), nil), (TaskDraft(title: "x", reminder: 86_400), .reminderInvalid),
        ] as [(TaskDraft, Failure.Code?)] { XCTAssertEqual(code(draft), expected, "\(draft)") }
        XCTAssertEqual(try TaskDraft(title: "x", reminder: 3661).checked(today: today).reminder, 3660, "whole minutes")
        XCTAssertEqual(try TaskDraft(title: "x", reminder: 60).checked(today: today).due, today)
        XCTAssertNil(try TaskDraft(title: "x").checked(today: today).due)
    }

    func testPriorityOrdersTasksWithTheSameDueDay() throws {
        let fixture = Fixture()
        for priority in [FocusTask.Priority.low, nil, .medium, .high] {
            _ = try fixture.tasks.add(TaskDraft(title: priority?.rawValue ?? "none", priority: priority))
            fixture.pass(minutes: 1)
        }
        XCTAssertEqual(try fixture.tasks.open().map(\.task.title), ["high", "medium", "none", "low"])
    }

    /// The program output for a day with two rounds, a pause and a task.
    func testNumbersOfOneDay() throws {
        let fixture = Fixture()
        XCTAssertEqual(
            fixture.run("task", "add", "Write report #work @2026-11-27 30m !high +thesis *weekly ~09:00").status, 0)
        fixture.run("start", "--task", "Write report", "--detach")
        fixture.pass(minutes: 10)
        fixture.run("pause")
        fixture.pass(minutes: 3)
        XCTAssertEqual(
            fixture.run("status", "--format", "%mr %r %c/%g %p %t %ph %st").output,
            "15 15:00 0/4 Study Write report Focus paused\n"
        )
        fixture.run("resume", "--detach")
        fixture.pass(minutes: 15.5)
        XCTAssertEqual(
            fixture.run("stop", "--plain").output,
            "a2\tStudy\ta1\tWrite report\tshortBreak\tover\t1\t4\t1\t0\t300\t\t1500\t0\t2026-11-20T09:00:00.000Z\n")
        try fixture.focus(minutes: 1.5)
        let second =
            "a3-1\t2026-11-20\t2026-11-20T09:28:30.000Z\t2026-11-20T09:30:00.000Z\t90\tyes\tStudy\t\t\t\tno\tno\t0\t0\n"
        let first =
            "a2-1\t2026-11-20\t2026-11-20T09:00:00.000Z\t2026-11-20T09:28:00.000Z\t1500\tyes\tStudy\tWrite report\twork\tthesis\tno\tno\t0\t0\n"
        let line = "Write report #work @2026-11-27 30m !high +thesis *weekly ~09:00"
        let sums = "day=2026-11-20 focused=1590\tname=work focused=1500\tname=thesis focused=1500"
        let more = "2026-11-14\t2026-11-20\t1590\t2\t0\t0\t0\tday\tname=2026-11-20 focused=1590\t\t"
        for (words, expected) in [
            (["history", "--plain"], second + first),
            (["stats", "--plain"], "1590\t2\t1590\t2\t1\t\(sums)\t\(more)\n"),
            (
                ["task", "show", "write report", "--plain"],
                "a1\tWrite report\tno\t2026-11-27\thigh\twork\tthesis\t1800\t1500\tno\tweekly\t09:00\t2026-11-20T09:00:00.000Z\t\(line)\tno\t\t\t\t\t\t\t1800\t1500\tno\n"
            ),
            (
                ["preset", "list", "--plain"],
                """
                Deep Work\t3000\t600\t1800\t3\tno\tno
                Study\t1500\t300\t900\t4\tno\tno
                Writing\t2400\t480\t1200\t3\tno\tno
                Reading\t1800\t300\t900\t4\tno\tno

                """
            ), (["preset", "add", "Essay", "--focus", "20m", "--plain"], "Essay\t1200\t300\t900\t4\tyes\tno\n"),
            (["theme", "use", "neon", "--plain"], "neon\tNeon\tyes\tno\t#d906ae\n"),
        ] { XCTAssertEqual(fixture.app.run(words, lines: []).output, expected, "\(words)") }
        let xp = fixture.run("xp", "--plain").output
        XCTAssertTrue(xp.hasPrefix("1\t31\t69\t1\t1\tid=first name=First Light about="), xp)
        let week = fixture.run("stats").output
        for (day, isShown) in [
            ("2026-11-13", false), ("2026-11-14", true), ("2026-11-20", true), ("2026-11-21", false),
        ] {
            XCTAssertEqual(week.contains(day), isShown, week)
        }
    }
}
