import Content
import Interface
import Kernel
import LearningTesting
import Lessons
import LessonsCommands
import Practice
import TerminalTesting
import XCTest

/// Tests of resumed pattern sessions, their duration, and lists of patterns.
final class PatternSessionTests: XCTestCase {
    private let fixture = StudyFixture()

    private func run(_ words: String..., lines: [String] = []) throws -> String {
        try fixture.patterns().run(words, lines: lines).output
    }

    private func dialogue(_ name: String, _ words: String...) throws -> any Dialogue {
        try fixture.patterns().dialogue("pattern \(name)", words)
    }

    func testSessionDurationIsInSeconds() throws {
        var quiz = try dialogue("quiz", "chon-ji")
        var practice = try dialogue("practice", "chon-ji", "--moves", "1-3", "--show")
        XCTAssertEqual(quiz.view.title, "quiz 1/10", "the default is ten questions")
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
            try XCTUnwrap(practice.press(keys: "q")).value("seconds"), .integer(60 + 30),
            "a movement counts at most a minute")
    }

    /// An unfinished session resumes unless another mode, another number or `--new` is given.
    func testUnfinishedSessionResumesUnlessAnotherIsRequested() throws {
        for (name, words, options) in [
            ("quiz", ["chon-ji"], [["--new"], ["--questions", "10"], ["--answer", "choose"]]),
            ("test", ["chon-ji", "--anyway"], [["--new"], ["--answer", "type"]]),
            ("practice", ["chon-ji"], [["--new"], ["--moves", "1-19"]]),
        ] {
            for option in [[]] + options {
                let fixture = StudyFixture()
                let app = try fixture.patterns()
                _ = app.run(["pattern", name] + words, lines: name == "practice" ? ["", "3"] : ["1"])
                let again = app.run(["pattern", name] + words + option).output
                XCTAssertEqual(again.hasPrefix("Resuming where you stopped"), option.isEmpty, "\(name) \(option)")
                XCTAssertEqual(try fixture.log().runs().count, option.isEmpty ? 1 : 2, "\(name) \(option)")
            }
        }
    }

    func testPatternListShowsMastery() throws {
        _ = try run("pattern", "practice", "chon-ji", "--show", lines: Array(repeating: "n", count: 19))
        let progress = try XCTUnwrap(fixture.patterns("10k").registry().all(.patternProgress).first).statuses()
        XCTAssertEqual(progress["chon-ji"]?.mastery, 0.167)
        XCTAssertNil(progress["chon-ji"]?.opensAt)
        XCTAssertEqual(progress["dan-gun"]?.opensAt, "9k")
    }

    /// The home page shows the last practice, its progress or result, and the command that follows.
    func testHomePageShowsLastPractice() throws {
        let practiced: [([String], [String], said: String, next: String)] = [
            (
                ["pattern", "practice", "chon-ji", "--show"], ["n", "n"], "Patterns practice chon-ji, 2 of 19",
                "pattern practice chon-ji"
            ),
            (
                ["pattern", "practice", "chon-ji", "--moves", "1-3", "--show"], ["n", "m", "n"],
                "Patterns practice chon-ji, 66 %", "study"
            ),
            (["pattern", "quiz", "--questions", "2"], ["1"], "Patterns quiz, 1 of 2", "pattern quiz"),
            (
                ["pattern", "test", "saju-jirugi", "--anyway"], Array(repeating: ":s", count: 14),
                "Patterns test saju-jirugi, 0 %, not passed", "study"
            ),
        ]
        for (words, lines, expected, next) in practiced {
            _ = try fixture.patterns().run(words, lines: lines)
            let home = try fixture.patterns().run([]).output
            let isLeft = expected.contains(" of ")
            XCTAssertTrue(
                home.split(separator: "\n").contains {
                    $0.hasPrefix(isLeft ? "Left open " : "Last practice ") && $0.hasSuffix("  \(expected)")
                },
                home)
            let now = isLeft ? "resumes where you stopped" : "50 new cards"
            XCTAssertTrue(home.contains("Now: dojang \(next)  \(now)\n"), home)
            XCTAssertTrue(try run("--json").contains("\"ended\": \(!isLeft)"), expected)
            fixture.wait(seconds: 60)
        }
    }

    /// Wrong techniques come from patterns of the same grade only.
    func testWrongChoicesComeFromPatternsOfSameGrade() throws {
        let training = try fixture.training()
        let all = try training.curriculum.patterns().value.map { try training.curriculum.pattern($0.id).value }
        let own = try training.pattern("saju-jirugi")
        let kin = all.filter { $0.heading.grade.id == "10k" }
        func techniques(_ patterns: [Pattern]) -> Set<String> {
            Set(
                patterns.flatMap { pattern in
                    let maker = PatternQuestions(pattern)
                    return pattern.moves.compactMap {
                        maker.question(.technique, of: $0.number, seed: nil)?.displayedAnswer
                    }
                })
        }
        let maker = PatternQuestions(own, companions: kin.filter { $0.id != own.id })
        var offered: Set<String> = []
        for (place, move) in own.moves.enumerated() {
            offered.formUnion(
                maker.question(.technique, of: move.number, seed: UInt64(place))?.choices.map(\.text) ?? [])
        }
        XCTAssertTrue(offered.isSubset(of: techniques(kin)), "\(offered)")
        XCTAssertGreaterThan(offered.count, techniques([own]).count)
    }
}
