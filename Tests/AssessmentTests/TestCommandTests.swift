import Foundation
import Interface
import Kernel
import LessonsTesting
import Practice
import Terminal
import TerminalTesting
import XCTest

@testable import Assessment
@testable import AssessmentCommands

/// Tests of `test` and `place` with keys and piped lines.
final class TestCommandTests: XCTestCase {
    private func run(_ fixture: LessonFixture, _ line: String, lines: [String] = []) throws -> AppFixture.Run {
        try fixture.app().run(line.split(separator: " ").map(String.init), lines: lines)
    }

    private func object(_ text: String) throws -> [String: Any] {
        try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], text)
    }

    func testPipedQuickTestShowsResultsAtEnd() throws {
        let fixture = try LessonFixture("7k")
        let test = try run(fixture, "test quick --questions 6", lines: ["1", "2", "3", "4", "0", "1", "enter"])
        XCTAssertEqual(test.status, 0, test.error)
        let questions = test.output.components(separatedBy: "Quick test: done")[0]
        let results = test.output
        XCTAssertFalse(questions.contains("Right"), questions)
        for word in ["You know", "Category", "Belt", "What you missed", "You did not know."] {
            XCTAssertTrue(results.contains(word), word)
        }
        let review = try object(run(fixture, "test review --json").output)
        XCTAssertEqual((review["review"] as? [Any])?.count, 6)
        XCTAssertEqual(review["remaining"] as? Int, 0)
    }

    func testTestIsPausedResumedAndUndone() throws {
        let fixture = try LessonFixture("7k")
        let test = try object(run(fixture, "test comprehensive --json", lines: ["1", "u", "2", "3"]).output)
        XCTAssertEqual(test["answered"] as? Int, 2)
        XCTAssertEqual(test["remaining"] as? Int, 28)
        let resumed = try run(fixture, "test comprehensive", lines: ["q"])
        XCTAssertTrue(resumed.output.contains("28 of 30 to go"), resumed.output)
        let new = try object(run(fixture, "test comprehensive --new --json", lines: ["1"]).output)
        XCTAssertEqual(new["remaining"] as? Int, 29)
        XCTAssertEqual(
            try fixture.base.store.undoLast().label,
            "Comprehensive test, question 1: \((new["right"] as? Int) == 1 ? "right" : "wrong")")
    }

    func testInvalidTestOptionsAreRefused() throws {
        let fixture = try LessonFixture("7k")
        for (line, words, status) in [
            ("test quick --questions 4", "5", 64),
            ("test custom --kind songs", "words, patterns, sparring, theory", 64),
            ("test custom --belt 1k", "not open", 1), ("test custom --category elephants", "Choose from", 64),
            ("test review nothing", "test", 1), ("test custom --belt 8k,purple", "purple", 64),
        ] {
            let result = try run(fixture, line)
            XCTAssertEqual(Int(result.status), status, "\(line): \(result.error)")
            XCTAssertTrue(result.error.contains(words), "\(line): \(result.error)")
        }
        let both = try object(run(fixture, "test custom --belt 8k,7k --kind words,theory --json", lines: ["1"]).output)
        XCTAssertEqual(both["questions"] as? Int, 20)
    }

    func testProgressListsWeaknessesWithCommands() throws {
        let fixture = try LessonFixture("7k")
        let emptyResult = try run(fixture, "test progress")
        XCTAssertTrue(emptyResult.output.contains("You have not finished a test yet."), emptyResult.output)
        XCTAssertEqual(
            try run(fixture, "test list --json").output.trimmingCharacters(in: .whitespacesAndNewlines), "[]")
        _ = try run(
            fixture, "test custom --kind theory --questions 20", lines: Array(repeating: "0", count: 20) + ["enter"])
        let progress = try object(run(fixture, "test progress --json").output)
        let weak = try XCTUnwrap(progress["weak"] as? [[String: Any]])
        XCTAssertFalse(weak.isEmpty)
        XCTAssertTrue(try XCTUnwrap(weak[0]["command"] as? String).hasPrefix("theory quiz --subject "))
        XCTAssertEqual(progress["asked"] as? Int, 20)
        let result = try run(fixture, "test progress")
        XCTAssertTrue(result.output.contains("Weak, and what helps"), result.output)
        let list = try run(fixture, "test list")
        XCTAssertTrue(list.output.contains("custom"), list.output)
        XCTAssertEqual(try run(fixture, "test review latest --missed").status, 0)
    }

    func testPlacementExplainsItselfAndFinishes() throws {
        let fixture = try LessonFixture("4k")
        let started = try fixture.app().dialogue("place").view
        let text = DialogueText.of(started)
        for words in ["12 to 24 questions on words up to 4th keup.", "undo takes it all back in one step"] {
            XCTAssertTrue(text.contains(words), text)
        }
        let placement = try object(run(fixture, "place --json", lines: ["enter", "0", "0"]).output)
        XCTAssertEqual(placement["finished"] as? Bool, false)
        XCTAssertEqual(placement["cards"] as? Int, 0)
        let ended = try object(run(fixture, "place --json", lines: Array(repeating: "0", count: 30)).output)
        XCTAssertEqual(ended["finished"] as? Bool, true)
        XCTAssertEqual(ended["words"] as? Int, 0)
    }

    func testHomePageOffersPlacementBeforePracticeOnly() throws {
        func offered(_ fixture: LessonFixture) throws -> Bool {
            try fixture.app().registry().all(.homeCards).first { $0.name == "place" }?.content().suggestedStep != nil
        }
        XCTAssertTrue(try offered(LessonFixture("4k")))
        XCTAssertFalse(try offered(LessonFixture("10k")), "a white belt has no known words")
        let fixture = try LessonFixture("4k")
        _ = try run(fixture, "place", lines: ["0"])
        XCTAssertFalse(try offered(fixture))
    }

    /// The belt in the header would be the answer.
    func testHeaderHidesBeltInBeltQuestions() throws {
        let fixture = try LessonFixture("4k")
        let test = try run(fixture, "test custom --category belt --questions 5", lines: ["q"])
        let header = test.output.components(separatedBy: "\n").first { $0.contains("1 of 5") } ?? ""
        XCTAssertFalse(header.contains("keup"), header)
    }
}

/// Renders a dialogue as plain text.
private enum DialogueText {
    static func of(_ view: DialogueView) -> String {
        Screen(width: 1000, palette: .plain, unicode: true).draw(view.blocks)
    }
}
