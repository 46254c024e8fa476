import Content
import Guidance
import Kernel
import Learning
import LearningCommands
import Practice
import Storage
import Terminal
import TerminalContract
import XCTest

/// A small child's cards: few, with choices, praised, and without a figure that weighs.
final class ChildTests: XCTestCase {
    private let fixture = Fixture()

    private func flashcards(isChild: Bool = true) throws -> Flashcards { try Self.flashcards(fixture, isChild) }

    private static func flashcards(_ fixture: Fixture, _ isChild: Bool) throws -> Flashcards {
        Flashcards(
            library: Fixture.library,
            learner: Learner(grade: try Fixture.grade("9k"), mode: .progression, dailyGoal: 5, isChild: isChild),
            log: fixture.log(), settings: StudySettings(newADay: 50, showsNew: true))
    }

    private func app(isChild: Bool = true) -> AppBench {
        AppBench("dojang", over: fixture.store, time: fixture.time) { [fixture] in
            [LearningPlugin(flashcards: { try Self.flashcards(fixture, isChild) }, log: { fixture.log() })]
        }
    }

    func testWhateverIsAskedForASessionHasFiveCardsAndChoices() throws {
        for wanted in [
            StudyConfiguration(), StudyConfiguration(cards: 50, mode: .learn), StudyConfiguration(mode: .test, answering: .type),
        ] {
            let run = try flashcards().begin(wanted)
            XCTAssertEqual(run.asked.count, 5)
            XCTAssertEqual([run.settings.mode.rawValue, run.settings.answering.rawValue], ["test", "choose"])
        }
        XCTAssertEqual(try flashcards().begin(StudyConfiguration(cards: 2)).asked.count, 2)
    }

    /// Tiles have room around their words on a screen, and none of it comes down a pipe.
    func testAPipeGetsTheWordsOfTheTilesAlone() {
        let run = app().run(["study", "--new"], lines: Array(repeating: ["", "1"], count: 8).flatMap(\.self))
        let choices = run.output.split(separator: "\n").filter { $0.hasPrefix("1  ") }
        XCTAssertFalse(choices.isEmpty, run.output)
        for choice in choices { XCTAssertNotNil(choice.wholeMatch(of: /1 +[^ ,][^,]*[^ ,]/), String(choice)) }
    }

    /// Whatever is answered, nothing says how much went wrong, how long it took or how it is spelled in phonetics, and the end is a good one.
    func testNothingWeighsAndTheEndIsAGoodOne() throws {
        for seed in 0..<12 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            var dialogue = try app().dialogue("study", ["--new"])
            var (seen, ending) = ("", Output?.none)
            func look() { seen += Screen(width: 80, palette: .plain, unicode: true).draw(dialogue.view.blocks) + "\n" }
            for _ in 0..<60 where ending == nil {
                look()
                guard case .key(let hints) = dialogue.view.wanted else { return XCTFail("a child is asked to type") }
                XCTAssertEqual(KeyTable.breach(of: hints), [])
                let isChoice = hints.contains { $0.key == .character("1") }
                ending = try dialogue.press(keys: isChoice ? "\(Int.random(in: 1...4, using: &random))" : "enter")
            }
            let said = try XCTUnwrap(ending)
            seen += said.text()
            for word in ["%", "No.", "wrong", "box", "second", "minute", "[", "missed", "To look at", "Often"] {
                XCTAssertFalse(seen.contains(word), "\(word): \(seen)")
            }
            XCTAssertTrue(Praise.end.contains { said.text().contains($0) }, said.text())
            XCTAssertTrue(said.text().contains("★ ★ ★ ★ ★"), said.text())
            XCTAssertEqual(said.value("answered"), .integer(5))
            fixture.sleep(days: 2)
        }
    }

    /// Lessons too: five at a time, to choose from, praised; and what is too much is not begun.
    func testLessonsAreAsSmallAsCardsAre() throws {
        let lessons = try LessonFixture("9k")
        let app = AppBench("dojang", over: lessons.base.store, time: lessons.base.time) {
            [LessonsPlugin { try lessons.gradings(isChild: true) }]
        }
        // Something to drill: what a grown learner missed.
        _ = AppBench("dojang", over: lessons.base.store, time: lessons.base.time) { [LessonsPlugin { try lessons.gradings() }] }
            .run(["theory", "quiz"], lines: Array(repeating: "0", count: 10))
        for command in [["theory", "quiz", "--new", "--answer", "type"], ["sparring", "quiz", "--new"], ["drill", "--new"]] {
            let run = app.run(command, lines: Array(repeating: "1", count: 40))
            XCTAssertEqual(run.status, 0, run.error)
            XCTAssertTrue(Praise.end.contains { run.output.contains($0) }, "\(command): \(run.output)")
            XCTAssertTrue((Praise.right + Praise.almost).contains { run.output.contains($0) }, run.output)
            for word in ["No. It is", "%", "Accuracy", "Time "] {
                XCTAssertFalse(run.output.contains(word), "\(word): \(run.output)")
            }
            let planned = try XCTUnwrap(lessons.base.log().runs(latest: 1).first)
            XCTAssertLessThanOrEqual(planned.items.count, Learner.childItems, "\(command)")
        }
        for command in [["place"], ["test", "comprehensive"]] {
            let run = app.run(command)
            XCTAssertEqual(run.status, 1, run.output)
            XCTAssertTrue(run.error.contains("too much for a small child"), run.error)
        }
    }

    /// What somebody grown would be asked for a review after counts for nothing with a small child.
    func testASmallChildIsAskedForNoReview() throws {
        func sessions(isChild: Bool) throws -> Int? {
            try app(isChild: isChild).registry().all(.headway).first { $0.commands.contains("study") }?.deeds().sessions
        }
        _ = app(isChild: false).run(["study", "--new"], lines: Array(repeating: ["", "4"], count: 60).flatMap(\.self))
        XCTAssertEqual(try sessions(isChild: false), 1)
        XCTAssertEqual(try sessions(isChild: true), 0)
    }

    func testASessionOfBeforeIsNotGoneOnWith() throws {
        _ = app(isChild: false).run(["study", "--cards", "10"], lines: ["", "", "3"])
        let output = app().run(["study"], lines: []).output
        XCTAssertFalse(output.contains("Resuming"), output)
        XCTAssertEqual(try fixture.log().runs().count, 2)
    }

    func testTheFirstScreenCountsStars() throws {
        let console = ScriptedConsole(columns: 80)
        XCTAssertEqual(app().run([], on: console), 0, console.error)
        XCTAssertTrue(console.output.contains("☆ ☆ ☆ ☆ ☆") && console.output.contains("5 to go!"), console.output)
        XCTAssertFalse(console.output.contains("Accuracy"))
    }

    func testPraiseIsVariedAndNeverBlames() {
        for sentences in [Praise.right, Praise.almost, Praise.end] {
            XCTAssertEqual(Set(sentences).count, sentences.count)
            for number in -20...20 {
                let one = Praise.one(of: sentences, number)
                XCTAssertTrue(sentences.contains(one))
                XCTAssertNotEqual(one, Praise.one(of: sentences, number + 1))
                XCTAssertLessThanOrEqual(one.count, 40)
                for word in ["wrong", "bad", "fail", "mistake", "slow"] { XCTAssertFalse(one.lowercased().contains(word), one) }
            }
        }
        XCTAssertEqual([Praise.stars(-1), Praise.stars(2), Praise.stars(99)], ["", "★ ★", "★ ★ ★ ★ ★"])
        XCTAssertEqual(Praise.one(of: [], 3), "")
    }
}
