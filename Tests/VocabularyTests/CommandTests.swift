import Foundation
import Interface
import Kernel
import Korean
import Practice
import Storage
import TerminalTesting
import TestSupport
import Vocabulary
import XCTest

/// Output of the commands for people and for programs.
final class CommandTests: XCTestCase {
    private func json(_ text: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(text.utf8)) }

    func testCommandsFollowTheCommandLineRules() throws {
        let rules = CommandRules(app: "dojang", commands: try Fixture().app.commands()) { Fixture().app.subject }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    func testPipedPhraseSessionAsksItsWordsFirstAndIsSaved() throws {
        let fixture = Fixture()
        let lines = ["", "", "low", "block", "낮은데 막기", "낮은데 막기", "najunde makgi", ""]
        let run = try fixture.run("words", "--term", "low-block", "--json", lines: lines)
        XCTAssertEqual(run.status, 0, run.error)
        let outcome = try XCTUnwrap(json(run.output) as? [String: Any])
        XCTAssertEqual(outcome["phrase"] as? String, "low block")
        XCTAssertEqual(outcome["mode"] as? String, "mixed")
        XCTAssertEqual(outcome["words"] as? Int, 2)
        XCTAssertEqual(outcome["finished"] as? Bool, true, run.error)
        XCTAssertEqual(outcome["accuracy"] as? Double, 1)
        let listed = try XCTUnwrap(json(fixture.run("words", "list", "--json").output) as? [[String: Any]])
        XCTAssertEqual(
            listed.filter { $0["stage"] as? String == "known" }.map { $0["word"] as? String }, ["막기", "낮은데"])
        XCTAssertEqual(listed.filter { $0["stage"] as? String == "new" }.count, listed.count - 2)
        XCTAssertFalse(listed.contains { $0["word"] as? String == "팔굽" }, "it belongs to a later grade")
        let history = try XCTUnwrap(json(fixture.run("words", "history", "--json").output) as? [[String: Any]])
        XCTAssertEqual(history.map { $0["accuracy"] as? Double }, [1])
        let progress = try XCTUnwrap(json(fixture.run("words", "progress", "--json").output) as? [String: Any])
        XCTAssertEqual(progress["phrases"] as? Int, 1)
        XCTAssertEqual(progress["level"] as? Int, 2)
        XCTAssertEqual((progress["best"] as? [[String: Any]])?.map { $0["sessions"] as? Int }, [1])
        XCTAssertEqual(try fixture.run("undo").status, 0)
        XCTAssertEqual(try fixture.builder.results(limit: nil), [], "undo first takes back the end")
        _ = try fixture.run("undo")
        XCTAssertEqual(
            try fixture.builder.log.memories(of: PracticeKind(rawValue: "vocabulary")).count, 3,
            "undo then takes back an answer")
    }

    func testInvalidPhrasesAreRejected() throws {
        for name in ["nosuch", "막기 낮은데", "막기", "", String(repeating: "왼 ", count: 400)] {
            let run = try Fixture().run("words", "--term", name)
            XCTAssertNotEqual(run.status, 0, name)
            XCTAssertEqual(run.output, "", name)
            XCTAssertFalse(run.error.isEmpty)
        }
    }

    func testWrongAttemptMarksMisplacedWordsWithoutColor() throws {
        let fixture = Fixture()
        let run = try fixture.run(
            "words", "--term", "low-block", lines: ["", "", "low", "block", "막기 낮은데", "손칼 막기", ":h", "낮은데 막기"])
        XCTAssertTrue(run.output.contains("~ 막기  ~ 낮은데"), run.output)
        XCTAssertTrue(run.output.contains("0 of 2 words in the right place, 2 belong elsewhere"), run.output)
        XCTAssertTrue(run.output.contains("✗ 손칼  ✓ 막기"), run.output)
        XCTAssertTrue(run.output.contains("1 of 2 words in the right place."), run.output)
        XCTAssertTrue(run.output.contains("1 try left"), run.output)
        XCTAssertTrue(run.output.contains("Word 1 begins with ㄴ (n)."), run.output)
        XCTAssertTrue(run.output.contains("It comes back soon."), run.output)
    }

    func testInterruptedSessionResumesWithItsAnswers() throws {
        let fixture = Fixture()
        let left = try fixture.run("words", "match", lines: ["", "", "1"])
        XCTAssertTrue(left.output.contains("what you answered is saved"), left.output + left.error)
        XCTAssertEqual(try fixture.builder.log.memories(of: PracticeKind(rawValue: "vocabulary")).count, 1)
        XCTAssertEqual(try fixture.builder.results(limit: nil), [])
        XCTAssertTrue(try fixture.run("words", "match").output.contains("Resuming where you stopped"))
        XCTAssertTrue(try fixture.run("words", "match", "--new").output.contains("Ahead:"))
        fixture.clock.advance(seconds: 90_000)
        XCTAssertFalse(try fixture.run("words", "match").output.contains("Resuming"), "a new day has a new plan")
    }

    func testArbitraryPipedInputSucceedsWithoutEscapes() throws {
        var random = RandomSource(seed: 2)
        let words = [
            "", "1", "2", "9", "10", "q1", "막기", "makgi", "\u{1B}[31m", "s", "u", "h", "x", "+", ":h", ":x", ":u", ":s",
            "🥋",
            "왼 왼 왼",
            String(repeating: "x", count: 9_000), String(repeating: "막기 ", count: 500),
        ]
        let learner = Fixture()
        try learner.knowing(4)
        for seed in 0..<40 as Range<UInt64> {
            let mode = [[], ["match"], ["build"], ["assemble"], ["complete"]][Int(seed % 5)]
            let lines = (0..<60).compactMap { _ in words.randomElement(using: &random) }
            let run = Fixture(store: learner.store, seed: seed).app.run(["words"] + mode, lines: lines)
            XCTAssertEqual(run.status, 0, run.error)
            XCTAssertFalse((run.output + run.error).contains("\u{1B}"), "\(mode) \(seed)")
        }
    }

    func testKnownWordsAreAskedWhenDue() throws {
        let fixture = Fixture()
        try fixture.play(fixture.builder.begin(.match))
        XCTAssertEqual(try fixture.builder.progress().due, 0)
        fixture.clock.advance(seconds: 2 * 86_400)
        let due = try fixture.builder.progress().due
        XCTAssertEqual(due, 5)
        let run = try fixture.builder.begin()
        XCTAssertEqual(run.items.prefix(5).filter { $0.mode == .match && !$0.isShown }.count, 5)
        XCTAssertEqual(Set(run.items.prefix(5).map { $0.words[0] }).count, due)
    }

    func testResultsAreEqualInMemoryAndFileStores() throws {
        let home = try Home(isQuick: true)
        let store = try FileStore(directory: home.path("store")) { Fixture.start }
        defer { withExtendedLifetime(home) {} }
        let fixture = Fixture(store: store)
        let other = Fixture()
        try fixture.play(fixture.builder.begin())
        try other.play(other.builder.begin())
        XCTAssertEqual(try fixture.builder.results(limit: nil), try other.builder.results(limit: nil))
        XCTAssertEqual(try fixture.builder.entries().map(\.stage), try other.builder.entries().map(\.stage))
    }

    func testEmptyPhrasebookThrowsVocabularyTooSmall() {
        let brokenPhrasebook = Phrasebook(read: { _ in .invalid("No.") })
        for mode in VocabularyMode.allCases {
            XCTAssertThrowsError(try Fixture(words: brokenPhrasebook).builder.begin(mode)) {
                XCTAssertEqual(($0 as? Failure)?.code, .vocabularyTooSmall)
            }
        }
    }
}
