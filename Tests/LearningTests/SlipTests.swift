import Content
import Kernel
import Learning
import LearningCommands
import Practice
import Terminal
import TerminalContract
import XCTest

/// A slip of the finger is no answer: it is said, asked again, and moves no card.
final class SlipTests: XCTestCase {
    func testASlipInATestOfWordsIsAskedAgain() throws {
        let number = "Type a number from 1 to 3."
        let words = "” is not an answer. :s skips the card"
        for (how, slips) in [
            (
                "choose",
                [
                    "9": number, "2x": number, "0": number, "-1": number, "４": number, "x": number, "no idea": number,
                    ":b": words, "Q": words,
                ]
            ),
            ("type", [":b": words, ":nonsense": words, "q": words, "u": words, "s": words]),
        ] {
            for (line, said) in slips {
                let fixture = Fixture(library: Fixture.threeTerms)
                var session = try fixture.study("10k").dialogue("study", ["--mode", "test", "--answer", how])
                try session.type([line])
                XCTAssertTrue(session.text().contains(said), "\(how) \(line): \(session.text())")
                XCTAssertTrue(session.text().contains("Card 1 of 3"))
                XCTAssertEqual(try fixture.answers().count, 0, line)
            }
        }
    }

    func testWhatMayBeAnAnswerIsGraded() throws {
        for (how, line) in [
            ("choose", "1"), ("choose", "3"), ("choose", "walking stance"), ("choose", "Walking-Stance"), ("type", "no idea"),
            ("type", "9"), ("type", "i"),
        ] {
            let fixture = Fixture(library: Fixture.threeTerms)
            var session = try fixture.study("10k").dialogue("study", ["--mode", "test", "--answer", how])
            try session.type([line])
            XCTAssertEqual(try fixture.answers().count, 1, "\(how) \(line)")
        }
    }

    func testASlipInATestOfAPatternIsAskedAgain() throws {
        for (options, slips) in [
            ([], ["q", ":b"]), (["--answer", "choose"], ["q", ":b", "9", "2x", "nonsense"]),
        ] as [([String], [String])] {
            for line in slips {
                let fixture = Fixture()
                var session = try fixture.patterns().dialogue("pattern test", ["chon-ji", "--anyway"] + options)
                try session.type([line])
                XCTAssertTrue(session.text().contains("Question 1 of"), session.text())
                XCTAssertEqual(try fixture.answers().count, 0, line)
                try session.type([options.isEmpty ? "A" : "1"])
                XCTAssertEqual(try fixture.answers().count, 1)
            }
        }
    }

    /// Wherever there is something to choose, words that name nothing of it are asked again; each has its one sentence.
    func testWordsAreNoAnswerWhereANumberIsAsked() throws {
        for (command, arguments) in [
            ("theory quiz", ["tenets"]), ("test quick", []), ("sparring quiz", []), ("place", []),
        ] as [(String, [String])] {
            let lessons = try LessonFixture("9k")
            let app = AppBench("dojang", over: lessons.base.store, time: lessons.base.time) {
                [LessonsPlugin { try lessons.gradings() }]
            }
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
