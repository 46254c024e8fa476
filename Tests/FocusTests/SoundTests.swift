import Focus
import FocusCommands
import Foundation
import Kernel
import Programs
import Sound
import Terminal
import TerminalContract
import TestBench
import XCTest

/// What is heard beside the timer, and who may choose it.
final class SoundTests: XCTestCase {
    private func started(_ bench: Bench) throws -> any Dialogue {
        _ = try bench.timer.start(.first, focus: 60)
        var session = try bench.app.dialogue("resume")
        _ = try session.handle(.tick)
        return session
    }

    /// A sound is made on a thread of its own.
    private func wait(_ what: @autoclosure () -> Bool) {
        for _ in 0..<400 where !what() { usleep(25_000) }
        XCTAssertTrue(what())
    }

    private func tick(_ session: inout any Dialogue, _ bench: Bench, minutes: Double = 1 / 60) throws {
        bench.pass(minutes: minutes)
        _ = try session.handle(.tick)
    }

    // MARK: - Choosing

    func testNothingPlaysUnlessAsked() throws {
        let bench = Bench()
        var session = try started(bench)
        try tick(&session, bench)
        usleep(100_000)
        XCTAssertEqual(bench.heard.asked, 0)
    }

    func testEverySoundOfTheCatalogueIsThere() {
        XCTAssertEqual(Catalogue.sounds.items.map(\.id), Soundscape.all.map(\.id))
    }

    func testWhatIsForProIsRefusedAndMayBePreviewed() throws {
        let bench = Bench(gates: .free)
        for words in [
            ["sound", "use", "ocean-waves"], ["sound", "play", "ocean-waves"], ["sound", "export", "ocean-waves", "x.wav"],
        ] {
            let run = bench.app.run(words)
            XCTAssertNotEqual(run.status, 0, "\(words)")
            XCTAssertTrue(run.error.contains("Ocean Waves is for Pro"), run.error)
        }
        XCTAssertEqual(bench.heard.asked, 0)
        XCTAssertEqual(bench.run("sound", "use", "light-rain-ambient").status, 0)
        XCTAssertEqual(try bench.sounds.settings().sound?.name, "Light Rain")
        let list = bench.run("sound", "list").output
        XCTAssertEqual(list.split(separator: "\n").count { $0.contains("🔒") }, 8, list)
        // An accent is on few keyboards.
        XCTAssertEqual(try bench.sounds.sample("cafe-murmur").name, "Café Murmur")
    }

    /// When Pro ends what it opened is silent, and comes back with it.
    func testASoundOfProIsSilentWithoutPro() throws {
        let pro = Bench()
        _ = try pro.sounds.use("ocean-waves")
        let free = Bench(store: pro.store, gates: .free)
        XCTAssertNil(try free.sounds.settings().sound)
        XCTAssertTrue(try free.sounds.settings().isSilent)
        XCTAssertEqual(try Bench(store: pro.store).sounds.settings().sound?.id, "ocean-waves")
    }

    func testSettingsAreKeptAndTakenBack() throws {
        let bench = Bench()
        XCTAssertEqual(bench.run("sound", "use", "fireplace", "--volume", "40", "--bells", "on").status, 0)
        let kept = try bench.sounds.settings()
        XCTAssertEqual("\(kept.sound?.id ?? "none") \(kept.volume) \(kept.bells)", "fireplace 40 true")
        XCTAssertTrue(bench.run("sound", "use").output.contains("fireplace"))
        XCTAssertEqual(bench.run("sound", "use", "--off").status, 0)
        XCTAssertNil(try bench.sounds.settings().sound)
        XCTAssertEqual(bench.run("sound", "use", "fireplace", "--off").status, 64)
        XCTAssertEqual(bench.run("sound", "use", "noise").status, 64)
        XCTAssertEqual(bench.run("sound", "use", "--volume", "101").status, 64)
    }

    // MARK: - Beside the timer

    func testItComesWithFocusPausesWithItAndEndsWithThePhase() throws {
        let bench = Bench()
        _ = try bench.sounds.use("brown-noise")
        var session = try started(bench)
        wait(bench.heard.now == 1)
        _ = try session.handle(.key(.space))
        XCTAssertEqual(bench.heard.now, 0, "it pauses at once")
        try tick(&session, bench)
        XCTAssertEqual(bench.heard.ever, 1)
        _ = try session.handle(.key(.space))
        wait(bench.heard.now == 1)
        XCTAssertEqual(bench.heard.lastPlace, 4800, "it goes on where it was")
        try tick(&session, bench, minutes: 1)
        XCTAssertEqual(bench.heard.now, 0, "a break is silent")
        XCTAssertEqual(bench.heard.ever, 2)
    }

    func testStoppingAndLeavingEndIt() throws {
        for key in [Key.character("x"), .character("q")] {
            let bench = Bench()
            _ = try bench.sounds.use("brown-noise")
            var session = try started(bench)
            wait(bench.heard.now == 1)
            guard case .finish = try session.handle(.key(key)) else { return XCTFail("it stays") }
            XCTAssertEqual(bench.heard.now, 0)
        }
    }

    /// The timer is no slower for a sound, nor for its absence, which is said once.
    func testNoSoundIsSaidOnceAndTheTimerGoesOn() throws {
        for isLate in [false, true] {
            let bench = Bench()
            _ = try bench.sounds.use("brown-noise")
            if isLate { bench.heard.breakDown() } else { bench.heard.fail(HeardSounds.noServer) }
            var session = try started(bench)
            wait(bench.heard.asked == 1)
            usleep(50_000)
            try tick(&session, bench)
            XCTAssertTrue(session.text(columns: 60).contains("There is no sound here."), session.text(columns: 60))
            _ = try session.handle(.key(.space))
            _ = try session.handle(.key(.space))
            try tick(&session, bench)
            XCTAssertFalse(session.text(columns: 60).contains("There is no sound here."), session.text(columns: 60))
            XCTAssertEqual(bench.heard.asked, 1, "nobody tries again each second")
            XCTAssertEqual(try bench.timer.session()?.stage, .running)
        }
    }

    func testAnotherVolumeIsHeardAtOnce() throws {
        let bench = Bench()
        _ = try bench.sounds.use("brown-noise")
        var session = try started(bench)
        wait(bench.heard.now == 1)
        _ = try bench.sounds.setVolume(20)
        try tick(&session, bench)
        wait(bench.heard.ever == 2 && bench.heard.now == 1)
        _ = try bench.sounds.setVolume(0)
        try tick(&session, bench)
        XCTAssertEqual(bench.heard.now, 0)
    }

    func testBellsRingAtTheEndWhereTheyAreWanted() throws {
        for bells in [false, true] {
            let bench = Bench()
            _ = try bench.sounds.setBells(bells)
            var session = try started(bench)
            XCTAssertEqual(bench.heard.asked, 0)
            try tick(&session, bench, minutes: 1)
            if bells { wait(bench.heard.ever == 1) } else { usleep(100_000) }
            XCTAssertEqual(bench.heard.ever, bells ? 1 : 0)
            try tick(&session, bench, minutes: 5)
            if bells { wait(bench.heard.ever == 2) }
        }
    }

    // MARK: - Files

    func testAFileIsWrittenAndItsFormIsInItsName() throws {
        let bench = Bench()
        let console = ScriptedConsole()
        func export(_ words: String...) -> Int32 { bench.app.run(["sound", "export", "brown-noise"] + words, on: console) }
        XCTAssertEqual(export("brown.wav", "--minutes", "1"), 0, console.error)
        XCTAssertEqual(console.fileContents["brown.wav"]?.count, 44 + 60 * WaveFile.bytesASecond)
        XCTAssertEqual(export("brown.wav", "--minutes", "1"), 73, "it is there already")
        XCTAssertEqual(export("brown.mp3"), 64)
        XCTAssertEqual(export("long.wav", "--minutes", "361"), 64)
        XCTAssertEqual(Array(console.fileContents.keys), ["brown.wav"])
    }

    func testPlayAndPreviewEndByThemselves() throws {
        let bench = Bench(gates: .free)
        let heard = bench.heard
        let app = bench.app { _ in heard.breakDown() }
        let run = app.run(["sound", "preview", "ocean-waves"])
        XCTAssertEqual(heard.ever, 1)
        XCTAssertNotEqual(run.status, 0, "what breaks off is said")
        XCTAssertTrue(run.error.contains("There is no sound here."), run.error)
    }
}
