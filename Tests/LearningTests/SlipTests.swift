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
                ["9": number, "2x": number, "0": number, "-1": number, "４": number, "x": number, ":b": words, "Q": words]
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
            ("choose", "1"), ("choose", "3"), ("choose", "walking stance"), ("choose", "no idea"), ("type", "9"), ("type", "i"),
        ] {
            let fixture = Fixture(library: Fixture.threeTerms)
            var session = try fixture.study("10k").dialogue("study", ["--mode", "test", "--answer", how])
            try session.type([line])
            XCTAssertEqual(try fixture.answers().count, 1, "\(how) \(line)")
        }
    }

    func testASlipInATestOfAPatternIsAskedAgain() throws {
        for (options, slips) in [
            ([], ["q", ":b"]), (["--answer", "choose"], ["q", ":b", "9", "2x"]),
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
}
