import Guidance
import Kernel
import Learning
import LearningCommands
import Practice
import Terminal
import TerminalContract
import XCTest

/// What a small child does besides cards: patterns, line work and the training of the day, a few things at a time, praised, without a figure that weighs.
final class ChildLessonTests: XCTestCase {
    private static let heavy = [
        "%", "No.", "No:", "Wrong", "wrong", "Score", "Mastery", "mastery", "Time", "not yet", "with mistakes",
    ]

    private func expectLight(_ text: String, _ place: String, file: StaticString = #filePath, line: UInt = #line) {
        for word in Self.heavy { XCTAssertFalse(text.contains(word), "\(place): \(word) in \(text)", file: file, line: line) }
    }

    /// Plays a command to its end with a choice here and there; what was seen, and what it ended with.
    private func play(_ command: String, _ words: [String], on app: AppBench, seed: UInt64 = 1) throws -> (
        seen: String, end: Output
    ) {
        var random = RandomSource(seed: seed)
        var dialogue = try app.dialogue(command, words)
        var seen = ""
        for _ in 0..<200 {
            for columns in [80, 39] {
                seen += Screen(width: columns, palette: .plain, unicode: true).draw(dialogue.view.blocks) + "\n"
            }
            guard case .key(let hints) = dialogue.view.wanted else {
                XCTFail("\(command): a child is asked to type: \(seen)")
                break
            }
            XCTAssertEqual(KeyTable.breach(of: hints), [])
            let choices = hints.filter { $0.meaning == KeyTable.choices(1).first?.meaning }.map(\.key)
            let key = choices.randomElement(using: &random) ?? (hints.contains { $0.key == .space } ? .space : .enter)
            if case .finish(let output) = try dialogue.handle(.key(key)) { return (seen + output.text(), output) }
        }
        XCTFail("\(command) does not end: \(seen)")
        return (seen, Output())
    }

    private func items(_ fixture: LessonFixture) throws -> Int {
        try XCTUnwrap(fixture.base.log().runs(latest: 1).first).items.count
    }

    func testAQuizAsksFiveShortThingsAndPraises() throws {
        for seed in 1..<5 as Range<UInt64> {
            let fixture = try LessonFixture("9k")
            for words in [[], ["chon-ji", "--questions", "20", "--answer", "type"]] {
                let (seen, end) = try play("pattern quiz", words + ["--new"], on: fixture.whole(isChild: true), seed: seed)
                expectLight(seen, "\(words)")
                XCTAssertEqual(end.value("questions"), .integer(5))
                XCTAssertTrue(Praise.end.contains { end.text().contains($0) }, end.text())
                XCTAssertTrue((Praise.right + Praise.almost).contains { seen.contains($0) }, seen)
                XCTAssertFalse(seen.contains("what comes next"), "its answers are whole sentences: \(seen)")
            }
        }
    }

    /// A test too: open at once, five movements, each answer told.
    func testATestIsFiveQuestionsThatAreToldAtOnce() throws {
        let fixture = try LessonFixture("9k")
        let (seen, end) = try play("pattern test", ["chon-ji"], on: fixture.whole(isChild: true))
        expectLight(seen, "test")
        XCTAssertEqual(try items(fixture), 5)
        XCTAssertEqual(end.value("answered"), .integer(5))
        XCTAssertTrue((Praise.right + Praise.almost).contains { seen.contains($0) }, seen)
        XCTAssertTrue(end.text().contains("★ ★ ★ ★ ★"), end.text())
        let movements = Set(try fixture.base.answers().map(\.target.part))
        XCTAssertEqual(movements.count, 5, "each is another movement")
    }

    /// What somebody grown has left is not gone on with.
    func testATestThatAGrownLearnerLeftIsNotGoneOnWith() throws {
        let fixture = try LessonFixture("9k")
        _ = fixture.whole().run(["pattern", "test", "chon-ji", "--anyway"], lines: ["left", ":q"])
        XCTAssertEqual(try items(fixture), 19)
        _ = try play("pattern test", ["chon-ji"], on: fixture.whole(isChild: true))
        XCTAssertEqual(try items(fixture), 5)
    }

    /// The same of what is asked about sparring and theory: the profile may have been somebody grown's an hour ago.
    func testAQuizThatAGrownLearnerLeftIsNotGoneOnWith() throws {
        for command in ["sparring quiz", "theory quiz"] {
            let fixture = try LessonFixture("8k")
            let words = command.split(separator: " ").map(String.init)
            _ = fixture.whole().run(words, lines: ["1", ":q"])
            let left = try items(fixture)
            XCTAssertGreaterThan(left, 5, command)
            let card = ScriptedConsole(columns: 80)
            XCTAssertEqual(fixture.whole(isChild: true).run([], on: card), 0, card.error)
            for word in ["resumes", " of \(left)", "pages read"] { XCTAssertFalse(card.output.contains(word), card.output) }
            let output = fixture.whole(isChild: true).run(words, lines: []).output
            XCTAssertFalse(output.contains("Let us go on!"), "\(command): \(output)")
            XCTAssertLessThanOrEqual(try items(fixture), 5, command)
            XCTAssertTrue(fixture.whole(isChild: true).run(words, lines: []).output.contains("Let us go on!"), command)
        }
    }

    func testPracticeShowsFiveMovementsAndTheNextFiveTheNextTime() throws {
        let fixture = try LessonFixture("9k")
        var met: [String] = []
        for _ in 0..<2 {
            let (seen, end) = try play("pattern practice", ["chon-ji", "--new"], on: fixture.whole(isChild: true))
            expectLight(seen, "practice")
            XCTAssertTrue(seen.contains("Chon-Ji"), seen)
            XCTAssertFalse(seen.contains("Do it from memory"), "a child follows: \(seen)")
            XCTAssertTrue(Praise.end.contains { end.text().contains($0) }, end.text())
            XCTAssertEqual(end.value("done"), .integer(5))
            met = try fixture.base.answers().map(\.target.part)
        }
        XCTAssertEqual(met, (1...10).map(String.init))
    }

    /// The line and the count; nothing is judged, and the last step of a line is its end.
    func testLineWorkIsCountedAndNotJudged() throws {
        let fixture = try LessonFixture("9k")
        let (seen, end) = try play("linework run", ["--steps", "20", "--new"], on: fixture.whole(isChild: true))
        expectLight(seen, "line work")
        for word in ["Ready?", "hana", "dool", "set", "net"] { XCTAssertTrue(seen.contains(word), "\(word): \(seen)") }
        XCTAssertFalse(seen.contains("yosot"), "five steps are enough: \(seen)")
        XCTAssertTrue(Praise.right.contains { seen.contains($0) }, seen)
        XCTAssertEqual(end.value("done"), .integer(5), "of the six lines of 9k")
        XCTAssertTrue(Praise.end.contains { end.text().contains($0) }, end.text())
        // The one that was left out comes the next time.
        let before = Set(try fixture.base.answers().map(\.target))
        _ = try play("linework run", ["--belt", "9k", "--new"], on: fixture.whole(isChild: true))
        XCTAssertEqual(Set(try fixture.base.answers().map(\.target)).subtracting(before).count, 1)
    }

    func testTheTrainingOfTheDayHasNoFigures() throws {
        for seed in 1..<4 as Range<UInt64> {
            let fixture = try LessonFixture("9k")
            let (seen, end) = try play("train", ["--new"], on: fixture.whole(isChild: true), seed: seed)
            expectLight(seen, "train")
            for word in ["minute", "Cards", "Still", "right,"] { XCTAssertFalse(seen.contains(word), "\(word): \(seen)") }
            XCTAssertTrue(Praise.end.contains { end.text().contains($0) }, end.text())
            XCTAssertEqual(end.value("movements"), .integer(5))
            XCTAssertEqual(end.value("remaining"), .integer(0))
        }
    }

    /// Of each exchange what the arm does, to choose; whatever way is asked for, and never more than five.
    func testSparringIsChosenExchangeByExchange() throws {
        let fixture = try LessonFixture("7k")
        let app = fixture.whole(isChild: true)
        var met = Set<Target>()
        for words in [[], ["three-step", "--role", "attacker"], ["three-step", "--whole"], ["three-step", "--shuffle"]] {
            let (seen, end) = try play("sparring practice", words + ["--new"], on: app)
            expectLight(seen, "\(words)")
            for word in ["How did it go", "obverse", "Stance"] { XCTAssertFalse(seen.contains(word), "\(word): \(seen)") }
            XCTAssertTrue((Praise.right + Praise.almost).contains { seen.contains($0) }, seen)
            XCTAssertTrue(Praise.end.contains { end.text().contains($0) } && end.text().contains("★ ★"), end.text())
            let items = try XCTUnwrap(fixture.base.log().runs(latest: 1).first).items.count
            XCTAssertTrue((2...5).contains(items), "\(items)")
            XCTAssertEqual(end.value("done"), .integer(items))
            met.formUnion(try fixture.base.answers().map(\.target))
        }
        XCTAssertEqual(Set(met.map(\.subject)).count, met.count, "one question on each exchange")
        XCTAssertGreaterThan(met.count, 5, "those that were not met come before those that were")
    }

    /// Every exchange whose defence is agreed on has a short question, with one right answer.
    func testEveryExchangeHasAShortQuestion() throws {
        for exercise in LessonFixture.book.exercises where exercise.steps.contains(where: { !$0.defence.deeds.isEmpty }) {
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

    /// What somebody grown has left is not gone on with, nor the other way round; one's own is, without talk of settings.
    func testSparringThatSomebodyElseBeganIsNotGoneOnWith() throws {
        let fixture = try LessonFixture("8k")
        _ = fixture.whole().run(["sparring", "practice"], lines: ["", "", "3", "q"])
        let grown = try items(fixture)
        let first = fixture.whole(isChild: true).run(["sparring", "practice"], lines: ["1", "q"]).output
        XCTAssertFalse(first.contains("Let us go on!"), first)
        XCTAssertLessThan(try items(fixture), grown)
        let second = fixture.whole(isChild: true).run(["sparring", "practice"], lines: ["q"]).output
        XCTAssertTrue(second.contains("Let us go on!"), second)
        XCTAssertFalse(second.contains("--new"), second)
        let again = fixture.whole().run(["sparring", "practice"], lines: ["q"]).output
        XCTAssertFalse(again.contains("Resuming"), again)
    }

    /// A whole grading is too much: it is said kindly, and what is not.
    func testAWholeGradingIsRefused() throws {
        let run = try LessonFixture("9k").whole(isChild: true).run(["grading", "mock"])
        XCTAssertEqual(run.status, 1)
        XCTAssertTrue(run.error.contains("A whole grading is too much for a small child."), run.error)
        XCTAssertTrue(run.error.contains("test quick"), run.error)
        let list = try LessonFixture("9k").whole(isChild: true).run(["grading", "list"]).output
        XCTAssertFalse(list.contains("grading mock"), list)
        // One that was left before it was a child is offered nowhere.
        let fixture = try LessonFixture("9k")
        _ = fixture.whole().run(["grading", "mock"], lines: ["", "3", "q"])
        XCTAssertTrue(fixture.whole().run([]).output.contains("grading mock"))
        let home = fixture.whole(isChild: true).run([]).output
        XCTAssertFalse(home.contains("grading mock"), home)
    }

    /// Where a child stands, and what waits: a few kind lines; programs get the figures as ever.
    func testFiguresAreAFewKindLines() throws {
        let fixture = try LessonFixture("9k")
        let (app, grown) = (fixture.whole(isChild: true), fixture.whole())
        XCTAssertTrue(app.run(["stats"]).output.contains("Welcome!"))
        XCTAssertTrue(app.run(["due"]).output.contains("All done!"))
        for command in ["study", "pattern practice", "linework run", "theory quiz"] { _ = try play(command, ["--new"], on: app) }
        let stats = app.run(["stats"]).output
        XCTAssertTrue(stats.contains("You practised 4 times. Great!") && stats.contains("★"), stats)
        fixture.base.sleep(days: 40)
        let due = app.run(["due"]).output
        for line in ["for you", "A pattern to do again.", "Line work to step again."] {
            XCTAssertTrue(due.contains(line), "\(line): \(due)")
        }
        for (command, text) in [("stats", stats), ("due", due)] {
            expectLight(text, command)
            for word in ["box", "Right", "Accuracy", "Categor", "2026"] {
                XCTAssertFalse(text.contains(word), "\(word): \(text)")
            }
            XCTAssertLessThan(text.split(separator: "\n").count, 12, text)
            XCTAssertEqual(app.run([command, "--json"]).output, grown.run([command, "--json"]).output)
        }
    }

    /// Whatever is asked for, a test of words and theory has five questions as well.
    func testATestOfOnesOwnChoiceHasFive() throws {
        let fixture = try LessonFixture("9k")
        for words in [["test", "custom", "--questions", "20"], ["test", "quick", "--questions", "9"]] {
            _ = fixture.whole(isChild: true).run(words, lines: Array(repeating: "1", count: 12))
            let run = try XCTUnwrap(fixture.base.log().runs(latest: 1).first)
            XCTAssertEqual(try fixture.base.log().answers(of: run.id).count, 5, "\(words)")
        }
    }
}
