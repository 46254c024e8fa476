import Kernel
import Reminders
import RemindersCommands
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Every limit on both of its sides.
final class BoundsTests: XCTestCase {
    private let friday = Day.of("2026-11-20")

    func testQuietHoursStartAndEndToTheSecond() {
        let evening = 22 * 3600
        let morning = 7 * 3600
        let night = QuietTimes(from: evening, until: morning)
        for (second, expected) in [
            (evening - 1, "2026-11-20T21:59:59Z"), (evening, "2026-11-21T07:00:00Z"), (86_399, "2026-11-21T07:00:00Z"),
            (0, "2026-11-20T07:00:00Z"), (morning - 1, "2026-11-20T07:00:00Z"), (morning, "2026-11-20T07:00:00Z"),
            (morning + 1, "2026-11-20T07:00:01Z"),
        ] { XCTAssertEqual(night.moment(for: friday, second: second, in: .utc), Instant(expected), "\(second)") }
        let noon = QuietTimes(from: 12 * 3600, until: 14 * 3600)
        for (second, expected) in [
            (12 * 3600 - 1, "2026-11-20T11:59:59Z"), (12 * 3600, "2026-11-20T14:00:00Z"),
            (14 * 3600 - 1, "2026-11-20T14:00:00Z"),
            (14 * 3600, "2026-11-20T14:00:00Z"), (14 * 3600 + 1, "2026-11-20T14:00:01Z"),
        ] { XCTAssertEqual(noon.moment(for: friday, second: second, in: .utc), Instant(expected), "\(second)") }
        XCTAssertEqual(QuietTimes(from: 60, until: 60), QuietTimes(), "equal start and end mean no quiet hours")
    }

    func testLateWeekendIsQuietUntilTen() {
        let late = QuietTimes(weekend: .late)
        for (day, second, expected) in [
            (1, 35_999, "2026-11-21T10:00:00Z"), (1, 36_000, "2026-11-21T10:00:00Z"),
            (1, 36_001, "2026-11-21T10:00:01Z"),
            (2, 0, "2026-11-22T10:00:00Z"), (3, 0, "2026-11-23T00:00:00Z"), (0, 0, "2026-11-20T00:00:00Z"),
        ] {
            XCTAssertEqual(
                late.moment(for: friday.adding(days: day), second: second, in: .utc), Instant(expected), "\(day)")
        }
        for day in 0..<7 {
            let isOff = QuietTimes(weekend: .off).moment(for: friday.adding(days: day), second: 0, in: .utc) == nil
            XCTAssertEqual(isOff, day == 1 || day == 2, "\(day)")
        }
    }

    func testRuleSecondsAreLimitedToTheDay() {
        XCTAssertEqual([-1, 0, 86_399, 86_400].map { ReminderRule(second: $0).second }, [0, 0, 86_399, 86_399])
        XCTAssertTrue(ReminderRule(second: 0).isOn)
        XCTAssertFalse(ReminderRule(isOn: false, second: 0).reminds(on: friday))
        XCTAssertTrue(ReminderRule(second: 0, frequency: .weekly).reminds(on: .of("2026-11-23")))
        XCTAssertTrue(ReminderRule(second: 0, frequency: .alternate).reminds(on: Day(ordinal: 20_000)))
        XCTAssertFalse(ReminderRule(second: 0, frequency: .alternate).reminds(on: Day(ordinal: 20_001)))
    }

    func testSnoozeLastsASecondToAWeek() throws {
        let clock = ManualClock("2026-11-20T18:00:00Z")
        let book = ReminderScheduler(
            MemoryStore(), reminders: { [Reminder("r", "r", rule: .daily(at: 0)) { _ in [] }] }, time: clock.source())
        for seconds in [1, 604_800] {
            XCTAssertEqual(
                try book.snooze("r", seconds: seconds).snoozedUntil, clock.now.adding(seconds: Double(seconds)))
        }
        clock.advance(seconds: 604_799)
        XCTAssertNotNil(try book.row(named: "r").snoozedUntil)
        clock.advance(seconds: 1)
        XCTAssertNil(try book.row(named: "r").snoozedUntil, "a snooze ends at its end")
        for seconds in [0, 604_801] { XCTAssertThrowsError(try book.snooze("r", seconds: seconds)) }
    }

    /// When a snooze ends, reminders that became due in its last twelve hours are shown. Older ones
    /// are not.
    func testSnoozeShowsTheLastTwelveHours() throws {
        for (hours, isSaid) in [(12.0, true), (12.001, false)] {
            let clock = ManualClock("2026-11-20T06:00:00Z")
            let book = ReminderScheduler(
                MemoryStore(),
                reminders: { [Reminder("r", "r", rule: .daily(at: 21_600)) { _ in [.init(title: "r")] }] },
                time: clock.source())
            XCTAssertEqual(try book.takeDue().count, 1)
            _ = try book.snooze("r", seconds: Int(hours * 3600))
            clock.advance(seconds: hours * 3600)
            XCTAssertEqual(try book.takeDue().count, isSaid ? 1 : 0, "\(hours)")
        }
    }

    /// A snooze that ends exactly when a reminder is due does not postpone it. One that ends a
    /// second later does.
    func testSnoozeEndingAtTheDueTimePostponesNothing() throws {
        for (seconds, isPutOff) in [(600, false), (601, true)] {
            let clock = ManualClock("2026-11-20T17:50:00Z")
            let book = ReminderScheduler(
                MemoryStore(),
                reminders: { [Reminder("r", "r", rule: .daily(at: 64_800)) { _ in [.init(title: "r")] }] },
                time: clock.source())
            _ = try book.snooze("r", seconds: seconds)
            clock.advance(seconds: Double(seconds))
            XCTAssertEqual(try book.due().map(\.wasSnoozed), [isPutOff], "\(seconds)")
        }
    }

    func testNotificationHasAtMost500Characters() throws {
        let notifications = RecordedNotifications()
        try Notifier.memory(notifications).notify(String(repeating: "a", count: 500), "")
        try Notifier.memory(notifications).notify(String(repeating: "a", count: 501), "")
        XCTAssertEqual(notifications.lines.map(\.count), [500, 500])
    }

    /// The JSON of reminders, and the home screen, which shows at most three.
    func testReminderOutputAndHomeScreenLimit() {
        let names = ["one", "two", "three", "four"]
        let time = ManualClock("2026-11-20T19:00:00Z").source()
        let app = AppFixture("grain", over: MemoryStore(), time: time, dryRun: { try DryRunStore(over: $0) }) { store in
            [
                RemindersPlugin(
                    store, notifier: .memory(RecordedNotifications()), installer: .none, app: "grain",
                    command: ["/opt/grain"],
                    time: time,
                    sleep: { _ in }),
                ReminderFeature(
                    reminders: names.map { name in
                        Reminder(name, "of \(name)", rule: .daily(at: 32_700)) { _ in
                            [.init(title: "Now \(name)!", body: "b")]
                        }
                    }),
            ]
        }
        XCTAssertEqual(app.run(["remind", "set", "two", "--off", "--at", "00:05", "--every", "weekly"]).status, 0)
        XCTAssertEqual(app.run(["remind", "snooze", "three"]).status, 0)
        XCTAssertEqual(
            app.run(["remind", "list", "--plain"]).output,
            """
            one\tof one\tyes\t09:05\tdaily\t
            two\tof two\tno\t00:05\tweekly\t
            three\tof three\tyes\t09:05\tdaily\t2026-11-20T19:10:00.000Z
            four\tof four\tyes\t09:05\tdaily\t

            """)
        XCTAssertEqual(app.run(["remind", "quiet", "--from", "22:00"]).status, 64, "a start without an end is refused")
        XCTAssertEqual(app.run(["remind", "set", "one", "--on", "--off"]).status, 64)
        XCTAssertEqual(app.run(["remind", "set", "one"]).status, 64)
        XCTAssertEqual(
            app.run(["remind", "due", "--plain"]).output,
            "four\t2026-11-20\tNow four!\tb\none\t2026-11-20\tNow one!\tb\n", "two is off, three is silent")
        XCTAssertEqual(app.run(["remind", "snooze", "three", "--for", "1s"]).status, 0)
    }
}

/// A feature with several reminders.
private struct ReminderFeature: Plugin {
    let name = "Brought"
    let reminders: [Reminder]

    func contribute(to registry: inout Registry) { registry.add(all: reminders, to: .reminders) }
}
