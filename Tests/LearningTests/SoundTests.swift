import Content
import Kernel
import Learning
import LearningCommands
import Practice
import Speech
import Storage
import Synchronization
import Terminal
import TerminalContract
import XCTest

/// What is heard of flashcards, and when.
final class SoundTests: XCTestCase {
    /// A voice that writes down what it is to say.
    private final class Notebook: Sendable {
        private let heard = Mutex<[String]>([])
        private let trouble: Failure?

        /// What a trial finds.
        private let silence: Failure?

        init(_ trouble: Failure? = nil, silence: Failure? = nil) { (self.trouble, self.silence) = (trouble, silence) }

        var voice: Voice {
            Voice(
                say: { word in
                    self.heard.withLock { $0.append("\(word.subject) \(word.pace)") }
                    return self.trouble
                }, stop: { self.heard.withLock { $0.append("stop") } }, sayToTheEnd: { _ in },
                check: { if let trouble = self.trouble { throw trouble } }, trial: { self.silence })
        }

        func take() -> [String] {
            heard.withLock { heard in
                defer { heard = [] }
                return heard
            }
        }
    }

    private let fixture = Fixture()
    private static let missing = Failure(
        .init("missingProgram"), "No program that speaks Korean is installed.", advice: "Install one: x", kind: .missingProgram)

    private func app(_ notebook: Notebook, showsNew: Bool = false) -> AppBench {
        AppBench("dojang", over: fixture.store, time: fixture.time) { [fixture] in
            [
                LearningPlugin(
                    flashcards: { try fixture.flashcards(settings: StudySettings(newADay: 50, showsNew: showsNew)) },
                    log: { fixture.log() }, voice: { _ in notebook.voice })
            ]
        }
    }

    func testNothingIsHeardUnlessSomebodyAsks() throws {
        let notebook = Notebook()
        XCTAssertEqual(app(notebook).run(["study", "--cards", "2"], lines: ["", "3", "", "3", ""]).status, 0)
        XCTAssertEqual(notebook.take(), [])
    }

    func testTheKoreanIsHeardWhenItIsSeen() throws {
        let notebook = Notebook()
        var dialogue = try app(notebook).dialogue("study", ["--cards", "2", "--say"])
        let first = notebook.take()
        XCTAssertEqual(first.count, 1, "Korean to English: at once")
        XCTAssertTrue(first[0].hasSuffix(" usual"))
        try dialogue.press(keys: "l space")
        XCTAssertEqual(notebook.take(), first, "again on request, and not by flipping")
        try dialogue.press(keys: "4")
        XCTAssertEqual(notebook.take().count, 1)
        try dialogue.press(keys: "q")
        XCTAssertEqual(notebook.take(), ["stop"])

        fixture.sleep(days: 40)
        _ = app(notebook).run(["study", "settings", "--say", "slow"])
        dialogue = try app(notebook).dialogue("study", ["--new", "--direction", "en-ko", "--only-new"])
        XCTAssertEqual(notebook.take(), [], "English to Korean: that would be the answer")
        try dialogue.press(keys: "l")
        XCTAssertEqual(notebook.take(), [])
        try dialogue.press(keys: "space")
        let shown = notebook.take()
        XCTAssertEqual(shown.count, 1)
        XCTAssertTrue(shown[0].hasSuffix(" slow"))
        _ = app(notebook).run(["study", "settings", "--say", "off"])
        _ = try app(notebook).dialogue("study", ["--new"])
        XCTAssertEqual(notebook.take(), [])
    }

    func testWhatIsHeardIsNotSeenBeforeItIsAnswered() throws {
        let notebook = Notebook()
        var dialogue = try app(notebook).dialogue("study", ["--cards", "3", "--listen"])
        let id = try XCTUnwrap(notebook.take().first?.split(separator: " ").first).description
        let term = try XCTUnwrap(Fixture.library.term(id))
        func seen() -> String { Screen(width: 80, palette: .plain, unicode: true).draw(dialogue.view.blocks) }
        XCTAssertFalse(seen().contains(term.hangul), seen())
        XCTAssertFalse(seen().contains(term.romanization))
        XCTAssertTrue(seen().contains("Listen: what does it mean?"))
        try dialogue.press(keys: "space")
        XCTAssertTrue(seen().contains(term.hangul) && seen().contains(term.english), seen())
        try dialogue.press(keys: "3 q")
        // A session of words to hear is one of its own, and goes on as one.
        let output = app(notebook).run(["study", "--listen"], lines: ["", "3"]).output
        XCTAssertTrue(output.contains("Resuming with words to hear where you stopped: 2 cards to go."), output)
    }

    func testListeningAsksForNoKorean() throws {
        let notebook = Notebook()
        for day in 1...4 {
            _ = app(notebook).run(["study", "--cards", "20"], lines: Array(repeating: ["", "3"], count: 25).flatMap(\.self))
            fixture.sleep(days: day)
        }
        let run = try fixture.flashcards().begin(
            {
                var wanted = StudyConfiguration(cards: 50); wanted.isListening = true; return wanted
            }())
        XCTAssertGreaterThan(run.asked.count, 10)
        XCTAssertEqual(Set(run.asked.map(\.direction)), [.koreanToEnglish])
    }

    func testWithoutAVoiceListeningIsRefusedAndStudyGoesOn() throws {
        let notebook = Notebook(Self.missing)
        for option in ["--listen", "--say"] {
            let run = app(notebook).run(["study", option])
            XCTAssertEqual(run.status, 69)
            XCTAssertTrue(run.error.contains("No program that speaks Korean is installed."), run.error)
        }
        XCTAssertEqual(try fixture.log().runs().count, 0)
        _ = app(notebook).run(["study", "settings", "--say", "on"])
        let run = app(notebook).run(["study", "--cards", "3"], lines: ["", "3", "", "3", "", "3", ""])
        XCTAssertEqual(run.status, 0)
        XCTAssertEqual(
            run.output.split(separator: "\n").count { $0.contains("No program that speaks Korean") }, 1,
            "said once: \(run.output)")
    }

    func testWhereNothingCanBeHeardItIsSaidOnceAndTheWordsAreWritten() throws {
        let mute = Failure(.init("noSound"), "“espeak-ng” found no loudspeaker here.", advice: "Check it.", kind: .temporary)
        let notebook = Notebook(silence: mute)
        let run = app(notebook).run(["study", "--cards", "2", "--listen"], lines: ["", "3", "", "3", ""])
        XCTAssertEqual(run.status, 0)
        XCTAssertEqual(notebook.take(), [], "nothing is tried that nobody can hear")
        let lines = run.output.split(separator: "\n").map(String.init)
        XCTAssertEqual(lines.count { $0.contains("no loudspeaker") }, 1, run.output)
        XCTAssertEqual(
            lines.first,
            "Nothing can be heard here: the words are written instead. “espeak-ng” found no loudspeaker here. Check it.")
        XCTAssertFalse(run.output.contains("Listen: what does it mean?"), run.output)
    }

    func testANewWordIsHeardWhenItIsShown() throws {
        let notebook = Notebook()
        _ = try app(notebook, showsNew: true).dialogue("study", ["--cards", "1", "--say", "--direction", "en-ko"])
        XCTAssertEqual(notebook.take().count, 1)
    }
}
