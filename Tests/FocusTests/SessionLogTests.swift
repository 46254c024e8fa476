import Focus
import Kernel
import XCTest

/// Records that a user adds, edits and deletes by hand.
final class SessionLogTests: XCTestCase {
    private func times(_ from: String, _ to: String) throws -> Range<Instant> {
        try XCTUnwrap(Instant("2026-11-\(from):00Z"))..<XCTUnwrap(Instant("2026-11-\(to):00Z"))
    }

    private func draft(_ from: String, _ to: String, _ task: FocusTask? = nil) throws -> FocusLog.Draft {
        FocusLog.Draft(try times(from, to), for: .init(preset: FocusLog.preset, task: task))
    }

    private func codes(_ body: () throws -> Void) -> String? {
        do { try body() } catch let failure as Failure { return "\(failure.code)" } catch { return "?" }
        return nil
    }

    func testManualEntryCountsMinutesButNoFullRound() throws {
        let fixture = Fixture()
        let task = try fixture.tasks.add(TaskDraft(title: "Write", tags: ["deep"], project: "thesis"))
        let record = try fixture.log.add(draft("19T09:00", "19T09:50", task))
        XCTAssertEqual([record.focused, record.planned ?? -1], [50 * 60_000, -1])
        XCTAssertTrue(record.isByHand && !record.isCompleted)
        let sums = try XCTUnwrap(fixture.history.days(from: .of("2026-11-19"), through: .of("2026-11-19")).first)
        XCTAssertEqual(
            [sums.focused, sums.byHand, sums.completed, sums.byTag["deep"]], [3_000_000, 3_000_000, 0, 3_000_000])
        XCTAssertEqual(try fixture.history.experience().xp, 50, "no bonus")
        XCTAssertEqual(try fixture.tasks.task("Write").task.spent, 3_000_000)
        let other = try fixture.tasks.add(TaskDraft(title: "Read"))
        let moved = try fixture.log.edit(record.id) { $0.purpose = .init(preset: FocusLog.preset, task: other) }
        XCTAssertEqual(
            [try fixture.tasks.task("Write").task.spent, try fixture.tasks.task("Read").task.spent], [0, 3_000_000])
        XCTAssertTrue(moved.isByHand)
        _ = try fixture.log.edit(record.id) { $0.times = try! self.times("18T23:30", "19T00:30") }
        XCTAssertEqual(
            try fixture.history.days(from: .of("2026-11-18"), through: .of("2026-11-19")).map(\.day),
            [.of("2026-11-18")])
        XCTAssertEqual(try fixture.tasks.task("Read").task.spent, 3_600_000)
        _ = try fixture.log.delete(record.id)
        XCTAssertTrue(try fixture.history.isEmpty())
        XCTAssertEqual(try fixture.tasks.task("Read").task.spent, 0)
        for _ in 0..<4 { _ = try fixture.store.undoLast() }
        XCTAssertEqual(try fixture.tasks.task("Write").task.spent, 3_000_000, "undo restores the first state")
        _ = try fixture.store.undoLast()
        XCTAssertTrue(try fixture.history.isEmpty())
        XCTAssertEqual(try fixture.history.experience().xp, 0)
    }

    func testMeasuredRoundStaysFullUntilItsTimesChange() throws {
        let fixture = Fixture()
        try fixture.focus(minutes: 25)
        let round = try XCTUnwrap(fixture.history.allRows().first?.record)
        let edited = try fixture.log.edit(round.id) { $0.purpose.tags = ["deep"] }
        XCTAssertTrue(edited.isCompleted && !edited.isByHand)
        XCTAssertEqual(try fixture.history.experience().xp, 30)
        let moved = try fixture.log.edit(round.id) {
            $0.times = $0.times.lowerBound.adding(seconds: -60)..<$0.times.upperBound
        }
        XCTAssertTrue(!moved.isCompleted && moved.isByHand)
        XCTAssertEqual(try fixture.history.experience().xp, 26)
    }

    /// No minute counts twice, none is in the future, and none overlaps a running or unrecorded
    /// round.
    func testOverlappingEntriesAreRefused() throws {
        let fixture = Fixture("2026-11-20T09:00:00Z")
        _ = try fixture.log.add(draft("19T09:00", "19T10:00"))
        _ = try fixture.timer.start(.defaultPreset)
        fixture.pass(minutes: 40)
        for (from, to, code) in [
            ("19T09:59", "19T10:30", "timesTaken"), ("19T08:00", "19T09:01", "timesTaken"),
            ("19T09:10", "19T09:20", "timesTaken"),
            ("19T08:00", "19T11:00", "timesTaken"), ("20T09:10", "20T09:20", "timesTaken"),
            ("20T08:00", "20T09:01", "timesTaken"),
            ("20T09:30", "20T09:41", "timesInvalid"), ("21T09:00", "21T09:30", "timesInvalid"),
            ("17T00:00", "18T00:01", "timesInvalid"), ("19T12:00", "19T12:00", "timesInvalid"),
            ("19T10:00", "19T10:30", nil), ("19T08:30", "19T09:00", nil), ("20T09:25", "20T09:40", nil),
            ("20T08:00", "20T09:00", nil),
        ] as [(String, String, String?)] {
            XCTAssertEqual(codes { _ = try fixture.log.add(draft(from, to)) }, code, "\(from) \(to)")
        }
        let sums = try fixture.history.days(from: .of("2026-11-01"), through: .of("2026-11-30"))
        XCTAssertEqual(sums.map { $0.focused / 60_000 }, [120, 25 + 75])
        // A paused round cannot be overlapped either.
        _ = try fixture.timer.resume()
        fixture.pass(minutes: 10)
        _ = try fixture.timer.pause()
        XCTAssertEqual(codes { _ = try fixture.log.add(draft("20T09:41", "20T09:50")) }, "timesTaken")
    }

    /// For random additions, edits and deletions: no overlaps, no day over 24 hours, and totals
    /// equal the records.
    func testRandomEditsKeepDaysWithin24Hours() throws {
        var random = RandomSource(seed: 77)
        let fixture = Fixture("2026-11-20T23:00:00Z")
        for _ in 0..<600 {
            let start = fixture.now.adding(seconds: -60 * Double(Int.random(in: 1...6000, using: &random)))
            let end = start.adding(seconds: 60 * Double(Int.random(in: 1...900, using: &random)))
            let all = try fixture.history.allRows().map(\.record)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: _ = try all.randomElement(using: &random).map { try fixture.log.delete($0.id) }
            case 1:
                _ = try? all.randomElement(using: &random).map {
                    try fixture.log.edit($0.id) { $0.times = start..<end }
                }
            default: _ = try? fixture.log.add(.init(start..<end, for: .init(preset: FocusLog.preset)))
            }
        }
        let all = try fixture.history.allRows().map(\.record).sorted { $0.start < $1.start }
        XCTAssertGreaterThan(all.count, 5)
        for (record, next) in zip(all, all.dropFirst()) { XCTAssertLessThanOrEqual(record.end, next.start) }
        XCTAssertTrue(all.allSatisfy { $0.end <= fixture.now })
        for sums in try fixture.history.days(from: .of("2026-01-01"), through: .of("2026-12-31")) {
            XCTAssertEqual(sums, FocusDay(sums.day, records: all.filter { $0.day == sums.day }))
            XCTAssertLessThanOrEqual(sums.focused, 86_400_000)
        }
    }

    func testTimePhrasesAreParsed() throws {
        // A Friday.
        let fixture = Fixture("2026-11-20T15:00:00Z")
        for (words, from, to) in [
            ("yesterday 9:00 to 9:50", "2026-11-19 09:00", "09:50"),
            ("yesterday 9:00-9:50", "2026-11-19 09:00", "09:50"),
            ("today 14:00 for 25m", "2026-11-20 14:00", "14:25"), ("14:00 for 25m today", "2026-11-20 14:00", "14:25"),
            ("last 25m", "2026-11-20 14:35", "15:00"), ("from 9am until 9:50 am", "2026-11-20 09:00", "09:50"),
            ("thursday 22:00 to 1:00", "2026-11-19 22:00", "01:00"),
            ("19 nov 22:00 to 20 nov 1:00", "2026-11-19 22:00", "01:00"),
            ("2026-11-18 9:00 – 10:00", "2026-11-18 09:00", "10:00"), ("14:30 to now", "2026-11-20 14:30", "15:00"),
            ("3 days ago at 8:00 for 1h 30m", "2026-11-17 08:00", "09:30"),
        ] {
            let fixture = Fixture("2026-11-20T15:00:00Z")
            let run = fixture.run("session", "add", words, "--json")
            XCTAssertEqual(run.status, 0, "\(words): \(run.error)")
            let record = try XCTUnwrap(fixture.history.allRows().first?.record, words)
            let clock = { (moment: Instant) in ClockTime(fixture.time.calendar.secondOfDay(of: moment)).description }
            XCTAssertEqual("\(record.day) \(clock(record.start)) \(clock(record.end))", "\(from) \(to)", words)
        }
        for words in [
            "yesterday", "9 to 5", "9:00", "9:00 to", "to 9:00", "today 25:00 to 26:00",
            "yesterday 9:00 to 10:00 today", "last",
            "9:00 for ever", "\u{7}",
        ] {
            XCTAssertEqual(fixture.run("session", "add", words).status, 64, words)
        }
        XCTAssertEqual(fixture.run("session", "add", "16:00 to 17:00").status, 65, "future times are refused")
    }

    /// A night that repeats an hour, and one that lacks an hour.
    func testEntriesAcrossClockChanges() throws {
        let berlin = LocalCalendar {
            $0 < Instant("2026-03-29T01:00:00Z")! || $0 >= Instant("2026-10-25T01:00:00Z")! ? 3600 : 7200
        }
        let fixture = Fixture("2026-11-20T09:00:00Z", calendar: berlin)
        XCTAssertEqual(fixture.run("session", "add", "2026-10-25 1:30 to 3:30").status, 0)
        XCTAssertEqual(fixture.run("session", "add", "2026-03-29 1:30 to 3:30").status, 0)
        XCTAssertEqual(try fixture.history.allRows().map { $0.record.focused / 60_000 }, [60, 180])
        XCTAssertNotEqual(fixture.run("session", "add", "2026-10-25 2:15 to 2:45").status, 0)
    }

    func testRowNumberFindsARecord() throws {
        let fixture = Fixture("2026-11-20T15:00:00Z")
        fixture.run("session", "add", "yesterday 9:00 to 9:50")
        fixture.run("session", "add", "today 9:00 to 9:20", "--tag", "#deep", "--project", "work")
        XCTAssertTrue(fixture.run("history").output.contains("by hand"))
        XCTAssertEqual(fixture.run("session", "edit", "1", "--no-tags", "--tag", "thesis").status, 0)
        XCTAssertEqual(try fixture.history.allRows().last?.record.purpose.tags, ["thesis"])
        XCTAssertEqual(fixture.run("session", "edit", "2", "yesterday", "9:00", "to", "9:40").status, 0)
        XCTAssertEqual(try fixture.history.allRows().first?.record.focused, 40 * 60_000)
        XCTAssertEqual(fixture.run("session", "edit", "3", "--tag", "x").status, 1)
        XCTAssertEqual(fixture.run("session", "edit", "1").status, 64)
        XCTAssertEqual(fixture.run("session", "edit", "1", "--tag", "two words").status, 64)
        XCTAssertEqual(fixture.run("session", "delete", "1", "--yes").status, 0)
        XCTAssertEqual(try fixture.history.allRows().count, 1)
    }

    /// Older versions wrote no fields for manual entries and interruptions.
    func testOlderRecordsDecode() throws {
        let text = """
            {"day":"2026-11-20","end":"2026-11-20T09:25:00.000Z","focused":1500000,"id":"a-1","isCompleted":true,"planned":1500000,\
            "purpose":{"preset":"Study","tags":[]},"start":"2026-11-20T09:00:00.000Z"}
            """
        let record = try JSONDecoder().decode(FocusRecord.self, from: Data(text.utf8))
        XCTAssertTrue(!record.isByHand && record.interruptions == nil)
        let day =
            #"{"byProject":{},"byTag":{},"completed":2,"day":"2026-11-20","focused":3000000,"minutes":50,"stretches":2}"#
        let sums = try JSONDecoder().decode(FocusDay.self, from: Data(day.utf8))
        XCTAssertEqual([sums.inner, sums.outer, sums.byHand, Levels.xp(of: sums)], [0, 0, 0, 60])
    }
}
