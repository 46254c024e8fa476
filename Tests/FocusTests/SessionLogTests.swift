import Focus
import Kernel
import XCTest

/// What a person writes into history.
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

    func testWhatWasForgottenCountsByTheMinuteAndIsNoFullRound() throws {
        let bench = Bench()
        let task = try bench.tasks.add(TaskDraft(title: "Write", tags: ["deep"], project: "thesis"))
        let record = try bench.log.add(draft("19T09:00", "19T09:50", task))
        XCTAssertEqual([record.focused, record.planned ?? -1], [50 * 60_000, -1])
        XCTAssertTrue(record.isByHand && !record.isCompleted)
        let sums = try XCTUnwrap(bench.history.days(from: .of("2026-11-19"), through: .of("2026-11-19")).first)
        XCTAssertEqual([sums.focused, sums.byHand, sums.completed, sums.byTag["deep"]], [3_000_000, 3_000_000, 0, 3_000_000])
        XCTAssertEqual(try bench.history.experience().xp, 50, "no bonus")
        XCTAssertEqual(try bench.tasks.task("Write").task.spent, 3_000_000)
        let other = try bench.tasks.add(TaskDraft(title: "Read"))
        let moved = try bench.log.edit(record.id) { $0.purpose = .init(preset: FocusLog.preset, task: other) }
        XCTAssertEqual([try bench.tasks.task("Write").task.spent, try bench.tasks.task("Read").task.spent], [0, 3_000_000])
        XCTAssertTrue(moved.isByHand)
        _ = try bench.log.edit(record.id) { $0.times = try! self.times("18T23:30", "19T00:30") }
        XCTAssertEqual(
            try bench.history.days(from: .of("2026-11-18"), through: .of("2026-11-19")).map(\.day), [.of("2026-11-18")])
        XCTAssertEqual(try bench.tasks.task("Read").task.spent, 3_600_000)
        _ = try bench.log.delete(record.id)
        XCTAssertTrue(try bench.history.isEmpty())
        XCTAssertEqual(try bench.tasks.task("Read").task.spent, 0)
        for _ in 0..<4 { _ = try bench.store.undoLast() }
        XCTAssertEqual(try bench.tasks.task("Write").task.spent, 3_000_000, "undone to the first")
        _ = try bench.store.undoLast()
        XCTAssertTrue(try bench.history.isEmpty())
        XCTAssertEqual(try bench.history.experience().xp, 0)
    }

    func testARoundThatTheTimerMeasuredStaysOneUntilItsTimesChange() throws {
        let bench = Bench()
        try bench.focus(minutes: 25)
        let round = try XCTUnwrap(bench.history.everything().first?.record)
        let named = try bench.log.edit(round.id) { $0.purpose.tags = ["deep"] }
        XCTAssertTrue(named.isCompleted && !named.isByHand)
        XCTAssertEqual(try bench.history.experience().xp, 30)
        let moved = try bench.log.edit(round.id) { $0.times = $0.times.lowerBound.adding(seconds: -60)..<$0.times.upperBound }
        XCTAssertTrue(!moved.isCompleted && moved.isByHand)
        XCTAssertEqual(try bench.history.experience().xp, 26)
    }

    /// No minute twice, none in the future, and none over what runs or has ended unseen.
    func testWhatLiesOverOtherFocusIsRefused() throws {
        let bench = Bench("2026-11-20T09:00:00Z")
        _ = try bench.log.add(draft("19T09:00", "19T10:00"))
        _ = try bench.timer.start(.first)
        bench.pass(minutes: 40)
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
            XCTAssertEqual(codes { _ = try bench.log.add(draft(from, to)) }, code, "\(from) \(to)")
        }
        let sums = try bench.history.days(from: .of("2026-11-01"), through: .of("2026-11-30"))
        XCTAssertEqual(sums.map { $0.focused / 60_000 }, [120, 25 + 75])
        // The running round is not to be written over while it is paused either.
        _ = try bench.timer.resume()
        bench.pass(minutes: 10)
        _ = try bench.timer.pause()
        XCTAssertEqual(codes { _ = try bench.log.add(draft("20T09:41", "20T09:50")) }, "timesTaken")
    }

    /// Whatever is added, changed and deleted at random: no two lie over each other, no day has more than 24 hours, sums are those of the records.
    func testNothingThatIsTriedMakesADayLonger() throws {
        var random = RandomSource(seed: 77)
        let bench = Bench("2026-11-20T23:00:00Z")
        for _ in 0..<600 {
            let start = bench.now.adding(seconds: -60 * Double(Int.random(in: 1...6000, using: &random)))
            let end = start.adding(seconds: 60 * Double(Int.random(in: 1...900, using: &random)))
            let all = try bench.history.everything().map(\.record)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: _ = try all.randomElement(using: &random).map { try bench.log.delete($0.id) }
            case 1: _ = try? all.randomElement(using: &random).map { try bench.log.edit($0.id) { $0.times = start..<end } }
            default: _ = try? bench.log.add(.init(start..<end, for: .init(preset: FocusLog.preset)))
            }
        }
        let all = try bench.history.everything().map(\.record).sorted { $0.start < $1.start }
        XCTAssertGreaterThan(all.count, 5)
        for (one, next) in zip(all, all.dropFirst()) { XCTAssertLessThanOrEqual(one.end, next.start) }
        XCTAssertTrue(all.allSatisfy { $0.end <= bench.now })
        for sums in try bench.history.days(from: .of("2026-01-01"), through: .of("2026-12-31")) {
            XCTAssertEqual(sums, FocusDay(sums.day, records: all.filter { $0.day == sums.day }))
            XCTAssertLessThanOrEqual(sums.focused, 86_400_000)
        }
    }

    func testTimesInWords() throws {
        // A Friday.
        let bench = Bench("2026-11-20T15:00:00Z")
        for (words, from, to) in [
            ("yesterday 9:00 to 9:50", "2026-11-19 09:00", "09:50"), ("yesterday 9:00-9:50", "2026-11-19 09:00", "09:50"),
            ("today 14:00 for 25m", "2026-11-20 14:00", "14:25"), ("14:00 for 25m today", "2026-11-20 14:00", "14:25"),
            ("last 25m", "2026-11-20 14:35", "15:00"), ("from 9am until 9:50 am", "2026-11-20 09:00", "09:50"),
            ("thursday 22:00 to 1:00", "2026-11-19 22:00", "01:00"), ("19 nov 22:00 to 20 nov 1:00", "2026-11-19 22:00", "01:00"),
            ("2026-11-18 9:00 – 10:00", "2026-11-18 09:00", "10:00"), ("14:30 to now", "2026-11-20 14:30", "15:00"),
            ("3 days ago at 8:00 for 1h 30m", "2026-11-17 08:00", "09:30"),
        ] {
            let bench = Bench("2026-11-20T15:00:00Z")
            let run = bench.run("session", "add", words, "--json")
            XCTAssertEqual(run.status, 0, "\(words): \(run.error)")
            let record = try XCTUnwrap(bench.history.everything().first?.record, words)
            let clock = { (moment: Instant) in ClockTime(bench.time.calendar.secondOfDay(of: moment)).description }
            XCTAssertEqual("\(record.day) \(clock(record.start)) \(clock(record.end))", "\(from) \(to)", words)
        }
        for words in [
            "yesterday", "9 to 5", "9:00", "9:00 to", "to 9:00", "today 25:00 to 26:00", "yesterday 9:00 to 10:00 today", "last",
            "9:00 for ever", "\u{7}",
        ] {
            XCTAssertEqual(bench.run("session", "add", words).status, 64, words)
        }
        XCTAssertEqual(bench.run("session", "add", "16:00 to 17:00").status, 65, "the future")
    }

    /// A night that has an hour twice, and one that lacks one.
    func testNightsInWhichTheClockIsSet() throws {
        let berlin = LocalCalendar {
            $0 < Instant("2026-03-29T01:00:00Z")! || $0 >= Instant("2026-10-25T01:00:00Z")! ? 3600 : 7200
        }
        let bench = Bench("2026-11-20T09:00:00Z", calendar: berlin)
        XCTAssertEqual(bench.run("session", "add", "2026-10-25 1:30 to 3:30").status, 0)
        XCTAssertEqual(bench.run("session", "add", "2026-03-29 1:30 to 3:30").status, 0)
        XCTAssertEqual(try bench.history.everything().map { $0.record.focused / 60_000 }, [60, 180])
        XCTAssertNotEqual(bench.run("session", "add", "2026-10-25 2:15 to 2:45").status, 0)
    }

    func testARecordIsNamedByItsRowAndItsEnds() throws {
        let bench = Bench("2026-11-20T15:00:00Z")
        bench.run("session", "add", "yesterday 9:00 to 9:50")
        bench.run("session", "add", "today 9:00 to 9:20", "--tag", "#deep", "--project", "work")
        XCTAssertTrue(bench.run("history").output.contains("by hand"))
        XCTAssertEqual(bench.run("session", "edit", "1", "--no-tags", "--tag", "thesis").status, 0)
        XCTAssertEqual(try bench.history.everything().last?.record.purpose.tags, ["thesis"])
        XCTAssertEqual(bench.run("session", "edit", "2", "yesterday", "9:00", "to", "9:40").status, 0)
        XCTAssertEqual(try bench.history.everything().first?.record.focused, 40 * 60_000)
        XCTAssertEqual(bench.run("session", "edit", "3", "--tag", "x").status, 1)
        XCTAssertEqual(bench.run("session", "edit", "1").status, 64)
        XCTAssertEqual(bench.run("session", "edit", "1", "--tag", "two words").status, 64)
        XCTAssertEqual(bench.run("session", "delete", "1", "--yes").status, 0)
        XCTAssertEqual(try bench.history.everything().count, 1)
    }

    /// Older programs wrote no word of hands and interruptions.
    func testRecordsOfBeforeAreRead() throws {
        let text = """
            {"day":"2026-11-20","end":"2026-11-20T09:25:00.000Z","focused":1500000,"id":"a-1","isCompleted":true,"planned":1500000,\
            "purpose":{"preset":"Study","tags":[]},"start":"2026-11-20T09:00:00.000Z"}
            """
        let record = try JSONDecoder().decode(FocusRecord.self, from: Data(text.utf8))
        XCTAssertTrue(!record.isByHand && record.interruptions == nil)
        let day = #"{"byProject":{},"byTag":{},"completed":2,"day":"2026-11-20","focused":3000000,"minutes":50,"stretches":2}"#
        let sums = try JSONDecoder().decode(FocusDay.self, from: Data(day.utf8))
        XCTAssertEqual([sums.inner, sums.outer, sums.byHand, Levels.xp(of: sums)], [0, 0, 0, 60])
    }
}
