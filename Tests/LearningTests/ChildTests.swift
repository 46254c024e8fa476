import Content
import Guidance
import Interface
import Kernel
import Learning
import LearningCommands
import LearningTesting
import Practice
import Storage
import Terminal
import TerminalTesting
import XCTest

/// Tests of flashcards for young children: few cards, multiple choice, praise and no scores.
final class ChildTests: XCTestCase {
    private let fixture = StudyFixture()

    private func flashcards(isChild: Bool = true) throws -> Flashcards { try Self.flashcards(fixture, isChild) }

    private static func flashcards(_ fixture: StudyFixture, _ isChild: Bool) throws -> Flashcards {
        Flashcards(
            library: StudyFixture.library,
            learner: Learner(grade: try StudyFixture.grade("9k"), mode: .progression, dailyGoal: 5, isChild: isChild),
            log: fixture.log(), settings: StudySettings(newADay: 50, showsNew: true))
    }

    private func app(isChild: Bool = true) -> AppFixture {
        AppFixture("dojang", over: fixture.store, time: fixture.time) { [fixture] in
            [LearningPlugin(flashcards: { try Self.flashcards(fixture, isChild) }, log: { fixture.log() })]
        }
    }

    func testChildSessionsHaveAtMostFiveMultipleChoiceCards() throws {
        for configuration in [
            StudyConfiguration(), StudyConfiguration(cards: 50, mode: .learn),
            StudyConfiguration(mode: .test, answering: .type),
        ] {
            let run = try flashcards().begin(configuration)
            XCTAssertEqual(run.asked.count, 5)
            XCTAssertEqual([run.settings.mode.rawValue, run.settings.answering.rawValue], ["test", "choose"])
        }
        XCTAssertEqual(try flashcards().begin(StudyConfiguration(cards: 2)).asked.count, 2)
    }

    /// Choice tiles have padding on screens only.
    func testPipedOutputOmitsTilePadding() {
        let run = app().run(["study", "--new"], lines: Array(repeating: ["", "1"], count: 8).flatMap(\.self))
        let choices = run.output.split(separator: "\n").filter { $0.hasPrefix("1  ") }
        XCTAssertFalse(choices.isEmpty, run.output)
        for choice in choices { XCTAssertNotNil(choice.wholeMatch(of: /1 +[^ ,][^,]*[^ ,]/), String(choice)) }
    }

    /// Whatever the answers are, the session shows no error counts, times or phonetics, and ends
    /// with praise.
    func testChildSessionShowsNoScoresAndEndsWithPraise() throws {
        for seed in 0..<12 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            var dialogue = try app().dialogue("study", ["--new"])
            var displayed = ""
            var ending = Output?.none
            func record() {
                displayed += Screen(width: 80, palette: .plain, unicode: true).draw(dialogue.view.blocks) + "\n"
            }
            for _ in 0..<60 where ending == nil {
                record()
                guard case .key(let hints) = dialogue.view.wanted else { return XCTFail("a child has to type") }
                XCTAssertEqual(KeyTable.violations(of: hints), [])
                let isChoice = hints.contains { $0.key == .character("1") }
                ending = try dialogue.press(keys: isChoice ? "\(Int.random(in: 1...4, using: &random))" : "enter")
            }
            let output = try XCTUnwrap(ending)
            displayed += output.text()
            for word in ["%", "No.", "wrong", "box", "second", "minute", "[", "missed", "To look at", "Often"] {
                XCTAssertFalse(displayed.contains(word), "\(word): \(displayed)")
            }
            XCTAssertTrue(Praise.end.contains { output.text().contains($0) }, output.text())
            XCTAssertTrue(output.text().contains("★ ★ ★ ★ ★"), output.text())
            XCTAssertEqual(output.value("answered"), .integer(5))
            fixture.sleep(days: 2)
        }
    }

    /// Sessions of young children don't count towards the prompt for an app review.
    func testChildSessionsDoNotCountTowardsReviewPrompt() throws {
        func sessions(isChild: Bool) throws -> Int? {
            try app(isChild: isChild).registry().all(.usage).first { $0.commands.contains("study") }?.usageCounts()
                .sessions
        }
        _ = app(isChild: false).run(["study", "--new"], lines: Array(repeating: ["", "4"], count: 60).flatMap(\.self))
        XCTAssertEqual(try sessions(isChild: false), 1)
        XCTAssertEqual(try sessions(isChild: true), 0)
    }

    func testChildDoesNotResumeAdultSession() throws {
        _ = app(isChild: false).run(["study", "--cards", "10"], lines: ["", "", "3"])
        let output = app().run(["study"], lines: []).output
        XCTAssertFalse(output.contains("Resuming"), output)
        XCTAssertEqual(try fixture.log().runs().count, 2)
    }

    func testHomePageShowsStarsInsteadOfAccuracy() throws {
        let console = ScriptedConsole(columns: 80)
        XCTAssertEqual(app().run([], on: console), 0, console.error)
        XCTAssertTrue(console.output.contains("☆ ☆ ☆ ☆ ☆") && console.output.contains("5 to go!"), console.output)
        XCTAssertFalse(console.output.contains("Accuracy"))
    }

    func testPraiseIsVariedAndNeverBlames() {
        for sentences in [Praise.right, Praise.almost, Praise.end] {
            XCTAssertEqual(Set(sentences).count, sentences.count)
            for number in -20...20 {
                let praise = Praise.one(of: sentences, number)
                XCTAssertTrue(sentences.contains(praise))
                XCTAssertNotEqual(praise, Praise.one(of: sentences, number + 1))
                XCTAssertLessThanOrEqual(praise.count, 40)
                for word in ["wrong", "bad", "fail", "mistake", "slow"] {
                    XCTAssertFalse(praise.lowercased().contains(word), praise)
                }
            }
        }
        XCTAssertEqual([Praise.stars(-1), Praise.stars(2), Praise.stars(99)], ["", "★ ★", "★ ★ ★ ★ ★"])
        XCTAssertEqual(Praise.one(of: [], 3), "")
    }
}
