import Kernel
import Practice
import Storage
import XCTest

/// Tests of a wrong answer that the learner counts as right.
final class CountingRightTests: XCTestCase {
    private let items = ["a", "b", "c"]

    func testCountedAnswerEqualsRightAnswerExceptItsFlag() throws {
        for rule in [MemoryRule.level, .schedule(LeitnerScheduler.standard)] {
            let fixture = Fixture()
            let other = Fixture()
            let log = fixture.log()
            let right = other.log()
            var run = try log.begin(Drill(rule: rule), items: items, settings: NoSettings())
            var twin = try right.begin(Drill(rule: rule), items: items, settings: NoSettings())
            try log.answer(.wrong, milliseconds: 700, in: &run)
            let before = (try log.memories(of: run.exercise.kind), try log.days())
            try log.countRight(in: &run)
            try right.answer(.right, milliseconds: 700, in: &twin)
            XCTAssertEqual(run.place, 1)
            let answer = try XCTUnwrap(fixture.answers().first)
            let same = try XCTUnwrap(other.answers().first)
            XCTAssertEqual([answer.isCountedRight, same.isCountedRight], [true, nil])
            XCTAssertEqual(answer.mark, same.mark)
            XCTAssertEqual(answer.after, same.after)
            XCTAssertEqual(try log.memories(of: run.exercise.kind), try right.memories(of: twin.exercise.kind))
            XCTAssertEqual(try log.days().map(\.right), [1])
            XCTAssertEqual(run.answers, try fixture.answers(), "the saved answer is the shown one")
            XCTAssertNotEqual(try log.days(), before.1)
            XCTAssertNil(run.correctableAnswer, "it is right now")
            try log.undoAnswer(in: &run)
            XCTAssertEqual(try log.memories(of: run.exercise.kind), [])
            XCTAssertEqual(try log.days(), [])
        }
    }

    func testOnlyLatestWrongAnswerCanBeCountedRight() throws {
        let fixture = Fixture()
        let log = fixture.log()
        var run = try log.begin(Drill(), items: items, settings: NoSettings())
        XCTAssertThrowsError(try log.countRight(in: &run)) { XCTAssertEqual(($0 as? Failure)?.code, .nothingToCount) }
        try log.answer(.wrong, milliseconds: 1, in: &run)
        try log.answer(.right, milliseconds: 1, in: &run)
        XCTAssertThrowsError(try log.countRight(in: &run)) { XCTAssertEqual(($0 as? Failure)?.code, .nothingToCount) }
        XCTAssertEqual(try fixture.answers().map(\.isCountedRight), [nil, nil])
    }

    func testCountingFailsAfterNewerAnswer() throws {
        let fixture = Fixture()
        let log = fixture.log()
        var run = try log.begin(Drill(), items: ["a"], settings: NoSettings())
        var other = try log.begin(Drill(), items: ["a"], settings: NoSettings())
        try log.answer(.wrong, milliseconds: 1, in: &run)
        try log.answer(.wrong, milliseconds: 1, in: &other)
        let answers = try fixture.answers()
        XCTAssertThrowsError(try log.countRight(in: &run)) { XCTAssertEqual(($0 as? Failure)?.code, .answeredSince) }
        try log.undoAnswer(in: &other)
        try log.undoAnswer(in: &run)
        XCTAssertThrowsError(try log.countRight(in: &run)) { XCTAssertEqual(($0 as? Failure)?.code, .nothingToCount) }
        XCTAssertEqual(answers.count, 2)
    }

    func testUncountedAnswerOmitsItsFlag() throws {
        let fixture = Fixture()
        let log = fixture.log()
        var run = try log.begin(Drill(), items: items, settings: NoSettings())
        try log.answer(.wrong, milliseconds: 1, in: &run)
        let json = try JSONValue(encoding: try XCTUnwrap(fixture.answers().first))
        XCTAssertFalse("\(json)".contains("isCountedRight"), "a missing value is not written")
    }
}
