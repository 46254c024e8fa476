import Kernel
import Reminders
import RemindersCommands
import Storage
import Terminal
import TerminalContract
import TestBench
import XCTest

/// What `remind …` takes and says, one option at a time.
final class WordsTests: XCTestCase {
    private struct Bench {
        let clock = HandClock("2026-11-20T19:00:00Z")
        let store = MemoryStore()
        let told = ToldList()
        let naps = ToldList()
        var names = ["photo"]

        var app: AppBench {
            AppBench("grain", over: store, time: clock.source(), rehearsal: { try DryRunStore(over: $0) }) { store in
                [
                    RemindersPlugin(
                        store, notifier: .memory(told), installer: .none, app: "grain", command: ["/opt/grain"],
                        time: clock.source(),
                        sleep: {
                            try? Notifier.memory(naps).tell("\($0)", "")
                            clock.advance(seconds: $0)
                        }), Features(names: names),
                ]
            }
        }

        var book: ReminderBook {
            ReminderBook(store, reminders: { Features(names: names).reminders }, time: clock.source())
        }

        @discardableResult func run(_ words: String...) -> AppBench.Run { app.run(["remind"] + words) }
    }

    private struct Features: Plugin {
        let name = "Features"
        let names: [String]

        var reminders: [Reminder] {
            names.map { name in
                Reminder(name, "the \(name)", rule: .daily(at: 18 * 3600)) { _ in [.init(title: "Time for \(name)!", body: "Go.")]
                }
            }
        }

        func contribute(to registry: inout Registry) { registry.add(all: reminders, to: .reminders) }
    }

    func testARuleIsChangedInOnePart() throws {
        for (before, words, wanted) in [
            (true, ["--off"], "off 64800 daily"), (true, ["--on"], "on 64800 daily"), (false, ["--on"], "on 64800 daily"),
            (false, ["--off"], "off 64800 daily"), (false, ["--at", "22:10"], "off 79800 daily"),
            (true, ["--at", "22:10"], "on 79800 daily"), (true, ["--every", "weekly"], "on 64800 weekly"),
            (false, ["--on", "--at", "00:00"], "on 0 daily"), (true, [], nil), (true, ["--on", "--off"], nil),
        ] as [(Bool, [String], String?)] {
            let bench = Bench()
            _ = try bench.book.change("photo") { $0.isOn = before }
            XCTAssertEqual(bench.app.run(["remind", "set", "photo"] + words).status, wanted == nil ? 64 : 0, "\(words)")
            let rule = try bench.book.row(named: "photo").rule
            let seen = "\(rule.isOn ? "on" : "off") \(rule.second) \(rule.frequency)"
            XCTAssertEqual(seen, wanted ?? "on 64800 daily", "\(before) \(words)")
        }
    }

    func testQuietTimesAreChangedInOnePart() throws {
        for (before, words, wanted) in [
            (QuietTimes(), ["--from", "22:00"], nil), (QuietTimes(), ["--until", "07:00"], nil),
            (QuietTimes(), ["--from", "22:00", "--until", "07:00"], QuietTimes(from: 79_200, until: 25_200)),
            (QuietTimes(), ["--weekend", "off"], QuietTimes(weekend: .off)),
            (QuietTimes(from: 60, until: 120), ["--from", "22:00"], QuietTimes(from: 79_200, until: 120)),
            (QuietTimes(from: 60, until: 120), ["--until", "22:00"], QuietTimes(from: 60, until: 79_200)),
            (QuietTimes(from: 60, until: 120, weekend: .late), ["--never"], QuietTimes(weekend: .late)),
            (QuietTimes(from: 60, until: 120), [], QuietTimes(from: 60, until: 120)),
        ] as [(QuietTimes, [String], QuietTimes?)] {
            let bench = Bench()
            try bench.book.setQuietTimes(before)
            let run = bench.app.run(["remind", "quiet"] + words)
            XCTAssertEqual(run.status, wanted == nil ? 64 : 0, "\(words): \(run.error)")
            XCTAssertEqual(try bench.book.quietTimes(), wanted ?? before, "\(words)")
        }
        XCTAssertEqual(Bench().run("quiet", "--plain").output, "\t\tsame\n")
        let shown = Bench().run("list").output
        XCTAssertFalse(shown.contains("Quiet from") || shown.contains("weekends"), shown)
    }

    func testHowOftenItLooksAndForHowLongItIsSilent() throws {
        for (words, naps) in [
            (["--times", "2"], ["60.0"]), (["--times", "1"], []), (["--times", "3", "--every", "5s"], ["5.0", "5.0"]),
        ] {
            let bench = Bench()
            let run = bench.app.run(["remind", "run", "--plain"] + words)
            XCTAssertEqual(bench.naps.lines, naps, "\(words)")
            XCTAssertEqual(run.output, "photo\t2026-11-20\tTime for photo!\tGo.\n")
            XCTAssertTrue(run.error.contains("Shown: 1."), run.error)
        }
        for times in ["0", "1000001"] { XCTAssertEqual(Bench().run("run", "--times", times).status, 64) }
        let bench = Bench()
        bench.run("snooze", "photo")
        XCTAssertEqual(try bench.book.row(named: "photo").snoozedUntil, Instant("2026-11-20T19:10:00Z"))
        XCTAssertTrue(bench.run("due").output.contains("Nothing is due."))
    }

    func testInstallSaysWhatItDoes() throws {
        let line = Bench().run("install", "--with", "cron", "--print").output.dropLast()
        XCTAssertTrue(Bench().run("install", "--with", "cron").output.contains("would be added to your crontab: \(line)"))
        for words in [[], ["--with", "systemd"]] {
            let said = Bench().app.run(["remind", "install"] + words).output
            XCTAssertTrue(said.contains("grain-remind.service and grain-remind.timer would be written and started."), said)
        }
        let shown = Bench().run("install", "--print").output
        XCTAssertTrue(shown.hasPrefix("# ~/.config/systemd/user/grain-remind.service\n[Unit]\n"), shown)
    }

    /// A rehearsal says what would be, and does not say that the command changes nothing anyway.
    func testInstallIsRehearsed() {
        let run = Bench().run("install", "--with", "cron", "--dry-run")
        XCTAssertTrue(run.output.contains("would be added to your crontab"), run.output)
        XCTAssertFalse((run.output + run.error).contains("changes nothing"), run.error)
    }

    /// The first screen names three, programs get all of them; what is done or still to come is not said.
    func testTheFirstScreenNamesThree() throws {
        let bench = Bench(names: ["a", "b", "c", "d"])
        let home = bench.app.run([]).output
        XCTAssertEqual(
            home.split(separator: "\n").map(String.init),
            ["Grain · Friday, 20 November 2026", "Time for a! Go.", "Time for b! Go.", "Time for c! Go.", "Next: grain help"])
        XCTAssertTrue(bench.app.run(["--json"]).output.contains("\"Time for d!\""))
        bench.clock.set("2026-11-20T17:59:59Z")
        XCTAssertFalse(bench.app.run([]).output.contains("Time for"))
    }

    func testWhichCommandsChangeSomething() throws {
        let changing = try Bench().app.commands().filter(\.changes).map { $0.name }
        XCTAssertEqual(
            Set(changing), ["remind set", "remind snooze", "remind quiet", "remind due", "remind run", "remind install", "undo"])
    }

    /// Twelve hours late is late enough, to the millisecond.
    func testStaleToTheMillisecond() throws {
        for (late, count) in [(43_200.0, 1), (43_200.001, 0)] {
            let bench = Bench()
            bench.clock.set("2026-11-20T18:00:00Z")
            bench.clock.advance(seconds: late)
            XCTAssertEqual(try bench.book.due().count, count, "\(late)")
        }
    }

    /// What joins letters into one picture stays; what only turns text around goes.
    func testWhatIsToldIsOneLineOfWholeLetters() throws {
        let told = ToldList()
        try Notifier.memory(told).tell("👨‍👩‍👧\u{202E}x\u{2028}y", "")
        XCTAssertEqual(told.lines, ["👨‍👩‍👧 x y"])
        try Notifier.bell(ringing: false) { try? Notifier.memory(told).tell($0, "") }.tell("a", "b")
        XCTAssertEqual(told.lines.last, "a: b")
    }
}
