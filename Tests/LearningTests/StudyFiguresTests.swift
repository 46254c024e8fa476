import Content
import Interface
import Kernel
import Learning
import LearningCommands
import LearningTesting
import Practice
import TerminalTesting
import XCTest

/// Tests of study figures on screens and in JSON.
final class StudyFiguresTests: XCTestCase {
    private let fixture = StudyFixture(library: StudyFixture.threeTerms)

    private func app(over fixture: StudyFixture) -> AppFixture { fixture.study("10k") }

    private func run(_ words: String..., lines: [String] = []) -> String {
        app(over: fixture).run(words, lines: lines).output
    }

    func testFiguresAfterOneDayOfStudy() throws {
        XCTAssertEqual(run("due", "--days", "1"), Expected.nothingDue)
        XCTAssertEqual(run(), Expected.homeAtFirst)
        var session = try app(over: fixture).dialogue("study")
        for (key, seconds) in [("1", 30.0), ("3", 30.0)] {
            try session.press(keys: "space")
            fixture.wait(seconds: seconds)
            try session.press(keys: key)
        }
        try session.press(keys: "q")
        fixture.sleep(days: 2)
        XCTAssertEqual(run("due", "--days", "2"), Expected.due)
        XCTAssertEqual(run("due", "--json", "--days", "60"), Expected.dueJSON)
        XCTAssertEqual(run("stats"), Expected.stats)
        XCTAssertEqual(run("stats", "--json"), Expected.statsJSON)
        XCTAssertEqual(run(), Expected.home)
        for days in ["0", "61"] { XCTAssertEqual(app(over: fixture).run(["due", "--days", days]).status, 64) }
        XCTAssertEqual(
            run("due").split(separator: "\n").count { $0.contains(" 2026-") }, 2 + 6, "a week unless one says otherwise"
        )
    }

    /// When all cards are learned, the home page suggests no study and `due` suggests statistics.
    func testNoStudyIsOfferedWhenAllIsLearned() {
        for direction in ["ko-en", "en-ko"] {
            _ = run("study", "--direction", direction, lines: ["", "4", "", "4", "", "4"])
        }
        XCTAssertEqual(run(), Expected.homeWhenLearned)
        XCTAssertTrue(run("due").hasSuffix("Next: dojang stats\n"))
        XCTAssertEqual(run("study", "--json"), Expected.nothingToStudyJSON)
        XCTAssertEqual(run("study"), Expected.nothingToStudy)
    }

    func testStatsListAtMostTenLeeches() throws {
        let fixture = StudyFixture()
        let memories = (0..<11).map { number in
            let schedule = Schedule(box: 1, due: Day(ordinal: 9000))
            let state = MemoryState(
                memory: .schedule(schedule), answers: 30, right: 20 - number, last: Day(ordinal: 8000), latest: "x")
            return ItemMemory(Card(term: "t\(number)", direction: .koreanToEnglish).target, state)
        }
        try fixture.store.write { try $0.put(contentsOf: memories) }
        let leeches = try fixture.flashcards().statistics().leeches.map(\.target.subject)
        XCTAssertEqual(leeches, (0..<11).reversed().map { "t\($0)" }, "the most missed first")
        let listed = app(over: fixture).run(["stats"]).output.split(separator: "\n").filter { $0.contains("missed ") }
        XCTAssertEqual(listed.count, 10)
        XCTAssertEqual(listed.last?.hasSuffix("missed 11 times"), true, "\(listed)")
    }
}

/// Expected output.
private enum Expected {
    static let nothingDue = """
        Due
        Nothing is due today.

        The next days
        today                                                      0

        Next: dojang study

        """

    static let homeAtFirst = """
        10th keup · Friday, 20 November 2026

        Now: dojang study  3 new cards

        Today
        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  0 of 20 answers, 0 min
        Due       0 cards, 3 new
        Streak    0 days
        Accuracy  no answers yet

        """

    static let due = """
        Due
        English         Hangul     Romanised    Direction  Box  Due
        Walking stance  걷는 서기  gunnun sogi  ko-en        1  2026-11-21
        Front kick      앞차기                  ko-en        2  2026-11-22

        The next days
        today           ██████████████████████████████████████████████████  2
        mon 2026-11-23                                                      0

        Next: dojang study

        """

    static let dueJSON = """
        [
          {
            "id": "walking:ko-en",
            "term": "walking",
            "english": "Walking stance",
            "hangul": "걷는 서기",
            "romanization": "gunnun sogi",
            "direction": "ko-en",
            "box": 1,
            "due": "2026-11-21",
            "overdue": 1,
            "kind": "flashcards",
            "name": "Walking stance",
            "parts": [],
            "command": "study"
          },
          {
            "id": "kick:ko-en",
            "term": "kick",
            "english": "Front kick",
            "hangul": "앞차기",
            "romanization": "",
            "direction": "ko-en",
            "box": 2,
            "due": "2026-11-22",
            "overdue": 0,
            "kind": "flashcards",
            "name": "Front kick",
            "parts": [],
            "command": "study"
          }
        ]

        """

    static let stats = """
        Where you stand
        Streak    0 days, longest 1
        Cards     2 due, 2 new, 2 later, 2 learning, 6 in all
        Sessions  1
        Time      1 minute
        Accuracy  50 % of 2 answers

        Boxes
        box 1  ██████████████████████████████████████████████████  1
        box 2  ██████████████████████████████████████████████████  1
        box 3                                                      0
        box 4                                                      0
        box 5                                                      0

        The last 7 days
        mon 2026-11-16                                                      0 answers, 0 min
        tue 2026-11-17                                                      0 answers, 0 min
        wed 2026-11-18                                                      0 answers, 0 min
        thu 2026-11-19                                                      0 answers, 0 min
        fri 2026-11-20  ██████████████████████████████████████████████████  2 answers, 1 min
        sat 2026-11-21                                                      0 answers, 0 min
        sun 2026-11-22                                                      0 answers, 0 min

        Coming up
        today           ██████████████████████████████████████████████████  2
        mon 2026-11-23                                                      0
        tue 2026-11-24                                                      0
        wed 2026-11-25                                                      0
        thu 2026-11-26                                                      0
        fri 2026-11-27                                                      0
        sat 2026-11-28                                                      0

        Categories
        Category  Learning  Cards  Right
        stances          2      6   50 %

        Next: dojang study, dojang due

        """

    static let statsJSON = """
        {
          "streak": {
            "current": 0,
            "longest": 1
          },
          "cards": {
            "due": 2,
            "new": 2,
            "later": 2,
            "learning": 2,
            "setAside": 0,
            "total": 6
          },
          "readiness": 0.125,
          "boxes": [
            1,
            1,
            0,
            0,
            0
          ],
          "sessions": 1,
          "minutes": 1,
          "accuracy": 0.5,
          "kinds": [
            {
              "kind": "flashcards",
              "sessions": 1,
              "answers": 2,
              "right": 1,
              "minutes": 1,
              "last": "2026-11-20"
            }
          ]
        }

        """

    static let home = """
        10th keup · Sunday, 22 November 2026

        Now: dojang study  2 cards due, 2 new

        Today
        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  0 of 20 answers, 0 min
        Due       2 cards, 2 new
        Streak    0 days
        Accuracy  50 %

        """

    static let homeWhenLearned = """
        10th keup · Friday, 20 November 2026

        Today
        ███████████████░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  6 of 20 answers, 0 min
        Due       0 cards, 0 new
        Streak    1 day
        Accuracy  100 %

        Next: dojang stats

        """

    static let nothingToStudyJSON = """
        {
          "session": null,
          "mode": "learn",
          "cards": 0,
          "answered": 0,
          "right": 0,
          "wrong": 0,
          "repeats": 0,
          "skipped": 0,
          "remaining": 0,
          "accuracy": 0,
          "minutes": 0,
          "seconds": 0,
          "new": 0,
          "promoted": 0,
          "demoted": 0,
          "missed": [],
          "leeches": []
        }

        """

    static let nothingToStudy = """
        Nothing is due here, and nothing is new.
        The next card is due on 2026-11-23. Until then, try `pattern practice`.

        Next: dojang due, dojang stats

        """
}
