import Content
import Interface
import Kernel
import LearningTesting
import Lessons
import LessonsCommands
import LessonsTesting
import Practice
import TerminalTesting
import XCTest

/// Tests of the + key, which counts a typed answer as right.
final class CountRightScreenTests: XCTestCase {
    private let hint = "Was it right? + counts it as right."

    func testPlusKeyCountsTypedWordAsRight() throws {
        let fixture = StudyFixture(library: StudyFixture.threeTerms)
        var session = try fixture.study("10k").dialogue("study", ["--mode", "test"])
        try session.type(["+"])
        XCTAssertTrue(session.text().contains("not counted as wrong"), session.text())
        try session.type(["long stance"])
        XCTAssertTrue(session.text().contains(hint), session.text())
        XCTAssertEqual(try fixture.answers().map(\.isRight), [false])
        try session.type(["+"])
        XCTAssertTrue(session.text().contains("Counted as right."), session.text())
        XCTAssertTrue(session.text().contains("Card 2 of 3"), "the next card is asked normally")
        let answer = try XCTUnwrap(fixture.answers().first)
        XCTAssertEqual([answer.isRight, answer.isCountedRight == true], [true, true])
        XCTAssertEqual(answer.after.schedule?.box, 2, "it counts as a good answer")
        try session.type(["+"])
        XCTAssertTrue(session.text().contains("not counted as wrong"), "it is right already")
        try session.type([":u"])
        XCTAssertEqual(try fixture.answers(), [])
    }

    func testRightAndChosenAnswersShowNoHint() throws {
        let fixture = StudyFixture(library: StudyFixture.threeTerms)
        var session = try fixture.study("10k").dialogue("study", ["--mode", "test"])
        try session.type(["walking stance"])
        XCTAssertFalse(session.text().contains(hint))
        var chosen = try StudyFixture(library: StudyFixture.threeTerms).study("10k").dialogue(
            "study", ["--mode", "test", "--answer", "choose"])
        try chosen.type(["1"])
        try chosen.type(["1"])
        XCTAssertFalse(chosen.text().contains(hint), "a choice is final")
        try chosen.type(["+"])
        XCTAssertFalse(chosen.text().contains("Counted"), chosen.text())
    }

    func testPlusKeyWorksInPatternAndTheoryQuizzes() throws {
        let fixture = StudyFixture()
        var quiz = try fixture.patterns().dialogue("pattern quiz", ["chon-ji", "--answer", "type", "--anyway"])
        try quiz.type(["nonsense"])
        XCTAssertTrue(quiz.text().contains(hint), quiz.text())
        try quiz.type(["+"])
        let answer = try XCTUnwrap(fixture.answers().first)
        XCTAssertTrue(answer.isRight)
        XCTAssertTrue(answer.fields.allSatisfy(\.isRight))
        let lessons = try LessonFixture("10k")
        let app = lessons.app()
        var page = try app.dialogue("theory quiz", ["tenets", "--answer", "type"])
        try page.type(["nonsense"])
        XCTAssertTrue(page.text().contains(hint), page.text())
        try page.type(["+"])
        XCTAssertEqual(try lessons.base.answers().map(\.isCountedRight), [true])
    }

    func testPlusKeyIsRefusedInTests() throws {
        let fixture = StudyFixture()
        var test = try fixture.patterns().dialogue("pattern test", ["chon-ji", "--anyway"])
        try test.type(["nonsense"])
        XCTAssertFalse(test.text().contains(hint))
        try test.type(["+"])
        XCTAssertTrue(test.text().contains("shows its results at the end"), test.text())
        XCTAssertEqual(try fixture.answers().map(\.isRight), [false])
    }

    func testCountingRightCanBeUndone() throws {
        let fixture = StudyFixture(library: StudyFixture.threeTerms)
        var session = try fixture.study("10k").dialogue("study", ["--mode", "test"])
        try session.type(["long stance", "+"])
        let undone = try fixture.store.undoLast()
        XCTAssertEqual(undone.label, "Counted an answer as right")
        XCTAssertEqual(try fixture.answers().map(\.isRight), [false])
    }
}
