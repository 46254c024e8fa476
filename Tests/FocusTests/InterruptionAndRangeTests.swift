import Focus
import Foundation
import Kernel
import XCTest

/// Interruptions, flow and automatic rounds; ranges and their groupings.
final class InterruptionAndRangeTests: XCTestCase {
    private func write(_ fixture: Fixture, _ day: Day, from hour: Int, minutes: Int) throws {
        let start = fixture.time.calendar.instant(of: day, secondOfDay: hour * 3600)
        _ = try fixture.log.add(
            .init(start..<start.adding(seconds: Double(minutes * 60)), for: .init(preset: FocusLog.preset)))
    }

    // MARK: - Interruptions, flow, rounds that go on

    func testInterruptionsAreStoredInTheirRound() throws {
        let fixture = Fixture()
        XCTAssertEqual(fixture.run("interrupt", "inner").status, 1)
        fixture.run("start", "--detach")
        fixture.pass(minutes: 5)
        XCTAssertTrue(fixture.run("interrupt", "outer", "The", "phone").output.contains("1 interruption in this round"))
        fixture.run("interrupt", "inner")
        fixture.pass(minutes: 20)
        fixture.run("stop")
        let record = try XCTUnwrap(fixture.history.allRows().first?.record)
        XCTAssertEqual(record.interruptions?.map(\.note), ["The phone", nil])
        XCTAssertTrue(fixture.run("history").output.contains("full, 2 interruptions"), fixture.run("history").output)
        XCTAssertTrue(fixture.run("stats").output.contains("1 from yourself, 1 from others"))
        XCTAssertTrue(fixture.run("journey", "day").output.contains("09:05  from others: The phone"))
        XCTAssertEqual(fixture.run("interrupt", "sideways").status, 64)
        XCTAssertEqual(fixture.run("start", "--detach").status, 0)
        XCTAssertEqual(fixture.run("interrupt", "inner", "a\u{1B}[31mb").status, 64)
    }

    func testFlowBreakIsAFifthOfTheFocus() throws {
        let fixture = Fixture()
        fixture.run("start", "--flow", "--detach")
        fixture.pass(minutes: 50)
        let skipped = fixture.run("skip").output
        XCTAssertTrue(skipped.contains("Short break: 10:00 left"), skipped)
        fixture.pass(minutes: 11)
        fixture.run("resume", "--detach")
        fixture.pass(minutes: 30)
        XCTAssertTrue(fixture.run("stop").output.contains("Now rest for 6m"))
        XCTAssertEqual(fixture.run("start", "--flow", "--for", "25m").status, 64)
        XCTAssertEqual(try fixture.history.allRows().map { $0.record.focused / 60_000 }, [50, 30])
    }

    func testAutomaticRoundsEndWithTheCycle() throws {
        let fixture = Fixture()
        fixture.run("start", "--auto", "--detach")
        fixture.pass(minutes: 31)
        XCTAssertTrue(fixture.run("status").output.contains("round 2 of 4"), fixture.run("status").output)
        fixture.pass(minutes: 24 * 60)
        XCTAssertEqual(try fixture.history.allRows().count, 4, "automatic rounds end with the cycle")
        XCTAssertEqual(
            try fixture.history.total(from: .of("2026-11-20"), through: .of("2026-11-20")).focused, 100 * 60_000)
    }

    /// A watched screen that stopped responding starts no round, because the computer slept through
    /// the break.
    func testNoRoundStartsWhileTheComputerSleeps() throws {
        let fixture = Fixture()
        _ = try fixture.timer.start(.defaultPreset, automaticRounds: true)
        _ = try fixture.timer.recordPresence(.watch)
        fixture.pass(minutes: 24)
        _ = try fixture.timer.resume(countingGap: true)
        fixture.pass(minutes: 2)
        _ = try fixture.timer.recordPresence(.observe)
        fixture.pass(minutes: 120)
        let session = try XCTUnwrap(fixture.timer.session())
        XCTAssertEqual(session.stage, .ready)
    }

    // MARK: - Ranges and divisions

    func testGroupedTotalsAddUp() throws {
        let fixture = Fixture("2026-11-20T18:00:00Z")
        let task = try fixture.tasks.add(TaskDraft(title: "Write report", tags: ["deep"], project: "thesis"))
        try fixture.focus(minutes: 30, on: task)
        try write(fixture, .of("2026-10-15"), from: 9, minutes: 60)
        try write(fixture, .of("2026-11-16"), from: 14, minutes: 45)
        for (words, expected) in [
            ("november --by project", "thesis 1800, no 2700"), ("all --by month", "2026-10 3600, 2026-11 4500"),
            ("all --by week", "2026-10-12 3600, 2026-11-16 4500"), ("2026 --by task", "6300 Write report 1800"),
            ("week --by tag", "deep 1800"), ("--from 2026-10-01 --to 2026-10-31 --by day", "2026-10-15 3600"),
            ("all --task report --by day", "2026-11-20 1800"), ("all --project thesis --by hour", "18:00 1800"),
            ("'1 oct to 31 oct' --by day", "2026-10-15 3600"), ("'last month' --by day", "2026-10-15 3600"),
        ] {
            let split = words.split(separator: "'").enumerated().flatMap {
                words.contains("'") && $0.offset == 0
                    ? [String($0.element)] : $0.element.split(separator: " ").map(String.init)
            }
            let run = fixture.app.run(["stats", "--json"] + split, lines: [])
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            let parts = try XCTUnwrap(object?["parts"] as? [[String: Any]], "\(words): \(run.error)")
            let sums = parts.map { (name: $0["name"] as? String ?? "", focused: $0["focused"] as? Int ?? 0) }.filter {
                $0.focused > 0
            }
            let columns = Set(sums.flatMap { "\($0.name) \($0.focused)".split(separator: " ").map(String.init) })
            for word in expected.replacingOccurrences(of: ",", with: "").split(separator: " ") where word != "no" {
                XCTAssertTrue(columns.contains(String(word)), "\(words): \(sums)")
            }
        }
        XCTAssertEqual(fixture.run("stats", "november", "--days", "3").status, 64)
        XCTAssertEqual(fixture.run("stats", "--from", "today", "--to", "yesterday").status, 64)
        XCTAssertEqual(fixture.run("history", "someday").status, 64)
        XCTAssertTrue(fixture.run("stats", "--heat").output.contains("█"))
        XCTAssertEqual(fixture.run("history", "all", "--tag", "deep", "--plain").output.split(separator: "\n").count, 1)
        XCTAssertEqual(fixture.run("history", "october", "--plain").output.split(separator: "\n").count, 1)
    }

    /// A filter reveals nothing about locked records.
    func testFiltersRevealNoLockedRecords() throws {
        let fixture = Fixture("2026-11-01T18:00:00Z")
        try fixture.focus(minutes: 30, on: fixture.tasks.add(TaskDraft(title: "Secret", tags: ["deep"])))
        let free = Fixture("2026-11-20T18:00:00Z", store: fixture.store, gates: .free)
        XCTAssertEqual(free.run("history", "all", "--task", "Secret", "--plain").output, "")
        XCTAssertEqual(free.run("stats", "all", "--json").output.contains("\"focused\": 1800"), true)
        XCTAssertEqual(free.run("history", "2026-11-01").status, 1)
        let id = try XCTUnwrap(fixture.history.allRows().first?.record.id.rawValue)
        XCTAssertEqual(free.run("session", "edit", id, "--tag", "x").status, 1)
        XCTAssertEqual(free.run("session", "delete", id, "--yes").status, 0)
    }
}
