import Content
import Foundation
import Interface
import Kernel
import Learning
import LearningCommands
import LearningTesting
import Practice
import Storage
import TerminalTesting
import XCTest

/// Tests of the commands through the shell, on a scripted console.
final class CommandTests: XCTestCase {
    private let fixture = StudyFixture()

    func testPipedSessionPrintsResults() throws {
        let run = try shell(["study", "--cards", "10", "--json"], (0..<13).flatMap { ["", $0 < 3 ? "n" : "3"] })
        XCTAssertEqual(run.status, 0, run.console.error)
        let results = try object(run.console.output)
        XCTAssertEqual(results["answered"] as? Int, 10)
        XCTAssertEqual(results["repeats"] as? Int, 3)
        XCTAssertEqual(results["right"] as? Int, 7)
        XCTAssertEqual(results["accuracy"] as? Double, 0.7)
        XCTAssertEqual((results["missed"] as? [String])?.count, 3)
        XCTAssertEqual(
            try fixture.answers().map(\.rating),
            Array(repeating: .again, count: 3) + Array(repeating: .good, count: 10))
    }

    func testSessionResumesAfterPipeEndsEarly() throws {
        let first = try shell(["study", "--cards", "12", "--json"], ["space", "y", "", "2", "s", ""])
        XCTAssertEqual(try object(first.console.output)["remaining"] as? Int, 9)
        let second = try shell(["study", "--json"], (0..<9).flatMap { _ in ["", "4"] })
        let results = try object(second.console.output)
        XCTAssertEqual(results["answered"] as? Int, 11)
        XCTAssertEqual(results["skipped"] as? Int, 1)
        XCTAssertEqual(try fixture.log().days().count, 1)
    }

    func testTerminalKeysUndoSkipAndQuit() throws {
        let keys: [Key] = [
            .space, .character("1"), .character("u"), .enter, .character("4"), .character("s"), .character("q"),
        ]
        let run = try shell(["study", "--cards", "10"], [], keys: keys)
        XCTAssertEqual(run.status, 0, run.console.error)
        XCTAssertEqual(try fixture.answers().map(\.rating), [.easy])
        XCTAssertTrue(run.console.output.contains("Paused for now"))
        XCTAssertTrue(run.console.output.contains("Taken back: again."))
    }

    /// The parts of a term are shown on request after the card is flipped. A term without parts
    /// offers none.
    func testTermPartsAreShownOnRequestAfterFlip() throws {
        let pack = StudyFixture.library.packs.first
        for (morphemes, offered) in [(["걷는", "서기"], true), ([], false)] {
            var own = try XCTUnwrap(pack)
            let first = try XCTUnwrap(own.belts.belts.first?.grade)
            var term = Term(
                id: "walking", grade: first, category: StudyFixture.stances, english: "Walking stance", hangul: "걷는 서기",
                romanization: "gunnun sogi")
            term.morphemes = morphemes
            own.terms = [term]
            own.morphemes = [
                Morpheme(hangul: "걷는", romanization: "gunnun", meaning: "walking about", category: .action),
                Morpheme(hangul: "서기", romanization: "sogi", meaning: "a way of standing", category: .stance),
            ]
            func textAfter(_ keys: [Key]) -> String {
                let console = ScriptedConsole(keys: keys + [.character("q")], terminal: true)
                CommandTests.app(over: StudyFixture(library: Library([own]))).run(["study"], on: console)
                return console.output
            }
            let early = textAfter([.character("p"), .space])
            XCTAssertEqual(early.contains("Break down this term"), offered, early)
            XCTAssertFalse(early.contains("a way of standing"), early)
            let output = textAfter([.space, .character("p")])
            XCTAssertEqual(output.contains("a way of standing") && output.contains("walking about"), offered, output)
        }
    }

    func testPipedTestReportsNearMiss() throws {
        let words = [
            "study", "--mode", "test", "--direction", "en-ko", "--belt", "10k", "--category", "stances", "--cards",
            "50",
        ]
        let flashcards = try fixture.flashcards("10k")
        var answers: [String] = []
        var sitting = try flashcards.begin(
            StudyConfiguration(
                cards: 50, directions: .englishToKorean, belt: StudyFixture.grade("10k"), category: "stances")
        )
        while let question = try flashcards.question(in: sitting) {
            answers.append(question.term.id == "walking-stance" ? "gunnum sogi" : question.term.hangul)
            sitting = try skipped(flashcards, sitting)
        }
        let run = try shell(words, answers, grade: "10k")
        XCTAssertEqual(run.status, 0, run.console.error)
        XCTAssertTrue(run.console.output.contains("Nearly: one letter. It is 걷는 서기 (gunnun sogi)."), run.console.output)
        XCTAssertTrue(run.console.output.contains("100 %"), run.console.output)
    }

    private func skipped(_ flashcards: Flashcards, _ sitting: Run<CardExercise>) throws -> Run<CardExercise> {
        var sitting = sitting
        try flashcards.log.skip(in: &sitting)
        return sitting
    }

    func testTypedTestAcceptsColonCommands() throws {
        let run = try shell(
            ["study", "--mode", "test", "--cards", "10", "--json"],
            ["", "?", ":u", "nonsense", ":u", ":s", ":q", "lost"])
        let results = try object(run.console.output)
        XCTAssertEqual(results["answered"] as? Int, 0)
        XCTAssertEqual(results["skipped"] as? Int, 1)
        XCTAssertEqual(results["remaining"] as? Int, 9)
    }

    func testStatsJSONHasExactlyDocumentedKeys() throws {
        _ = try shell(["study", "--cards", "10"], (0..<10).flatMap { _ in ["", "y"] })
        let stats = try object(try shell(["stats", "--json"]).console.output)
        XCTAssertEqual(
            Set(stats.keys), ["streak", "cards", "readiness", "boxes", "sessions", "minutes", "accuracy", "kinds"])
        XCTAssertEqual(stats["streak"] as? [String: Int], ["current": 1, "longest": 1])
        XCTAssertEqual(
            stats["cards"] as? [String: Int],
            ["due": 0, "new": 40, "later": 76, "learning": 10, "setAside": 0, "total": 126])
        XCTAssertEqual(stats["boxes"] as? [Int], [0, 10, 0, 0, 0])
        XCTAssertEqual(stats["sessions"] as? Int, 1)
        XCTAssertEqual(stats["accuracy"] as? Double, 1)
    }

    func testHomePageAndDueCountDueCards() throws {
        _ = try shell(["study", "--cards", "10"], (0..<10).flatMap { _ in ["", "2"] })
        fixture.sleep(days: 1)
        let due =
            try JSONSerialization.jsonObject(with: Data(try shell(["due", "--json"]).console.output.utf8))
            as? [[String: Any]]
        XCTAssertEqual(due?.count, 10)
        let home = try object(try shell(["--json"]).console.output)["study"] as? [String: Any]
        XCTAssertEqual(home?["due"] as? Int, 10)
        XCTAssertEqual(home?["dailyGoal"] as? Int, 20)
        XCTAssertEqual(home?["answersToday"] as? Int, 0)
    }

    func testStudyWithoutCardsSucceeds() throws {
        let run = try shell(
            [
                "study", "--json", "--only-new", "--direction", "ko-en", "--belt", "10k", "--category", "stances",
                "--cards", "50",
            ],
            Array(repeating: ["", "y"], count: 13).flatMap { $0 })
        XCTAssertEqual(try object(run.console.output)["remaining"] as? Int, 0)
        let again = try shell(["study", "--json", "--direction", "ko-en", "--belt", "10k", "--category", "stances"])
        XCTAssertEqual(again.status, 0)
        XCTAssertEqual(try object(again.console.output)["cards"] as? Int, 0)
    }

    func testInvalidOptionsAreUsageErrorsWithSuggestion() throws {
        let cases = [
            (["--cards", "0"], "1…50"), (["--direction", "ko-em"], "ko-en"), (["--mode", "tset"], "test"),
            (["--preset", "standrad"], "standard"),
            (["--category", "stance"], "stances"), (["--belt", "99k"], "10k"), (["--preset", "1/2"], "five"),
        ]
        for (words, expected) in cases {
            let run = try shell(["study"] + words)
            XCTAssertEqual(run.status, 64, "\(words)")
            XCTAssertEqual(run.console.output, "")
            XCTAssertTrue(run.console.error.contains(expected), run.console.error)
        }
    }

    func testCommandsFollowCommandLineRules() throws {
        let rules = CommandRules(app: "dojang", commands: try CommandTests.app(over: fixture).commands()) {
            let fixture = StudyFixture()
            return AppFixture("dojang", over: fixture.store, time: fixture.time, dryRun: { try DryRunStore(over: $0) })
            {
                store in
                let fixture = StudyFixture(store: store)
                return [LearningPlugin(flashcards: { try fixture.flashcards() }, log: { fixture.log() })]
            }.subject
        }
        XCTAssertEqual(try rules.brokenRules().map(\.description), [])
    }

    func testChangingCommandsAreDeclared() throws {
        let commands = try fixture.study().registry().all(.commands)
        let changing = commands.filter(\.changesData).map { $0.name }
        XCTAssertEqual(
            changing.sorted(),
            [
                "schedule optimise", "study", "study bring-back", "study note", "study settings", "study suspend",
            ])
    }

    func testAllCollectionsAreRegistered() throws {
        let names = try CommandTests.app(over: fixture).registry().collections.map(\.name)
        XCTAssertEqual(
            names.sorted(),
            [
                "learning.settings", "learning.words", "practice.answers", "practice.days", "practice.memory",
                "practice.runs",
            ])
    }

    // MARK: -

    private static func app(over fixture: StudyFixture, grade: String = "9k") -> AppFixture {
        AppFixture("dojang", over: fixture.store, time: fixture.time) {
            [LearningPlugin(flashcards: { try fixture.flashcards(grade) }, log: { fixture.log() })]
        }
    }

    private func shell(
        _ words: [String], _ lines: [String] = [], keys: [Key] = [], grade: String = "9k"
    ) throws -> (status: Int32, console: ScriptedConsole) {
        let console = ScriptedConsole(lines: lines, keys: keys, terminal: !keys.isEmpty)
        return (CommandTests.app(over: fixture, grade: grade).run(words, on: console), console)
    }

    private func object(_ json: String) throws -> [String: Any] {
        try XCTUnwrap(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any], json)
    }
}
