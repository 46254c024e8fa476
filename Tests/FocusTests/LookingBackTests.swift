import Focus
import Foundation
import Kernel
import XCTest

/// Interruptions, flow and rounds that go on; ranges and what they are added up by.
final class LookingBackTests: XCTestCase {
    private func write(_ bench: Bench, _ day: Day, from hour: Int, minutes: Int) throws {
        let start = bench.time.calendar.instant(of: day, secondOfDay: hour * 3600)
        _ = try bench.log.add(.init(start..<start.adding(seconds: Double(minutes * 60)), for: .init(preset: FocusLog.preset)))
    }

    // MARK: - Interruptions, flow, rounds that go on

    func testInterruptionsStandInTheirRound() throws {
        let bench = Bench()
        XCTAssertEqual(bench.run("interrupt", "inner").status, 1)
        bench.run("start", "--detach")
        bench.pass(minutes: 5)
        XCTAssertTrue(bench.run("interrupt", "outer", "The", "phone").output.contains("1 interruption in this round"))
        bench.run("interrupt", "inner")
        bench.pass(minutes: 20)
        bench.run("stop")
        let record = try XCTUnwrap(bench.history.everything().first?.record)
        XCTAssertEqual(record.interruptions?.map(\.note), ["The phone", nil])
        XCTAssertTrue(bench.run("history").output.contains("full, 2 interruptions"), bench.run("history").output)
        XCTAssertTrue(bench.run("stats").output.contains("1 from yourself, 1 from others"))
        XCTAssertTrue(bench.run("journey", "day").output.contains("09:05  from others: The phone"))
        XCTAssertEqual(bench.run("interrupt", "sideways").status, 64)
        XCTAssertEqual(bench.run("start", "--detach").status, 0)
        XCTAssertEqual(bench.run("interrupt", "inner", "a\u{1B}[31mb").status, 64)
    }

    func testFlowRestsForAFifth() throws {
        let bench = Bench()
        bench.run("start", "--flow", "--detach")
        bench.pass(minutes: 50)
        let skipped = bench.run("skip").output
        XCTAssertTrue(skipped.contains("Short break: 10:00 left"), skipped)
        bench.pass(minutes: 11)
        bench.run("resume", "--detach")
        bench.pass(minutes: 30)
        XCTAssertTrue(bench.run("stop").output.contains("Now rest for 6m"))
        XCTAssertEqual(bench.run("start", "--flow", "--for", "25m").status, 64)
        XCTAssertEqual(try bench.history.everything().map { $0.record.focused / 60_000 }, [50, 30])
    }

    func testRoundsGoOnByThemselvesToTheEndOfTheCycle() throws {
        let bench = Bench()
        bench.run("start", "--auto", "--detach")
        bench.pass(minutes: 31)
        XCTAssertTrue(bench.run("status").output.contains("round 2 of 4"), bench.run("status").output)
        bench.pass(minutes: 24 * 60)
        XCTAssertEqual(try bench.history.everything().count, 4, "and not for ever")
        XCTAssertEqual(try bench.history.total(from: .of("2026-11-20"), through: .of("2026-11-20")).focused, 100 * 60_000)
    }

    /// A screen that nobody was heard at begins no round: the computer slept through the break.
    func testNoRoundBeginsWhileTheComputerSleeps() throws {
        let bench = Bench()
        _ = try bench.timer.start(.first, goingOn: true)
        _ = try bench.timer.notice(.watch)
        bench.pass(minutes: 24)
        _ = try bench.timer.resume(countingGap: true)
        bench.pass(minutes: 2)
        _ = try bench.timer.notice(.observe)
        bench.pass(minutes: 120)
        let session = try XCTUnwrap(bench.timer.session())
        XCTAssertEqual(session.stage, .ready)
    }

    // MARK: - Ranges and divisions

    func testSumsByWhateverAddUp() throws {
        let bench = Bench("2026-11-20T18:00:00Z")
        let task = try bench.tasks.add(TaskDraft(title: "Write report", tags: ["deep"], project: "thesis"))
        try bench.focus(minutes: 30, on: task)
        try write(bench, .of("2026-10-15"), from: 9, minutes: 60)
        try write(bench, .of("2026-11-16"), from: 14, minutes: 45)
        for (words, wanted) in [
            ("november --by project", "thesis 1800, no 2700"), ("all --by month", "2026-10 3600, 2026-11 4500"),
            ("all --by week", "2026-10-12 3600, 2026-11-16 4500"), ("2026 --by task", "6300 Write report 1800"),
            ("week --by tag", "deep 1800"), ("--from 2026-10-01 --to 2026-10-31 --by day", "2026-10-15 3600"),
            ("all --task report --by day", "2026-11-20 1800"), ("all --project thesis --by hour", "18:00 1800"),
            ("'1 oct to 31 oct' --by day", "2026-10-15 3600"), ("'last month' --by day", "2026-10-15 3600"),
        ] {
            let split = words.split(separator: "'").enumerated().flatMap {
                words.contains("'") && $0.offset == 0 ? [String($0.element)] : $0.element.split(separator: " ").map(String.init)
            }
            let run = bench.app.run(["stats", "--json"] + split, lines: [])
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            let parts = try XCTUnwrap(object?["parts"] as? [[String: Any]], "\(words): \(run.error)")
            let sums = parts.map { (name: $0["name"] as? String ?? "", focused: $0["focused"] as? Int ?? 0) }.filter {
                $0.focused > 0
            }
            let shown = Set(sums.flatMap { "\($0.name) \($0.focused)".split(separator: " ").map(String.init) })
            for word in wanted.replacingOccurrences(of: ",", with: "").split(separator: " ") where word != "no" {
                XCTAssertTrue(shown.contains(String(word)), "\(words): \(sums)")
            }
        }
        XCTAssertEqual(bench.run("stats", "november", "--days", "3").status, 64)
        XCTAssertEqual(bench.run("stats", "--from", "today", "--to", "yesterday").status, 64)
        XCTAssertEqual(bench.run("history", "someday").status, 64)
        XCTAssertTrue(bench.run("stats", "--heat").output.contains("█"))
        XCTAssertEqual(bench.run("history", "all", "--tag", "deep", "--plain").output.split(separator: "\n").count, 1)
        XCTAssertEqual(bench.run("history", "october", "--plain").output.split(separator: "\n").count, 1)
    }

    /// What is locked is not looked into by a filter either.
    func testAFilterLooksIntoNothingThatIsLocked() throws {
        let bench = Bench("2026-11-01T18:00:00Z")
        try bench.focus(minutes: 30, on: bench.tasks.add(TaskDraft(title: "Secret", tags: ["deep"])))
        let free = Bench("2026-11-20T18:00:00Z", store: bench.store, gates: .free)
        XCTAssertEqual(free.run("history", "all", "--task", "Secret", "--plain").output, "")
        XCTAssertEqual(free.run("stats", "all", "--json").output.contains("\"focused\": 1800"), true)
        XCTAssertEqual(free.run("history", "2026-11-01").status, 1)
        let id = try XCTUnwrap(bench.history.everything().first?.record.id.rawValue)
        XCTAssertEqual(free.run("session", "edit", id, "--tag", "x").status, 1)
        XCTAssertEqual(free.run("session", "delete", id, "--yes").status, 0)
    }
}
