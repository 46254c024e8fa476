import Interface
import Kernel
import Reminders
import RemindersCommands
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Each option of the `remind` commands and its output.
final class OptionTests: XCTestCase {
    private struct Fixture {
        let clock = ManualClock("2026-11-20T19:00:00Z")
        let store = MemoryStore()
        let recorded = RecordedNotifications()
        let naps = RecordedNotifications()
        var names = ["photo"]

        var app: AppFixture {
            AppFixture("grain", over: store, time: clock.source(), dryRun: { try DryRunStore(over: $0) }) { store in
                [
                    RemindersPlugin(
                        store, notifier: .memory(recorded), installer: .none, app: "grain", command: ["/opt/grain"],
                        time: clock.source(),
                        sleep: {
                            try? Notifier.memory(naps).notify("\($0)", "")
                            clock.advance(seconds: $0)
                        }), ReminderPlugin(names: names),
                ]
            }
        }

        var book: ReminderScheduler {
            ReminderScheduler(store, reminders: { ReminderPlugin(names: names).reminders }, time: clock.source())
        }

        @discardableResult func run(_ words: String...) -> AppFixture.Run { app.run(["remind"] + words) }
    }

    /// A plugin with a daily reminder for each name.
    private struct ReminderPlugin: Plugin {
        let name = "Features"
        let names: [String]

        var reminders: [Reminder] {
            names.map { name in
                Reminder(name, "the \(name)", rule: .daily(at: 18 * 3600)) { _ in
                    [.init(title: "Time for \(name)!", body: "Go.")]
                }
            }
        }

        func contribute(to registry: inout Registry) { registry.add(all: reminders, to: .reminders) }
    }

    func testSetChangesOnlyTheGivenOptions() throws {
        for (before, words, expected) in [
            (true, ["--off"], "off 64800 daily"), (true, ["--on"], "on 64800 daily"),
            (false, ["--on"], "on 64800 daily"),
            (false, ["--off"], "off 64800 daily"), (false, ["--at", "22:10"], "off 79800 daily"),
            (true, ["--at", "22:10"], "on 79800 daily"), (true, ["--every", "weekly"], "on 64800 weekly"),
            (false, ["--on", "--at", "00:00"], "on 0 daily"), (true, [], nil), (true, ["--on", "--off"], nil),
        ] as [(Bool, [String], String?)] {
            let fixture = Fixture()
            _ = try fixture.book.change("photo") { $0.isOn = before }
            XCTAssertEqual(
                fixture.app.run(["remind", "set", "photo"] + words).status, expected == nil ? 64 : 0, "\(words)")
            let rule = try fixture.book.row(named: "photo").rule
            let actual = "\(rule.isOn ? "on" : "off") \(rule.second) \(rule.frequency)"
            XCTAssertEqual(actual, expected ?? "on 64800 daily", "\(before) \(words)")
        }
    }

    func testQuietChangesOnlyTheGivenOptions() throws {
        for (before, words, expected) in [
            (QuietTimes(), ["--from", "22:00"], nil), (QuietTimes(), ["--until", "07:00"], nil),
            (QuietTimes(), ["--from", "22:00", "--until", "07:00"], QuietTimes(from: 79_200, until: 25_200)),
            (QuietTimes(), ["--weekend", "off"], QuietTimes(weekend: .off)),
            (QuietTimes(from: 60, until: 120), ["--from", "22:00"], QuietTimes(from: 79_200, until: 120)),
            (QuietTimes(from: 60, until: 120), ["--until", "22:00"], QuietTimes(from: 60, until: 79_200)),
            (QuietTimes(from: 60, until: 120, weekend: .late), ["--never"], QuietTimes(weekend: .late)),
            (QuietTimes(from: 60, until: 120), [], QuietTimes(from: 60, until: 120)),
        ] as [(QuietTimes, [String], QuietTimes?)] {
            let fixture = Fixture()
            try fixture.book.setQuietTimes(before)
            let run = fixture.app.run(["remind", "quiet"] + words)
            XCTAssertEqual(run.status, expected == nil ? 64 : 0, "\(words): \(run.error)")
            XCTAssertEqual(try fixture.book.quietTimes(), expected ?? before, "\(words)")
        }
        XCTAssertEqual(Fixture().run("quiet", "--plain").output, "\t\tsame\n")
        let output = Fixture().run("list").output
        XCTAssertFalse(output.contains("Quiet from") || output.contains("weekends"), output)
    }

    func testRunIntervalAndSnoozeLength() throws {
        for (words, naps) in [
            (["--times", "2"], ["60.0"]), (["--times", "1"], []), (["--times", "3", "--every", "5s"], ["5.0", "5.0"]),
        ] {
            let fixture = Fixture()
            let run = fixture.app.run(["remind", "run", "--plain"] + words)
            XCTAssertEqual(fixture.naps.lines, naps, "\(words)")
            XCTAssertEqual(run.output, "photo\t2026-11-20\tTime for photo!\tGo.\n")
            XCTAssertTrue(run.error.contains("Shown: 1."), run.error)
        }
        for times in ["0", "1000001"] { XCTAssertEqual(Fixture().run("run", "--times", times).status, 64) }
        let fixture = Fixture()
        fixture.run("snooze", "photo")
        XCTAssertEqual(try fixture.book.row(named: "photo").snoozedUntil, Instant("2026-11-20T19:10:00Z"))
        XCTAssertTrue(fixture.run("due").output.contains("Nothing is due."))
    }

    func testInstallDescribesItsChanges() throws {
        let line = Fixture().run("install", "--with", "cron", "--print").output.dropLast()
        XCTAssertTrue(
            Fixture().run("install", "--with", "cron").output.contains("would be added to your crontab: \(line)"))
        for words in [[], ["--with", "systemd"]] {
            let output = Fixture().app.run(["remind", "install"] + words).output
            XCTAssertTrue(
                output.contains("grain-remind.service and grain-remind.timer would be written and started."), output)
        }
        let output = Fixture().run("install", "--print").output
        XCTAssertTrue(output.hasPrefix("# ~/.config/systemd/user/grain-remind.service\n[Unit]\n"), output)
    }

    /// A dry run prints the planned change, without the note that the command changes nothing.
    func testInstallDryRun() {
        let run = Fixture().run("install", "--with", "cron", "--dry-run")
        XCTAssertTrue(run.output.contains("would be added to your crontab"), run.output)
        XCTAssertFalse((run.output + run.error).contains("changes nothing"), run.error)
    }

    /// The home screen shows three due reminders, and JSON all of them. Done and future ones are
    /// not shown.
    func testHomeScreenShowsThreeReminders() throws {
        let fixture = Fixture(names: ["a", "b", "c", "d"])
        let home = fixture.app.run([]).output
        XCTAssertEqual(
            home.split(separator: "\n").map(String.init),
            [
                "Grain · Friday, 20 November 2026", "Time for a! Go.", "Time for b! Go.", "Time for c! Go.",
                "Next: grain help",
            ])
        XCTAssertTrue(fixture.app.run(["--json"]).output.contains("\"Time for d!\""))
        fixture.clock.set("2026-11-20T17:59:59Z")
        XCTAssertFalse(fixture.app.run([]).output.contains("Time for"))
    }

    func testCommandsThatChangeData() throws {
        let changing = try Fixture().app.commands().filter(\.changesData).map { $0.name }
        XCTAssertEqual(
            Set(changing),
            ["remind set", "remind snooze", "remind quiet", "remind due", "remind run", "remind install", "undo"])
    }

    /// A reminder is stale after twelve hours, to the millisecond.
    func testReminderIsStaleAfterTwelveHours() throws {
        for (late, count) in [(43_200.0, 1), (43_200.001, 0)] {
            let fixture = Fixture()
            fixture.clock.set("2026-11-20T18:00:00Z")
            fixture.clock.advance(seconds: late)
            XCTAssertEqual(try fixture.book.due().count, count, "\(late)")
        }
    }

    /// Joiners inside emoji stay. Characters that only change the text direction are removed.
    func testNotificationIsOneLineOfWholeCharacters() throws {
        let notifications = RecordedNotifications()
        try Notifier.memory(notifications).notify("👨‍👩‍👧\u{202E}x\u{2028}y", "")
        XCTAssertEqual(notifications.lines, ["👨‍👩‍👧 x y"])
        try Notifier.bell(ringing: false) { try? Notifier.memory(notifications).notify($0, "") }.notify("a", "b")
        XCTAssertEqual(notifications.lines.last, "a: b")
    }
}
