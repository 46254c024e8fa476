import Content
import Interface
import Kernel
import LearningTesting
import Lessons
import LessonsCommands
import Practice
import TerminalTesting
import XCTest

/// Tests of the screens and results of pattern quizzes and tests.
final class PatternRoundScreenTests: XCTestCase {
    private let fixture = StudyFixture()

    private func run(_ words: String..., lines: [String] = []) throws -> String {
        try fixture.patterns().run(words, lines: lines).output
    }

    private func dialogue(_ name: String, _ words: String...) throws -> any Dialogue {
        try fixture.patterns().dialogue("pattern \(name)", words)
    }

    func testQuizShowsRightFields() throws {
        XCTAssertEqual(
            try run("pattern", "quiz", "chon-ji", "--questions", "3", lines: ["1", "2", "3"]), Expected.quiz)
        XCTAssertEqual(try run("pattern", "quiz", "--questions", "3", lines: ["1", ":s", ":q"]), Expected.quizLeft)
    }

    func testTestHidesResultsUntilEnd() throws {
        let lines = ["l walking D mid punch", "right walking stance", "low forearm block", "b"]
        XCTAssertEqual(try run("pattern", "test", "saju-jirugi", "--anyway", lines: lines + [":q"]), Expected.testLeft)
        XCTAssertEqual(
            try run("pattern", "test", "saju-jirugi", "--answer", "choose", "--anyway", lines: ["1", ":s", ":q"]),
            Expected.testByChoice)
    }

    /// One test with all answers right, and one with all questions skipped.
    func testTestResultShowsPassOrFail() throws {
        for (right, name) in [(0, "none"), (60, "all")] {
            let training = try fixture.training()
            var test = try training.test(training.pattern("saju-jirugi"), mode: .typed, isNew: true)
            var lines: [String] = []
            while let question = try training.log.task(in: &test) {
                lines.append(lines.count < right ? question.displayedAnswer : ":s")
                try training.log.skip(in: &test)
            }
            try training.log.finish(&test)
            var screen = try dialogue("test", "saju-jirugi", "--new", "--anyway")
            let output = try XCTUnwrap(screen.type(lines))
            XCTAssertEqual(output.text(), name == "all" ? Expected.testPassed : Expected.testFailed)
            XCTAssertEqual(output.value("passed"), .bool(name == "all"))
            let id = "saju-jirugi"
            XCTAssertEqual(
                output.next,
                name == "all" ? ["pattern list", "stats"] : ["pattern practice \(id)", "pattern quiz \(id)"])
        }
    }

    /// A movement with mistakes in several fields is listed once.
    func testMistakesAreListedByMovement() throws {
        var screen = try dialogue("test", "chon-ji", "--anyway")
        try screen.type(["left xyzzy b", "right walking stance xyzzy", "l walk B lo bl", "zzz"])
        let output = try XCTUnwrap(screen.type([":q"]))
        XCTAssertEqual(
            output.value("missed"),
            .list([
                .object([.init("move", .text("1")), .init("fields", .texts(["stance", "section", "technique"]))]),
                .object([.init("move", .text("2")), .init("fields", .texts(["to", "section", "technique"]))]),
                .object([.init("move", .text("3")), .init("fields", .texts(["stance side", "to"]))]),
                .object([
                    .init("move", .text("4")),
                    .init("fields", .texts(["stance side", "stance", "to", "section", "technique"])),
                ]),
            ]))
        let fields: [(String, Int)] = [("stance side", 2), ("stance", 2), ("to", 1), ("section", 1), ("technique", 1)]
        XCTAssertEqual(
            output.value("fields"),
            .list(
                fields.map {
                    .object([.init("name", .text($0.0)), .init("right", .integer($0.1)), .init("all", .integer(4))])
                }))
        XCTAssertEqual(output.value("score"), .number(0.35))
        XCTAssertEqual(output.value("mastery"), .number(0.073))
        XCTAssertEqual(output.value("questions"), .integer(19))
        XCTAssertEqual(output.value("answered"), .integer(4))
        XCTAssertEqual(output.value("remaining"), .integer(15))
    }
}

/// Expected output.
private enum Expected {
    static let quiz = """
        Question 1 of 3  9th keup

        Chon-Ji, movement 7, block: which side, and how high?
        1  right middle
        2  right high
        3  left low
        4  right low
        Right: side. Wrong: height. It is right low.

        Question 2 of 3  9th keup

        Chon-Ji, movement 18, punch: which side, and how high?
        1  left middle
        2  left low
        3  left high
        4  right middle
        Right: side. Wrong: height. It is left middle.

        Question 3 of 3  9th keup

        Chon-Ji, movement 2, punch: where do you face before, and where after?
        1  from D to B
        2  from B to A
        3  from B to B
        4  from B to C
        Right: from B to B.

        Done
        Answered  3 of 3
        Right     1
        Score     66 % of all fields
        Time      0 seconds
        Mastery   1 %

        To look at again
        Movement 7   height
        Movement 18  height

        Next: dojang pattern practice chon-ji, dojang pattern modes chon-ji

        """

    static let quizLeft = """
        Question 1 of 3  10th keup

        Saju Makgi, movement 12, block: in which stance does it end?
        1  left fixed stance
        2  left walking stance
        3  left sitting stance
        4  right walking stance
        Right: side. Wrong: stance. It is left walking stance.

        Question 2 of 3  8th keup

        Dan-Gun, after movement 17 (right walking stance toward C: right forearm rising block): what comes next?
        1  right L-stance toward B: left middle knife-hand outward strike to B
        2  right walking stance toward E: right high punch to E
        3  left L-stance toward A: middle knife-hand guarding block to A
        4  right L-stance toward B: middle knife-hand guarding block to B
        Question 3 of 3  10th keup

        Saju Jirugi, movement 4, block: which foot moves?
        1  the right foot
        2  none: the feet stay
        3  the left foot
        4  both feet
        Paused for now
        Answered       1 of 3
        Right          0
        Score          50 % of all fields
        Still to come  1
        Time           0 seconds

        To look at again
        Movement saju-makgi 12  stance

        Next: dojang pattern quiz, dojang pattern list

        """

    static let testLeft = """
        14 movements, one answer each. Write side, stance, direction, height and technique, as in “left fixed stance D high kick”, or short: “l fix D hi kick”.
        Question 1 of 14  10th keup

        Movement 1: what is it?
        side, stance, direction, height, technique
        Question 2 of 14  10th keup

        Movement 2: what is it?
        side, stance, direction, height, technique
        Question 3 of 14  10th keup

        Movement 3: what is it?
        side, stance, direction, height, technique
        Question 4 of 14  10th keup

        Movement 4: what is it?
        side, stance, direction, height, technique
        Question 5 of 14  10th keup

        Movement 5: what is it?
        side, stance, direction, height, technique
        Paused for now
        Answered       4 of 14
        Right          0
        Score          25 % of all fields
        Still to come  10
        Time           0 seconds
        Mastery        7 %

        Next: dojang pattern test saju-jirugi, dojang pattern list

        """

    static let testByChoice = """
        14 movements, one answer each.
        Question 1 of 14  10th keup

        Movement 1: what is it?
        1  right walking stance toward D: right middle punch to D
        2  left walking stance toward D: left middle punch to D
        3  right walking stance toward A: right middle punch to A
        4  right walking stance toward B: right middle punch to B
        Question 2 of 14  10th keup

        Movement 2: what is it?
        1  left walking stance toward A: left low forearm block to A
        2  left walking stance toward B: left low forearm block to B
        3  right walking stance toward B: right low forearm block to B
        4  left walking stance toward C: left low forearm block to C
        Question 3 of 14  10th keup

        Movement 3: what is it?
        1  right walking stance toward A: right middle punch to A
        2  right walking stance toward D: right middle punch to D
        3  right walking stance toward C: right middle punch to C
        4  right walking stance toward B: right middle punch to B
        Paused for now
        Answered       2 of 14
        Right          1
        Score          50 % of all fields
        Still to come  12
        Time           0 seconds
        Mastery        5 %

        Next: dojang pattern test saju-jirugi, dojang pattern list

        """

    static let testPassed = """
        Done
        Answered  14 of 14
        Right     14
        Score     100 % of all fields
        Result    passed; the pass mark is 80 %
        Time      0 seconds
        Mastery   100 %

        Now open: typed quiz, recall in random order. pattern modes saju-jirugi shows
        how.

        By field
        side       14 of 14
        stance     14 of 14
        direction  14 of 14
        height     14 of 14
        technique  14 of 14

        """

    static let testFailed = """
        Done
        Answered  14 of 14
        Right     0
        Score     0 % of all fields
        Result    not passed; the pass mark is 80 %
        Time      0 seconds
        Mastery   0 %

        By field
        side       0 of 14
        stance     0 of 14
        direction  0 of 14
        height     0 of 14
        technique  0 of 14

        To look at again
        Movement 1   side, stance, direction, height, technique
        Movement 2   side, stance, direction, height, technique
        Movement 3   side, stance, direction, height, technique
        Movement 4   side, stance, direction, height, technique
        Movement 5   side, stance, direction, height, technique
        Movement 6   side, stance, direction, height, technique
        Movement 7   side, stance, direction, height, technique
        Movement 8   side, stance, direction, height, technique
        Movement 9   side, stance, direction, height, technique
        Movement 10  side, stance, direction, height, technique
        Movement 11  side, stance, direction, height, technique
        Movement 12  side, stance, direction, height, technique
        Movement 13  side, stance, direction, height, technique
        Movement 14  side, stance, direction, height, technique

        """
}
