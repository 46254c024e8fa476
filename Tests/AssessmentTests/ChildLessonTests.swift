import Guidance
import Interface
import Kernel
import Learning
import LessonsCommands
import LessonsTesting
import Practice
import Terminal
import TerminalTesting
import XCTest

/// Tests of young children's lessons, patterns, line work and daily training: few items, praise and
/// no scores.
final class ChildLessonTests: XCTestCase {
    private static let discouragingWords = [
        "%", "No.", "No:", "Wrong", "wrong", "Score", "Mastery", "mastery", "Time", "not yet", "with mistakes",
    ]

    private func expectNoScores(_ text: String, _ place: String, file: StaticString = #filePath, line: UInt = #line) {
        for word in Self.discouragingWords {
            XCTAssertFalse(text.contains(word), "\(place): \(word) in \(text)", file: file, line: line)
        }
    }

    /// Plays a command to its end with random choices. Returns all shown text and the final output.
    private func play(_ command: String, _ words: [String], on app: AppFixture, seed: UInt64 = 1) throws -> (
        text: String, end: Output
    ) {
        var random = RandomSource(seed: seed)
        var dialogue = try app.dialogue(command, words)
        var text = ""
        for _ in 0..<200 {
            for columns in [80, 39] {
                text += Screen(width: columns, palette: .plain, unicode: true).draw(dialogue.view.blocks) + "\n"
            }
            guard case .key(let hints) = dialogue.view.wanted else {
                XCTFail("\(command): a child has to type: \(text)")
                break
            }
            XCTAssertEqual(KeyTable.violations(of: hints), [])
            let choices = hints.filter { $0.meaning == KeyTable.choices(1).first?.meaning }.map(\.key)
            let key = choices.randomElement(using: &random) ?? (hints.contains { $0.key == .space } ? .space : .enter)
            if case .finish(let output) = try dialogue.handle(.key(key)) { return (text + output.text(), output) }
        }
        XCTFail("\(command) does not end: \(text)")
        return (text, Output())
    }

    private func items(_ fixture: LessonFixture) throws -> Int {
        try XCTUnwrap(fixture.base.log().runs(latest: 1).first).items.count
    }

    /// Lessons have at most five multiple-choice items and praise. Long tests are refused.
    func testChildLessonsHaveAtMostFiveItems() throws {
        let lessons = try LessonFixture("9k")
        let app = lessons.gradingApp(isChild: true)
        // The mistakes of an adult session give the drill its items.
        _ = AppFixture("dojang", over: lessons.base.store, time: lessons.base.time) {
            [LessonsPlugin { try lessons.lessons() }]
        }
        .run(["theory", "quiz"], lines: Array(repeating: "0", count: 10))
        for command in [
            ["theory", "quiz", "--new", "--answer", "type"], ["sparring", "quiz", "--new"], ["drill", "--new"],
        ] {
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

    func testChildPatternQuizHasFiveQuestionsAndPraise() throws {
        for seed in 1..<5 as Range<UInt64> {
            let fixture = try LessonFixture("9k")
            for words in [[], ["chon-ji", "--questions", "20", "--answer", "type"]] {
                let (text, end) = try play(
                    "pattern quiz", words + ["--new"], on: fixture.fullApp(isChild: true), seed: seed)
                expectNoScores(text, "\(words)")
                XCTAssertEqual(end.value("questions"), .integer(5))
                XCTAssertTrue(Praise.end.contains { end.text().contains($0) }, end.text())
                XCTAssertTrue((Praise.right + Praise.almost).contains { text.contains($0) }, text)
                XCTAssertFalse(text.contains("what comes next"), "the answers are complete sentences: \(text)")
            }
        }
    }

    /// A test is open from the start, has five movements, and shows each result at once.
    func testChildPatternTestHasFiveQuestionsWithFeedback() throws {
        let fixture = try LessonFixture("9k")
        let (text, end) = try play("pattern test", ["chon-ji"], on: fixture.fullApp(isChild: true))
        expectNoScores(text, "test")
        XCTAssertEqual(try items(fixture), 5)
        XCTAssertEqual(end.value("answered"), .integer(5))
        XCTAssertTrue((Praise.right + Praise.almost).contains { text.contains($0) }, text)
        XCTAssertTrue(end.text().contains("★ ★ ★ ★ ★"), end.text())
        let movements = Set(try fixture.base.answers().map(\.target.part))
        XCTAssertEqual(movements.count, 5, "each shows a different movement")
    }

    func testChildDoesNotResumeAdultTest() throws {
        let fixture = try LessonFixture("9k")
        _ = fixture.fullApp().run(["pattern", "test", "chon-ji", "--anyway"], lines: ["left", ":q"])
        XCTAssertEqual(try items(fixture), 19)
        _ = try play("pattern test", ["chon-ji"], on: fixture.fullApp(isChild: true))
        XCTAssertEqual(try items(fixture), 5)
    }

    /// The profile may have belonged to an adult before.
    func testChildDoesNotResumeAdultQuiz() throws {
        for command in ["sparring quiz", "theory quiz"] {
            let fixture = try LessonFixture("8k")
            let words = command.split(separator: " ").map(String.init)
            _ = fixture.fullApp().run(words, lines: ["1", ":q"])
            let remaining = try items(fixture)
            XCTAssertGreaterThan(remaining, 5, command)
            let card = ScriptedConsole(columns: 80)
            XCTAssertEqual(fixture.fullApp(isChild: true).run([], on: card), 0, card.error)
            for word in ["resumes", " of \(remaining)", "pages read"] {
                XCTAssertFalse(card.output.contains(word), card.output)
            }
            let output = fixture.fullApp(isChild: true).run(words, lines: []).output
            XCTAssertFalse(output.contains("Let us go on!"), "\(command): \(output)")
            XCTAssertLessThanOrEqual(try items(fixture), 5, command)
            XCTAssertTrue(
                fixture.fullApp(isChild: true).run(words, lines: []).output.contains("Let us go on!"), command)
        }
    }

    func testChildPatternPracticeShowsFiveMovementsAtATime() throws {
        let fixture = try LessonFixture("9k")
        var practiced: [String] = []
        for _ in 0..<2 {
            let (text, end) = try play("pattern practice", ["chon-ji", "--new"], on: fixture.fullApp(isChild: true))
            expectNoScores(text, "practice")
            XCTAssertTrue(text.contains("Chon-Ji"), text)
            XCTAssertFalse(text.contains("Do it from memory"), "the text suits a child: \(text)")
            XCTAssertTrue(Praise.end.contains { end.text().contains($0) }, end.text())
            XCTAssertEqual(end.value("done"), .integer(5))
            practiced = try fixture.base.answers().map(\.target.part)
        }
        XCTAssertEqual(practiced, (1...10).map(String.init))
    }

    /// Lines are counted without marks, and a line ends with its last step.
    func testChildLineWorkIsCountedWithoutMarks() throws {
        let fixture = try LessonFixture("9k")
        let (text, end) = try play("linework run", ["--steps", "20", "--new"], on: fixture.fullApp(isChild: true))
        expectNoScores(text, "line work")
        for word in ["Ready?", "hana", "dool", "set", "net"] { XCTAssertTrue(text.contains(word), "\(word): \(text)") }
        XCTAssertFalse(text.contains("yosot"), "five steps are enough: \(text)")
        XCTAssertTrue(Praise.right.contains { text.contains($0) }, text)
        XCTAssertEqual(end.value("done"), .integer(5), "of the six lines of 9k")
        XCTAssertTrue(Praise.end.contains { end.text().contains($0) }, end.text())
        // The next session has the line that was left out.
        let before = Set(try fixture.base.answers().map(\.target))
        _ = try play("linework run", ["--belt", "9k", "--new"], on: fixture.fullApp(isChild: true))
        XCTAssertEqual(Set(try fixture.base.answers().map(\.target)).subtracting(before).count, 1)
    }

    func testChildTrainingShowsNoFigures() throws {
        for seed in 1..<4 as Range<UInt64> {
            let fixture = try LessonFixture("9k")
            let (text, end) = try play("train", ["--new"], on: fixture.fullApp(isChild: true), seed: seed)
            expectNoScores(text, "train")
            for word in ["minute", "Cards", "Still", "right,"] {
                XCTAssertFalse(text.contains(word), "\(word): \(text)")
            }
            XCTAssertTrue(Praise.end.contains { end.text().contains($0) }, end.text())
            XCTAssertEqual(end.value("movements"), .integer(5))
            XCTAssertEqual(end.value("remaining"), .integer(0))
        }
    }

    /// Each exchange is one multiple-choice question about the arm. Options change nothing, and a
    /// session has at most five.
    func testChildSparringAsksOneQuestionPerExchange() throws {
        let fixture = try LessonFixture("7k")
        let app = fixture.fullApp(isChild: true)
        var answered = Set<Target>()
        for words in [
            [], ["three-step", "--role", "attacker"], ["three-step", "--whole"], ["three-step", "--shuffle"],
        ] {
            let (text, end) = try play("sparring practice", words + ["--new"], on: app)
            expectNoScores(text, "\(words)")
            for word in ["How did it go", "obverse", "Stance"] {
                XCTAssertFalse(text.contains(word), "\(word): \(text)")
            }
            XCTAssertTrue((Praise.right + Praise.almost).contains { text.contains($0) }, text)
            XCTAssertTrue(Praise.end.contains { end.text().contains($0) } && end.text().contains("★ ★"), end.text())
            let items = try XCTUnwrap(fixture.base.log().runs(latest: 1).first).items.count
            XCTAssertTrue((2...5).contains(items), "\(items)")
            XCTAssertEqual(end.value("done"), .integer(items))
            answered.formUnion(try fixture.base.answers().map(\.target))
        }
        XCTAssertEqual(Set(answered.map(\.subject)).count, answered.count, "one question on each exchange")
        XCTAssertGreaterThan(answered.count, 5, "new exchanges come before known ones")
    }

    /// Each exchange with a fixed defence has a short question with one right answer.
    func testExchangesHaveShortQuestions() throws {
        for exercise in LessonFixture.book.exercises
        where exercise.steps.contains(where: { !$0.defence.actions.isEmpty }) {
            let tasks = exercise.steps.indices.compactMap {
                LessonFixture.book.task(Target(.sparring, exercise.id, "answer-\($0 + 1)"))
            }
            XCTAssertFalse(tasks.isEmpty, exercise.id)
            for task in tasks {
                let key = try XCTUnwrap(task.key)
                XCTAssertFalse(key.wrong.contains(key.answer), "\(exercise.id): \(key)")
                XCTAssertFalse(key.answer.contains("obverse") || key.answer.contains("foot"), key.answer)
            }
        }
    }

    /// A child doesn't resume an adult's session, nor an adult a child's. A child resumes an own
    /// session without a hint about settings.
    func testSparringOfAnotherLearnerKindIsNotResumed() throws {
        let fixture = try LessonFixture("8k")
        _ = fixture.fullApp().run(["sparring", "practice"], lines: ["", "", "3", "q"])
        let adultItems = try items(fixture)
        let first = fixture.fullApp(isChild: true).run(["sparring", "practice"], lines: ["1", "q"]).output
        XCTAssertFalse(first.contains("Let us go on!"), first)
        XCTAssertLessThan(try items(fixture), adultItems)
        let second = fixture.fullApp(isChild: true).run(["sparring", "practice"], lines: ["q"]).output
        XCTAssertTrue(second.contains("Let us go on!"), second)
        XCTAssertFalse(second.contains("--new"), second)
        let again = fixture.fullApp().run(["sparring", "practice"], lines: ["q"]).output
        XCTAssertFalse(again.contains("Resuming"), again)
    }

    func testChildMockGradingIsRefused() throws {
        let run = try LessonFixture("9k").fullApp(isChild: true).run(["grading", "mock"])
        XCTAssertEqual(run.status, 1)
        XCTAssertTrue(run.error.contains("A whole grading is too much for a small child."), run.error)
        XCTAssertTrue(run.error.contains("test quick"), run.error)
        let list = try LessonFixture("9k").fullApp(isChild: true).run(["grading", "list"]).output
        XCTAssertFalse(list.contains("grading mock"), list)
        // An unfinished mock grading of an adult is not offered to the child.
        let fixture = try LessonFixture("9k")
        _ = fixture.fullApp().run(["grading", "mock"], lines: ["", "3", "q"])
        XCTAssertTrue(fixture.fullApp().run([]).output.contains("grading mock"))
        let home = fixture.fullApp(isChild: true).run([]).output
        XCTAssertFalse(home.contains("grading mock"), home)
    }

    /// `stats` and `due` show a few friendly lines. JSON output has all figures.
    func testChildStatsAndDueAreShortTexts() throws {
        let fixture = try LessonFixture("9k")
        let app = fixture.fullApp(isChild: true)
        let grown = fixture.fullApp()
        XCTAssertTrue(app.run(["stats"]).output.contains("Welcome!"))
        XCTAssertTrue(app.run(["due"]).output.contains("All done!"))
        for command in ["study", "pattern practice", "linework run", "theory quiz"] {
            _ = try play(command, ["--new"], on: app)
        }
        let stats = app.run(["stats"]).output
        XCTAssertTrue(stats.contains("You practised 4 times. Great!") && stats.contains("★"), stats)
        fixture.base.sleep(days: 40)
        let due = app.run(["due"]).output
        for line in ["for you", "A pattern to do again.", "Line work to step again."] {
            XCTAssertTrue(due.contains(line), "\(line): \(due)")
        }
        for (command, text) in [("stats", stats), ("due", due)] {
            expectNoScores(text, command)
            for word in ["box", "Right", "Accuracy", "Categor", "2026"] {
                XCTAssertFalse(text.contains(word), "\(word): \(text)")
            }
            XCTAssertLessThan(text.split(separator: "\n").count, 12, text)
            XCTAssertEqual(app.run([command, "--json"]).output, grown.run([command, "--json"]).output)
        }
    }

    func testChildWordTestsHaveFiveQuestions() throws {
        let fixture = try LessonFixture("9k")
        for words in [["test", "custom", "--questions", "20"], ["test", "quick", "--questions", "9"]] {
            _ = fixture.fullApp(isChild: true).run(words, lines: Array(repeating: "1", count: 12))
            let run = try XCTUnwrap(fixture.base.log().runs(latest: 1).first)
            XCTAssertEqual(try fixture.base.log().answers(of: run.id).count, 5, "\(words)")
        }
    }
}
