import Assessment
import AssessmentCommands
import Content
import Interface
import Kernel
import Lessons
import LessonsTesting
import Practice
import TerminalTesting
import XCTest

/// Tests of the grading screens.
final class GradingScreenTests: XCTestCase {
    private func app(_ fixture: LessonFixture) -> AppFixture {
        fixture.gradingApp()
    }

    func testMockGradingIsPausedAndResumed() throws {
        let fixture = try LessonFixture()
        let left = app(fixture).run(["grading", "mock"], lines: ["", "3", "2", "q"]).output
        XCTAssertTrue(left.hasPrefix("Mock grading for 7th keup\nIt asks for what 8th keup learns. "), left)
        XCTAssertTrue(
            left.contains(
                "Weights: Line work 20, Pattern 30, Step sparring 20, Theory 20, Etiquette 10. You need 60 points of 100 overall, "
                    + "and at least 40 in each part. "), left)
        XCTAssertTrue(left.contains("\n\nIn the hall\nBe early, warm and silent."), left)
        XCTAssertTrue(
            left.hasSuffix(Expected.left), left)
        XCTAssertEqual(app(fixture).run(["grading", "list"]).output, Expected.listWithOneLeft)
        let same = app(fixture).run(["grading", "mock", "--grade", "7k"], lines: ["q"]).output
        XCTAssertTrue(same.hasPrefix("Resuming where you stopped: 23 of 25 to go."), same)
        XCTAssertEqual(app(fixture).run(["grading", "mock", "--grade", "8k"]).status, 1)
        let restarted = app(fixture).run(["grading", "mock", "--new"], lines: ["", "q"]).output
        XCTAssertTrue(restarted.hasPrefix("Your unfinished one, 2 of 25, is in grading list.\n"), restarted)
        let untouched = app(fixture).run(["grading", "mock", "--new"], lines: ["", "q"]).output
        XCTAssertFalse(untouched.contains("in grading list"), "no part was done")
    }

    /// The title of a part is shown above its first task only.
    func testPartTitleIsShownAtItsFirstTask() throws {
        let fixture = try LessonFixture()
        var run = try fixture.gradings().begin(for: nil)
        var (titles, before): ([String], GradingSection?) = ([], nil)
        let log = fixture.base.log()
        let items = run.items
        for (place, item) in items.enumerated() {
            XCTAssertEqual(run.section?.section, item.section)
            XCTAssertEqual(run.section?.isFirst, item.section != before, "\(place)")
            if item.section != before { titles.append(item.section.title) }
            before = item.section
            let text = try app(fixture).dialogue("grading mock").text()
            XCTAssertEqual(text.contains("\(item.section.title)\n\(place + 1) of 25"), run.section?.isFirst, text)
            try log.skip(in: &run)
        }
        XCTAssertNil(run.section)
        XCTAssertEqual(titles, ["Line work", "Pattern", "Step sparring", "Theory", "Etiquette"])
    }

    func testHeaderShowsBelt() throws {
        var session = try app(LessonFixture()).dialogue("grading mock")
        // A mock grading starts with instructions.
        try session.press(keys: "space")
        let stage = try XCTUnwrap(session.view.stage)
        XCTAssertTrue(stage.title.text.hasSuffix("7th keup"), stage.title.text)
        XCTAssertFalse(stage.title.spans.compactMap(\.swatch).isEmpty)
        let lines = session.text().split(separator: "\n").prefix(2)
        XCTAssertTrue(lines.contains { $0.hasSuffix("7th keup") }, session.text())
    }

    /// Mock gradings with all answers right, all wrong, and some parts failed.
    func testResultShowsPassOrFailedParts() throws {
        let sittings: [(failing: Set<GradingSection>, missing: String?)] = [
            ([], nil), ([.etiquette], "Missing, etiquette: under 40."),
            ([.pattern, .etiquette], "Missing, pattern, etiquette: under 40."),
            (
                Set(GradingSection.allCases),
                "Missing, line work, pattern, step sparring, theory, etiquette: under 40; overall: under 60."
            ),
        ]
        for sitting in sittings {
            let fixture = try LessonFixture()
            let log = fixture.base.log()
            let gradings = try fixture.gradings()
            var run = try gradings.begin(for: nil)
            while run.remaining > 1, let section = run.section?.section, let task = try log.task(in: &run) {
                try log.answer(
                    Self.response(to: task, isRight: !sitting.failing.contains(section)), to: task, milliseconds: 1,
                    in: &run)
            }
            let task = try XCTUnwrap(log.task(in: &run))
            let place = (task.choices.firstIndex { ($0 == task.key?.answer) == sitting.failing.isEmpty } ?? 0) + 1
            let output = app(fixture).run(["grading", "mock"], lines: ["\(place)"]).output
            let report = try XCTUnwrap(output.components(separatedBy: "\n\nMock grading for 7th keup\n").last)
            let points = 100 - sitting.failing.reduce(0) { $0 + $1.weight }
            XCTAssertTrue(
                report.hasPrefix(sitting.missing == nil ? "Passed: 100 points\n" : "Not passed: \(points) points\n"),
                output)
            XCTAssertEqual(report.contains("Missing"), sitting.missing != nil, report)
            if let missing = sitting.missing { XCTAssertTrue(report.contains(missing), report) }
            XCTAssertTrue(report.hasSuffix("Next: dojang grading list, dojang theory quiz\n"), report)
            let saved = try XCTUnwrap(gradings.history().first)
            XCTAssertEqual([saved.points, saved.sections.count], [points, 5])
            XCTAssertEqual(saved.result, sitting.missing == nil ? .pass : .fail)
        }
    }

    private static func response(to task: LessonTask, isRight: Bool) -> LessonResponse {
        guard let key = task.key else { return .mark(isRight ? .well : .notYet) }
        let place = task.choices.firstIndex { ($0 == key.answer) == isRight } ?? 0
        return .text("\(place + 1)")
    }

    func testMockGradingJSON() throws {
        let run = try app(LessonFixture()).run(["grading", "mock", "--json"], lines: ["", "3", "2", "q"])
        XCTAssertEqual(run.output, Expected.report)
    }

    func testGradingListShowsKindAndResult() throws {
        let fixture = try LessonFixture("9k", ids: .counting(prefix: "g"))
        let fail = app(fixture).run([
            "grading", "record", "--result", "fail", "--date", "2026-11-01", "--examiner", "Kim",
        ])
        XCTAssertEqual(
            fail.output,
            "Recorded the grading for 8th keup on 2026-11-01 (g1). Your belt stays 9th keup.\n\nNext: dojang grading list\n"
        )
        let pass = app(fixture).run(["grading", "record", "--place", "Hall"])
        XCTAssertTrue(
            pass.output.hasSuffix("Next: dojang grading list, dojang terms --mine, dojang undo\n"), pass.output)
        let earlier = app(fixture).run(["grading", "record", "--grade", "9k", "--date", "2026-01-01"])
        XCTAssertTrue(
            earlier.output.contains("Your belt stays 8th keup, which is not lower.\n\nNext: dojang grading list\n"))
        _ = app(fixture).run(["grading", "mock"], lines: ["", "3", "q"])
        _ = app(fixture).run(["grading", "mock", "--new"], lines: ["", "q"])
        XCTAssertEqual(app(fixture).run(["grading", "list"]).output, Expected.list)
        for (kind, count) in [("real", 3), ("mock", 1)] {
            let output = app(fixture).run(["grading", "list", "--kind", kind, "--plain"]).output
            XCTAssertEqual(output.split(separator: "\n").count { $0.contains("\t\(kind)\t") }, count, output)
        }
        XCTAssertTrue(
            app(fixture).run(["grading", "list", "--kind", "real"]).output.hasSuffix("Next: dojang grading mock\n"))
    }

    /// The command asks for confirmation if the belt is more than two grades above the learner's.
    func testBeltFarAboveRequiresConfirmation() throws {
        for (grade, words, isAsked) in [
            ("6k", [], true), ("7k", [], false), ("6k", ["--result", "fail"], false), ("10k", [], false),
            ("1d", ["--result", "double"], true),
        ] as [(String, [String], Bool)] {
            let fixture = try LessonFixture("9k")
            let record = ["grading", "record", "--grade", grade] + words
            let run = app(fixture).run(record)
            XCTAssertEqual(run.error.contains(" right?"), isAsked, run.error)
            XCTAssertEqual(try fixture.gradings().history().isEmpty, isAsked || grade == "10k", grade)
            if isAsked {
                XCTAssertEqual(run.status, 64)
                XCTAssertEqual(app(fixture).run(record + ["--yes"]).status, 0)
                XCTAssertEqual(try fixture.gradings().history().count, 1)
            }
        }
    }

    func testDeletionReportsBelt() throws {
        let fixture = try LessonFixture("9k", ids: .counting(prefix: "g"))
        for words in [["--result", "fail"], ["--grade", "8k"], ["--grade", "7k"]] {
            _ = app(fixture).run(["grading", "record"] + words)
        }
        let ids = try fixture.gradings().history().map(\.id.rawValue)
        let expectedLines = [" Your belt stays 7th keup.", "", " Your belt is 8th keup again."]
        for (id, expected) in zip([ids[1], ids[0], ids[2]], expectedLines) {
            let output = app(fixture).run(["grading", "delete", id, "--yes"]).output
            XCTAssertTrue(output.contains("(\(id)).\(expected)\n\nNext:"), output)
        }
        XCTAssertEqual(app(fixture).run(["grading", "delete", String(repeating: "x", count: 65), "--yes"]).status, 64)
        let long = app(fixture).run(["grading", "delete", String(repeating: "x", count: 64), "--yes"])
        XCTAssertTrue(long.error.contains("There is no grading"), long.error)
    }
}

/// Expected output.
private enum Expected {
    static let left = """
        Mock grading for 7th keup
        Paused for now: 23 of 25 to go

        Part           Points  Weight     Done
        Line work          50      20   2 of 3
        Pattern             0      30   0 of 3
        Step sparring       0      20   0 of 5
        Theory              0      20  0 of 11
        Etiquette           0      10   0 of 3

        Next: dojang grading mock

        """

    static let listWithOneLeft = """
        Gradings
        No grading yet.

        Your mock grading for 7k is unfinished: 2 of 25.

        Next: dojang grading mock, dojang grading record

        """

    static let report = """
        {
          "session": "a1",
          "grade": "7k",
          "asked": "8k",
          "tasks": 25,
          "done": 2,
          "remaining": 23,
          "result": null,
          "points": 10,
          "passMark": 60,
          "sectionMark": 40,
          "sections": [
            {
              "section": "lineWork",
              "points": 50,
              "weight": 20,
              "tasks": 3,
              "done": 2
            },
            {
              "section": "pattern",
              "points": 0,
              "weight": 30,
              "tasks": 3,
              "done": 0
            },
            {
              "section": "sparring",
              "points": 0,
              "weight": 20,
              "tasks": 5,
              "done": 0
            },
            {
              "section": "theory",
              "points": 0,
              "weight": 20,
              "tasks": 11,
              "done": 0
            },
            {
              "section": "etiquette",
              "points": 0,
              "weight": 10,
              "tasks": 3,
              "done": 0
            }
          ]
        }

        """

    static let list = """
        Gradings
        Row  Id  Date        Kind  For  Result     Points  Examiner  Place
          1  g3  2026-01-01  real  9k   pass
          2  g1  2026-11-01  real  8k   fail               Kim
          3  a1  2026-11-20  mock  7k   abandoned       6
          4  g2  2026-11-20  real  8k   pass                         Hall

        Your mock grading for 7k is unfinished: 0 of 25.

        Next: dojang grading mock

        """
}
