import Foundation
import Interface
import Kernel
import LessonsTesting
import Practice
import TerminalTesting
import XCTest

@testable import Assessment

/// Tests of the end of a placement and of unfinished tests on the home page.
final class PlaceEndTests: XCTestCase {
    private func json(_ fixture: LessonFixture, _ lines: [String]) throws -> [String: Any] {
        let output = try fixture.app().run(["place", "--json"], lines: lines).output
        return try XCTUnwrap(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], output)
    }

    private func marked(_ fixture: LessonFixture) throws -> Int {
        try fixture.base.log().memories(of: .flashcards).count
    }

    /// Returns a learner who answered a whole placement and then undid its end.
    private func undone() throws -> (fixture: LessonFixture, count: Int) {
        let fixture = try LessonFixture("7k")
        let examiner = try fixture.examiner(seed: 3)
        var run = try examiner.place()
        try examiner.sit(&run) { _ in .right }
        XCTAssertGreaterThan(try marked(fixture), 100)
        XCTAssertEqual(try fixture.base.store.undoLast().label, "Marked the words that are known")
        XCTAssertEqual(try marked(fixture), 0)
        return (fixture, run.answers.count)
    }

    func testUndonePlacementEndAsksLastQuestionAgain() throws {
        let (fixture, count) = try undone()
        let result = try fixture.app().run(["place"], lines: [])
        XCTAssertTrue(result.output.contains("Nothing is marked yet. Here is the last question again"), result.output)
        XCTAssertFalse(result.output.contains("Placement: done"), result.output)
        XCTAssertEqual(try json(fixture, [])["finished"] as? Bool, false)
        XCTAssertEqual(try json(fixture, [])["answered"] as? Int, count - 1)
        XCTAssertEqual(try marked(fixture), 0)
    }

    func testPlacementEndsWithEnterOnly() throws {
        let (fixture, _) = try undone()
        let placement = try json(fixture, ["1", "q"])
        XCTAssertEqual(placement["finished"] as? Bool, false)
        XCTAssertEqual(try marked(fixture), 0)
        let done = try json(fixture, ["1", "enter"])
        XCTAssertEqual(done["finished"] as? Bool, true)
        XCTAssertGreaterThan(try marked(fixture), 100)
    }

    func testHomePageShowsProgressOfTests() throws {
        func expectHome(_ words: String, _ fixture: LessonFixture) throws {
            let home = try fixture.app().run([]).output
            XCTAssertTrue(home.contains(words), home)
        }
        let fixture = try LessonFixture("7k")
        _ = try json(fixture, [])
        try expectHome("Placement, just begun", fixture)
        _ = try json(fixture, ["1", "2", "0"])
        try expectHome("Placement, 3 questions answered", fixture)
        let quick = try LessonFixture("7k")
        _ = try quick.app().run(["test", "quick", "--questions", "6"], lines: ["1", "2"])
        try expectHome("Quick test, 2 of 6 questions answered", quick)
        _ = try quick.app().run(["test", "quick"], lines: ["1", "2", "1", "2", "enter"])
        try expectHome("Last practice  Quick test, ", quick)
        let (undone, count) = try undone()
        try expectHome("Placement, \(count) questions answered", undone)
    }
}
