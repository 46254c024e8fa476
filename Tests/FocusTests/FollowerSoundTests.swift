import Focus
import FocusCommands
import Kernel
import Programs
import TerminalTesting
import TestSupport
import XCTest

/// Which process plays the sound: the screen while one is open, else the follower.
final class FollowerSoundTests: XCTestCase {
    /// Waits for the thread that makes the sound before the clock advances.
    private func slept(_ fixture: Fixture, awaits: @escaping @Sendable (Fixture) -> Bool = { _ in true })
        -> @Sendable (Double) -> Void
    {
        { seconds in
            for _ in 0..<400 where !awaits(fixture) { usleep(25_000) }
            fixture.pass(minutes: seconds / 60)
        }
    }

    /// Runs the follower to its end, as the background process does.
    private func follow(_ app: AppFixture) throws {
        let console = ScriptedConsole()
        XCTAssertEqual(try app.shell().run(["alarm", "follow"], on: console), 0, console.error)
    }

    func testFollowerPlaysForADetachedTimer() throws {
        let fixture = Fixture()
        _ = try fixture.sounds.use("brown-noise")
        _ = try fixture.timer.start(.defaultPreset, focus: 60)
        let sounds = fixture.playedSounds
        // One minute of focus and a break of five. The follower does not wait for the next round.
        try follow(fixture.app(slept: slept(fixture) { $0.second < 2 || sounds.playedCount > 0 }))
        XCTAssertEqual(sounds.playedCount, 1)
        XCTAssertEqual(sounds.playingCount, 0)
        XCTAssertEqual(fixture.now.seconds(since: Fixture.start), 390, accuracy: 5)
        XCTAssertEqual(
            fixture.notifications.lines,
            ["Focus complete: Time for a short break.", "Break is over: Round 2 is ready."])
    }

    func testFollowerRingsBells() throws {
        let fixture = Fixture()
        _ = try fixture.sounds.setBells(true)
        _ = try fixture.timer.start(.defaultPreset, focus: 60)
        let sounds = fixture.playedSounds
        let app = fixture.app(
            slept: slept(fixture) { sounds.playedCount >= ($0.second > 361 ? 2 : $0.second > 61 ? 1 : 0) })
        try follow(app)
        XCTAssertEqual(sounds.playedCount, 2)
        let skipped = Fixture()
        _ = try skipped.sounds.setBells(true)
        _ = try skipped.timer.start(.defaultPreset, focus: 60)
        try skipped.follow { if $0.second == 10 { $0.run("skip") } else if $0.second == 20 { $0.run("stop") } }
        XCTAssertEqual(skipped.playedSounds.attemptCount, 0, "a phase that the user ends is not announced")
    }

    /// The screen plays the sound itself. The follower starts when the screen has closed and stops
    /// when it opens again.
    func testFollowerStopsWhenAScreenOpens() throws {
        let fixture = Fixture()
        let home = try Home()
        _ = try fixture.sounds.use("brown-noise")
        _ = try fixture.timer.start(.defaultPreset)
        _ = try fixture.timer.recordPresence(.watch)
        let lock = WorkLock("sound", in: home.path)
        let sounds = fixture.playedSounds
        let follower = fixture.follower(fixture.playedSounds.kit(among: home.path)) { seconds in
            let second = fixture.second
            let isFree: Bool = if case .held = lock.acquire() { true } else { false }
            switch second {
            case 0..<10: XCTAssertTrue(isFree && sounds.playedCount == 0, "\(second): the screen plays")
            case 10: _ = try? fixture.timer.recordPresence(.unwatch)
            case 13..<20:
                for _ in 0..<400 where sounds.playedCount == 0 { usleep(25_000) }
                XCTAssertTrue(!isFree && sounds.playingCount == 1, "\(second): only the follower plays")
            case 20: _ = try? fixture.timer.recordPresence(.watch)
            case 22..<30: XCTAssertTrue(isFree && sounds.playingCount == 0, "\(second): the screen opens again")
            case 30: _ = try? fixture.timer.stop()
            default: break
            }
            fixture.pass(minutes: seconds / 60)
        }
        try follow(follower)
        XCTAssertEqual(sounds.playedCount, 1)
    }

    /// Of two followers of one timer only one plays.
    func testOnlyOneProcessPlays() throws {
        let fixture = Fixture()
        let home = try Home()
        guard case .held(let lock) = WorkLock("sound", in: home.path).acquire() else {
            return XCTFail("the lock is not held")
        }
        _ = try fixture.sounds.use("brown-noise")
        _ = try fixture.timer.start(.defaultPreset, focus: 60)
        let follower = fixture.follower(fixture.playedSounds.kit(among: home.path), slept: slept(fixture))
        try follow(follower)
        XCTAssertEqual(fixture.playedSounds.attemptCount, 0, "another process plays")
        withExtendedLifetime(lock) {}
    }

    func testSoundFailureIsReportedOnce() throws {
        let fixture = Fixture()
        fixture.playedSounds.fail(RecordedSounds.noServer)
        _ = try fixture.sounds.use("brown-noise")
        _ = try fixture.timer.start(.defaultPreset, focus: 60)
        let sounds = fixture.playedSounds
        try follow(fixture.app(slept: slept(fixture) { $0.second < 2 || sounds.attemptCount > 0 }))
        XCTAssertEqual(
            fixture.notifications.lines.count { $0.hasPrefix("No sound: ") }, 1, "\(fixture.notifications.lines)")
        XCTAssertEqual(sounds.attemptCount, 1)
    }
}
