import Foundation
import Interface
import Kernel
import LessonsTesting
import Practice
import TerminalTesting
import XCTest

@testable import Assessment
@testable import AssessmentCommands

/// Tests of `grading plan` and `train` with keys and piped lines.
final class PlanScreenTests: XCTestCase {
    private func run(_ fixture: LessonFixture, _ line: String, lines: [String] = []) -> AppFixture.Run {
        fixture.fullApp().run(line.split(separator: " ").map(String.init), lines: lines)
    }

    private func object(_ fixture: LessonFixture, _ line: String, lines: [String] = []) throws -> [String: Any] {
        let result = run(fixture, line + " --json", lines: lines)
        XCTAssertEqual(result.status, 0, result.error)
        return try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any], result.output)
    }

    func testGradingDateIsSetShownClearedAndUndone() throws {
        let fixture = try LessonFixture("9k")
        XCTAssertTrue(run(fixture, "grading plan").output.hasPrefix("No date is set.\ngrading plan 8k DAY sets one"))
        XCTAssertTrue(try object(fixture, "grading plan")["grade"] is NSNull)
        let set = run(fixture, "grading plan 8k 2026-12-12").output
        XCTAssertTrue(set.hasPrefix("Set: the grading for 8th keup is on Saturday, 12 December 2026."), set)
        for word in [
            "22 days to 8th keup", "If you keep the plan", "Weakest, and what helps", "Day by day", "42 words to meet",
        ] {
            XCTAssertTrue(set.contains(word), "\(word)\n\(set)")
        }
        let plan = try object(fixture, "grading plan")
        XCTAssertEqual(plan["daysLeft"] as? Int, 22)
        XCTAssertEqual(plan["belts"] as? Int, 1)
        XCTAssertEqual(plan["passing"] as? Double, 0)
        XCTAssertGreaterThan(try XCTUnwrap(plan["passingWithPlan"] as? Double), 0.9)
        let days = try XCTUnwrap(plan["days"] as? [[String: Any]])
        let missing = try XCTUnwrap(plan["missing"] as? [String: Int])
        for part in ["cards", "movements", "exchanges", "questions", "lines"] {
            XCTAssertEqual(days.reduce(0) { $0 + ($1[part] as? Int ?? 0) }, missing[part], part)
        }
        for spot in try XCTUnwrap(plan["weak"] as? [[String: Any]]) {
            let command = try XCTUnwrap(spot["command"] as? String)
            XCTAssertEqual(run(fixture, command, lines: ["q"]).status, 0, command)
        }
        let removed = "Removed the plan for the grading for 8th keup on 2026-12-12"
        XCTAssertTrue(run(fixture, "grading plan --clear").output.contains("\(removed)."))
        XCTAssertNil(try fixture.planner().planned())
        XCTAssertEqual(try fixture.base.store.undoLast().label, removed)
        XCTAssertEqual(try fixture.planner().planned()?.day, Day("2026-12-12"))
        XCTAssertTrue(run(fixture, "grading plan --clear").output.contains("Removed the plan"))
        XCTAssertTrue(run(fixture, "grading plan --clear").output.contains("No date is set."))
    }

    /// A date for a belt far ahead is set with a note about the next belt. The note is shown once.
    func testBeltFarAheadShowsNote() throws {
        let fixture = try LessonFixture("9k")
        let far = run(fixture, "grading plan 1d 2026-12-12").output
        let warning = "That is 9 gradings ahead; your next is for 8th keup. If you meant that one: grading plan 8k DAY."
        XCTAssertTrue(far.contains(warning), far)
        XCTAssertEqual(try fixture.planner().planned()?.grade.id, "1d")
        XCTAssertFalse(run(fixture, "grading plan").output.contains("gradings ahead"))
        XCTAssertTrue(run(fixture, "grading plan 7k 2026-12-12").output.contains("That is 2 gradings ahead"))
        XCTAssertFalse(run(fixture, "grading plan 8k 2026-12-12").output.contains("ahead;"))
    }

    func testInvalidDatesAndBeltsAreRefused() throws {
        let fixture = try LessonFixture("9k")
        for (line, words, status) in [
            ("grading plan 8k 2026-11-19", "2026-11-19 is over.", 64),
            ("grading plan 8k", "grading plan 8k 2026-12-11", 64),
            ("grading plan 9k 2026-12-12", "You are 9th keup already", 64),
            ("grading plan 10k 2026-12-12", "You are 9th keup already", 64),
            ("grading plan 8k someday", "someday", 64), ("grading plan purple 2026-12-12", "purple", 64),
            ("grading plan 8k 2026-12-12 --clear", "takes no belt", 64),
        ] {
            let result = run(fixture, line)
            XCTAssertEqual(Int(result.status), status, "\(line): \(result.error)")
            XCTAssertTrue(result.error.contains(words), "\(line): \(result.error)")
        }
        XCTAssertNil(try fixture.planner().planned())
    }

    func testPlansForNearAndFarDates() throws {
        let fixture = try LessonFixture("9k")
        let today = run(fixture, "grading plan 8k today").output
        XCTAssertTrue(today.contains("8th keup is today"), today)
        XCTAssertTrue(today.contains("There is no day left for anything new."), today)
        XCTAssertTrue(today.contains("There is not time for everything"), today)
        let tomorrow = run(fixture, "grading plan 8k tomorrow").output
        XCTAssertTrue(tomorrow.contains("1 day to 8th keup"), tomorrow)
        XCTAssertTrue(tomorrow.contains("! is much: more than your 10 new cards a day"), tomorrow)
        XCTAssertTrue(tomorrow.contains("34 new cards"), "of 84, fifty a day at most: \(tomorrow)")
        let far = try object(fixture, "grading plan 8k 2036-11-20")
        XCTAssertEqual(far["newWordsADay"] as? Int, 1)
        XCTAssertEqual((far["days"] as? [Any])?.count, 84, "one card a day")
        let black = run(fixture, "grading plan 1d 2031-06-01").output
        XCTAssertTrue(black.contains("That is 9 belts up."), black)
        XCTAssertFalse(black.contains("Weakest"), "it is not open yet")
        XCTAssertEqual(run(fixture, "train 5", lines: ["q"]).status, 0)
    }

    func testPastAndReachedGradingsAreReported() throws {
        let fixture = try LessonFixture("9k")
        _ = run(fixture, "grading plan 8k 2026-11-22")
        fixture.base.sleep(days: 3)
        let output = run(fixture, "grading plan").output
        XCTAssertTrue(output.contains("Your grading for 8th keup was 1 day ago."), output)
        XCTAssertTrue(run(fixture, "").output.contains("grading record --grade 8k writes down how it went"))
        _ = run(fixture, "grading record --grade 8k")
        XCTAssertTrue(run(fixture, "grading plan").output.contains("You have reached 8th keup."))
    }

    func testHomePageShowsPlanAndTraining() throws {
        let fixture = try LessonFixture("9k")
        XCTAssertFalse(run(fixture, "").output.contains("train"))
        _ = run(fixture, "grading plan 8k 2026-12-12")
        let home = run(fixture, "").output
        XCTAssertTrue(home.contains("Now: dojang train  what today brings for your grading"), home)
        XCTAssertTrue(home.contains("22 days to 8th keup: as things stand you would hardly ever pass"), home)
        _ = run(fixture, "train 5", lines: ["", "", "", "q"])
        XCTAssertTrue(run(fixture, "").output.contains("Now: dojang train  resumes at"), run(fixture, "").output)
    }

    func testPipedTrainingPausesAndResumes() throws {
        let fixture = try LessonFixture("9k")
        let plan = try object(fixture, "train 10", lines: ["", "", "", "", "3"])
        XCTAssertEqual(plan["minutes"] as? Int, 10)
        XCTAssertEqual(plan["cards"] as? Int, 1)
        let remaining = try XCTUnwrap(plan["remaining"] as? Int)
        let resumed = run(fixture, "train", lines: ["u", "q"]).output
        XCTAssertTrue(
            resumed.contains(
                "Resuming where you stopped: \(remaining) of \(try XCTUnwrap(plan["items"] as? Int)) to go."),
            resumed)
        XCTAssertTrue(resumed.contains("Taken back"), resumed)
        let lines = Array(repeating: ["", "3"], count: 120).flatMap { $0 }
        let result = run(fixture, "train --new", lines: lines)
        XCTAssertEqual(result.status, 0, result.error)
        for word in [
            "Now comes Chon-Ji, 19 movements.", "Now come 2 questions.", "Now comes line work.", "Training: done",
            "19 movements, 19 well",
        ] {
            XCTAssertTrue(result.output.contains(word), "\(word)\n\(result.output)")
        }
        XCTAssertEqual(run(fixture, "train 2").status, 64)
        XCTAssertEqual(run(fixture, "train 121").status, 64)
        XCTAssertEqual(run(fixture, "train soon").status, 64)
    }

    /// The study reminder includes the plan until the learner has practised that day.
    func testReminderIncludesPlan() throws {
        let fixture = try LessonFixture("9k")
        let today = fixture.base.log().today
        func bodies() throws -> [String] {
            try XCTUnwrap(fixture.fullApp().registry().bodies(ofReminder: "study", on: today))
        }
        XCTAssertEqual(try bodies(), [""])
        _ = run(fixture, "grading plan 8k 2026-12-12")
        XCTAssertTrue(
            try XCTUnwrap(bodies().first).hasPrefix(
                "22 days to 8th keup: as things stand you would hardly ever pass, and "))
        _ = run(fixture, "train 5", lines: ["", "", "", "", "3"])
        XCTAssertEqual(try bodies(), [])
    }

    func testTrainingWithTerminalKeys() throws {
        let fixture = try LessonFixture("9k")
        let keys: [Key] = [
            .space, .space, .space, .character("3"), .character("u"), .space, .character("1"), .character("q"),
        ]
        let console = ScriptedConsole(keys: keys, terminal: true)
        XCTAssertEqual(fixture.fullApp().run(["train", "5"], on: console), 0, console.error)
        XCTAssertTrue(console.output.contains("Paused for now"), console.output)
        XCTAssertEqual(try fixture.training().unfinished()?.answers.map(\.rating), [.again])
    }
}
