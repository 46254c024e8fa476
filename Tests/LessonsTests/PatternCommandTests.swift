import Content
import ContentAdapters
import Foundation
import Interface
import Kernel
import Learning
import LearningCommands
import LearningTesting
import Lessons
import LessonsCommands
import Practice
import TerminalTesting
import XCTest

/// Tests of the pattern commands through the shell.
final class PatternCommandTests: XCTestCase {
    private static let blobStore = DevicePacks(folder: "/nonexistent")
    private var fixture = StudyFixture()

    func testTerminalKeysMarkMoveUndoAndQuit() throws {
        let keys: [Key] = ["n", "m", "u", "n", "b", "d", "k", "r", "m", "q"].map { .character($0) }
        let run = try shell(["pattern", "practice", "chon-ji", "--show"], keys: keys)
        XCTAssertEqual(run.status, 0, run.console.error)
        // Movement 1 is done. Movement 2 is marked and undone, done, and marked after going back.
        XCTAssertEqual(try answers().map { "\($0.target.part)\($0.isRight ? "" : "?")" }, ["1", "2", "2?"])
        XCTAssertTrue(run.console.output.contains("Paused for now"), run.console.output)
    }

    func testMetronomeAdvancesThroughPattern() throws {
        let training = try training()
        let pattern = try training.pattern("chon-ji")
        var screen = try session("practice", "chon-ji", "--seconds", "2")
        for remaining in [4, 3, 2, 1] {
            XCTAssertTrue(screen.text().hasPrefix("Get ready: \(remaining)\n"), screen.text())
            fixture.wait(seconds: 2)
            _ = try screen.handle(.tick)
            XCTAssertTrue(screen.view.ringsBell)
            XCTAssertEqual(try answers(), [], "the count-in is no practice")
        }
        for number in 1...pattern.moves.count {
            XCTAssertEqual(try answers().count, number - 1)
            fixture.wait(seconds: 0.5)
            guard case .stay = try screen.handle(.tick) else { return XCTFail("too early") }
            XCTAssertEqual(try answers().count, number - 1, "a beat is two seconds")
            let interval = try XCTUnwrap(screen.view.tickInterval)
            fixture.wait(seconds: max(interval, 4))
            let step = try screen.handle(.tick)
            if case .finish = step {
                XCTAssertEqual(number, pattern.moves.count)
            } else {
                XCTAssertTrue(screen.view.ringsBell)
            }
        }
        XCTAssertEqual(try answers().count, pattern.moves.count)
    }

    func testPausedMetronomeDoesNotAdvance() throws {
        var screen = try session("practice", "chon-ji", "--tempo", "60")
        _ = try screen.handle(.key(.space))
        XCTAssertNil(screen.view.tickInterval)
        fixture.wait(seconds: 60)
        _ = try screen.handle(.tick)
        XCTAssertEqual(try answers().count, 0)
        _ = try screen.handle(.key(.space))
        XCTAssertTrue(screen.text().hasPrefix("Get ready: 4\n"), "after a pause it counts in again")
        _ = try screen.handle(.tick)
        XCTAssertEqual(try XCTUnwrap(screen.view.tickInterval), 1, accuracy: 0.01)
    }

    func testPipedQuizIsGradedByField() throws {
        let lines = ["?", "1", ":u", "2", ":s", "no stance at all", "2", "nonsense", "1", ":q"]
        let run = try shell(["pattern", "quiz", "chon-ji", "--questions", "6", "--json"], lines)
        let result = try object(run.console.output)
        XCTAssertEqual(result["answered"] as? Int, 3)
        XCTAssertEqual(result["remaining"] as? Int, 2)
        XCTAssertEqual(result["pattern"] as? String, "chon-ji")
        let fields = try XCTUnwrap(result["fields"] as? [[String: Any]])
        let parts = try answers().flatMap(\.fields)
        XCTAssertEqual(fields.reduce(0) { $0 + ($1["all"] as? Int ?? 0) }, parts.count)
        XCTAssertEqual(fields.reduce(0) { $0 + ($1["right"] as? Int ?? 0) }, parts.count { $0.isRight })
    }

    func testSeedDecidesQuiz() throws {
        let quizzes = try [7, 7, 8].map { (seed: UInt64) in
            fixture = StudyFixture()
            return try shell(["pattern", "quiz"], ["1", "2", "3"], seed: seed).console.output
        }
        XCTAssertEqual(quizzes[0], quizzes[1])
        XCTAssertNotEqual(quizzes[0], quizzes[2])
    }

    func testInvalidRequestsFailWithAdvice() throws {
        for (words, code) in [
            (["pattern", "practice", "tong-il"], "not open to you yet"), (["pattern", "test", "chonjy"], "chon-ji"),
            (["pattern", "practice", "chon-ji", "--shaky"], "1 and 2 mark one"),
            (["pattern", "practice", "chon-ji", "--moves", "50-60"], "none of these movements"),
            (["pattern", "practice", "chon-ji", "--tempo", "30", "--seconds", "2"], "two tempos"),
            (["pattern", "practice", "chon-ji", "--tempo", "0"], "not within"),
            (["pattern", "quiz", "--answer", "typ"], "type"),
        ] {
            let run = try shell(words)
            XCTAssertNotEqual(run.status, 0, "\(words)")
            XCTAssertEqual(run.console.output, "", "\(words)")
            XCTAssertTrue(run.console.error.contains(code), "\(words): \(run.console.error)")
        }
        XCTAssertEqual(try fixture.log().runs(), [])
    }

    func testHomePageAndStatsShowPractice() throws {
        _ = try shell(["pattern", "practice", "chon-ji"], ["", "3", "", "3", "", "1"])
        let home = try object(try shell(["--json"]).console.output)["study"] as? [String: Any]
        let last = home?["lastPractice"] as? [String: Any]
        XCTAssertEqual(last?["subject"] as? String, "chon-ji")
        XCTAssertEqual(last?["done"] as? Int, 3)
        XCTAssertEqual(home?["answersToday"] as? Int, 3)
        XCTAssertTrue(try shell([]).console.output.contains("pattern practice chon-ji"))
        let stats = try object(try shell(["stats", "--json"]).console.output)
        let kinds = try XCTUnwrap(stats["kinds"] as? [[String: Any]])
        XCTAssertEqual(kinds.map { $0["kind"] as? String }, ["patterns"])
        XCTAssertEqual(kinds.first?["right"] as? Int, 2)
    }

    func testChangingCommandsAreDeclared() throws {
        let changing = try fixture.patterns().registry().all(.commands).filter(\.changesData).map { $0.name }
        XCTAssertEqual(
            changing.filter { $0.hasPrefix("pattern") }.sorted(),
            ["pattern practice", "pattern quiz", "pattern test"])
    }

    // MARK: -

    private func answers() throws -> [Answer] {
        try fixture.answers()
    }

    private func training(seed: UInt64 = 1) throws -> PatternTraining {
        PatternTraining(
            curriculum: Curriculum(Self.blobStore.sources().readable),
            learner: Learner(grade: try StudyFixture.grade("9k"), mode: .progression), log: fixture.log(seed: seed),
            terms: { try Self.blobStore.library().terms })
    }

    private func app(seed: UInt64 = 1) throws -> AppFixture {
        let fixture = fixture
        let training = try training(seed: seed)
        return AppFixture("dojang", over: fixture.store, time: fixture.time) {
            [
                LearningPlugin(flashcards: { try fixture.flashcards() }, log: { fixture.log(seed: seed) }),
                PatternsPlugin { training },
            ]
        }
    }

    private func session(_ name: String, _ words: String...) throws -> any Dialogue {
        try app().dialogue("pattern \(name)", words)
    }

    private func shell(
        _ words: [String], _ lines: [String] = [], keys: [Key] = [], seed: UInt64 = 1
    ) throws -> (status: Int32, console: ScriptedConsole) {
        let console = ScriptedConsole(lines: lines, keys: keys, terminal: !keys.isEmpty)
        return (try app(seed: seed).run(words, on: console), console)
    }

    private func object(_ json: String) throws -> [String: Any] {
        try XCTUnwrap(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any], json)
    }
}
