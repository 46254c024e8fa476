import Content
import Kernel
import Learning
import LearningCommands
import Practice
import Terminal
import TerminalContract
import XCTest

/// What of a pattern goes on, how long it took, and what a list shows of it.
final class PatternSessionTests: XCTestCase {
    private let fixture = Fixture()

    private func run(_ words: String..., lines: [String] = []) throws -> String {
        try fixture.patterns().run(words, lines: lines).output
    }

    private func dialogue(_ name: String, _ words: String...) throws -> any Dialogue {
        try fixture.patterns().dialogue("pattern \(name)", words)
    }

    func testTheTimeOfARoundIsInSeconds() throws {
        var (quiz, practice) = (try dialogue("quiz", "chon-ji"), try dialogue("practice", "chon-ji", "--moves", "1-3"))
        XCTAssertEqual(quiz.view.title, "quiz 1/10", "ten unless one says otherwise")
        for _ in 0..<2 {
            fixture.wait(seconds: 30)
            try quiz.type(["1"])
        }
        XCTAssertEqual(try XCTUnwrap(quiz.type([":q"])).value("seconds"), .integer(60))
        for keys in ["n", "n"] {
            fixture.wait(seconds: 30)
            try practice.press(keys: keys)
        }
        XCTAssertEqual(
            try XCTUnwrap(practice.press(keys: "q")).value("seconds"), .integer(60 + 30), "a movement counts a minute at most")
    }

    /// A quiz and a test that were left go on; another mode, number or `--new` begins another.
    func testWhatWasLeftGoesOnUnlessAnotherIsWanted() throws {
        for (name, words, options) in [
            ("quiz", ["chon-ji"], [["--new"], ["--questions", "10"], ["--mode", "choice"]]),
            ("test", ["chon-ji"], [["--new"], ["--mode", "typed"]]),
            ("practice", ["chon-ji"], [["--new"], ["--moves", "1-19"]]),
        ] {
            for option in [[]] + options {
                let fixture = Fixture()
                let app = try fixture.patterns()
                _ = app.run(["pattern", name] + words, lines: [name == "practice" ? "n" : "1"])
                let again = app.run(["pattern", name] + words + option).output
                XCTAssertEqual(again.hasPrefix("Going on where you left"), option.isEmpty, "\(name) \(option)")
                XCTAssertEqual(try fixture.log().runs().count, option.isEmpty ? 1 : 2, "\(name) \(option)")
            }
        }
    }

    func testAPatternIsListedWithWhatIsKnownOfIt() throws {
        _ = try run("pattern", "practice", "chon-ji", lines: Array(repeating: "n", count: 19))
        let progress = try XCTUnwrap(fixture.patterns("10k").registry().all(.patternProgress).first).of()
        XCTAssertEqual(progress["chon-ji"]?.mastery, 0.167)
        XCTAssertNil(progress["chon-ji"]?.opensAt)
        XCTAssertEqual(progress["dan-gun"]?.opensAt, "9k")
    }
}
