import Focus
import FocusCommands
import Foundation
import Kernel
import Programs
import Sound
import SoundAdapters
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Simulates 24 hours with one follower process, a scripted player, alarms, hooks and a file store.
///
/// Memory, descriptors and files must not grow, and each event must happen once.
final class FollowerDayTests: XCTestCase {
    /// Minutes of one cycle of the Study preset with `--auto`: four rounds, three short breaks and
    /// the long break, after which the user returns.
    private static let cycle = 4 * 25 + 3 * 5 + 15

    /// Resources of the process: memory in kilobytes, open descriptors, and bytes of the store.
    private struct Size {
        let memory, descriptors, store: Int

        init(_ data: String) {
            let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
                .dropFirst()
                .first
            memory = (pages.flatMap { Int($0) } ?? 0) * 4
            descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
            let files = (try? FileManager.default.contentsOfDirectory(atPath: data)) ?? []
            store = files.reduce(0) { sum, name in
                sum + ((try? FileManager.default.attributesOfItem(atPath: "\(data)/\(name)")[.size] as? Int) ?? 0)
            }
        }
    }

    func testResourcesStayConstantAndRoundsCountOnceInADay() throws {
        let hooks = try Hooks()
        let home = try Home()
        try hooks.writeAll()
        try home.program("aplay", "echo >> \(home.path)/played; exec /bin/cat > /dev/null")
        let data = home.path("data")
        let start = Fixture.start
        let clock = ManualClock("2026-11-20T09:00:00Z")
        let store = try FileStore(directory: data, now: { clock.now })
        var fixture = Fixture(store: store)
        fixture.around = .test(hooks.folder, in: hooks.home.path)
        for words in [["sound", "use", "brown-noise"], ["sound", "use", "--bells", "off"], ["rounds", "auto"]] {
            XCTAssertEqual(fixture.app.run(words).status, 0)
        }
        XCTAssertEqual(fixture.run("alarm", "set", "--repeat", "20s", "--at-most", "1m").status, 0)
        XCTAssertEqual(fixture.run("start", "--detach").status, 0)
        let kit = SoundKit(
            loudspeaker: .machine(ProgramPath(path: home.path), work: home.path("work")),
            packer: SoundPacker { _, _ in },
            playbackLock: PlaybackLock(WorkLock("sound", in: home.path)), seed: { 1 })
        let sizes = Sizes()
        let day = fixture
        let app = fixture.follower(kit) { seconds in
            // Each second of sleep is half a simulated minute. The clock waits until each round's
            // sound has started.
            day.pass(minutes: seconds / 2)
            let session = try? day.timer.session()
            if let session, session.stage == .running, session.phase == .focus,
                day.now.seconds(since: session.phaseStartedAt) > 30
            {
                for _ in 0..<2000 where home.text("played").utf8.count <= session.completed { usleep(5000) }
            }
            if session?.stage == .ready { day.run("resume", "--detach") }
            let hour = Int(day.now.seconds(since: start)) / 3600
            if hour > sizes.all.count { sizes.add(Size(data)) }
            if day.now.seconds(since: start) >= 86_400, session != nil { day.run("stop") }
        }
        XCTAssertEqual(try app.shell().run(["alarm", "follow"], on: ScriptedConsole()), 0)
        try check(fixture, hooks, home)
        try check(sizes.all)
        try store.close()
    }

    private func check(_ fixture: Fixture, _ hooks: Hooks, _ home: Home) throws {
        let sessionCount = 24 * 60 / FollowerDayTests.cycle * 4
        let rows = try fixture.history.allRows()
        XCTAssertEqual(rows.count { $0.record.isCompleted }, sessionCount)
        XCTAssertEqual(rows.count, sessionCount + 1, "plus one stopped round")
        for (row, next) in zip(rows, rows.dropFirst()) { XCTAssertLessThanOrEqual(row.record.end, next.record.start) }
        let focused = rows.reduce(0) { $0 + $1.record.focused }
        XCTAssertEqual(
            try fixture.history.days(from: .of("2026-11-20"), through: .of("2026-11-21")).reduce(0) { $0 + $1.focused },
            focused)
        let events = Dictionary(grouping: try hooks.events().map { $0.prefix { $0 != " " } }, by: { $0 }).mapValues(
            \.count)
        XCTAssertEqual(
            events, ["start": sessionCount + 1, "break": sessionCount, "end": 1],
            "a round that starts at once has no ready event")
        // Each end of a phase is announced, then three times more until the user reacts. Rounds
        // that the user starts are not announced.
        let notificationCounts = Dictionary(grouping: fixture.notifications.lines, by: { $0 }).mapValues(\.count)
        XCTAssertEqual(
            Set(notificationCounts.keys.filter { $0.hasPrefix("Focus complete") }).count, 2, "\(notificationCounts)")
        XCTAssertEqual(
            notificationCounts.keys.filter { !$0.hasPrefix("Focus complete") && !$0.hasPrefix("Break is over") }, [],
            "\(notificationCounts)")
        XCTAssertEqual(home.text("played").utf8.count, sessionCount + 1, "each round plays once")
    }

    private func check(_ sizes: [Size]) throws {
        XCTAssertEqual(sizes.count, 24)
        let second = sizes[1]
        let last = sizes[23]
        print(
            "24 hours: \(second.memory) → \(last.memory) KB, \(second.descriptors) → \(last.descriptors) descriptors, \(second.store) → \(last.store) bytes"
        )
        XCTAssertLessThan(last.memory, second.memory + 16_384)
        XCTAssertLessThanOrEqual(last.descriptors, second.descriptors + 2)
        XCTAssertLessThan(last.store, 1 << 20)
    }

    /// Sizes hour by hour, added from the thread that sleeps.
    private final class Sizes: @unchecked Sendable {
        // Unchecked: only one thread adds sizes.
        private(set) var all: [Size] = []
        func add(_ size: Size) { all.append(size) }
    }
}
