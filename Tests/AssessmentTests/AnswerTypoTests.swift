import Assessment
import AssessmentCommands
import Content
import Interface
import Kernel
import LearningTesting
import LessonsTesting
import Practice
import TerminalTesting
import XCTest

/// Tests of typing slips: the session explains them, asks again, and changes no memory.
final class AnswerTypoTests: XCTestCase {
    func testSlipInFlashcardTestIsAskedAgain() throws {
        let number = "Type a number from 1 to 3."
        let words = "” is not an answer. :s skips the card"
        for (answering, slips) in [
            (
                "choose",
                [
                    "9": number, "2x": number, "0": number, "-1": number, "４": number, "x": number, "no idea": number,
                    ":b": words, "Q": words,
                ]
            ),
            ("type", [":b": words, ":nonsense": words, "q": words, "u": words, "s": words]),
        ] {
            for (line, expected) in slips {
                let fixture = StudyFixture(library: StudyFixture.threeTerms)
                var session = try fixture.study("10k").dialogue("study", ["--mode", "test", "--answer", answering])
                try session.type([line])
                XCTAssertTrue(session.text().contains(expected), "\(answering) \(line): \(session.text())")
                XCTAssertTrue(session.text().contains("Card 1 of 3"))
                XCTAssertEqual(try fixture.answers().count, 0, line)
            }
        }
    }

    func testPossibleAnswersAreGraded() throws {
        for (answering, line) in [
            ("choose", "1"), ("choose", "3"), ("choose", "walking stance"), ("choose", "Walking-Stance"),
            ("type", "no idea"),
            ("type", "9"), ("type", "i"),
        ] {
            let fixture = StudyFixture(library: StudyFixture.threeTerms)
            var session = try fixture.study("10k").dialogue("study", ["--mode", "test", "--answer", answering])
            try session.type([line])
            XCTAssertEqual(try fixture.answers().count, 1, "\(answering) \(line)")
        }
    }

    func testSlipInPatternTestIsAskedAgain() throws {
        for (options, slips) in [
            ([], ["q", ":b"]), (["--answer", "choose"], ["q", ":b", "9", "2x", "nonsense"]),
        ] as [([String], [String])] {
            for line in slips {
                let fixture = StudyFixture()
                var session = try fixture.patterns().dialogue("pattern test", ["chon-ji", "--anyway"] + options)
                try session.type([line])
                XCTAssertTrue(session.text().contains("Question 1 of"), session.text())
                XCTAssertEqual(try fixture.answers().count, 0, line)
                try session.type([options.isEmpty ? "A" : "1"])
                XCTAssertEqual(try fixture.answers().count, 1)
            }
        }
    }

    /// Multiple-choice questions accept a number or the text of a choice. Anything else is asked
    /// again.
    func testUnknownTextIsAskedAgainInMultipleChoice() throws {
        for (command, arguments) in [
            ("theory quiz", ["tenets"]), ("test quick", []), ("sparring quiz", []), ("place", []),
        ] as [(String, [String])] {
            let lessons = try LessonFixture("9k")
            let app = lessons.gradingApp()
            var session = try app.dialogue(command, arguments)
            if command == "place" { _ = try session.handle(.key(.enter)) }
            try session.type(["no idea at all"])
            XCTAssertTrue(session.text().contains("Type a number from 1 to"), "\(command): \(session.text())")
            XCTAssertEqual(try lessons.base.answers().count, 0, command)
            try session.type(["1"])
            XCTAssertEqual(try lessons.base.answers().count, 1, command)
        }
    }
}
