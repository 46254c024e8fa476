import Focus
import FocusCommands
import Foundation
import Interface
import Kernel
import Programs
import Sound
import TerminalTesting
import TestSupport
import XCTest

/// The sound that plays with the timer, and which sounds the free plan allows.
final class SoundTests: XCTestCase {
    private func started(_ fixture: Fixture) throws -> any Dialogue {
        _ = try fixture.timer.start(.defaultPreset, focus: 60)
        var session = try fixture.app.dialogue("resume")
        _ = try session.handle(.tick)
        return session
    }

    /// Waits for the thread that makes the sound.
    private func wait(_ what: @autoclosure () -> Bool) {
        for _ in 0..<400 where !what() { usleep(25_000) }
        XCTAssertTrue(what())
    }

    private func tick(_ session: inout any Dialogue, _ fixture: Fixture, minutes: Double = 1 / 60) throws {
        fixture.pass(minutes: minutes)
        _ = try session.handle(.tick)
    }

    // MARK: - Choosing

    func testNoSoundPlaysByDefault() throws {
        let fixture = Fixture()
        var session = try started(fixture)
        try tick(&session, fixture)
        usleep(100_000)
        XCTAssertEqual(fixture.playedSounds.attemptCount, 0)
    }

    func testCatalogListsEverySoundscape() {
        XCTAssertEqual(Catalog.sounds.items.map(\.id), Soundscape.all.map(\.id))
    }

    func testProSoundIsRefusedButCanBePreviewed() throws {
        let fixture = Fixture(gates: .free)
        for words in [
            ["sound", "use", "ocean-waves"], ["sound", "play", "ocean-waves"],
            ["sound", "export", "ocean-waves", "x.wav"],
        ] {
            let run = fixture.app.run(words)
            XCTAssertNotEqual(run.status, 0, "\(words)")
            XCTAssertTrue(run.error.contains("Ocean Waves is for Pro"), run.error)
        }
        XCTAssertEqual(fixture.playedSounds.attemptCount, 0)
        XCTAssertEqual(fixture.run("sound", "use", "light-rain-ambient").status, 0)
        XCTAssertEqual(try fixture.sounds.settings().sound?.name, "Light Rain")
        let list = fixture.run("sound", "list").output
        XCTAssertEqual(list.split(separator: "\n").count { $0.contains("🔒") }, 8, list)
        // Many keyboards lack the accent.
        XCTAssertEqual(try fixture.sounds.previewSound("cafe-murmur").name, "Café Murmur")
    }

    /// A Pro sound is silent after Pro ends and returns with it.
    func testProSoundIsSilentWithoutPro() throws {
        let pro = Fixture()
        _ = try pro.sounds.use("ocean-waves")
        let free = Fixture(store: pro.store, gates: .free)
        XCTAssertNil(try free.sounds.settings().sound)
        XCTAssertEqual(try Fixture(store: pro.store).sounds.settings().sound?.id, "ocean-waves")
    }

    func testSettingsAreStoredAndUndone() throws {
        let fixture = Fixture()
        XCTAssertEqual(fixture.run("sound", "use", "fireplace", "--volume", "40", "--bells", "on").status, 0)
        let settings = try fixture.sounds.settings()
        XCTAssertEqual("\(settings.sound?.id ?? "none") \(settings.volume) \(settings.bells)", "fireplace 40 true")
        XCTAssertTrue(fixture.run("sound", "use").output.contains("fireplace"))
        XCTAssertEqual(fixture.run("sound", "use", "--off").status, 0)
        XCTAssertNil(try fixture.sounds.settings().sound)
        XCTAssertEqual(fixture.run("sound", "use", "fireplace", "--off").status, 64)
        XCTAssertEqual(fixture.run("sound", "use", "noise").status, 64)
        XCTAssertEqual(fixture.run("sound", "use", "--volume", "101").status, 64)
    }

    // MARK: - With the timer

    func testSoundFollowsThePhaseOfTheTimer() throws {
        let fixture = Fixture()
        _ = try fixture.sounds.use("brown-noise")
        var session = try started(fixture)
        wait(fixture.playedSounds.playingCount == 1)
        _ = try session.handle(.key(.space))
        XCTAssertEqual(fixture.playedSounds.playingCount, 0, "it pauses at once")
        try tick(&session, fixture)
        XCTAssertEqual(fixture.playedSounds.playedCount, 1)
        _ = try session.handle(.key(.space))
        wait(fixture.playedSounds.playingCount == 1)
        XCTAssertEqual(fixture.playedSounds.lastPlace, 4800, "it continues at its position")
        try tick(&session, fixture, minutes: 1)
        XCTAssertEqual(fixture.playedSounds.playingCount, 0, "a break is silent")
        XCTAssertEqual(fixture.playedSounds.playedCount, 2)
    }

    func testStopAndQuitEndTheSound() throws {
        for key in [Key.character("x"), .character("q")] {
            let fixture = Fixture()
            _ = try fixture.sounds.use("brown-noise")
            var session = try started(fixture)
            wait(fixture.playedSounds.playingCount == 1)
            guard case .finish = try session.handle(.key(key)) else { return XCTFail("the screen stays open") }
            XCTAssertEqual(fixture.playedSounds.playingCount, 0)
        }
    }

    /// A missing sound neither slows the timer nor is reported twice.
    func testSoundErrorIsShownOnceAndTheTimerContinues() throws {
        for isLate in [false, true] {
            let fixture = Fixture()
            _ = try fixture.sounds.use("brown-noise")
            if isLate { fixture.playedSounds.breakDown() } else { fixture.playedSounds.fail(RecordedSounds.noServer) }
            var session = try started(fixture)
            wait(fixture.playedSounds.attemptCount == 1)
            usleep(50_000)
            try tick(&session, fixture)
            XCTAssertTrue(session.text(columns: 60).contains("There is no sound here."), session.text(columns: 60))
            _ = try session.handle(.key(.space))
            _ = try session.handle(.key(.space))
            try tick(&session, fixture)
            XCTAssertFalse(session.text(columns: 60).contains("There is no sound here."), session.text(columns: 60))
            XCTAssertEqual(fixture.playedSounds.attemptCount, 1, "a failed sound is not retried every second")
            XCTAssertEqual(try fixture.timer.session()?.stage, .running)
        }
    }

    func testVolumeChangeTakesEffectAtOnce() throws {
        let fixture = Fixture()
        _ = try fixture.sounds.use("brown-noise")
        var session = try started(fixture)
        wait(fixture.playedSounds.playingCount == 1)
        _ = try fixture.sounds.setVolume(20)
        try tick(&session, fixture)
        wait(fixture.playedSounds.playedCount == 2 && fixture.playedSounds.playingCount == 1)
        _ = try fixture.sounds.setVolume(0)
        try tick(&session, fixture)
        XCTAssertEqual(fixture.playedSounds.playingCount, 0)
    }

    func testBellsRingAtPhaseEndsWhenOn() throws {
        for bells in [false, true] {
            let fixture = Fixture()
            _ = try fixture.sounds.setBells(bells)
            var session = try started(fixture)
            XCTAssertEqual(fixture.playedSounds.attemptCount, 0)
            try tick(&session, fixture, minutes: 1)
            if bells { wait(fixture.playedSounds.playedCount == 1) } else { usleep(100_000) }
            XCTAssertEqual(fixture.playedSounds.playedCount, bells ? 1 : 0)
            try tick(&session, fixture, minutes: 5)
            if bells { wait(fixture.playedSounds.playedCount == 2) }
        }
    }

    // MARK: - Files

    func testExportFormatFollowsTheFileName() throws {
        let fixture = Fixture()
        let console = ScriptedConsole()
        func export(_ words: String...) -> Int32 {
            fixture.app.run(["sound", "export", "brown-noise"] + words, on: console)
        }
        XCTAssertEqual(export("brown.wav", "--minutes", "1"), 0, console.error)
        XCTAssertEqual(console.fileContents["brown.wav"]?.count, 44 + 60 * WaveFile.bytesPerSecond)
        XCTAssertEqual(export("brown.wav", "--minutes", "1"), 73, "the file exists")
        XCTAssertEqual(export("brown.mp3"), 64)
        XCTAssertEqual(export("long.wav", "--minutes", "361"), 64)
        XCTAssertEqual(Array(console.fileContents.keys), ["brown.wav"])
    }

    func testPlayAndPreviewReportABrokenPlayer() throws {
        let fixture = Fixture(gates: .free)
        let sounds = fixture.playedSounds
        let app = fixture.app { _ in sounds.breakDown() }
        let run = app.run(["sound", "preview", "ocean-waves"])
        XCTAssertEqual(sounds.playedCount, 1)
        XCTAssertNotEqual(run.status, 0, "a broken playback is reported")
        XCTAssertTrue(run.error.contains("There is no sound here."), run.error)
    }
}
