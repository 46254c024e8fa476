import Focus
import FocusCommands
import Foundation
import Kernel
import Programs
import Sound
import SoundAdapters
import Storage
import TerminalContract
import TestBench
import XCTest

/// Twenty-four hours on a fast clock beside one process that goes along: sounds by a scripted player, alarms, hooks and a store of files. Nothing grows,
/// and everything happens once.
final class DayAlongTests: XCTestCase {
    /// Study, which goes on by itself: four rounds, three short breaks, and after the long one somebody comes.
    private static let cycle = 4 * 25 + 3 * 5 + 15

    /// What the process has: kilobytes of memory, open descriptors, and bytes of the store.
    private struct Size {
        let memory, descriptors, store: Int

        init(_ data: String) {
            let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").dropFirst()
                .first
            memory = (pages.flatMap { Int($0) } ?? 0) * 4
            descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
            let files = (try? FileManager.default.contentsOfDirectory(atPath: data)) ?? []
            store = files.reduce(0) { sum, name in
                sum + ((try? FileManager.default.attributesOfItem(atPath: "\(data)/\(name)")[.size] as? Int) ?? 0)
            }
        }
    }

    func testADayGrowsNothingAndCountsEachRoundOnce() throws {
        let (hooks, home) = (try Hooks(), try Home())
        try hooks.writeAll()
        try home.program("aplay", "echo >> \(home.path)/played; exec /bin/cat > /dev/null")
        let data = home.path("data")
        let start = Bench.start
        let clock = HandClock("2026-11-20T09:00:00Z")
        let store = try FileStore(directory: data, now: { clock.now })
        var bench = Bench(store: store)
        bench.around = .test(hooks.folder, in: hooks.home.path)
        for words in [["sound", "use", "brown-noise"], ["sound", "use", "--bells", "off"], ["rounds", "auto"]] {
            XCTAssertEqual(bench.app.run(words).status, 0)
        }
        XCTAssertEqual(bench.run("alarm", "set", "--repeat", "20s", "--at-most", "1m").status, 0)
        XCTAssertEqual(bench.run("start", "--detach").status, 0)
        let kit = SoundKit(
            loudspeaker: .machine(Programs(path: home.path), work: home.path("work")), packer: SoundPacker { _, _ in },
            turn: SoundTurn(WorkLock("sound", in: home.path)), seed: { 1 })
        let sizes = Sizes()
        let day = bench
        let app = bench.follower(kit) { seconds in
            // Half a minute is a second, and each round is heard before time goes on.
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
        try check(bench, hooks, home)
        try check(sizes.all)
        try store.close()
    }

    private func check(_ bench: Bench, _ hooks: Hooks, _ home: Home) throws {
        let whole = 24 * 60 / DayAlongTests.cycle * 4
        let rows = try bench.history.everything()
        XCTAssertEqual(rows.count { $0.record.isCompleted }, whole)
        XCTAssertEqual(rows.count, whole + 1, "and what was stopped")
        for (one, next) in zip(rows, rows.dropFirst()) { XCTAssertLessThanOrEqual(one.record.end, next.record.start) }
        let focused = rows.reduce(0) { $0 + $1.record.focused }
        XCTAssertEqual(
            try bench.history.days(from: .of("2026-11-20"), through: .of("2026-11-21")).reduce(0) { $0 + $1.focused }, focused)
        let events = Dictionary(grouping: try hooks.events().map { $0.prefix { $0 != " " } }, by: { $0 }).mapValues(\.count)
        XCTAssertEqual(events, ["start": whole + 1, "break": whole, "end": 1], "who begins a round at once is not waited for")
        // Each end of a phase is told, and three times more until somebody has seen it; a round that somebody began is no news.
        let told = Dictionary(grouping: bench.told.lines, by: { $0 }).mapValues(\.count)
        XCTAssertEqual(Set(told.keys.filter { $0.hasPrefix("Focus complete") }).count, 2, "\(told)")
        XCTAssertEqual(told.keys.filter { !$0.hasPrefix("Focus complete") && !$0.hasPrefix("Break is over") }, [], "\(told)")
        XCTAssertEqual(home.text("played").utf8.count, whole + 1, "each round is heard once")
    }

    private func check(_ sizes: [Size]) throws {
        XCTAssertEqual(sizes.count, 24)
        let (second, last) = (sizes[1], sizes[23])
        print(
            "24 hours: \(second.memory) → \(last.memory) KB, \(second.descriptors) → \(last.descriptors) descriptors, \(second.store) → \(last.store) bytes"
        )
        XCTAssertLessThan(last.memory, second.memory + 16_384)
        XCTAssertLessThanOrEqual(last.descriptors, second.descriptors + 2)
        XCTAssertLessThan(last.store, 1 << 20)
    }

    /// Sizes hour by hour, from the thread that sleeps.
    private final class Sizes: @unchecked Sendable {
        // Unchecked: one thread sleeps.
        private(set) var all: [Size] = []
        func add(_ size: Size) { all.append(size) }
    }
}
