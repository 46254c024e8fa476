import Content
import Kernel
import Learning
import LearningCommands
import LearningTesting
import Practice
import Sound
import Storage
import Synchronization
import Terminal
import TerminalTesting
import XCTest

/// Tests of spoken Korean in flashcards.
final class SoundTests: XCTestCase {
    /// A voice that records the words it is asked to speak.
    private final class RecordingVoice: Sendable {
        private let heard = Mutex<[String]>([])
        private let trouble: Failure?

        /// The failure that a sound check finds.
        private let silence: Failure?

        init(_ failure: Failure? = nil, silence: Failure? = nil) {
            self.trouble = failure
            self.silence = silence
        }

        var voice: Voice {
            Voice(
                say: { word in
                    self.heard.withLock { $0.append("\(word.recordingID) \(word.pace)") }
                    return self.trouble
                }, stop: { self.heard.withLock { $0.append("stop") } }, sayAndWait: { _ in },
                check: { if let trouble = self.trouble { throw trouble } }, trial: { self.silence })
        }

        func take() -> [String] {
            heard.withLock { heard in
                defer { heard = [] }
                return heard
            }
        }
    }

    private let fixture = StudyFixture()
    private static let missing = Failure(
        .init("missingProgram"), "No program that speaks Korean is installed.", advice: "Install one: x",
        kind: .missingProgram)

    private func app(_ recorder: RecordingVoice, showsNew: Bool = false) -> AppFixture {
        AppFixture("dojang", over: fixture.store, time: fixture.time) { [fixture] in
            [
                LearningPlugin(
                    flashcards: { try fixture.flashcards(settings: StudySettings(newADay: 50, showsNew: showsNew)) },
                    log: { fixture.log() }, voice: { _ in recorder.voice })
            ]
        }
    }

    func testNothingIsSpokenByDefault() throws {
        let recorder = RecordingVoice()
        XCTAssertEqual(app(recorder).run(["study", "--cards", "2"], lines: ["", "3", "", "3", ""]).status, 0)
        XCTAssertEqual(recorder.take(), [])
    }

    func testKoreanIsSpokenWhenShown() throws {
        let recorder = RecordingVoice()
        var dialogue = try app(recorder).dialogue("study", ["--cards", "2", "--say"])
        let first = recorder.take()
        XCTAssertEqual(first.count, 1, "Korean to English plays at once")
        XCTAssertTrue(first[0].hasSuffix(" usual"))
        try dialogue.press(keys: "l space")
        XCTAssertEqual(recorder.take(), first, "it plays again on request, and not by flipping")
        try dialogue.press(keys: "4")
        XCTAssertEqual(recorder.take().count, 1)
        try dialogue.press(keys: "q")
        XCTAssertEqual(recorder.take(), ["stop"])

        fixture.sleep(days: 40)
        _ = app(recorder).run(["study", "settings", "--say", "slow"])
        dialogue = try app(recorder).dialogue("study", ["--new", "--direction", "en-ko", "--only-new"])
        XCTAssertEqual(recorder.take(), [], "English to Korean would reveal the answer")
        try dialogue.press(keys: "l")
        XCTAssertEqual(recorder.take(), [])
        try dialogue.press(keys: "space")
        let sounds = recorder.take()
        XCTAssertEqual(sounds.count, 1)
        XCTAssertTrue(sounds[0].hasSuffix(" slow"))
        _ = app(recorder).run(["study", "settings", "--say", "off"])
        _ = try app(recorder).dialogue("study", ["--new"])
        XCTAssertEqual(recorder.take(), [])
    }

    func testListeningHidesWordUntilFlip() throws {
        let recorder = RecordingVoice()
        var dialogue = try app(recorder).dialogue("study", ["--cards", "3", "--listen"])
        let id = try XCTUnwrap(recorder.take().first?.split(separator: " ").first).description
        let term = try XCTUnwrap(StudyFixture.library.term(id))
        func screenText() -> String { Screen(width: 80, palette: .plain, unicode: true).draw(dialogue.view.blocks) }
        XCTAssertFalse(screenText().contains(term.hangul), screenText())
        XCTAssertFalse(screenText().contains(term.romanization))
        XCTAssertTrue(screenText().contains("Listen: what does it mean?"))
        try dialogue.press(keys: "space")
        XCTAssertTrue(screenText().contains(term.hangul) && screenText().contains(term.english), screenText())
        try dialogue.press(keys: "3 q")
        // A listening session is separate from other sessions and resumes as a listening session.
        let output = app(recorder).run(["study", "--listen"], lines: ["", "3"]).output
        XCTAssertTrue(output.contains("Resuming with words to hear where you stopped: 2 cards to go."), output)
    }

    func testListeningAsksOnlyKoreanToEnglish() throws {
        let recorder = RecordingVoice()
        for day in 1...4 {
            _ = app(recorder).run(
                ["study", "--cards", "20"], lines: Array(repeating: ["", "3"], count: 25).flatMap(\.self))
            fixture.sleep(days: day)
        }
        let run = try fixture.flashcards().begin(
            {
                var wanted = StudyConfiguration(cards: 50); wanted.isListening = true; return wanted
            }())
        XCTAssertGreaterThan(run.asked.count, 10)
        XCTAssertEqual(Set(run.asked.map(\.direction)), [.koreanToEnglish])
    }

    func testMissingVoiceRefusesListeningButNotStudy() throws {
        let recorder = RecordingVoice(Self.missing)
        for option in ["--listen", "--say"] {
            let run = app(recorder).run(["study", option])
            XCTAssertEqual(run.status, 69)
            XCTAssertTrue(run.error.contains("No program that speaks Korean is installed."), run.error)
        }
        XCTAssertEqual(try fixture.log().runs().count, 0)
        _ = app(recorder).run(["study", "settings", "--say", "on"])
        let run = app(recorder).run(["study", "--cards", "3"], lines: ["", "3", "", "3", "", "3", ""])
        XCTAssertEqual(run.status, 0)
        XCTAssertEqual(
            run.output.split(separator: "\n").count { $0.contains("No program that speaks Korean") }, 1,
            "said once: \(run.output)")
    }

    func testSilentDeviceShowsWordsWithOneNotice() throws {
        let mute = Failure(
            .init("noSound"), "“espeak-ng” found no loudspeaker here.", advice: "Check it.", kind: .temporary)
        let recorder = RecordingVoice(silence: mute)
        let run = app(recorder).run(["study", "--cards", "2", "--listen"], lines: ["", "3", "", "3", ""])
        XCTAssertEqual(run.status, 0)
        XCTAssertEqual(recorder.take(), [], "without a player no sound is tried")
        let lines = run.output.split(separator: "\n").map(String.init)
        XCTAssertEqual(lines.count { $0.contains("no loudspeaker") }, 1, run.output)
        XCTAssertEqual(
            lines.first,
            "Nothing can be heard here: the words are written instead. “espeak-ng” found no loudspeaker here. Check it."
        )
        XCTAssertFalse(run.output.contains("Listen: what does it mean?"), run.output)
    }

    func testNewWordIsSpokenWhenShown() throws {
        let recorder = RecordingVoice()
        _ = try app(recorder, showsNew: true).dialogue("study", ["--cards", "1", "--say", "--direction", "en-ko"])
        XCTAssertEqual(recorder.take().count, 1)
    }
}
