import Content
import ContentAdapters
import Interface
import Kernel
import LearningTesting
import Lessons
import LessonsCommands
import Practice
import TerminalTesting
import XCTest

/// Tests of the screens and results of pattern practice.
final class PatternScreenTests: XCTestCase {
    private let fixture = StudyFixture()

    private var app: AppFixture { get throws { try fixture.patterns() } }

    private func run(_ words: String..., lines: [String] = []) throws -> String {
        try app.run(words, lines: lines).output
    }

    // MARK: - Movement by movement

    func testPracticeShowsEachMovement() throws {
        XCTAssertEqual(
            try run(
                "pattern", "practice", "chon-ji", "--moves", "1-3", "--show", lines: ["b", "n", "m", "k", "d", "q"]),
            Expected.practice)
    }

    func testPracticeResultsSuggestNextSteps() throws {
        XCTAssertEqual(
            try run("pattern", "practice", "chon-ji", "--moves", "18-19", "--tempo", "7", lines: ["n", "m"]),
            Expected.shaky
        )
        XCTAssertEqual(try run("pattern", "practice", "chon-ji", "--shaky", "--show", lines: ["n"]), Expected.done)
        XCTAssertEqual(
            try run("pattern", "practice", "chon-ji", "--moves", "18-19", "--json", lines: ["", "3", "", "2"]),
            Expected.forPrograms)
    }

    func testMovementScreenShowsTiming() throws {
        let practicedPatterns: [(pattern: String, move: Int, texts: [String])] = [
            ("chon-ji", 1, ["Chon-Ji 1 of 19, 1 of 1 now"]), ("do-san", 15, ["Timing", "fast, with 16"]),
        ]
        for pattern in practicedPatterns {
            let text = try dialogue("practice", pattern.pattern, "--moves", "\(pattern.move)", "--show", grade: "7k")
                .text()
            for words in pattern.texts { XCTAssertTrue(text.contains(words), text) }
            XCTAssertEqual(text.contains("Timing"), pattern.texts.contains("Timing"), text)
        }
        XCTAssertTrue(try dialogue("practice", "chon-ji", "--new").text().hasPrefix("Chon-Ji 1 of 19  9th keup\n"))
    }

    func testDiagramShowsLatestFourMovements() throws {
        for (move, expected) in [(1, [1]), (2, [1, 2]), (4, [1, 2, 3, 4]), (5, [2, 3, 4, 5]), (9, [6, 7, 8, 9])] {
            var practice = try dialogue("practice", "chon-ji", "--moves", "\(move)", "--show")
            let plain = Set(practice.text().split(separator: "\n"))
            try practice.press(keys: "d")
            let drawing = practice.text().split(separator: "\n").filter { !plain.contains($0) }.dropLast().joined(
                separator: " ")
            let numbers = drawing.split { !$0.isNumber }.compactMap { Int($0) }.sorted()
            XCTAssertEqual(numbers, expected, drawing)
            try practice.press(keys: "d")
            XCTAssertEqual(Set(practice.text().split(separator: "\n")), plain, "a second press hides it")
        }
    }

    // MARK: - Keys and the metronome

    func testKeysMoveForwardBackAndToStartOfPhrase() throws {
        var practice = try dialogue("practice", "do-san", "--moves", "13-17", "--show", grade: "7k")
        func currentTitle() -> String? { practice.view.title }
        for (keys, title) in [
            ("b", "Do-San 13/24"), ("n", "Do-San 14/24"), ("space", "Do-San 15/24"), ("enter", "Do-San 16/24"),
            ("r", "Do-San 15/24"), ("r", "Do-San 15/24"), ("b", "Do-San 14/24"), ("r", "Do-San 14/24"),
            ("u", "Do-San 15/24"),
            ("n b b", "Do-San 14/24"),
        ] {
            try practice.press(keys: keys)
            XCTAssertEqual(currentTitle(), title, keys)
        }
        XCTAssertNil(practice.view.tickInterval)
        XCTAssertEqual(try XCTUnwrap(practice.view.progress), 0.2, accuracy: 0.0001)
        let others = [
            "n next", "m shaky", "q quit", "b back", "r repeat", "u undo", "d drawing", "k Korean", "enter next",
        ]
        XCTAssertEqual(practice.wanted, others + ["space next"])
        var timed = try dialogue("practice", "chon-ji", "--tempo", "60")
        XCTAssertEqual(timed.wanted, ["space pause"] + others)
        try timed.press(keys: "space")
        XCTAssertEqual(timed.wanted, ["space go on"] + others)
        XCTAssertEqual(timed.view.progress, 0)
        try timed.press(keys: "n")
        XCTAssertEqual(try XCTUnwrap(timed.view.progress), 1 / 19, accuracy: 0.0001)
    }

    func testMetronomeRingsOncePerMovement() throws {
        var practice = try dialogue("practice", "chon-ji", "--seconds", "2")
        try countIn(&practice)
        _ = try practice.handle(.tick)
        XCTAssertEqual(practice.view.tickInterval, 2)
        XCTAssertFalse(practice.view.ringsBell)
        fixture.wait(seconds: 0.5)
        XCTAssertEqual(try XCTUnwrap(practice.view.tickInterval), 1.5, accuracy: 0.001)
        // A tick a few milliseconds early counts, a tick much earlier does not.
        for (waited, title, rings) in [(1.4, "Chon-Ji 1/19", false), (0.09, "Chon-Ji 2/19", true)] {
            fixture.wait(seconds: waited)
            _ = try practice.handle(.tick)
            XCTAssertEqual(practice.view.title, title)
            XCTAssertEqual(practice.view.ringsBell, rings)
        }
        XCTAssertEqual(practice.view.tickInterval, 0.1, "soon, so that the bell can ring again")
        _ = try practice.handle(.tick)
        XCTAssertFalse(practice.view.ringsBell)
        fixture.wait(seconds: 2)
        XCTAssertEqual(practice.view.tickInterval, 0.02, "late already")
        try practice.press(keys: "space")
        XCTAssertNil(practice.view.tickInterval)
        fixture.wait(seconds: 9)
        try practice.press(keys: "space")
        try countIn(&practice)
        _ = try practice.handle(.tick)
        XCTAssertEqual(practice.view.tickInterval, 2, "continuing restarts the movement")
        fixture.wait(seconds: 2)
        _ = try practice.handle(.tick)
        XCTAssertTrue(practice.view.ringsBell)
        try practice.press(keys: "d")
        XCTAssertFalse(practice.view.ringsBell, "a key press rings no bell")
    }

    // MARK: - Options

    func testNumericOptionsHaveLimits() throws {
        let sound = [
            ["--tempo", "4"], ["--tempo", "240"], ["--seconds", "0.2"], ["--seconds", "20"], ["--moves", "1"],
            ["--moves", "19"],
            ["--moves", "1-200"], ["--moves", "2-2"], ["--moves", "2-3"],
        ]
        for option in sound {
            XCTAssertEqual(try app.run(["pattern", "practice", "chon-ji"] + option).status, 0, "\(option)")
        }
        let wrong = [
            ["--tempo", "3"], ["--tempo", "241"], ["--seconds", "0.19"], ["--seconds", "20.1"], ["--seconds", "x"],
            ["--moves", "0"], ["--moves", "0-3"], ["--moves", "3-2"], ["--moves", "1-201"], ["--moves", "1-2-3"],
            ["--moves", "-"],
            ["--moves", "1-"], ["--moves", "-3"], ["--moves", "x"], ["--moves", "200"],
            ["--tempo", "60", "--seconds", "1"],
        ]
        for option in wrong {
            XCTAssertEqual(try app.run(["pattern", "practice", "chon-ji"] + option).status, 64, "\(option)")
        }
        for (count, status) in [("0", 64), ("1", 0), ("200", 0), ("201", 64)] {
            XCTAssertEqual(try app.run(["pattern", "quiz", "--questions", count]).status, Int32(status), count)
        }
        var timed = try dialogue("practice", "chon-ji", "--tempo", "30")
        _ = try timed.handle(.tick)
        XCTAssertEqual(timed.view.tickInterval, 2)
    }

    /// Handles the four beats before the first movement, which record no answer.
    private func countIn(_ practice: inout any Dialogue) throws {
        for _ in 0..<4 {
            fixture.wait(seconds: 2)
            _ = try practice.handle(.tick)
        }
    }

    private func dialogue(_ name: String, _ words: String..., grade: String = "9k") throws -> any Dialogue {
        try fixture.patterns(grade).dialogue("pattern \(name)", words)
    }
}

/// Expected output.
private enum Expected {
    static let practice = """
        Chon-Ji 1 of 19, 1 of 3 now  9th keup

        걷는 서 팔목 낮은데 막기
        Gunnun so palmok najunde makgi
        left walking stance toward B: left low forearm block to B
        Feet     move the left foot to B
        Mistake  Turning the head after the foot means blocking something you have not seen: look to B first, then step.
        Chon-Ji 1 of 19, 1 of 3 now  9th keup

        걷는 서 팔목 낮은데 막기
        Gunnun so palmok najunde makgi
        left walking stance toward B: left low forearm block to B
        Feet     move the left foot to B
        Mistake  Turning the head after the foot means blocking something you have not seen: look to B first, then step.

        This is the first movement.
        Chon-Ji 2 of 19, 2 of 3 now  9th keup

        걷는 서 가운데 지르기
        Gunnun so kaunde jirugi
        right walking stance toward B: right middle punch to B
        Feet     move the right foot to B
        Mistake  Leaning into the punch takes the weight off the rear leg: keep the back upright and let the hips carry the fist.
        Chon-Ji 3 of 19, 3 of 3 now  9th keup

        걷는 서 팔목 낮은데 막기
        Gunnun so palmok najunde makgi
        right walking stance toward A: right low forearm block to A
        Feet     move the right foot to A, turning clockwise
        Mistake  A half turn on a flat foot leaves the stance too narrow: step the right foot out to its own side of the line before you turn.

        Movement 2 is marked as shaky.
        Chon-Ji 3 of 19, 3 of 3 now  9th keup

        right walking stance toward A: right low forearm block to A
        Feet     move the right foot to A, turning clockwise
        Mistake  A half turn on a flat foot leaves the stance too narrow: step the right foot out to its own side of the line before you turn.
        Chon-Ji 3 of 19, 3 of 3 now  9th keup

        right walking stance toward A: right low forearm block to A
        Feet     move the right foot to A, turning clockwise
        Mistake  A half turn on a flat foot leaves the stance too narrow: step the right foot out to its own side of the line before you turn.

                 3>
        2<       1<
        Each number shows where its movement ends and which way you face; D is up, A right.
        Paused for now
        Done           2 movements
        Shaky          2
        Still to come  1
        Time           0 seconds
        Mastery        0 %

        Next: dojang pattern practice chon-ji, dojang pattern show chon-ji

        """

    static let shaky = """
        Get ready: 4

        Chon-Ji 18 of 19, 1 of 2 now  9th keup

        걷는 서 가운데 지르기
        Gunnun so kaunde jirugi
        left walking stance toward D: left middle punch to D
        Feet   move the right foot to C
        Tempo  7 beats a minute
        Get ready: 4

        Chon-Ji 19 of 19, 2 of 2 now  9th keup

        걷는 서 가운데 지르기
        Gunnun so kaunde jirugi
        right walking stance toward D: right middle punch to D
        Feet   move the left foot to C
        Tempo  7 beats a minute
        Done
        Done     2 movements
        Shaky    19
        Time     0 seconds
        Mastery  0 %

        Next: dojang pattern practice chon-ji --shaky, dojang pattern quiz chon-ji

        """

    static let done = """
        Chon-Ji 19 of 19, 1 of 1 now  9th keup

        걷는 서 가운데 지르기
        Gunnun so kaunde jirugi
        right walking stance toward D: right middle punch to D
        Feet     move the left foot to C
        Mistake  A last step of any length ends you beside your starting place: make it as long as the one before, then check where you stand.
        Done
        Done     1 movement
        Time     0 seconds
        Mastery  1 %

        Next: dojang pattern quiz chon-ji

        """

    static let forPrograms = """
        {
          "session": "a6",
          "pattern": "chon-ji",
          "done": 2,
          "shaky": [
            19
          ],
          "remaining": 0,
          "seconds": 0,
          "mastery": 0.032
        }

        """
}
