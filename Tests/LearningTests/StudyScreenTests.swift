import Content
import Interface
import Kernel
import Learning
import LearningCommands
import LearningTesting
import Practice
import TerminalTesting
import XCTest

/// Tests of the flashcard screens, from the first card to the results.
final class StudyScreenTests: XCTestCase {
    private let fixture = StudyFixture(library: StudyFixture.threeTerms)

    private func app(over fixture: StudyFixture) -> AppFixture { fixture.study("10k") }

    private func run(_ words: String..., lines: [String] = []) -> String {
        app(over: fixture).run(words, lines: lines).output
    }

    func testLearnSessionScreens() {
        XCTAssertEqual(run("study", lines: ["p", "", "p", "3", "s", "", "1", "u", "", "4"]), Expected.learned)
        XCTAssertEqual(run("study", "--only-new", "--direction", "ko-en", lines: ["q"]), Expected.left)
    }

    func testTestSessionShowsRightAnswers() {
        let lines = ["walkin stance", "x", ":s"]
        XCTAssertEqual(run("study", "--mode", "test", lines: lines), Expected.typed)
        let words = ["study", "--mode", "test", "--answer", "choose", "--direction", "en-ko"]
        let choices = app(over: StudyFixture(library: StudyFixture.threeTerms)).run(words, lines: ["1", "1", "1"])
            .output
        XCTAssertTrue(choices.hasPrefix(Expected.chosen), choices)
    }

    func testScreensListAvailableKeys() throws {
        var learn = try app(over: fixture).dialogue("study")
        let others = ["u undo", "s skip", "q quit"]
        XCTAssertEqual(learn.wanted, ["space flip", "enter flip"] + others)
        let grades = ["1 again", "2 hard", "3 good", "4 easy", "n no", "y yes"]
        try learn.press(keys: "space")
        XCTAssertEqual(learn.wanted, grades + others + ["p parts", "w note", "x set aside"])
        XCTAssertEqual(learn.view.title, "study 1/3")
        try learn.press(keys: "y enter")
        XCTAssertEqual(learn.wanted, grades + others + ["w note", "x set aside"], "a single part is the full session")
        XCTAssertFalse(learn.text().contains("Break down"))
        for (options, prompt) in [
            (["--direction", "ko-en"], "English:"), (["--direction", "en-ko"], "Korean:"),
        ] {
            let fixture = StudyFixture(library: StudyFixture.threeTerms)
            XCTAssertEqual(try app(over: fixture).dialogue("study", ["--mode", "test"] + options).wanted, [prompt])
        }
    }

    func testChoicesAreSingleKeys() throws {
        let test = try app(over: fixture).dialogue("study", ["--mode", "test", "--answer", "choose"])
        XCTAssertEqual(test.wanted, ["1 choose", "2 choose", "3 choose", "u undo", "s skip", "q quit"])
    }

    func testDurationIsShownInSecondsThenMinutes() throws {
        for (seconds, expected) in [(59.999, "59 seconds"), (60, "1 minute"), (89.999, "1 minute"), (90, "2 minutes")] {
            let fixture = StudyFixture(library: StudyFixture.threeTerms)
            let parts = [min(seconds, 60), max(seconds - 60, 0)]
            var session = try app(over: fixture).dialogue("study")
            for part in parts {
                try session.press(keys: "space")
                fixture.wait(seconds: part)
                try session.press(keys: "3")
            }
            let output = try XCTUnwrap(session.press(keys: "q"))
            XCTAssertEqual(output.value("seconds"), .integer(Int(seconds)))
            XCTAssertTrue(output.text().contains(expected), output.text())
        }
    }
}

/// Expected output.
private enum Expected {
    static let learned = """
        Card 1 of 3, new, Korean to English

        걷는 서기 (gunnun sogi)
        Card 1 of 3, new, Korean to English

        걷는 서기 (gunnun sogi)

        Walking stance
        said geonneun seogi [kʌnnɯn sʌɡi]
        The first that is learned.

        p  Break down this term
        Card 1 of 3, new, Korean to English

        걷는 서기 (gunnun sogi)

        Walking stance
        said geonneun seogi [kʌnnɯn sʌɡi]
        The first that is learned.

        걷는  gunnun, walking
        서기  sogi, standing
        Card 2 of 3, new, Korean to English

        앞차기
        Card 3 of 3, new, Korean to English

        막기 (makgi)
        Card 3 of 3, new, Korean to English

        막기 (makgi)

        Block
        said makgi [mak̚k͈i]
        Once more, Korean to English. This is extra practice: the card stays in its box.

        막기 (makgi)
        Taken back: again.

        Card 3 of 3, new, Korean to English

        막기 (makgi)
        Card 3 of 3, new, Korean to English

        막기 (makgi)

        Block
        said makgi [mak̚k͈i]
        That was the last card: 2 of 2 right.
        Done
        Answered  2 of 3
        Right     2 (100 %)
        Skipped   1
        New       2
        Boxes     2 up, 0 down
        Time      0 seconds
        Streak    1 day

        Next: dojang stats, dojang due

        """

    static let left = """
        Card 1 of 1, new, Korean to English

        앞차기
        Paused for now
        Answered       0 of 1
        Right          0 (0 %)
        Still to come  1
        New            0
        Boxes          0 up, 0 down
        Time           0 seconds
        Streak         1 day

        Next: dojang study, dojang stats

        """

    static let typed = """
        Card 1 of 3, new, Korean to English

        걷는 서기 (gunnun sogi)
        Nearly: one letter. It is Walking stance.
        Was it right? + counts it as right.

        Card 2 of 3, new, Korean to English

        앞차기
        No. It is Front kick. It comes back soon.
        Was it right? + counts it as right.

        Card 3 of 3, new, Korean to English

        막기 (makgi)
        Once more, Korean to English. This is extra practice: the card stays in its box.

        앞차기
        Paused for now
        Answered       2 of 3
        Right          1 (50 %)
        Skipped        1
        Still to come  1
        New            2
        Boxes          0 up, 0 down
        Time           0 seconds
        Streak         1 day

        To look at again
        Front kick  앞차기

        Next: dojang study, dojang stats

        """

    static let chosen = """
        Card 1 of 3, new, English to Korean

        Walking stance
        1  앞차기
        2  걷는 서기 (gunnun sogi)
        3  막기 (makgi)
        No. It is 걷는 서기 (gunnun sogi). It comes back soon.

        Card 2 of 3, new, English to Korean

        Front kick
        1  걷는 서기 (gunnun sogi)
        2  막기 (makgi)
        3  앞차기
        No. It is 앞차기. It comes back soon.

        Card 3 of 3, new, English to Korean

        Block
        1  걷는 서기 (gunnun sogi)
        2  막기 (makgi)
        3  앞차기
        No. It is 막기 (makgi). It comes back soon.

        Once more, English to Korean. This is extra practice: the card stays in its box.

        Walking stance

        """
}
