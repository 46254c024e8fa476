import Accounts
import AccountsCommands
import Kernel
import Programs
import Sync
import Terminal
import TerminalTesting
import TestSupport
import XCTest

/// Sync commands, home screen, `status`, `doctor` and the background job.
final class SyncCommandTests: XCTestCase {
    func testSyncNowReportsCounts() throws {
        let pair = try Pair()
        XCTAssertTrue(pair.one.run("sync", "now").output.hasPrefix("Nothing new: everything is in step."))
        try pair.other.write("o", "Theirs")
        try pair.other.accounts.round()
        try pair.one.write("n", "Mine")
        let json = try JSONValue(Data(pair.one.run("sync", "now", "--json").output.utf8))
        XCTAssertEqual(json["sent"], .integer(1))
        XCTAssertEqual(json["received"], .integer(1))
        XCTAssertEqual(json["waiting"], .integer(0))
        XCTAssertEqual(json["troubles"], .array([]))
    }

    func testUnreachablePlaceLosesNothing() throws {
        let pair = try Pair()
        try pair.one.write("n", "Mine")
        pair.place.isAway = true
        let run = pair.one.run("sync", "now")
        XCTAssertEqual(run.status, 75)
        XCTAssertTrue(run.error.contains("Nothing is lost."), run.error)
        let output = pair.one.run("sync", "status").output
        XCTAssertTrue(output.contains("since today at 12:"), output)
        XCTAssertTrue(output.contains("1 change"), output)
        XCTAssertEqual(pair.one.run("sync", "status", "--check").status, 75)
        XCTAssertTrue(pair.one.run().output.contains("Offline since today at 12:"), pair.one.run().output)
        pair.place.isAway = false
        XCTAssertEqual(pair.one.run("sync", "now").status, 0)
        XCTAssertFalse(pair.one.run("sync", "status").output.contains("Offline"))
        XCTAssertTrue(pair.one.run("sync", "status", "--check").output.contains("2 in the place"))
        // The log contains the events that happened, newest first.
        for _ in 0..<3 { pair.one.run("sync", "now") }
        let log = try JSONValue(Data(pair.one.run("sync", "log", "--json").output.utf8))
        guard case .array(let rounds) = log else { return XCTFail("\(log)") }
        XCTAssertEqual(rounds.first?["sent"], .integer(1))
        XCTAssertEqual(rounds.dropFirst().first?["trouble"], .string("The folder /place cannot be used just now."))
        XCTAssertEqual(rounds.filter { $0["trouble"] != .null }.count, 1)
        XCTAssertEqual(pair.one.run("sync", "log", "--limit", "1", "--plain").output.split(separator: "\n").count, 1)
    }

    /// Users with an account are warned that newer data in the account returns after a restore.
    func testRestoreWarnsThatSyncReturnsNewerData() throws {
        let pair = try Pair()
        let guest = Device("g", at: Place(), clock: pair.clock)
        for (device, word, isTold) in [
            (pair.one, "restore", true), (pair.one, "backup", false), (guest, "restore", false),
        ] {
            let word = try XCTUnwrap(device.app().registry().all(.postCommandHints).first { $0.name == "sync" }).blocks(
                word)
            XCTAssertEqual("\(word)".contains("comes back when this device syncs"), isTold)
        }
    }

    /// Status contacts no place.
    func testStatusDoesNotContactPlace() throws {
        let pair = try Pair()
        let calls = pair.place.calls
        pair.one.run("sync", "status")
        pair.one.run()
        XCTAssertEqual(pair.place.calls, calls)
    }

    func testStatusShowsDisabledScopes() throws {
        let pair = try Pair()
        try pair.one.accounts.setScope("diary", on: false)
        XCTAssertTrue(pair.one.run("sync", "status").output.contains(Scope.diary.title))
        XCTAssertTrue(pair.one.run("sync", "status", "--json").output.contains("diary"))
    }

    func testHomeScreenShowsSyncOnlyWithAccount() throws {
        let pair = try Pair()
        XCTAssertTrue(pair.one.run().output.contains("Last sync today at 12:"), pair.one.run().output)
        try pair.one.write("n", "Mine")
        XCTAssertTrue(pair.one.run().output.contains(" · 1 change waiting"))
        let guest = Device("g", at: Place(), clock: pair.clock)
        XCTAssertFalse(guest.run().output.lowercased().contains("sync"), guest.run().output)
        let item = try XCTUnwrap(pair.one.app().registry().all(.statusItems).first { $0.name == "sync" }?.content())
        XCTAssertEqual(item.short, "synced 1↑")
        XCTAssertNil(try guest.app().registry().all(.statusItems).first { $0.name == "sync" }?.content())
    }

    /// A hint appears once, after the next command. `sync recovered` also counts as seen.
    func testSupersededVersionIsAnnouncedOnce() throws {
        let pair = try Pair()
        try pair.clash()
        for device in [pair.one, pair.other] {
            let postCommandHint = try XCTUnwrap(
                device.app().registry().all(.postCommandHints).first { $0.name == "sync" })
            let count = try device.accounts.supersededVersions().count
            let output = Screen(width: 80, palette: .plain, unicode: true).draw(postCommandHint.blocks("list"))
            XCTAssertEqual(
                output.isEmpty ? "" : output.split(separator: "\n").joined(),
                count == 0 ? "" : "1 thing gave way to another device's version: `sync recovered`")
            XCTAssertEqual(postCommandHint.blocks("list").count, 0)
        }
    }

    func testDoctorReportsSyncProblems() throws {
        let pair = try Pair()
        let checkup = { (device: Device) in
            try XCTUnwrap(device.app().registry().all(.doctorChecks).first { $0.name == "sync" }).examine().map(
                \.message)
        }
        XCTAssertEqual(try checkup(pair.one), [])
        XCTAssertEqual(try checkup(Device("g", at: Place(), clock: pair.clock)), [])
        pair.place.isAway = true
        _ = try? pair.one.accounts.round()
        XCTAssertEqual(try checkup(pair.one), [])
        pair.clock.advance(days: 8)
        try pair.one.write("n", "Mine")
        let away = try checkup(pair.one)
        XCTAssertEqual(away.count, 1)
        XCTAssertTrue(away[0].hasPrefix("Sync: the place has been away since 2026-11-20 12:"), away[0])
        XCTAssertTrue(away[0].contains("1 change waiting"), away[0])
        pair.place.isAway = false
        // This device knows that the other was silent for more than a month.
        for _ in 0..<32 {
            pair.clock.advance(days: 1)
            try pair.one.accounts.round()
        }
        let silent = try checkup(pair.one)
        XCTAssertEqual(silent.count, 1)
        XCTAssertTrue(silent[0].hasPrefix("Sync: nothing was heard of Phone for "), silent[0])
        XCTAssertTrue(pair.one.run("sync", "status").output.contains("Phone: not heard of for"))
        try pair.other.accounts.delete()
        _ = try? pair.one.accounts.round()
        XCTAssertTrue(try checkup(pair.one).contains { $0.contains("the account was deleted") })
    }

    /// A version from a clock two years ahead waits, is reported, and is attributed to its device.
    func testQuarantinedChangesAreReported() throws {
        let pair = try Pair()
        pair.clock.advance(days: 700)
        try pair.other.write("o", "From the future")
        try pair.other.accounts.round()
        pair.clock.advance(days: -700)
        XCTAssertTrue(
            pair.one.run("sync", "now").output.contains("1 change from a clock more than a day ahead of this one"))
        XCTAssertTrue(pair.one.run("sync", "status").output.contains("1 change from a clock more than a day ahead"))
        let messages = try XCTUnwrap(pair.one.app().registry().all(.doctorChecks).first { $0.name == "sync" }).examine()
            .map(\.message)
        XCTAssertTrue(
            messages.contains { $0.contains("1 change of Phone from a clock more than a day ahead") }, "\(messages)")
    }

    func testInstallShowsPlannedFiles() throws {
        let pair = try Pair()
        XCTAssertEqual(
            pair.one.run("sync", "install", "--with", "cron", "--print").output,
            "*/5 * * * * '/opt/grain' 'sync' 'now' '--quiet' # grain-sync\n")
        let unit = pair.one.run("sync", "install", "--print").output
        XCTAssertTrue(unit.hasPrefix("# ~/.config/systemd/user/grain-sync.service\n"), unit)
        XCTAssertTrue(unit.contains("ExecStart=\"/opt/grain\" \"sync\" \"run\"\nRestart=on-failure\n"), unit)
        XCTAssertTrue(
            pair.one.run("sync", "install").output.contains("grain-sync.service would be written and started."))
        let guest = Device("g", at: Place(), clock: pair.clock)
        XCTAssertEqual(guest.run("sync", "install").status, 1)
    }

    /// Each example runs with two synced devices and a superseded version.
    func testEachCommandExampleRuns() throws {
        let commands = try Pair().one.app().registry().all(.commands).filter { $0.path.first == "sync" }
        XCTAssertEqual(
            commands.map(\.name).sorted(),
            ["install", "log", "now", "pause", "recovered", "run", "status"].map { "sync \($0)" })
        for example in commands.flatMap(\.examples) {
            let pair = try Pair()
            try pair.clash()
            let device = try XCTUnwrap([pair.one, pair.other].first { try !$0.accounts.supersededVersions().isEmpty })
            let run = device.app().run(example.line.split(separator: " ").map(String.init))
            XCTAssertEqual(run.status, 0, "\(example.line): \(run.error)")
            XCTAssertFalse(run.output.isEmpty, example.line)
        }
    }

    // MARK: - In the background

    /// The background job starts only with pending changes or after an interval without sync.
    func testBackgroundJobStartsOnlyWhenNeeded() throws {
        let cases: [(String, Bool, (Pair) throws -> Void)] = [
            ("nothing waits", false, { _ in }), ("something waits", true, { try $0.one.write("n", "Mine") }),
            ("six minutes later", true, { $0.clock.advance(minutes: 6) }),
            (
                "paused", false,
                {
                    try $0.one.write("n", "Mine"); try $0.one.accounts.pause(true)
                }
            ),
            (
                "not paid", false,
                {
                    try $0.one.write("n", "Mine"); $0.one.isOpen.withLock { $0 = false }
                }
            ),
            ("signed out", false, { try $0.one.keep.forget() }),
            (
                "away a moment ago", false,
                {
                    try $0.one.write("n", "Mine")
                    $0.place.isAway = true
                    _ = try? $0.one.accounts.round()
                }
            ),
            (
                "away two minutes ago", true,
                {
                    try $0.one.write("n", "Mine")
                    $0.place.isAway = true
                    _ = try? $0.one.accounts.round()
                    $0.clock.advance(minutes: 2)
                }
            ),
        ]
        for (name, isWorthIt, prepare) in cases {
            let pair = try Pair()
            let home = try Home()
            try home.program("grain", "echo \"$*\" > \(home.path).new; mv \(home.path).new \(home.path("came"))")
            let backgroundJob = BackgroundJob(
                "sync", home.path("grain"), of: "grain", ["sync", "now", "--quiet"], in: home.path, atMost: 5,
                variables: ["PATH": "/usr/bin:/bin"])
            try prepare(pair)
            let postCommandTask = try XCTUnwrap(
                pair.one.app(pair.one.machine(backgroundJob, in: home.path)).registry().all(.postCommandTasks).first {
                    $0.name == "sync"
                })
            for word in ["help", "__complete", "sync"] { postCommandTask.run(word) }
            let calls = pair.place.calls
            postCommandTask.run("add")
            XCTAssertEqual(pair.place.calls, calls, "\(name): only the worker contacts the place")
            for _ in 0..<(isWorthIt ? 400 : 8) where home.text("came").isEmpty { usleep(25_000) }
            XCTAssertEqual(home.text("came"), isWorthIt ? "sync now --quiet\n" : "", name)
        }
    }

    /// A background job exits while another process syncs.
    func testTwoRoundsNeverRunConcurrently() throws {
        let pair = try Pair()
        let home = try Home()
        guard case .held(let lock) = WorkLock("sync", in: home.path).acquire() else {
            return XCTFail("the lock was taken")
        }
        let backgroundJob = BackgroundJob(
            "sync", home.path("grain"), of: "grain", [], in: home.path, atMost: 5,
            variables: ["COMMONPLACE_WORKER": "sync"])
        let calls = pair.place.calls
        withExtendedLifetime(lock) {
            let run = pair.one.app(pair.one.machine(backgroundJob, in: home.path)).run(["sync", "now", "--quiet"])
            XCTAssertEqual(run.status, 0)
            XCTAssertEqual(run.output, "")
        }
        XCTAssertEqual(pair.place.calls, calls)
    }
}
