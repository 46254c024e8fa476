import Foundation
import Kernel
import Programs
import Sound
import SoundAdapters
import TestSupport
import XCTest

/// Speech and player programs: scripts, and the real synthesizer.
final class MachineVoiceTests: XCTestCase {
    private let word = Utterance("걷는 서기", of: "walking-stance")

    /// A folder of scripts that record their arguments in `NAME.words` and their input in
    /// `NAME.said`.
    private func machine(_ programs: [String: String]) throws -> (home: Home, programs: ProgramPath) {
        let home = try Home()
        for (name, rest) in programs {
            try home.program(
                name,
                "export PATH=/usr/bin:/bin; cat > \(home.path(name)).heard; echo \"$@\" > \(home.path(name)).words; "
                    + "mv \(home.path(name)).heard \(home.path(name)).said; \(rest)")
        }
        return (home, ProgramPath(path: home.path))
    }

    private func wait(for name: String, in home: Home) {
        for _ in 0..<400 where !FileManager.default.fileExists(atPath: home.path(name)) { usleep(25_000) }
    }

    func testHangulIsPassedByStandardInput() throws {
        let (home, programs) = try machine(["espeak-ng": ""])
        let voice = Voice.machine(programs)
        XCTAssertNil(voice.say(word))
        wait(for: "espeak-ng.said", in: home)
        XCTAssertEqual(home.text("espeak-ng.said"), "걷는 서기\n")
        XCTAssertEqual(home.text("espeak-ng.words"), "-v ko -s 140 --stdin\n")
        // No text becomes an argument.
        try voice.sayAndWait(Utterance("니은자 서기 --voices; $(id)", of: "x", pace: .slow))
        XCTAssertEqual(home.text("espeak-ng.said"), "니은자 서기 --voices; $(id)\n")
        XCTAssertEqual(home.text("espeak-ng.words"), "-v ko -s 90 --stdin\n")
    }

    func testNextWordAndStopEndTheCurrentSpeech() throws {
        let (home, programs) = try machine(["espeak-ng": "echo $$ >> pids; exec sleep 600"])
        let script = home.text("espeak-ng").replacingOccurrences(of: ">> pids", with: ">> \(home.path("pids"))")
        try home.file("espeak-ng", script, mode: 0o755)
        let voice = Voice.machine(programs)
        for count in 1...3 {
            XCTAssertNil(voice.say(word))
            for _ in 0..<400 where home.text("pids").split(separator: "\n").count < count { usleep(25_000) }
        }
        let pids = home.text("pids").split(separator: "\n").compactMap { Int32($0) }
        XCTAssertEqual(pids.count, 3)
        func lives(_ pid: Int32) -> Bool { kill(pid, 0) == 0 }
        for _ in 0..<400 where lives(pids[0]) || lives(pids[1]) { usleep(25_000) }
        XCTAssertEqual(pids.map(lives), [false, false, true])
        voice.stop()
        for _ in 0..<400 where lives(pids[2]) { usleep(25_000) }
        XCTAssertFalse(lives(pids[2]))
    }

    func testSpeechErrorsAreReported() throws {
        let withoutPrograms = Voice.machine(ProgramPath(path: "/nowhere"))
        XCTAssertThrowsError(try withoutPrograms.check()) {
            let failure = $0 as? Failure
            XCTAssertEqual(failure?.kind, .missingProgram)
            XCTAssertEqual(failure?.advice, "Install one: sudo apt install espeak-ng")
        }
        XCTAssertEqual(withoutPrograms.say(word)?.message, "No program that speaks Korean is installed.")
        // espeak-ng exits with 0 without a loudspeaker.
        for (rest, expected) in [
            ("echo 'ALSA lib pcm.c' >&2; echo 'error: No such file' >&2", "“espeak-ng” found no loudspeaker here."),
            ("exit 2", "“espeak-ng” could not say the word."),
        ] {
            let (home, programs) = try machine(["espeak-ng": rest])
            let voice = Voice.machine(programs)
            XCTAssertNoThrow(try voice.check())
            XCTAssertEqual(voice.trial()?.message, expected)
            XCTAssertEqual(home.text("espeak-ng.said"), "\n", "a dry run says nothing")
            XCTAssertThrowsError(try voice.sayAndWait(word)) {
                XCTAssertEqual(($0 as? Failure)?.message, expected)
            }
            XCTAssertNil(voice.say(word), "say does not block")
            var failure: Failure?
            for _ in 0..<400 where failure == nil {
                wait(for: "espeak-ng.said", in: home)
                usleep(25_000)
                failure = voice.say(word)
            }
            XCTAssertEqual(failure?.message, expected)
        }
        let hanging = try machine(["espeak-ng": "exec sleep 600"])
        let slow = Voice.machine(hanging.programs, waitLimit: .milliseconds(100))
        XCTAssertThrowsError(try slow.sayAndWait(word)) {
            XCTAssertEqual(($0 as? Failure)?.message, "“espeak-ng” did not come to an end and was stopped.")
        }
        XCTAssertEqual(slow.trial()?.message, "“espeak-ng” did not come to an end and was stopped.")
        XCTAssertNil(withoutPrograms.trial(), "say returns the error")
        let warning = try machine(["espeak-ng": "echo 'ALSA lib pcm.c: underrun' >&2"])
        XCTAssertNoThrow(try Voice.machine(warning.programs).sayAndWait(word))
        XCTAssertNil(Voice.machine(warning.programs).trial())
    }

    func testFailingPlayerIsNamed() throws {
        let club = Recordings { _ in Recording(path: "/club/word.wav", format: .wav) }
        for rest in ["echo 'error: busy' >&2", "exit 1"] {
            let here = try machine(["espeak-ng": "", "aplay": rest])
            defer { withExtendedLifetime(here.home) {} }
            let voice = Voice.machine(here.programs, recordings: club)
            XCTAssertThrowsError(try voice.sayAndWait(word)) {
                XCTAssertEqual(($0 as? Failure)?.message, "“aplay” could not play the recording of the word.")
            }
        }
    }

    func testRecordingIsPreferredToTheSynthesizer() throws {
        func recordings(_ format: Recording.Format) -> Recordings {
            Recordings { $0 == "walking-stance" ? Recording(path: "/club/-a word.wav", format: format) : nil }
        }
        let both = try machine(["espeak-ng": "", "aplay": ""])
        try Voice.machine(both.programs, recordings: recordings(.wav)).sayAndWait(word)
        XCTAssertEqual(both.home.text("aplay.words"), "-q /club/-a word.wav\n")
        XCTAssertEqual(both.home.text("espeak-ng.words"), "")
        try Voice.machine(both.programs, recordings: recordings(.wav)).sayAndWait(Utterance("서기", of: "stance"))
        XCTAssertEqual(both.home.text("espeak-ng.said"), "서기\n")
        // aplay cannot play MP3: the synthesizer speaks, and the error names a player to install.
        XCTAssertThrowsError(try Voice.machine(both.programs, recordings: recordings(.mp3)).sayAndWait(word)) {
            XCTAssertEqual(($0 as? Failure)?.message, "No program here plays the MP3 recording of the word.")
        }
        XCTAssertEqual(both.home.text("espeak-ng.said"), "걷는 서기\n")
        let all = try machine(["ffplay": ""])
        for format in Recording.Format.allCases {
            try Voice.machine(all.programs, recordings: recordings(format)).sayAndWait(word)
        }
        XCTAssertEqual(all.home.text("ffplay.words"), "-nodisp -autoexit -loglevel error /club/-a word.wav\n")
        XCTAssertEqual(Recordings([.none, recordings(.ogg)]).recording("walking-stance")?.format, .ogg)
        XCTAssertNil(Recordings([]).recording("walking-stance"))
    }

    /// The real program accepts the arguments and makes sound, into a file because a test machine
    /// may have no loudspeaker.
    func testRealSynthesizerSpeaks() throws {
        let real = try ProgramPath(path: "/usr/bin:/usr/local/bin:/opt/homebrew/bin")
            .require("espeak-ng", install: "apt-get install espeak-ng")
        let home = try Home()
        try home.program("espeak-ng", "exec \(real) \"$@\" -w \(home.path("word.wav"))")
        try Voice.machine(ProgramPath(path: home.path)).sayAndWait(word)
        let usual = try Data(contentsOf: URL(fileURLWithPath: home.path("word.wav")))
        XCTAssertGreaterThan(usual.count, 5000)
        try Voice.machine(ProgramPath(path: home.path)).sayAndWait(Utterance(word.hangul, of: "", pace: .slow))
        let slow = try Data(contentsOf: URL(fileURLWithPath: home.path("word.wav")))
        XCTAssertGreaterThan(slow.count, usual.count * 5 / 4)
    }
}
