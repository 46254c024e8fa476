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
