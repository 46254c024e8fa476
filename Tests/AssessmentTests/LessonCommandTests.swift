import Foundation
import Interface
import Kernel
import LearningTesting
import LessonsTesting
import Practice
import PracticeCommands
import Storage
import TerminalTesting
import XCTest

@testable import Assessment
@testable import AssessmentCommands
@testable import Lessons
@testable import LessonsCommands

/// Tests of the lesson and grading commands with keys and piped lines.
final class LessonCommandTests: XCTestCase {
    func testTerminalKeysRevealMarkAndUndo() throws {
        let fixture = try LessonFixture()
        let keys: [Key] = [
            .space, .space, .character("3"), .character("u"), .space, .space, .character("2"), .character("q"),
        ]
        let run = try shell(fixture, ["sparring", "practice", "three-step-1"], keys: keys)
        XCTAssertEqual(run.status, 0, run.error)
        XCTAssertTrue(run.output.contains("Taken back."), run.output)
        XCTAssertTrue(run.output.contains("Paused for now"), run.output)
        let unfinished = try XCTUnwrap(fixture.lessons().unfinished(.sparring, "practice"))
        XCTAssertEqual(unfinished.answers.map(\.share), [500])
        let again = try shell(fixture, ["sparring", "practice", "--json"], lines: ["", "", "3", "q"])
        let results = try object(again.output)
        XCTAssertEqual(results["done"] as? Int, 2)
        XCTAssertEqual(results["remaining"] as? Int, 4)
        XCTAssertEqual(results["session"] as? String, unfinished.id.rawValue)
    }

    func testPipedQuizShowsRightAnswers() throws {
        let fixture = try LessonFixture()
        let run = try shell(
            fixture, ["sparring", "quiz", "three-step", "--questions", "5"], lines: ["0", "u", "0", "0", "0", "0", "0"])
        XCTAssertEqual(run.status, 0, run.error)
        XCTAssertEqual(run.output.components(separatedBy: "No. It is: ").count - 1, 6, run.output)
        XCTAssertTrue(run.output.contains("Done   5 of 5"), run.output)
        XCTAssertTrue(run.output.contains("learning, 1 %") || run.output.contains("learning, 0 %"), run.output)
    }

    /// A sentence as the answer gets no second full stop, also in quotes.
    func testSentenceAnswerHasOneFullStop() throws {
        let fixture = try LessonFixture("1d")
        let run = try shell(fixture, ["theory", "quiz", "teaching-assistant"], lines: Array(repeating: "0", count: 12))
        XCTAssertEqual(run.status, 0, run.error)
        XCTAssertTrue(run.output.contains("No. It is: “Bend the front knee.”"), run.output)
        XCTAssertFalse(run.output.contains(".”.") || run.output.contains(".."), run.output)
    }

    /// A page whose questions were all missed is not called new.
    func testMissedPageIsNotNew() throws {
        let fixture = try LessonFixture("10k")
        func word() throws -> String? {
            let pages =
                try JSONSerialization.jsonObject(
                    with: Data(shell(fixture, ["theory", "progress", "--json"]).output.utf8)) as? [[String: Any]]
            return pages?.first { $0["id"] as? String == "tenets" }?["mastery"] as? String
        }
        XCTAssertEqual(try word(), "new")
        _ = try shell(fixture, ["theory", "read", "tenets"], lines: [""])
        XCTAssertEqual(try word(), "new", "no question was asked")
        _ = try shell(fixture, ["theory", "quiz", "tenets"], lines: Array(repeating: "0", count: 12))
        XCTAssertEqual(try word(), "learning")
        XCTAssertTrue(try shell(fixture, ["theory", "progress"]).output.contains("learning 0 %"))
    }

    func testTypedTheoryQuizIgnoresCase() throws {
        let fixture = try LessonFixture("10k")
        let words = ["theory", "quiz", "sections", "--answer", "type", "--json"]
        let lessons = try fixture.lessons()
        var plan = try lessons.quizTheory(TheoryChoice(page: "sections"), questions: 10, typed: true)
        var answers: [String] = []
        while let task = try lessons.log.task(in: &plan) {
            answers.append((task.key?.answer ?? "").uppercased())
            try lessons.log.skip(in: &plan)
        }
        try lessons.log.finish(&plan)
        let results = try object(shell(fixture, words, lines: ["?", ""] + answers).output)
        XCTAssertEqual(results["right"] as? Int, 3)
        XCTAssertEqual(results["missed"] as? [String], [])
    }

    func testPipedLineWorkCountsSteps() throws {
        let fixture = try LessonFixture("10k")
        let lines = try fixture.lessons().lineWork(of: nil).exercises.count
        let counted = (0..<lines).flatMap { _ in ["space", "space", "3"] }
        let results = try object(shell(fixture, ["linework", "run", "--steps", "2", "--json"], lines: counted).output)
        XCTAssertEqual(results["right"] as? Int, lines)
        XCTAssertEqual(try fixture.base.log().days().map(\.kind), [.lineWork])
        let early = try shell(fixture, ["linework", "run", "--steps", "9"], lines: ["", "2", "q"])
        XCTAssertTrue(early.output.contains("9 of 9"), early.output)
    }

    func testMetronomeStopsAtEndOfLine() throws {
        let fixture = try LessonFixture("10k")
        let lessons = try fixture.lessons()
        let commands = LessonCommands(feature: "linework", resumeCommand: "linework run", next: [])
        var screen = try PracticeScreen(
            lessons.log, lessons.runLines(of: nil), LineWorkView(commands, lessons, steps: 3, beat: 1.5))
        XCTAssertNil(screen.view.tickInterval)
        _ = try screen.handle(.key(.space))
        var bells = 0
        while screen.view.tickInterval != nil {
            if screen.view.ringsBell { bells += 1 }
            XCTAssertEqual(try XCTUnwrap(screen.view.tickInterval), screen.view.ringsBell ? 0.1 : 1.4, accuracy: 0.001)
            _ = try screen.handle(.tick)
        }
        XCTAssertEqual(
            bells, 4 + 2,
            "the count-in has four beats, the last beat is the first step, and the last step ends the line")
        XCTAssertTrue(screen.view.ringsBell)
        XCTAssertNil(screen.view.tickInterval)
        _ = try screen.handle(.key(.character("3")))
        XCTAssertEqual(try fixture.base.log().days().map(\.answers), [1])
    }

    func testReadingMarksOnlyFinishedPages() throws {
        let fixture = try LessonFixture("10k")
        let run = try shell(fixture, ["theory", "read"], lines: ["", "n", "space", "u", "q"])
        XCTAssertEqual(run.status, 0, run.error)
        let pages = try JSONSerialization.jsonObject(
            with: Data(shell(fixture, ["theory", "progress", "--json"]).output.utf8))
        let read = (pages as? [[String: Any]] ?? []).filter { $0["read"] as? Bool == true }
        XCTAssertEqual(read.count, 1)
        XCTAssertEqual(read.first?["grade"] as? String, "10k")
    }

    func testMockGradingIsPausedResumedAndAbandoned() throws {
        let fixture = try LessonFixture()
        let first = try object(shell(fixture, ["grading", "mock", "--json"], lines: ["", "3", "2", "q"]).output)
        XCTAssertEqual(first["done"] as? Int, 2)
        XCTAssertTrue(first["result"] is NSNull)
        let other = try shell(fixture, ["grading", "mock", "--grade", "9k"])
        XCTAssertEqual(other.status, 1)
        XCTAssertTrue(other.error.contains("unfinished: 2 of"), other.error)
        let second = try object(shell(fixture, ["grading", "mock", "--json"], lines: ["3"]).output)
        XCTAssertEqual(second["done"] as? Int, 3)
        XCTAssertEqual(second["session"] as? String, first["session"] as? String)
        let third = try shell(fixture, ["grading", "mock", "--new"], lines: ["q"])
        XCTAssertEqual(third.status, 0, third.error)
        let list = try shell(fixture, ["grading", "list"])
        XCTAssertTrue(list.output.contains("abandoned"), list.output)
        XCTAssertTrue(list.output.contains("unfinished: 0 of"), list.output)
    }

    func testRecordingReportsBelt() throws {
        let fixture = try LessonFixture()
        let pass = try shell(fixture, ["grading", "record", "--date", "yesterday", "--place", "Town hall"])
        XCTAssertTrue(pass.output.contains("Your belt is 7th keup now; it was 8th keup."), pass.output)
        let earlier = try shell(fixture, ["grading", "record", "--grade", "9k", "--date", "2025-03-01"])
        XCTAssertTrue(earlier.output.contains("Your belt stays 7th keup"), earlier.output)
        let future = try shell(fixture, ["grading", "record", "--date", "tomorrow"])
        XCTAssertEqual(future.status, 64)
        XCTAssertEqual(future.output, "")
        let list = try JSONSerialization.jsonObject(
            with: Data(shell(fixture, ["grading", "list", "--json"]).output.utf8))
        XCTAssertEqual((list as? [[String: Any]])?.map { $0["grade"] as? String }, ["9k", "7k"])
        let deleted = try shell(fixture, ["grading", "delete", "latest", "--yes"])
        XCTAssertTrue(deleted.output.contains("Your belt is 8th keup again."), deleted.output)
        let older = try shell(fixture, ["grading", "delete", "latest", "--yes", "--json"])
        XCTAssertTrue(older.output.contains("\"beltAgain\": null"), older.output)
        let result = try shell(fixture, ["grading", "delete", "latest", "--yes"])
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(
            result.error.contains("There is no grading yet.\nHold one here with `grading mock`"), result.error)
    }

    func testChangingCommandsAreDeclared() throws {
        let commands = try LessonCommandTests.app(over: LessonFixture()).registry().all(.commands)
        XCTAssertEqual(
            commands.filter(\.changesData).map { $0.name }.sorted(),
            [
                "drill", "grading delete", "grading mock", "grading record", "linework run", "place",
                "sparring practice",
                "sparring quiz",
                "test comprehensive", "test custom", "test quick", "theory quiz", "theory read",
            ])
    }

    func testAllCollectionsAreRegistered() throws {
        let names = try LessonCommandTests.app(over: LessonFixture()).registry().collections.map(\.name)
        XCTAssertEqual(names, ["learning.gradings"])
    }

    func testCommandsFollowCommandLineRules() throws {
        let rules = CommandRules(app: "dojang", commands: try LessonCommandTests.app(over: LessonFixture()).commands())
        {
            let store = MemoryStore().scoped(to: Partition(rawValue: "learner"))
            let grading = try Grading(
                id: "held", kind: .real, grade: StudyFixture.grade("8k"), day: Day(ordinal: 20_000), result: .fail)
            try store.write { try $0.put(grading) }
            // Creates the learner's belt before any command runs.
            let time = try LessonFixture(over: store).base.time
            return AppFixture("dojang", over: store, time: time, dryRun: { try DryRunStore(over: $0) }) { store in
                [
                    LessonsPlugin { try LessonFixture(over: store).lessons() },
                    AssessmentPlugin { try LessonFixture(over: store).gradings() },
                ]
            }.subject
        }
        XCTAssertEqual(try rules.brokenRules().map(\.description), [])
    }

    // MARK: -

    private static func app(over fixture: LessonFixture) -> AppFixture {
        fixture.gradingApp()
    }

    private func shell(_ fixture: LessonFixture, _ words: [String], lines: [String] = [], keys: [Key] = []) throws -> (
        status: Int32, output: String, error: String
    ) {
        let console = ScriptedConsole(lines: lines, keys: keys, terminal: !keys.isEmpty)
        let status = LessonCommandTests.app(over: fixture).run(words, on: console)
        // Output can be wrapped at any space.
        let output = words.contains("--json") ? console.output : console.output.replacing("\n", with: " ")
        return (status, output, console.error)
    }

    private func object(_ text: String) throws -> [String: Any] {
        try XCTUnwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], text)
    }
}
