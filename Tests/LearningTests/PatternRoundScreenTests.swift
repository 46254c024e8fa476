import Content
import Kernel
import Learning
import LearningCommands
import Practice
import Terminal
import TerminalContract
import XCTest

/// Quizzes and tests of patterns as they stand on the screen, and what they come to.
final class PatternRoundScreenTests: XCTestCase {
    private let fixture = Fixture()

    private func run(_ words: String..., lines: [String] = []) throws -> String {
        try fixture.patterns().run(words, lines: lines).output
    }

    private func dialogue(_ name: String, _ words: String...) throws -> any Dialogue {
        try fixture.patterns().dialogue("pattern \(name)", words)
    }

    func testAQuizTellsWhatWasRightFieldByField() throws {
        XCTAssertEqual(try run("pattern", "quiz", "chon-ji", "--questions", "3", lines: ["1", "2", "3"]), Shown.quiz)
        XCTAssertEqual(try run("pattern", "quiz", "--questions", "3", lines: ["1", ":s", ":q"]), Shown.quizLeft)
    }

    func testATestTellsNothingBeforeItsEnd() throws {
        let lines = ["left", "b", "right walking stance", "low forearm block"]
        XCTAssertEqual(try run("pattern", "test", "saju-jirugi", lines: lines + [":q"]), Shown.testLeft)
        XCTAssertEqual(
            try run("pattern", "test", "saju-jirugi", "--mode", "choice", lines: ["1", ":s", ":q"]), Shown.testByChoice)
    }

    /// The results of a test: all of it right, and nothing.
    func testATestEndsWithItsVerdict() throws {
        for (right, name) in [(0, "none"), (60, "all")] {
            let training = try fixture.training()
            var test = try training.test(training.pattern("saju-jirugi"), mode: .typed, isNew: true)
            var lines: [String] = []
            while let question = try training.log.task(in: &test) {
                lines.append(lines.count < right ? question.wanted : ":s")
                try training.log.pass(in: &test)
            }
            try training.log.finish(&test)
            var screen = try dialogue("test", "saju-jirugi", "--new")
            let output = try XCTUnwrap(screen.type(lines))
            XCTAssertEqual(output.text(), name == "all" ? Shown.testPassed : Shown.testFailed)
            XCTAssertEqual(output.value("passed"), .bool(name == "all"))
            let id = "saju-jirugi"
            XCTAssertEqual(
                output.next, name == "all" ? ["pattern list", "stats"] : ["pattern practice \(id)", "pattern quiz \(id)"])
        }
    }

    /// Where the fields of one movement are missed in several questions, it is named once.
    func testWhatWasMissedIsListedByMovement() throws {
        var screen = try dialogue("test", "chon-ji")
        let typed = ["left", "b", "xyzzy", "xyzzy", "left", "xyzzy", "right walking stance", "xyzzy"]
        try screen.type(typed)
        let output = try XCTUnwrap(screen.type([":q"]))
        XCTAssertEqual(
            output.value("missed"),
            .list([
                .object([.init("move", .text("1")), .init("fields", .texts(["stance", "stance side", "technique", "section"]))]),
                .object([.init("move", .text("2")), .init("fields", .texts(["foot", "to", "technique", "section"]))]),
            ]))
        let fields: [(String, Int, Int)] = [
            ("foot", 1, 2), ("to", 1, 2), ("stance", 1, 2), ("stance side", 1, 2), ("technique", 0, 2), ("section", 0, 2),
        ]
        XCTAssertEqual(
            output.value("fields"),
            .list(
                fields.map {
                    .object([.init("name", .text($0.0)), .init("right", .integer($0.1)), .init("all", .integer($0.2))])
                }))
        XCTAssertEqual(output.value("score"), .number(0.333))
        XCTAssertEqual(output.value("mastery"), .number(0.024))
        XCTAssertEqual(output.value("questions"), .integer(76))
        XCTAssertEqual(output.value("answered"), .integer(8))
        XCTAssertEqual(output.value("remaining"), .integer(68))
    }
}

/// What is to be seen, as it stands on the screen.
private enum Shown {
    static let quiz = """
        Question 1 of 3

        Chon-Ji, movement 7, block: which side, and how high?
        1  left middle
        2  left low
        3  right low
        4  right middle
        No. It is right low.

        Question 2 of 3

        Chon-Ji, movement 18, punch: which side, and how high?
        1  right low
        2  right middle
        3  left middle
        4  left low
        Right: height. Wrong: side. It is left middle.

        Question 3 of 3

        Chon-Ji, movement 2, punch: from where to where?
        1  from B to B
        2  from A to A
        3  from C to A
        4  from C to D
        No. It is from B to B.

        Done
        Answered  3 of 3
        Right     0
        Score     16 % of all fields
        Time      0 seconds
        Mastery   0 %

        Look at again
        Movement 7   side, section
        Movement 18  side
        Movement 2   from, to

        Next: dojang pattern test chon-ji, dojang pattern list

        """

    static let quizLeft = """
        Question 1 of 3

        Saju Makgi, movement 12, block: in which stance does it end?
        1  right L-stance
        2  left L-stance
        3  left walking stance
        4  right walking stance
        No. It is left walking stance.

        Question 2 of 3

        Dan-Gun, after movement 17 (right walking stance toward C: right forearm rising block): what comes next?
        1  left L-stance toward F: forearm twin block to F
        2  right L-stance toward B: left middle knife-hand outward strike to B
        3  left L-stance toward A: middle knife-hand guarding block to A
        4  left walking stance toward F: left high punch to F
        Question 3 of 3

        Saju Jirugi, movement 4, block: which foot moves?
        1  the right foot
        2  both feet
        3  the left foot
        4  none: the feet stay
        Left for now
        Answered       1 of 3
        Right          0
        Score          0 % of all fields
        Still to come  1
        Time           0 seconds

        Look at again
        Movement saju-makgi 12  stance, stance side

        Next: dojang pattern quiz, dojang pattern list

        """

    static let testLeft = """
        Question 1 of 56

        Movement 1: which foot moves?
        left, right, both or none
        Question 2 of 56

        Movement 1: which way do you face?
        a letter: A, B, C or D
        Question 3 of 56

        Movement 1: in which stance does it end?
        side and stance
        Question 4 of 56

        Movement 1: which technique, and how high?
        section and technique
        Question 5 of 56

        Movement 2: which foot moves?
        left, right, both or none
        Left for now
        Answered       4 of 56
        Right          1
        Score          33 % of all fields
        Still to come  52
        Time           0 seconds
        Mastery        1 %

        Next: dojang pattern test saju-jirugi, dojang pattern list

        """

    static let testByChoice = """
        Question 1 of 56

        Movement 1: which foot moves?
        1  none: the feet stay
        2  both feet
        3  the right foot
        4  the left foot
        Question 2 of 56

        Movement 1: which way do you face?
        1  A
        2  B
        3  D
        4  C
        Question 3 of 56

        Movement 1: in which stance does it end?
        1  right L-stance
        2  left walking stance
        3  left fixed stance
        4  right walking stance
        Left for now
        Answered       2 of 56
        Right          0
        Score          0 % of all fields
        Still to come  54
        Time           0 seconds
        Mastery        0 %

        Next: dojang pattern test saju-jirugi, dojang pattern list

        """

    static let testPassed = """
        Done
        Answered  56 of 56
        Right     56
        Score     100 % of all fields
        Result    passed; the pass mark is 80 %
        Time      0 seconds
        Mastery   80 %

        By field
        foot         14 of 14
        to           14 of 14
        stance       14 of 14
        stance side  14 of 14
        technique    14 of 14
        section      14 of 14

        """

    static let testFailed = """
        Done
        Answered  56 of 56
        Right     0
        Score     0 % of all fields
        Result    not passed; the pass mark is 80 %
        Time      0 seconds
        Mastery   0 %

        By field
        foot         0 of 14
        to           0 of 14
        stance       0 of 14
        stance side  0 of 14
        technique    0 of 14
        section      0 of 14

        Look at again
        Movement 1   foot, to, stance, stance side, technique, section
        Movement 2   foot, to, stance, stance side, technique, section
        Movement 3   foot, to, stance, stance side, technique, section
        Movement 4   foot, to, stance, stance side, technique, section
        Movement 5   foot, to, stance, stance side, technique, section
        Movement 6   foot, to, stance, stance side, technique, section
        Movement 7   foot, to, stance, stance side, technique, section
        Movement 8   foot, to, stance, stance side, technique, section
        Movement 9   foot, to, stance, stance side, technique, section
        Movement 10  foot, to, stance, stance side, technique, section
        Movement 11  foot, to, stance, stance side, technique, section
        Movement 12  foot, to, stance, stance side, technique, section
        Movement 13  foot, to, stance, stance side, technique, section
        Movement 14  foot, to, stance, stance side, technique, section

        """
}
