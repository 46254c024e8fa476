import Foundation
import Interface
import Kernel
import Practice
import PracticeCommands
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Tests of the `schedule replay` command.
final class ScheduleCommandTests: XCTestCase {
    private struct ReplayPlugin: Plugin {
        let name = "Schedule"
        func contribute(to registry: inout Registry) { registry.add(all: ReplayCommand().commands, to: .commands) }
    }

    private static func fixture() -> AppFixture {
        AppFixture("dojang", over: MemoryStore(), time: ManualClock("2026-11-20T18:00:00Z").source()) {
            [ReplayPlugin()]
        }
    }

    func testReplayPrintsStateAfterEachReview() throws {
        let text =
            #"[{"id": 7, "reviews": [{"rating": 3, "t_offset_s": 0}, {"rating": 3, "t_offset_s": 600}]}, {"id": "b", "reviews": []}]"#
        let files = ["-": Array(text.utf8), "reviews.json": Array(text.utf8)]
        let run = ScheduleCommandTests.fixture().run(["schedule", "replay", "-", "--json"], files: files)
        XCTAssertEqual(run.status, 0, run.error)
        let read = try JSONValue(Data(run.output.utf8))
        XCTAssertEqual(
            read,
            .array([
                .object([
                    "id": .integer(7),
                    "reviews": .array([
                        .object([
                            "state": .string("Learning"), "step": .integer(1), "stability": .number(2.3065),
                            "difficulty": .number(
                                FSRS.standard.state(after: .good, from: nil, at: .earliest).difficulty),
                            "interval_s": .integer(600),
                        ]),
                        .object([
                            "state": .string("Review"), "step": .null, "stability": .number(2.3065),
                            "difficulty": .number(try replayed(text).difficulty), "interval_s": .integer(172_800),
                        ]),
                    ]),
                ]),
                .object(["id": .string("b"), "reviews": .array([])]),
            ]))
        let people = ScheduleCommandTests.fixture().run(["schedule", "replay", "reviews.json"], files: files)
        XCTAssertEqual(people.status, 0, people.error)
        for words in ["History", "Learning", "10 min", "Review", "2 days", "2.31", "2.12"] {
            XCTAssertTrue(people.output.contains(words), "\(words): \(people.output)")
        }
        XCTAssertTrue(
            ScheduleCommandTests.fixture().run(["schedule", "replay", "-"], files: ["-": Array("[]".utf8)]).output
                .contains(
                    "The file holds no histories."))
    }

    private func replayed(_ text: String) throws -> FSRSState {
        try XCTUnwrap(ReviewHistory.all(in: Array(text.utf8)).first?.replayed(by: .standard).last)
    }

    func testInvalidHistoriesFailWithoutOutput() throws {
        for (text, expected) in [
            ("hello", "It is not JSON, or it is cut short."), ("{}", "It is not a list of histories."),
            (
                #"[{"id": 1, "reviews": [{"rating": 5, "t_offset_s": 0}]}]"#,
                "History 1, review 1: its rating is not 1, 2, 3 or 4."
            ),
            (#"[{"id": 1, "reviews": [{"rating": 1, "t_offset_s": 1e300}]}]"#, "its t_offset_s is not a whole number"),
            (
                #"[{"id": 1, "reviews": [{"rating": 1, "t_offset_s": 9}, {"rating": 1, "t_offset_s": 8}]}]"#,
                "its time is before that of the review ahead of it."
            ),
        ] {
            let run = ScheduleCommandTests.fixture().run(
                ["schedule", "replay", "-", "--json"], files: ["-": Array(text.utf8)])
            XCTAssertEqual(run.status, 65, text)
            XCTAssertEqual(run.output, "", text)
            XCTAssertTrue(run.error.contains(expected), run.error)
        }
        XCTAssertEqual(ScheduleCommandTests.fixture().run(["schedule", "replay", "missing.json"]).output, "")
    }

    func testReplayFollowsCommandLineRules() throws {
        let rules = CommandRules(app: "dojang", commands: ReplayCommand().commands) {
            ScheduleCommandTests.fixture().subject
        }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }
}
