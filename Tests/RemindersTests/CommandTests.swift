import Foundation
import Interface
import Kernel
import Reminders
import RemindersCommands
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// The `remind` commands as a user and cron call them.
final class CommandTests: XCTestCase {
    private static func app(
        _ store: any Store = MemoryStore(), _ recorded: RecordedNotifications = RecordedNotifications(),
        slept: @escaping @Sendable (Double) -> Void = { _ in }
    ) -> AppFixture {
        let time = ManualClock("2026-11-20T19:00:00Z").source()
        let photo = Reminder.onceADay("photo", "the daily photo", at: 18 * 3600, saying: "Time for your daily photo!") {
            _ in
            false
        }
        return AppFixture("grain", over: store, time: time, dryRun: { try DryRunStore(over: $0) }) { store in
            [
                RemindersPlugin(
                    store, notifier: .memory(recorded), installer: .none, app: "grain", command: ["/opt/grain"],
                    time: time,
                    sleep: slept), ReminderFeature(reminder: photo),
            ]
        }
    }

    func testAllCommandsFollowTheCommandRules() throws {
        let rules = CommandRules(app: "grain", commands: try Self.app().commands()) { Self.app().subject }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    func testDueReminderIsShownOnce() throws {
        let store = MemoryStore()
        let notifications = RecordedNotifications()
        let first = ScriptedConsole()
        XCTAssertEqual(Self.app(store, notifications).run(["remind", "due"], on: first), 0)
        XCTAssertTrue(first.output.contains("Time for your daily photo!"), first.output)
        let second = ScriptedConsole()
        XCTAssertEqual(Self.app(store, notifications).run(["remind", "due", "--json"], on: second), 0)
        XCTAssertEqual(second.output, "[]\n")
        XCTAssertEqual(notifications.lines, ["Time for your daily photo!"])
    }

    func testRunChecksRepeatedly() throws {
        let notifications = RecordedNotifications()
        let naps = RecordedNotifications()
        let console = ScriptedConsole()
        let app = Self.app(MemoryStore(), notifications) { try? Notifier.memory(naps).notify("\($0)", "") }
        XCTAssertEqual(app.run(["remind", "run", "--times", "3", "--every", "30s"], on: console), 0)
        XCTAssertEqual(naps.lines, ["30.0", "30.0"])
        XCTAssertEqual(notifications.lines.count, 1)
    }

    func testHomeScreenShowsDueReminders() throws {
        let console = ScriptedConsole()
        XCTAssertEqual(Self.app().run([], on: console), 0)
        XCTAssertTrue(console.output.contains("Time for your daily photo!"), console.output)
    }

    func testQuietTimesAreListedAndRepeatChangesNothing() throws {
        for (weekend, expected) in [
            ("same", nil), ("late", "Not before 10:00 at weekends."), ("off", "No reminders at weekends."),
        ] as [(String, String?)] {
            let app = Self.app()
            let words = ["remind", "quiet", "--from", "23:00", "--until", "07:00", "--weekend", weekend]
            XCTAssertTrue(app.run(words).output.contains("Changed the quiet times."), weekend)
            XCTAssertFalse(app.run(words).output.contains("Changed"), "nothing changes")
            let list = app.run(["remind", "list"]).output
            XCTAssertTrue(list.contains("Quiet from 23:00 to 07:00."), list)
            for line in ["Not before 10:00 at weekends.", "No reminders at weekends."] {
                XCTAssertEqual(list.contains(line), line == expected, list)
            }
        }
    }

    func testInstallPrintsTheCrontabLine() throws {
        let console = ScriptedConsole()
        XCTAssertEqual(Self.app().run(["remind", "install", "--with", "cron", "--print"], on: console), 0)
        XCTAssertEqual(
            console.output,
            "*/5 * * * * DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$(id -u)/bus '/opt/grain' 'remind' 'due' # grain-remind\n"
        )
    }
}

/// A feature with one reminder.
private struct ReminderFeature: Plugin {
    let name = "Reminding"
    let reminder: Reminder

    func contribute(to registry: inout Registry) { registry.add(reminder, to: .reminders) }
}
