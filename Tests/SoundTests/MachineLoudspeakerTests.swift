import Foundation
import Kernel
import Programs
import Sound
import SoundAdapters
import TestSupport
import XCTest

/// Player programs, replaced by scripts that record their input.
final class MachineLoudspeakerTests: XCTestCase {
    private static let clip = Soundscape.all[9].loop(seconds: 10, seed: 3)

    private func machine(_ scripts: [String: String]) throws -> (home: Home, loudspeaker: Loudspeaker) {
        let home = try Home()
        for (name, script) in scripts {
            try home.program(name, "export PATH=/usr/bin:/bin; echo \"$@\" > \(home.path(name)).words; \(script)")
        }
        return (home, .machine(ProgramPath(path: home.path), work: home.path("work")))
    }

    private func head(_ seconds: Double? = nil) -> PlayHead {
        PlayHead(MachineLoudspeakerTests.clip, volume: 100, seconds: seconds, fadeIn: 0.1)
    }

    /// The state of the playback after it stopped playing.
    private func outcome(_ playback: Playback, within seconds: Double = 12) -> Playback.State {
        for _ in 0..<Int(seconds * 40) {
            guard case .playing = playback.state() else { break }
            usleep(25_000)
        }
        return playback.state()
    }

    private func message(_ state: Playback.State) -> String? {
        if case .failed(let failure) = state { failure.message } else { nil }
    }

    private func size(_ name: String, in home: Home) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: home.path(name))[.size] as? Int) ?? 0
    }

    func testPlayerReceivesAllSamplesInRealTime() throws {
        let (home, loudspeaker) = try machine([:])
        try home.program("aplay", "/bin/cat > \(home.path("heard.wav"))")
        let start = ContinuousClock.now
        let playback = try loudspeaker.play(head(1.5))
        guard case .over = outcome(playback) else { return XCTFail("\(playback.state())") }
        XCTAssertGreaterThan(ContinuousClock.now - start, .seconds(1))
        XCTAssertEqual(size("heard.wav", in: home), 44 + 6 * 48_000)
    }

    /// Ending returns at once, and the last samples are silence.
    func testEndFadesOutWithoutBlocking() throws {
        let (home, loudspeaker) = try machine([:])
        try home.program("paplay", "/bin/cat > \(home.path("heard.wav"))")
        let playback = try loudspeaker.play(head())
        usleep(600_000)
        let start = ContinuousClock.now
        playback.end()
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(1))
        guard case .over = outcome(playback) else { return XCTFail("\(playback.state())") }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: home.path("heard.wav")))
        XCTAssertLessThan(bytes.count, 44 + 4 * 48_000 * 4)
        XCTAssertEqual(Array(bytes.suffix(4)), [0, 0, 0, 0])
        XCTAssertGreaterThan(playback.position(), 4800)
    }

    func testFailingPlayersAreDetected() throws {
        for (script, expected) in [
            ("exit 1", "There is no sound here: “aplay” failed."),
            ("exit 0", "There is no sound here: “aplay” ended without playing."),
            ("head -c 100 > /dev/null; exit 0", "There is no sound here: “aplay” ended without playing."),
            ("kill -9 $$", "There is no sound here: “aplay” failed."),
        ] {
            let (home, loudspeaker) = try machine(["aplay": script])
            XCTAssertEqual(message(outcome(try loudspeaker.play(head()))), expected, script)
            XCTAssertEqual(home.text("aplay.words"), "-q --buffer-time=300000 -\n")
        }
    }

    func testPlayerThatReadsNothingIsDetected() throws {
        let (home, loudspeaker) = try machine(["aplay": "exec sleep 60"])
        XCTAssertEqual(
            message(outcome(try loudspeaker.play(head()), within: 20)),
            "There is no sound here: “aplay” takes no sound.")
        withExtendedLifetime(home) {}
    }

    func testMissingPlayerIsReported() throws {
        let (_, loudspeaker) = try machine([:])
        XCTAssertThrowsError(try loudspeaker.play(head())) {
            XCTAssertEqual(($0 as? Failure)?.kind, .missingProgram)
            XCTAssertEqual(($0 as? Failure)?.message, "No program that plays sound is installed.")
        }
    }

    /// When a player finds no sound server, the next one is tried.
    func testNextPlayerIsTried() throws {
        let (home, loudspeaker) = try machine(["pw-play": "exit 1"])
        try home.program("aplay", "/bin/cat > \(home.path("heard.wav"))")
        guard case .over = outcome(try loudspeaker.play(head(1))) else { return XCTFail("it failed") }
        XCTAssertEqual(size("heard.wav", in: home), 44 + 4 * 48_000)
        XCTAssertEqual(home.text("pw-play.words"), "-\n")
    }

    /// A player that only reads files gets a temporary file, deleted after the sound.
    func testFilePlayerGetsATemporaryFile() throws {
        let (home, loudspeaker) = try machine([:])
        try home.program("afplay", "/bin/cp \"$1\" \(home.path("heard.wav")); /bin/sleep 0.5; exit 0")
        var playback: Playback? = try loudspeaker.play(head(3))
        if let playback { guard case .over = outcome(playback) else { return XCTFail("\(playback.state())") } }
        XCTAssertEqual(size("heard.wav", in: home), 44 + 3 * 4 * 48_000)
        playback = nil
        XCTAssertEqual((try? FileManager.default.contentsOfDirectory(atPath: home.path("work"))) ?? [], [])
    }
}
