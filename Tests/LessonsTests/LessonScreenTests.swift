import Content
import Interface
import Kernel
import Lessons
import LessonsCommands
import LessonsTesting
import Practice
import TerminalTesting
import XCTest

/// Tests of the lesson screens and results.
final class LessonScreenTests: XCTestCase {
    private func app(_ fixture: LessonFixture) -> AppFixture {
        fixture.app()
    }

    func testSparringStepIsRevealedPartByPart() throws {
        let fixture = try LessonFixture()
        let lines = ["", "", "3", "", "", "2", "q"]
        XCTAssertEqual(
            app(fixture).run(["sparring", "practice", "three-step-1"], lines: lines).output, Expected.sparring)
    }

    func testQuizShowsRightAnswers() throws {
        let fixture = try LessonFixture("10k")
        let choose = app(fixture).run(["theory", "quiz", "tenets", "--questions", "3"], lines: ["1", "0", "9", "3"])
        XCTAssertEqual(choose.output, Expected.quiz)
        let typed = app(fixture).run(["theory", "quiz", "tenets", "--answer", "type"], lines: ["x", ":d", ":q"])
        XCTAssertEqual(typed.output, Expected.typedQuiz)
    }

    func testReadingCountsPages() throws {
        let fixture = try LessonFixture("10k")
        let output = app(fixture).run(["theory", "read", "sections"], lines: [""]).output
        XCTAssertTrue(output.hasPrefix("Page 1 of 1  Knowledge  10th keup\n"), output)
        XCTAssertTrue(
            output.contains("\nDone: Theory, High, middle, low\nDone  1 of 1\nTime  0 seconds\n\nNext:"), output)
    }

    /// All lesson sessions show the belt with its colours in the header and in the full-screen
    /// title (D50).
    func testHeadersShowBelt() throws {
        let fixture = try LessonFixture()
        for (command, words, belt) in [
            ("theory quiz", ["tenets"], "10th keup"), ("theory read", ["tenets"], "10th keup"),
            ("theory quiz", ["tenets", "--answer", "type", "--new"], "10th keup"),
            ("sparring quiz", ["three-step-1"], "8th keup"),
            ("sparring practice", ["three-step-1"], "8th keup"), ("linework run", [], "8th keup"),
        ] {
            let session = try app(fixture).dialogue(command, words)
            let stage = try XCTUnwrap(session.view.stage, command)
            XCTAssertTrue(stage.title.text.hasSuffix(belt), "\(command): \(stage.title.text)")
            XCTAssertFalse(stage.title.spans.compactMap(\.swatch).isEmpty, command)
            let lines = session.text().split(separator: "\n").prefix(2)
            XCTAssertTrue(lines.contains { $0.hasSuffix(belt) }, "\(command): \(session.text())")
        }
    }

    func testScreensListAvailableKeys() throws {
        let fixture = try LessonFixture("10k")
        let marks = ["1 not yet", "2 with mistakes", "3 well"]
        let others = ["u undo", "q quit"]
        var read = try app(fixture).dialogue("theory read", ["tenets"])
        XCTAssertEqual(read.wanted, ["space read", "enter read", "s skip"] + others)
        XCTAssertEqual(read.view.title, "theory 1/1")
        try read.press(keys: "x")
        XCTAssertEqual(try fixture.base.log().days(), [])
        let quiz = try app(fixture).dialogue("theory quiz", ["tenets"])
        XCTAssertEqual(quiz.wanted, ["0 do not know"] + others + (1...4).map { "\($0) choose" })
        XCTAssertEqual(quiz.view.title, "theory 1/4")
        XCTAssertEqual(try app(fixture).dialogue("theory quiz", ["tenets", "--answer", "type"]).wanted, ["Answer:"])
        var sparring = try app(LessonFixture()).dialogue("sparring practice", ["three-step-1"])
        for keys in ["x", "3 space", "x"] {
            XCTAssertEqual(sparring.wanted, ["space look", "enter look"] + others, keys)
            try sparring.press(keys: keys)
        }
        try sparring.press(keys: "enter")
        XCTAssertEqual(sparring.wanted, marks + others)
        XCTAssertEqual(sparring.view.title, "sparring 1/6")
        try sparring.press(keys: "4 0 3")
        XCTAssertEqual(sparring.view.title, "sparring 2/6")
    }

    func testNumericOptionsHaveLimits() throws {
        let options: [(command: [String], option: String, sound: [Int], wrong: [Int])] = [
            (["linework", "run"], "--tempo", [10, 120], [9, 121]),
            (["linework", "run"], "--steps", [2, 30], [1, 31]),
            (["theory", "quiz"], "--questions", [3, 50], [2, 51]),
        ]
        for option in options {
            for (numbers, status) in [(option.sound, 0), (option.wrong, 64)] {
                for number in numbers {
                    let run = try app(LessonFixture()).run(option.command + [option.option, "\(number)"], lines: ["q"])
                    XCTAssertEqual(run.status, Int32(status), "\(option.option) \(number)")
                }
            }
        }
        XCTAssertEqual(try app(LessonFixture("1k")).dialogue("theory quiz").view.title, "theory 1/10")
        XCTAssertEqual(try app(LessonFixture("8k")).dialogue("sparring quiz").view.title, "sparring 1/10")
    }

    /// An unfinished lesson resumes unless an option requests another lesson.
    func testUnfinishedLessonResumesUnlessAnotherIsRequested() throws {
        let lessons: [([String], [[String]])] = [
            (["sparring", "practice"], [["--new"], ["--role", "attacker"], ["--shuffle", "--anyway"]]),
            (["sparring", "quiz"], [["--new"], ["--questions", "10"]]), (["linework", "run"], [["--new"]]),
            (["theory", "quiz"], [["--new"], ["--questions", "10"], ["--answer", "choose"]]),
            (["theory", "read"], [["--new"]]),
        ]
        for (command, options) in lessons {
            for option in [[]] + options {
                let fixture = try LessonFixture()
                _ = app(fixture).run(command, lines: ["q"])
                let again = app(fixture).run(command + option, lines: ["q"]).output
                XCTAssertEqual(again.hasPrefix("Resuming where you stopped"), option.isEmpty, "\(command) \(option)")
                XCTAssertEqual(try fixture.base.log().runs().count, option.isEmpty ? 1 : 2, "\(command) \(option)")
            }
        }
    }
}

/// Expected output.
private enum Expected {
    static let sparring = """
        1 of 6  Three-step sparring 1, step 1 of 3  8th keup

        Before     Bow and find the distance. Both shout when ready (kihap), the attacker first.
        You begin  right foot back, left walking stance: left obverse low outer-forearm block
        Partner    parallel ready stance
        You attack. Do it, then look.
        1 of 6  Three-step sparring 1, step 1 of 3  8th keup

        Before     Bow and find the distance. Both shout when ready (kihap), the attacker first.
        You begin  right foot back, left walking stance: left obverse low outer-forearm block
        Partner    parallel ready stance
        You attack. Do it, then look.

        Attack   right obverse middle punch
        Foot     right, forward
        Stance   right walking stance
        Hand     right, obverse
        Section  middle
        1 of 6  Three-step sparring 1, step 1 of 3  8th keup

        Before     Bow and find the distance. Both shout when ready (kihap), the attacker first.
        You begin  right foot back, left walking stance: left obverse low outer-forearm block
        Partner    parallel ready stance
        You attack. Do it, then look.

        Attack   right obverse middle punch
        Foot     right, forward
        Stance   right walking stance
        Hand     right, obverse
        Section  middle

        Defence  right foot back, left walking stance: left obverse middle inner-forearm side block

        How did it go? 1 not yet, 2 with mistakes, 3 well
        2 of 6  Three-step sparring 1, step 2 of 3  8th keup

        You attack. Do it, then look.
        2 of 6  Three-step sparring 1, step 2 of 3  8th keup

        You attack. Do it, then look.

        Attack   left obverse middle punch
        Foot     left, forward
        Stance   left walking stance
        Hand     left, obverse
        Section  middle
        2 of 6  Three-step sparring 1, step 2 of 3  8th keup

        You attack. Do it, then look.

        Attack   left obverse middle punch
        Foot     left, forward
        Stance   left walking stance
        Hand     left, obverse
        Section  middle

        Defence    left foot back, right walking stance: right obverse middle inner-forearm side block
        Corrected  The source gives the left hand; stepping back with the left foot, the block is the right arm’s.

        How did it go? 1 not yet, 2 with mistakes, 3 well
        3 of 6  Three-step sparring 1, step 3 of 3  8th keup

        You attack. Do it, then look.
        Paused for now: Step sparring, Three-step sparring 1
        Done   2 of 6
        Right  1 (50 %)
        Time   0 seconds

        How well you know it
        three-step-1  learning, 2 %

        Next: dojang sparring practice, dojang sparring quiz, dojang sparring progress

        """

    static let quiz = """
        1 of 3  Tenets  10th keup

        Which tenet is in nae?
        1  Integrity.
        2  Perseverance.
        3  Self-control.
        4  Courtesy.
        No. It is: Perseverance.

        2 of 3  Tenets  10th keup

        Which tenet means knowing right from wrong?
        1  Perseverance.
        2  Courtesy.
        3  Integrity.
        4  Self-control.
        No. It is: Integrity.

        3 of 3  Tenets  10th keup

        Which tenet is guk gi?
        1  Perseverance.
        2  Indomitable spirit.
        3  Self-control.
        4  Courtesy.
        Right: Self-control.
        Done: Theory, The five tenets
        Done   3 of 3
        Right  1 (33 %)
        Time   0 seconds

        How well you know it
        tenets  learning, 8 %

        Next: dojang theory read, dojang theory progress

        """

    static let typedQuiz = """
        1 of 4  Tenets  10th keup

        Which tenet is in nae?
        No. It is: Perseverance.
        Was it right? + counts it as right.

        2 of 4  Tenets  10th keup

        Which tenet means knowing right from wrong?
        No. It is: Integrity.

        3 of 4  Tenets  10th keup

        Which tenet is guk gi?
        Paused for now: Theory, The five tenets
        Done   2 of 4
        Right  0 (0 %)
        Time   0 seconds

        How well you know it
        tenets  learning, 8 %

        Next: dojang theory quiz, dojang theory read, dojang theory progress

        """
}
