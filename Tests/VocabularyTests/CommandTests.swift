import Foundation
import Kernel
import Practice
import Storage
import Terminal
import TerminalContract
import TestBench
import Vocabulary
import XCTest

/// What a person types, and what a program gets.
final class CommandTests: XCTestCase {
    private func json(_ text: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(text.utf8)) }

    func testEveryCommandKeepsTheRulesOfTheCommandLine() throws {
        let rules = CommandRules(app: "dojang", commands: try Bench().app.commands()) { Bench().app.subject }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    func testAPhraseFromAPipeBeginsWithItsWordsAndIsKept() throws {
        let bench = Bench()
        let lines = ["", "", "low", "block", "낮은데 막기", "낮은데 막기", "najunde makgi", ""]
        let run = try bench.run("words", "--term", "low-block", "--json", lines: lines)
        XCTAssertEqual(run.status, 0, run.error)
        let outcome = try XCTUnwrap(json(run.output) as? [String: Any])
        XCTAssertEqual(outcome["phrase"] as? String, "low block")
        XCTAssertEqual(outcome["mode"] as? String, "mixed")
        XCTAssertEqual(outcome["words"] as? Int, 2)
        XCTAssertEqual(outcome["finished"] as? Bool, true, run.error)
        XCTAssertEqual(outcome["accuracy"] as? Double, 1)
        let listed = try XCTUnwrap(json(bench.run("words", "list", "--json").output) as? [[String: Any]])
        XCTAssertEqual(listed.filter { $0["stage"] as? String == "known" }.map { $0["word"] as? String }, ["막기", "낮은데"])
        XCTAssertEqual(listed.filter { $0["stage"] as? String == "new" }.count, listed.count - 2)
        XCTAssertFalse(listed.contains { $0["word"] as? String == "팔굽" }, "it belongs to a later grade")
        let history = try XCTUnwrap(json(bench.run("words", "history", "--json").output) as? [[String: Any]])
        XCTAssertEqual(history.map { $0["accuracy"] as? Double }, [1])
        let progress = try XCTUnwrap(json(bench.run("words", "progress", "--json").output) as? [String: Any])
        XCTAssertEqual(progress["phrases"] as? Int, 1)
        XCTAssertEqual(progress["level"] as? Int, 2)
        XCTAssertEqual((progress["best"] as? [[String: Any]])?.map { $0["sessions"] as? Int }, [1])
        XCTAssertEqual(try bench.run("undo").status, 0)
        XCTAssertEqual(try bench.builder.results(limit: nil), [], "the end is taken back first")
        _ = try bench.run("undo")
        XCTAssertEqual(try bench.builder.log.memories(of: PracticeKind(rawValue: "vocabulary")).count, 3, "then an answer")
    }

    func testWhatIsNoPhraseIsRefusedWithWhatToDo() throws {
        for name in ["nosuch", "막기 낮은데", "막기", "", String(repeating: "왼 ", count: 400)] {
            let run = try Bench().run("words", "--term", name)
            XCTAssertNotEqual(run.status, 0, name)
            XCTAssertEqual(run.output, "", name)
            XCTAssertFalse(run.error.isEmpty)
        }
    }

    func testAWrongTryShowsWhereEachWordBelongsWithoutColour() throws {
        let bench = Bench()
        let run = try bench.run(
            "words", "--term", "low-block", lines: ["", "", "low", "block", "막기 낮은데", "손칼 막기", ":h", "낮은데 막기"])
        XCTAssertTrue(run.output.contains("~ 막기  ~ 낮은데"), run.output)
        XCTAssertTrue(run.output.contains("0 of 2 words in the right place, 2 belong elsewhere"), run.output)
        XCTAssertTrue(run.output.contains("✗ 손칼  ✓ 막기"), run.output)
        XCTAssertTrue(run.output.contains("1 of 2 words in the right place."), run.output)
        XCTAssertTrue(run.output.contains("1 try left"), run.output)
        XCTAssertTrue(run.output.contains("Word 1 begins with ㄴ (n)."), run.output)
        XCTAssertTrue(run.output.contains("It comes back soon."), run.output)
    }

    func testASessionThatIsLeftGoesOnAndLosesNothing() throws {
        let bench = Bench()
        let left = try bench.run("words", "match", lines: ["", "", "1"])
        XCTAssertTrue(left.output.contains("what you answered is saved"), left.output + left.error)
        XCTAssertEqual(try bench.builder.log.memories(of: PracticeKind(rawValue: "vocabulary")).count, 1)
        XCTAssertEqual(try bench.builder.results(limit: nil), [])
        XCTAssertTrue(try bench.run("words", "match").output.contains("Resuming where you stopped"))
        XCTAssertTrue(try bench.run("words", "match", "--new").output.contains("Ahead:"))
        bench.clock.advance(seconds: 90_000)
        XCTAssertFalse(try bench.run("words", "match").output.contains("Resuming"), "another day is planned anew")
    }

    /// Whatever is typed: nothing fails, and nothing reaches the terminal that moves it.
    func testNonsenseFromAPipe() throws {
        var random = RandomSource(seed: 2)
        let words = [
            "", "1", "2", "9", "10", "q1", "막기", "makgi", "\u{1B}[31m", "s", "u", "h", "x", "+", ":h", ":x", ":u", ":s", "🥋",
            "왼 왼 왼",
            String(repeating: "x", count: 9_000), String(repeating: "막기 ", count: 500),
        ]
        let learner = Bench()
        try learner.knowing(4)
        for seed in 0..<40 as Range<UInt64> {
            let mode = [[], ["match"], ["build"], ["assemble"], ["complete"]][Int(seed % 5)]
            let lines = (0..<60).compactMap { _ in words.randomElement(using: &random) }
            let run = Bench(store: learner.store, seed: seed).app.run(["words"] + mode, lines: lines)
            XCTAssertEqual(run.status, 0, run.error)
            XCTAssertFalse((run.output + run.error).contains("\u{1B}"), "\(mode) \(seed)")
        }
    }

    func testWhatIsKnownComesBackOnItsDay() throws {
        let bench = Bench()
        try bench.play(bench.builder.begin(.match))
        XCTAssertEqual(try bench.builder.progress().due, 0)
        bench.clock.advance(seconds: 2 * 86_400)
        let due = try bench.builder.progress().due
        XCTAssertEqual(due, 5)
        let run = try bench.builder.begin()
        XCTAssertEqual(run.items.prefix(5).filter { $0.mode == .match && !$0.isShown }.count, 5)
        XCTAssertEqual(Set(run.items.prefix(5).map { $0.words[0] }).count, due)
    }

    func testTheResultsAreTheSameOverFiles() throws {
        let home = try Home(isQuick: true)
        let store = try FileStore(directory: home.path("store")) { Bench.start }
        defer { withExtendedLifetime(home) {} }
        let (bench, other) = (Bench(store: store), Bench())
        try bench.play(bench.builder.begin())
        try other.play(other.builder.begin())
        XCTAssertEqual(try bench.builder.results(limit: nil), try other.builder.results(limit: nil))
        XCTAssertEqual(try bench.builder.entries().map(\.stage), try other.builder.entries().map(\.stage))
    }

    func testOnceTheRestIsGoneItSaysSo() {
        let none = Wordbook(
            words: { [] }, phrases: { [] }, maker: { _ in { _, _ in nil } }, read: { _ in .refused("No.") }, named: { _ in nil })
        for mode in VocabularyMode.allCases {
            XCTAssertThrowsError(try Bench(words: none).builder.begin(mode)) {
                XCTAssertEqual(($0 as? Failure)?.code, .vocabularyTooSmall)
            }
        }
    }
}
