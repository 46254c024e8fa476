import Kernel
import Reminders
import Storage
import TestSupport
import XCTest

/// Which reminders are due, when, and only once.
final class ReminderSchedulerTests: XCTestCase {
    private func book(
        _ clock: ManualClock, _ store: any Store, calendar: LocalCalendar = .utc, done: DoneDays = DoneDays(),
        streak: Int = 0
    ) -> ReminderScheduler {
        let photo = Reminder.onceADay(
            "photo", "the daily photo", at: 18 * 3600, saying: "Time for your daily photo!", isDone: { done.has($0) },
            streak: { _ in streak })
        return ReminderScheduler(store, reminders: { [photo] }, time: clock.source(calendar))
    }

    func testReminderIsDueOnceAtItsTime() throws {
        let clock = ManualClock("2026-11-20T17:59:59Z")
        let store = MemoryStore()
        XCTAssertEqual(try book(clock, store).takeDue(), [])
        clock.set("2026-11-20T18:00:00Z")
        XCTAssertEqual(try book(clock, store).takeDue().map(\.occasion.title), ["Time for your daily photo!"])
        XCTAssertEqual(try book(clock, store).takeDue(), [], "cron asks again")
        clock.set("2026-11-21T18:04:00Z")
        XCTAssertEqual(try book(clock, store).takeDue().map(\.day), [.of("2026-11-21")])
    }

    func testDoneDayHasNoReminder() throws {
        let clock = ManualClock("2026-11-20T19:00:00Z")
        let done = DoneDays()
        done.add(.of("2026-11-20"))
        XCTAssertEqual(try book(clock, MemoryStore(), done: done).takeDue(), [])
    }

    func testReminderNamesAStreakAtRisk() throws {
        let clock = ManualClock("2026-11-20T19:00:00Z")
        XCTAssertEqual(
            try book(clock, MemoryStore(), streak: 20).takeDue().map(\.occasion.body),
            ["Don't break your 20-day streak!"])
        XCTAssertEqual(
            try book(clock, MemoryStore(), streak: 2).takeDue().map(\.occasion.body), ["Don't break your 2-day streak!"]
        )
        XCTAssertEqual(try book(clock, MemoryStore(), streak: 1).takeDue().map(\.occasion.body), [""])
    }

    func testStaleReminderIsDropped() throws {
        XCTAssertEqual(try book(ManualClock("2026-11-21T06:00:00Z"), MemoryStore()).takeDue().count, 1)
        XCTAssertEqual(try book(ManualClock("2026-11-21T06:00:01Z"), MemoryStore()).takeDue(), [])
    }

    /// A new user gets no reminder for yesterday. Today counts from the first minute, and yesterday
    /// if the app was used then.
    func testNoRemindersForDaysBeforeTheFirstUse() throws {
        for (first, days) in [
            (nil, []), ("2026-11-21T05:00:00Z", []), ("2026-11-21T00:00:00Z", []),
            ("2026-11-20T23:59:59Z", ["2026-11-20"]),
            ("2026-11-01T00:00:00Z", ["2026-11-20"]),
        ] as [(String?, [String])] {
            let clock = ManualClock("2026-11-21T05:30:00Z")
            let store = MemoryStore()
            let photo = Reminder.onceADay(
                "photo", "the daily photo", at: 18 * 3600, saying: "Now!",
                isDone: { _ in false }
            ).since { first.flatMap { Instant($0) } }
            let book = ReminderScheduler(store, reminders: { [photo] }, time: clock.source())
            XCTAssertEqual(try book.takeDue().map(\.day), days.map(Day.of), first ?? "never")
            clock.set("2026-11-21T18:00:00Z")
            XCTAssertEqual(try book.takeDue().map(\.day), [.of("2026-11-21")], first ?? "never")
        }
    }

    func testQuietHoursPostponeToTheirEnd() throws {
        let clock = ManualClock("2026-11-20T23:00:00Z")
        let store = MemoryStore()
        try book(clock, store).setQuietTimes(QuietTimes(from: 17 * 3600, until: 7 * 3600))
        XCTAssertEqual(try book(clock, store).takeDue(), [])
        clock.set("2026-11-21T07:00:00Z")
        XCTAssertEqual(try book(clock, store).takeDue().map(\.day), [.of("2026-11-20")])
        XCTAssertEqual(try book(clock, store).takeDue(), [])
    }

    func testWeekendsAreOffOrLate() throws {
        let clock = ManualClock("2026-11-21T19:00:00Z")
        let store = MemoryStore()
        try book(clock, store).setQuietTimes(QuietTimes(weekend: .off))
        XCTAssertEqual(try book(clock, store).takeDue(), [])
        XCTAssertEqual(
            QuietTimes(weekend: .late).moment(for: .of("2026-11-21"), second: 8 * 3600, in: .utc),
            Instant("2026-11-21T10:00:00Z")
        )
        XCTAssertEqual(
            QuietTimes(weekend: .late).moment(for: .of("2026-11-20"), second: 8 * 3600, in: .utc),
            Instant("2026-11-20T08:00:00Z")
        )
    }

    func testSnoozedReminderIsDueAgainOnce() throws {
        let clock = ManualClock("2026-11-20T18:00:00Z")
        let store = MemoryStore()
        XCTAssertEqual(try book(clock, store).takeDue().count, 1)
        _ = try book(clock, store).snooze("photo", seconds: 600)
        clock.set("2026-11-20T18:09:59Z")
        XCTAssertEqual(try book(clock, store).takeDue(), [])
        clock.set("2026-11-20T18:10:00Z")
        XCTAssertEqual(try book(clock, store).takeDue().count, 1)
        XCTAssertEqual(try book(clock, store).takeDue(), [])
        clock.set("2026-11-21T18:00:00Z")
        XCTAssertEqual(try book(clock, store).takeDue().map(\.day), [.of("2026-11-21")], "the next day is independent")
        for seconds in [0, -1, 604_801, Int.max] {
            XCTAssertThrowsError(try book(clock, store).snooze("photo", seconds: seconds))
        }
    }

    func testOffAndFrequency() throws {
        let clock = ManualClock("2026-11-20T19:00:00Z")
        let store = MemoryStore()
        _ = try book(clock, store).change("photo") { $0.isOn = false }
        XCTAssertEqual(try book(clock, store).takeDue(), [])
        let week = (0..<14).map { Day.of("2026-11-16").adding(days: $0) }
        let counts = ReminderRule.Frequency.allCases.map { frequency in
            week.count { ReminderRule(second: 0, frequency: frequency).reminds(on: $0) }
        }
        XCTAssertEqual(counts, [14, 10, 7, 2])
        XCTAssertThrowsError(try book(clock, store).change("nothing") { _ in }) {
            XCTAssertEqual(($0 as? Failure)?.code, .reminderNotFound)
        }
    }

    /// Checks every quarter of an hour through both nights on which clocks change. Each day is
    /// reminded once, at its local time or the first moment after it.
    func testRemindersAcrossClockChanges() throws {
        let zone = try XCTUnwrap(TimeZone(identifier: "Europe/Berlin"))
        let calendar = LocalCalendar(timeZone: zone)
        for (first, expected) in [
            (
                "2026-03-27T12:00:00Z",
                ["2026-03-28T01:30:00.000Z", "2026-03-29T01:30:00.000Z", "2026-03-30T00:30:00.000Z"]
            ),
            (
                "2026-10-23T12:00:00Z",
                ["2026-10-24T00:30:00.000Z", "2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"]
            ),
        ] {
            let clock = ManualClock(first)
            let store = MemoryStore()
            let night = Reminder("night", "a night", rule: .daily(at: 2 * 3600 + 1800)) { _ in [.init(title: "now")] }
            let book = ReminderScheduler(store, reminders: { [night] }, time: clock.source(calendar))
            _ = try book.takeDue()
            var notices: [String] = []
            for _ in 0..<(4 * 63) {
                clock.now = clock.now.adding(seconds: 900)
                notices += try book.takeDue().map { _ in "\(clock.now)" }
            }
            XCTAssertEqual(notices, expected)
        }
    }

    /// For random rules, quiet times and checks, no reminder is due twice or before its moment.
    func testNoReminderIsDueTwice() throws {
        var random = RandomSource(seed: 7)
        for _ in 0..<300 {
            let clock = ManualClock("2026-11-18T00:00:00Z")
            let store = MemoryStore()
            let reminder = Reminder("r", "r", rule: .daily(at: Int.random(in: 0..<86_400, using: &random))) { _ in
                [.init(key: "a", title: "a"), .init(key: "b", title: "b", second: 40_000)]
            }
            let book = ReminderScheduler(store, reminders: { [reminder] }, time: clock.source())
            if Bool.random(using: &random) {
                try book.setQuietTimes(
                    QuietTimes(
                        from: Int.random(in: 0..<86_400, using: &random),
                        until: Int.random(in: 0..<86_400, using: &random),
                        weekend: .allCases[Int.random(in: 0..<3, using: &random)]))
            }
            var keys: Set<String> = []
            for _ in 0..<30 {
                clock.now = clock.now.adding(seconds: Double(Int.random(in: 0...20_000, using: &random)))
                for call in try book.takeDue() {
                    XCTAssertTrue(keys.insert(call.key).inserted, call.key)
                    XCTAssertLessThanOrEqual(call.moment, clock.now)
                }
            }
            XCTAssertLessThanOrEqual(keys.count, 16)
        }
    }

    /// Random changes, snoozes and checks give the same results over files as in memory, also after
    /// the store is reopened.
    func testSchedulerBehavesTheSameOverEachStore() throws {
        let home = try Home(isQuick: true)
        for seed in 0..<10 {
            let files = { try FileStore(directory: home.path("store\(seed)")) { Instant(milliseconds: 0) } }
            let stores: [any Store] = [MemoryStore(), try files()]
            let months = try stores.map { try month(over: $0, seed: UInt64(seed)) }
            XCTAssertEqual(months[1], months[0])
            let clock = ManualClock("2026-12-31T00:00:00Z")
            let again = try files()
            let rows = try book(clock, again).rows().map { "\($0.rule)" }
            XCTAssertEqual(rows + ["\(try book(clock, again).quietTimes())"], months[0].suffix(2))
        }
    }

    /// The reminders shown in a month, then the rules and quiet times at its end.
    private func month(over store: any Store, seed: UInt64) throws -> [String] {
        var random = RandomSource(seed: seed)
        let clock = ManualClock("2026-11-18T00:00:00Z")
        let book = book(clock, store, streak: 3)
        var notices: [String] = []
        for _ in 0..<80 {
            clock.advance(minutes: Double(Int.random(in: 1...900, using: &random)))
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                let second = Int.random(in: 0..<86_400, using: &random)
                XCTAssertEqual(try book.change("photo") { $0.second = second }.rule.second, second)
            case 1: _ = try book.snooze("photo", seconds: Int.random(in: 60...9000, using: &random))
            case 2: try book.setQuietTimes(QuietTimes(from: 79_200, until: 25_200, weekend: .late))
            default: notices += try book.takeDue().map { "\($0.key) \(clock.now)" }
            }
        }
        let rows = try book.rows().map { "\($0.rule)" }
        return notices + rows + ["\(try book.quietTimes())"]
    }

    func testDuplicateOccasionsAreDueOnce() throws {
        let clock = ManualClock("2026-11-20T18:00:00Z")
        let twice = Reminder("r", "r", rule: .daily(at: 0)) { _ in
            ["a", "b", "b"].map { Reminder.Occasion(key: $0, title: $0, second: 60_000) }
        }
        let book = ReminderScheduler(MemoryStore(), reminders: { [twice] }, time: clock.source())
        XCTAssertEqual(try book.due().map(\.occasion.title), ["a", "b"])
        XCTAssertEqual(try book.takeDue().map(\.occasion.title), ["a", "b"])
        XCTAssertEqual(try book.takeDue(), [])
        XCTAssertEqual(try book.open().count, 3, "shown or not")
    }

    /// Records of shown reminders are kept for thirty days.
    func testShownRemindersAreForgottenAfter30Days() throws {
        let clock = ManualClock("2026-11-20T18:00:00Z")
        let store = MemoryStore()
        let done = DoneDays()
        for day in 1...40 { done.add(.of("2026-11-20").adding(days: day)) }
        XCTAssertEqual(try book(clock, store, done: done).takeDue().count, 1)
        for (days, records) in [(30.0, 1), (1, 0)] {
            clock.advance(days: days)
            XCTAssertEqual(try book(clock, store, done: done).takeDue(), [])
            XCTAssertEqual(try store.archive().count, records)
        }
    }

    func testConcurrentChecksShareDueReminders() throws {
        let clock = ManualClock("2026-11-20T18:00:00Z")
        let store = MemoryStore()
        let books = (0..<8).map { _ in book(clock, store) }
        let counts = SharedSum()
        DispatchQueue.concurrentPerform(iterations: 8) { counts.add((try? books[$0].takeDue().count) ?? 100) }
        XCTAssertEqual(counts.total, 1)
    }
}

/// A sum that several threads may increase.
private final class SharedSum: @unchecked Sendable {
    // Unchecked: guarded by the lock.
    private let lock = NSLock()
    private var sum = 0

    func add(_ count: Int) { lock.withLock { sum += count } }
    var total: Int { lock.withLock { sum } }
}
