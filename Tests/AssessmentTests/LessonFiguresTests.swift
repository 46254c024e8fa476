import AssessmentCommands
import Content
import Foundation
import Interface
import Kernel
import Lessons
import LessonsTesting
import Practice
import TerminalTesting
import XCTest

/// Tests of mastery figures in lists, on the home page and in JSON.
final class LessonFiguresTests: XCTestCase {
    private func app(_ fixture: LessonFixture) -> AppFixture {
        fixture.gradingApp()
    }

    func testMasteryWordFollowsLevel() {
        let words: [(Int, MasteryWord)] = [
            (-1, .new), (0, .new), (1, .learning), (399, .learning), (400, .familiar), (799, .familiar),
            (800, .mastered),
            (1000, .mastered),
        ]
        for (level, word) in words { XCTAssertEqual(MasteryWord(level: level), word, "\(level)") }
        XCTAssertEqual(MasteryWord(level: 0, isMet: true), .learning, "a missed question is not new")
        XCTAssertEqual(MasteryWord(level: 900, isMet: true), .mastered)
    }

    /// After one good pass, each item is a third of the way to the ceiling of its evidence.
    func testLevelIsMeanOfAllItems() throws {
        let fixture = try LessonFixture("10k")
        let app = app(fixture)
        let lines = try fixture.lessons().lineWork(of: nil).exercises.count
        _ = app.run(
            ["linework", "run"], lines: Array(repeating: ["", "3"], count: lines - 1).flatMap { $0 } + ["", "1"])
        let third = (Evidence.done.ceiling + 2) / 3 * Level.full / Evidence.done.ceiling
        let standing = try XCTUnwrap(fixture.lessons().lineStandings().first)
        XCTAssertEqual(standing.level, third * (lines - 1) / lines)
        XCTAssertEqual(standing.answers, lines)
        XCTAssertEqual(standing.last, fixture.base.log().today)
        XCTAssertEqual(standing.word, .learning)
        var quiz = try fixture.lessons().quizTheory(TheoryChoice(page: "tenets"), questions: 50, typed: false)
        let log = fixture.base.log()
        while let task = try log.task(in: &quiz) {
            let place = task.choices.firstIndex { $0 == task.key?.answer } ?? 0
            try log.answer(.text("\(place + 1)"), to: task, milliseconds: 1, in: &quiz)
        }
        let page = try XCTUnwrap(fixture.lessons().pageStandings().first { $0.topic.id == "tenets" })
        XCTAssertEqual(page.mastery.level, (Evidence.chosen.ceiling + 2) / 3 * Level.full / Evidence.chosen.ceiling)
        XCTAssertEqual(page.mastery.answers, 4)
        XCTAssertEqual([page.reads, try fixture.lessons().pageStandings().count { $0.mastery.level > 0 }], [0, 1])
    }

    func testExchangeLevelCountsStepsAndQuestions() throws {
        let fixture = try LessonFixture("8k")
        let lessons = try fixture.lessons()
        let log = fixture.base.log()
        var run = try lessons.practiceSparring("three-step-1")
        let steps = run.items.count
        while !run.isDone { try log.answer(.mark(.well), milliseconds: 1, in: &run) }
        let questions = try lessons.quizSparring("three-step-1", questions: 50).items.count
        let third = (Evidence.done.ceiling + 2) / 3 * Level.full / Evidence.done.ceiling
        let known = third * steps / (steps + questions)
        XCTAssertEqual(try lessons.results(of: run).levels.map(\.level), [known])
        let set = try XCTUnwrap(lessons.sparringMasteries().first)
        XCTAssertEqual(set.level, known / 4, "four exchanges, one partly known")
        XCTAssertEqual(set.answers, steps)
    }

    func testProgressLists() throws {
        let fixture = try LessonFixture("8k")
        _ = app(fixture).run(
            ["sparring", "practice", "three-step-1"], lines: Array(repeating: ["", "", "3"], count: 6).flatMap { $0 })
        _ = app(fixture).run(["theory", "read", "tenets"], lines: [""])
        _ = app(fixture).run(["linework", "run"], lines: ["", "3", "q"])
        XCTAssertEqual(app(fixture).run(["sparring", "progress"]).output, Expected.sparring)
        XCTAssertEqual(app(fixture).run(["linework", "progress"]).output, Expected.lines)
        XCTAssertEqual(
            app(fixture).run(["theory", "progress", "--belt", "10k", "--subject", "tenets"]).output, Expected.pages)
        XCTAssertEqual(
            app(fixture).run(["theory", "progress", "--json", "--belt", "10k", "--subject", "tenets"]).output,
            Expected.pagesJSON)
        XCTAssertEqual(app(fixture).run(["linework", "run", "--json"], lines: ["q"]).output, Expected.lesson)
    }

    func testPageListFiltersGradeAndSubject() throws {
        let fixture = try LessonFixture("8k")
        let topics = LessonFixture.book.topics
        for grade in [nil, "10k", "8k"] {
            for subject in [nil, TheoryTopic.Subject.belt, .etiquette] {
                let words = (grade.map { ["--belt", $0] } ?? []) + (subject.map { ["--subject", $0.rawValue] } ?? [])
                for isAll in [false, true] {
                    let output = app(fixture).run(["theory", "progress", "--plain"] + words + (isAll ? ["--all"] : []))
                        .output
                    let own = try fixture.grade()
                    let expected = topics.filter { topic in
                        (grade.map { topic.grade.id == $0 } ?? (isAll || topic.grade <= own))
                            && (subject == nil || topic.subject == subject)
                    }
                    XCTAssertEqual(
                        output.split(separator: "\n").map { $0.split(separator: "\t").first.map(String.init) },
                        expected.map(\.id))
                }
            }
        }
    }

    func testHomePageSuggestsNextLesson() throws {
        let fixture = try LessonFixture("8k")
        XCTAssertEqual(app(fixture).run([]).output, Expected.home)
        XCTAssertEqual(app(fixture).run(["--json"]).output, Expected.homeJSON)
        let log = fixture.base.log()
        let lessons = try fixture.lessons()
        var practice = try lessons.practiceSparring("three-step-1")
        try log.answer(.mark(.well), milliseconds: 1, in: &practice)
        var reading = try lessons.readTheory(TheoryChoice())
        for _ in 0..<reading.items.count { try log.answer(.read, milliseconds: 1, in: &reading) }
        XCTAssertEqual(app(fixture).run([]).output, Expected.homeWhenRead)
        XCTAssertFalse(try app(LessonFixture("10k")).run([]).output.contains("Sparring"), "white belts have none")
        _ = app(fixture).run(["grading", "record", "--result", "fail"])
        _ = app(fixture).run(["grading", "mock"], lines: ["", "3", "q"])
        XCTAssertEqual(app(fixture).run([]).output, Expected.homeWithAMock)
        let output = app(fixture).run(["--json"]).output
        XCTAssertTrue(
            output.contains("\"mockGradingLeft\": true") && output.contains("\"lastGrading\": \"2026-11-20\""), output)
    }

    func testChoiceKeysSelectChoices() throws {
        let fixture = try LessonFixture("8k")
        let app = app(fixture)
        let log = fixture.base.log()
        var screen = try app.dialogue("theory quiz", ["--questions", "30"])
        try screen.press(keys: "5 9 x")
        XCTAssertEqual(screen.view.title, "theory 1/30", "there are four")
        var output: Output?
        for _ in 0..<30 {
            var run = try XCTUnwrap(fixture.lessons().unfinished(.theory, "quiz"))
            let task = try XCTUnwrap(log.task(in: &run))
            let place = try XCTUnwrap(task.choices.firstIndex { $0 == task.key?.answer })
            fixture.base.wait(seconds: 2)
            output = try screen.press(keys: "\(place + 1)")
        }
        XCTAssertEqual(output?.value("right"), .integer(30))
        XCTAssertEqual(output?.value("seconds"), .integer(60))
        let levels = try fixture.lessons().pageStandings().map { Double($0.mastery.level) / 1000 }
        let json = try JSONValue(Data(app.run(["theory", "progress", "--all", "--json"]).output.utf8))
        guard case .array(let pages) = json else { return XCTFail("no list") }
        XCTAssertGreaterThan(levels.max() ?? 0, 0.3)
        XCTAssertEqual(pages.map { $0["level"].flatMap { try? $0.decoded(Double.self) } }, levels)
        _ = app.run(["linework", "run"], lines: ["", "3", "q"])
        XCTAssertTrue(app.run(["linework", "progress", "--json"]).output.contains("\"level\": 0.066,"))
    }

    func testResultsListAtMostTwelveSubjects() throws {
        let fixture = try LessonFixture("1k")
        let output = app(fixture).run(["theory", "quiz", "--questions", "50"], lines: Array(repeating: "1", count: 50))
            .output
        let known = try XCTUnwrap(output.components(separatedBy: "How well you know it\n").last)
        XCTAssertEqual(known.split(separator: "\n").count { $0.hasSuffix(" %") }, 12, output)
    }
}

/// Expected output.
private enum Expected {
    static let sparring = """
        Step sparring
        Id               Name                         Grade  Mastery       Done  Last
        three-step-8k    Three-step sparring 1 to 4   8k     learning 3 %     6  2026-11-20
        three-step-7k    Three-step sparring 5 to 7   7k     new 0 %          0
        three-step-6k    Three-step sparring 8 to 10  6k     not open yet     0
        two-step-5k      Two-step sparring 1 to 4     5k     not open yet     0
        two-step-4k      Two-step sparring 5 to 8     4k     not open yet     0
        one-step-3k      One-step sparring 1          3k     not open yet     0
        semi-free-1k     Semi-free sparring 1         1k     not open yet     0
        self-defence-1d  Self-defence 1 to 6          1d     not open yet     0
        one-step-2d      One-step sparring 2 to 5     2d     not open yet     0
        two-step-3d      Two-step sparring 9 to 11    3d     not open yet     0
        one-step-4d      One-step sparring 6 to 8     4d     not open yet     0

        Next: dojang sparring practice three-step-8k, dojang sparring quiz three-step-8k

        """

    static let lines = """
        Line work
        Id   Name       Grade  Mastery       Done  Last
        10k  10th keup  10k    new 0 %          0
        9k   9th keup   9k     new 0 %          0
        8k   8th keup   8k     learning 6 %     1  2026-11-20
        7k   7th keup   7k     new 0 %          0
        6k   6th keup   6k     not open yet     0
        5k   5th keup   5k     not open yet     0
        4k   4th keup   4k     not open yet     0
        3k   3rd keup   3k     not open yet     0
        2k   2nd keup   2k     not open yet     0
        1k   1st keup   1k     not open yet     0

        Next: dojang linework run, dojang linework

        """

    static let pages = """
        1 of 1 open pages read
        Id      Grade  Subject  Read  Last read   Questions
        tenets  10k    tenets   read  2026-11-20  new

        Next: dojang theory read, dojang theory quiz

        """

    static let pagesJSON = """
        [
          {
            "id": "tenets",
            "grade": "10k",
            "subject": "tenets",
            "title": "The five tenets",
            "open": true,
            "read": true,
            "reads": 1,
            "lastRead": "2026-11-20",
            "mastery": "new",
            "level": 0
          }
        ]

        """

    static let lesson = """
        {
          "session": "a10",
          "kind": "linework",
          "activity": "run",
          "subject": "8k",
          "items": 5,
          "done": 1,
          "right": 1,
          "remaining": 4,
          "accuracy": 1,
          "seconds": 0,
          "missed": [],
          "mastery": [
            {
              "id": "8k",
              "level": 0.066,
              "word": "learning"
            }
          ]
        }

        """

    static let home = """
        Dojang · Friday, 20 November 2026

        Now: dojang place  marks the words that you know already

        Lessons
        Theory    0 of 23 pages read
        Sparring  0 of 1 set begun

        Next: dojang theory read, dojang sparring practice

        """

    static let homeJSON = """
        {
          "place": {
            "offered": true
          },
          "lessons": {
            "pagesRead": 0,
            "pages": 23,
            "sparringSets": 1,
            "sparringSetsBegun": 0,
            "mockGradingLeft": false,
            "lastGrading": null,
            "due": {
              "steps": 0,
              "exchanges": 0,
              "lines": 0,
              "questions": 0
            }
          }
        }

        """

    static let homeWhenRead = """
        Dojang · Friday, 20 November 2026

        Now: dojang theory quiz  questions on what you have read

        Lessons
        Theory    23 of 23 pages read
        Sparring  1 of 1 set begun

        Next: dojang sparring quiz

        """

    static let homeWithAMock = """
        Dojang · Friday, 20 November 2026

        Now: dojang grading mock  resumes at 2 of 25

        Lessons
        Theory        23 of 23 pages read
        Sparring      1 of 1 set begun
        Mock grading  for 7k, stopped at 1 of 25
        Last grading  Friday, 20 November 2026

        """
}
