import Focus
import FocusCommands
import Foundation
import Interface
import Kernel
import Programs
import Reminders
import TerminalTesting
import TestSupport
import XCTest

/// The user's own programs that run at timer events.
final class HookTests: XCTestCase {
    // MARK: - Hooks

    func testHooksReceiveEveryEventOnce() throws {
        let hooks = try Hooks()
        try hooks.writeAll()
        let fixture = hooks.fixture()
        fixture.run("task", "add", "Write \"it\" \\ 'down' $(x) #work +thesis")
        fixture.run("start", "--detach", "--task", "1")
        try fixture.follow { fixture in
            switch fixture.second {
            case 60: fixture.run("pause")
            case 70: fixture.run("resume", "--detach")
            case 100: fixture.run("extend")
            case 25 * 60 + 310 + 301: fixture.run("resume", "--detach")
            case 25 * 60 + 310 + 320: fixture.run("stop")
            default: break
            }
        }
        XCTAssertEqual(
            try hooks.events(), ["start 1", "pause 1", "resume 1", "break 1", "ready 2", "start 2", "end 2"])
        let last = try JSONValue(Data(try XCTUnwrap(hooks.lines.last).utf8))
        XCTAssertEqual(last["focused"], .integer(30 * 60 + 19))
        XCTAssertEqual(last["title"], .string("Write \"it\" \\ 'down' $(x)"))
        XCTAssertEqual(last["project"], .string("thesis"))
        XCTAssertEqual(last["version"], .integer(1))
        try fixture.follow()
        XCTAssertEqual(hooks.lines.count, 7, "each event runs once")
    }

    func testFailingHookIsReportedOnce() throws {
        let hooks = try Hooks()
        try hooks.write("on-pause-1-fails", "#!/bin/sh\necho 'no lamp' >&2\nexit 1\n")
        try hooks.write("on-pause-2-hangs", "#!/bin/sh\nsleep 600\n")
        try hooks.write("on-pause-3-floods", "#!/bin/sh\nexec head -c 10000000 /dev/zero\n")
        try hooks.write("on-pause-4-lost", "#!/nowhere/python\n")
        try hooks.write("on-pause-5-bare", "nothing\n")
        try hooks.write("on-pause-6-works", "#!/bin/sh\necho \"$COMMONPLACE_WORKER.\" >> \"${0%/*}/../log\"\n")
        let fixture = hooks.fixture()
        fixture.run("start", "--detach")
        fixture.run("pause")
        try fixture.follow()
        fixture.run("resume", "--detach")
        let start = Date()
        try fixture.follow { $0.run("pause") }
        XCTAssertLessThan(Date().timeIntervalSince(start), 8, "a hook may take five seconds")
        XCTAssertEqual(hooks.lines, [".", "."], "later hooks run")
        XCTAssertEqual(
            fixture.notifications.lines,
            [
                "A hook failed: “on-pause-1-fails” failed with status 1. no lamp",
                "A hook failed: “on-pause-2-hangs” took longer than 5 seconds and was stopped.",
                "A hook failed: “on-pause-3-floods” wrote more than 64 KB and was stopped.",
                "A hook failed: “\(hooks.folder)/on-pause-4-lost” cannot be run: the program in its “#!” line is missing.",
                "A hook failed: “\(hooks.folder)/on-pause-5-bare” cannot be run: it has no “#!” line, or was made for another machine.",
            ])
        XCTAssertEqual(try fixture.timer.session()?.stage, .paused)
        XCTAssertTrue(fixture.run("hook", "list").output.contains("no lamp"))
        try hooks.write("on-pause-1-fails", "#!/bin/sh\n")
        XCTAssertEqual(fixture.run("hook", "test", "pause").status, 1)
        XCTAssertTrue(fixture.run("hook", "test", "start").output.contains("There is no hook"))
    }

    func testWritableAndInvalidHooksDoNotRun() throws {
        let hooks = try Hooks()
        let text = "#!/bin/sh\necho ran >> \"${0%/*}/../log\"\n"
        try hooks.write("on-start", text, mode: 0o757)
        try hooks.write("on-start-group", text, mode: 0o775)
        try hooks.write("on-start-plain", text, mode: 0o644)
        try hooks.write("begin", text)
        try hooks.write("on-starting", text)
        try FileManager.default.createDirectory(atPath: hooks.folder + "/on-start.d", withIntermediateDirectories: true)
        let open = hooks.home.path + "/open"
        try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: hooks.folder + "/begin", toPath: open + "/script")
        try FileManager.default.createSymbolicLink(
            atPath: hooks.folder + "/on-start-link", withDestinationPath: open + "/script")
        try FileManager.default.createSymbolicLink(
            atPath: hooks.folder + "/on-start-lost", withDestinationPath: "/nowhere/x")
        let fixture = hooks.fixture()
        func list() -> [String] {
            fixture.run("hook", "list", "--plain").output.split(separator: "\n").map {
                String($0).replacing("\t", with: "|")
            }
        }
        XCTAssertEqual(
            list(),
            [
                "begin||no|its name begins with no event, such as on-start",
                "on-start|start|no|it can be changed by others: chmod go-w",
                "on-start-group|start|no|it can be changed by others: chmod go-w", "on-start-link|start|yes|",
                "on-start-lost|start|no|it is a link to nothing",
                "on-start-plain|start|no|it is not executable: chmod +x",
                "on-start.d|start|no|it is no file", "on-starting||no|its name begins with no event, such as on-start",
            ])
        fixture.run("hook", "test", "start")
        XCTAssertEqual(hooks.log, "ran\n", "a link to a file that only the owner can change runs")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open)
        XCTAssertTrue(list()[3].contains("|no|the folder can be changed by others: chmod go-w: \(open)"), list()[3])
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: hooks.folder)
        XCTAssertTrue(
            list()[3].contains("|no|the folder can be changed by others: chmod go-w: \(hooks.folder)"), list()[3])
    }

    func testHookListWithoutHooks() throws {
        XCTAssertTrue(Fixture().run("hook", "list").output.contains("There are no hooks in /nowhere."))
    }

    /// A second follower of the same timer exits at once.
    func testSecondFollowerExits() throws {
        let hooks = try Hooks()
        let fixture = hooks.fixture()
        fixture.run("start", "--detach")
        let lock = WorkLock("alarm", in: hooks.home.path)
        let holder = lock.acquire()
        try fixture.follow { _ in XCTFail("a second follower ran") }
        withExtendedLifetime(holder) {}
    }

    // MARK: - A day

    /// 24 simulated hours of rounds and breaks in steps of a minute.
    func testHookEventsOfASimulatedDay() throws {
        let hooks = try Hooks()
        try hooks.writeAll()
        let fixture = hooks.fixture()
        fixture.run("start", "--detach")
        try fixture.follow(step: 60) { fixture in
            // Resumes a minute after each break until the day is over.
            guard let session = try? fixture.timer.session() else { return }
            if fixture.second >= 86_400 {
                fixture.run("stop")
            } else if session.stage == .ready, fixture.now > session.phaseStartedAt {
                fixture.run("resume", "--detach")
            }
        }
        let counted = Dictionary(grouping: try hooks.events().map { String($0.prefix { $0 != " " }) }) { $0 }.mapValues(
            \.count)
        // A cycle is four rounds of 25 minutes, three breaks of 5, one of 15, and a minute before
        // each resume.
        let cycle = 4 * 1500 + 3 * 300 + 900 + 4 * 60
        let (cycles, rest) = 86_400.quotientAndRemainder(dividingBy: cycle)
        let rounds = 4 * cycles + min(3, rest / 1860) + 1
        XCTAssertEqual(counted["start"], rounds, "\(counted)")
        XCTAssertEqual(counted["end"], 1)
        XCTAssertEqual(
            fixture.notifications.lines.count { $0.hasPrefix("Focus complete") }, counted["break"],
            "\(fixture.notifications.lines.prefix(6))")
        XCTAssertEqual(
            fixture.notifications.lines.count { $0.hasPrefix("Break is over") },
            (counted["break"] ?? 0) - (counted["break"] == rounds ? 1 : 0))
        XCTAssertEqual(
            try fixture.history.total(from: Day.of("2026-11-20"), through: Day.of("2026-11-21")).completed,
            counted["break"])
    }
}
