import Focus
import FocusCommands
import Kernel
import Programs
import TerminalContract
import TestBench
import XCTest

/// Who is heard: the screen while there is one, else the process that goes along with the timer.
final class FollowerSoundTests: XCTestCase {
    /// A sound is made on a thread of its own, which takes as long as it takes.
    private func slept(_ bench: Bench, awaits: @escaping @Sendable (Bench) -> Bool = { _ in true }) -> @Sendable (Double) -> Void
    {
        { seconds in
            for _ in 0..<400 where !awaits(bench) { usleep(25_000) }
            bench.pass(minutes: seconds / 60)
        }
    }

    /// Goes along with the timer to the end, as the servant does.
    private func follow(_ app: AppBench) throws {
        let console = ScriptedConsole()
        XCTAssertEqual(try app.shell().run(["alarm", "follow"], on: console), 0, console.error)
    }

    func testItPlaysBesideATimerWithoutAScreen() throws {
        let bench = Bench()
        _ = try bench.sounds.use("brown-noise")
        _ = try bench.timer.start(.first, focus: 60)
        let seen = bench.heard
        // A minute of focus, five of a break, and the next round waits: it does not.
        try follow(bench.app(slept: slept(bench) { $0.second < 2 || seen.ever > 0 }))
        XCTAssertEqual(seen.ever, 1)
        XCTAssertEqual(seen.now, 0)
        XCTAssertEqual(bench.now.seconds(since: Bench.start), 390, accuracy: 5)
        XCTAssertEqual(bench.told.lines, ["Focus complete: Time for a short break.", "Break is over: Round 2 is ready."])
    }

    func testItRingsTheBells() throws {
        let bench = Bench()
        _ = try bench.sounds.setBells(true)
        _ = try bench.timer.start(.first, focus: 60)
        let seen = bench.heard
        let app = bench.app(slept: slept(bench) { seen.ever >= ($0.second > 361 ? 2 : $0.second > 61 ? 1 : 0) })
        try follow(app)
        XCTAssertEqual(seen.ever, 2)
        let skipped = Bench()
        _ = try skipped.sounds.setBells(true)
        _ = try skipped.timer.start(.first, focus: 60)
        try skipped.follow { if $0.second == 10 { $0.run("skip") } else if $0.second == 20 { $0.run("stop") } }
        XCTAssertEqual(skipped.heard.asked, 0, "what a person ends is no news to them")
    }

    /// A screen plays itself; the follower begins when it has gone, and gives way when it comes again.
    func testItGivesWayToAScreen() throws {
        let (bench, home) = (Bench(), try Home())
        _ = try bench.sounds.use("brown-noise")
        _ = try bench.timer.start(.first)
        _ = try bench.timer.notice(.watch)
        let lock = WorkLock("sound", in: home.path)
        let seen = bench.heard
        let follower = bench.follower(bench.heard.kit(among: home.path)) { seconds in
            let second = bench.second
            let isFree: Bool = if case .held = lock.take() { true } else { false }
            switch second {
            case 0..<10: XCTAssertTrue(isFree && seen.ever == 0, "\(second): the screen plays")
            case 10: _ = try? bench.timer.notice(.unwatch)
            case 13..<20:
                for _ in 0..<400 where seen.ever == 0 { usleep(25_000) }
                XCTAssertTrue(!isFree && seen.now == 1, "\(second): nobody else does")
            case 20: _ = try? bench.timer.notice(.watch)
            case 22..<30: XCTAssertTrue(isFree && seen.now == 0, "\(second): it comes again")
            case 30: _ = try? bench.timer.stop()
            default: break
            }
            bench.pass(minutes: seconds / 60)
        }
        try follow(follower)
        XCTAssertEqual(seen.ever, 1)
    }

    /// Two processes that go along with one timer are heard once.
    func testOneProcessPlays() throws {
        let (bench, home) = (Bench(), try Home())
        guard case .held(let held) = WorkLock("sound", in: home.path).take() else { return XCTFail("it is not held") }
        _ = try bench.sounds.use("brown-noise")
        _ = try bench.timer.start(.first, focus: 60)
        let desk = bench.follower(bench.heard.kit(among: home.path), slept: slept(bench))
        try follow(desk)
        XCTAssertEqual(bench.heard.asked, 0, "another one plays")
        withExtendedLifetime(held) {}
    }

    func testWhyNothingIsHeardIsToldOnce() throws {
        let bench = Bench()
        bench.heard.fail(HeardSounds.noServer)
        _ = try bench.sounds.use("brown-noise")
        _ = try bench.timer.start(.first, focus: 60)
        let seen = bench.heard
        try follow(bench.app(slept: slept(bench) { $0.second < 2 || seen.asked > 0 }))
        XCTAssertEqual(bench.told.lines.count { $0.hasPrefix("No sound: ") }, 1, "\(bench.told.lines)")
        XCTAssertEqual(seen.asked, 1)
    }
}
