import Content
import ContentAdapters
import Kernel
import Practice
import XCTest

@testable import Lessons

/// Tests of typed movements, in the notations that learners use.
final class MovementLineTests: XCTestCase {
    private static let bundled: (patterns: [Pattern], terms: [Term]) = {
        let blobStore = DevicePacks(folder: "/nonexistent")
        let curriculum = Curriculum(blobStore.sources().readable)
        let patterns = curriculum.patterns().value.compactMap { try? curriculum.pattern($0.id).value }
        return (patterns, (try? blobStore.library().terms) ?? [])
    }()

    private let judge = PatternJudge { MovementLineTests.bundled.terms }

    private func question(_ pattern: String, _ number: Int) throws -> PatternQuestion {
        let bundledPattern = try XCTUnwrap(Self.bundled.patterns.first { $0.id == pattern })
        let companions = Self.bundled.patterns.filter {
            $0.heading.grade == bundledPattern.heading.grade && $0.id != pattern
        }
        return try XCTUnwrap(
            PatternQuestions(bundledPattern, companions: companions).question(
                .movement, of: number, seed: nil, isTest: true))
    }

    /// Returns the fields that the typed line gets wrong.
    private func wrongFields(_ line: String, _ pattern: String, _ number: Int) throws -> [String] {
        try judge.grade(line, for: question(pattern, number)).filter { !$0.isRight }.map(\.name)
    }

    func testCommonNotationsAreRight() throws {
        for (line, pattern, number) in [
            ("l walking B low block", "chon-ji", 1), ("left walking stance B low block", "chon-ji", 1),
            ("L WALK b LO BL", "chon-ji", 1),
            ("low block l walking b", "chon-ji", 1),
            ("b left walking stance, low block with the left forearm", "chon-ji", 1),
            ("left walking stance toward B: left low block", "chon-ji", 1), ("l w b low forearm block", "chon-ji", 1),
            ("왼 걷는 서기 B 낮은데 막기", "chon-ji", 1), ("wen gunnun sogi B najunde makgi", "chon-ji", 1),
            ("left walkin stance B low blok", "chon-ji", 1),
            ("r walk b mid punch", "chon-ji", 2), ("right walking b middle obverse punch", "chon-ji", 2),
            ("l walk b middle reverse punch", "do-san", 2), ("r l d mid knife-hand guarding block", "do-san", 5),
            ("r l-stance d mid kn ha gu bl", "do-san", 5), ("r L stance D middle guarding block", "do-san", 5),
            ("walking r A low block", "chon-ji", 3), ("a r walk lo bl", "chon-ji", 3),
            ("r walk to A, low block", "chon-ji", 3),
            ("CE mid front snap kick", "do-san", 14), ("EC mid fr sn ki", "do-san", 14),
        ] {
            XCTAssertEqual(try wrongFields(line, pattern, number), [], "\(line) for \(pattern) \(number)")
        }
    }

    func testWrongFieldsAreReported() throws {
        for (line, fields) in [
            ("r walking B low block", ["stance side"]), ("walking B low block", ["stance side"]),
            ("l sitting B low block", ["stance"]),
            ("l walking A low block", ["to"]), ("l walking low block", ["to"]), ("l walking B high block", ["section"]),
            ("l walking B block", ["section"]), ("l walking B low punch", ["technique"]),
            ("l walking B low", ["technique"]),
            ("l l stance B low block", ["stance"]), ("l walking B low b", ["technique"]),
            ("nonsense", ["stance side", "stance", "to", "section", "technique"]),
            (MovementLine.example, ["stance", "to", "section", "technique"]),
        ] {
            XCTAssertEqual(try wrongFields(line, "chon-ji", 1), fields, line)
        }
        XCTAssertEqual(
            try wrongFields("l walk b middle obverse punch", "do-san", 2), ["technique"], "it is a reverse punch")
    }

    /// The letter A is a direction here, not an article.
    func testLetterAIsADirection() throws {
        let pattern = try XCTUnwrap(Self.bundled.patterns.first { $0.id == "chon-ji" })
        let question = try XCTUnwrap(PatternQuestions(pattern).question(.direction, of: 3, seed: nil))
        for line in ["B A", "b a", "from B to A", "B to A", "from b, to a"] {
            XCTAssertEqual(try judge.grade(line, for: question).map(\.isRight), [true, true], line)
        }
        XCTAssertEqual(try judge.grade("A B", for: question).map(\.isRight), [false, false])
        XCTAssertEqual(try judge.grade("A", for: question).map(\.isRight), [false, true])
    }

    /// The example in the instructions is never right. A line of all right fields always is.
    func testExampleIsNeverRightAndCompleteLineAlwaysIs() throws {
        for pattern in Self.bundled.patterns {
            let maker = PatternQuestions(pattern)
            for move in pattern.moves {
                guard let question = maker.question(.movement, of: move.number, seed: nil, isTest: true) else {
                    continue
                }
                for example in [MovementLine.example, MovementLine.shortExample] where question.fields.count > 2 {
                    XCTAssertFalse(
                        try judge.grade(example, for: question).allSatisfy(\.isRight), "\(pattern.id) \(move.number)")
                }
                let words = question.fields.compactMap { question.accepted[0][$0] }.joined(separator: " ")
                XCTAssertEqual(
                    try judge.grade(words, for: question).filter { !$0.isRight }.map(\.name), [],
                    "\(pattern.id) \(move.number): \(words)")
            }
        }
    }

    func testWordsCanBeAbbreviated() {
        XCTAssertTrue("left fixed stance D high kick".hasPrefix("left fixed"))
        for (words, name, fits) in [
            (["walk"], "walking stance", true), (["w"], "walking stance", true),
            (["walking"], "walking ready stance", false),
            (["walk", "re"], "walking ready stance", true), (["l"], "L-stance", true), (["lstance"], "L-stance", true),
            (["low"], "low stance", true), (["lo"], "low stance", true), (["s"], "sitting stance", true),
            ([], "sitting stance", false),
            (["rear"], "rear foot stance", true), (["x"], "X-stance", true), (["q"], "sitting stance", false),
        ] {
            XCTAssertEqual(MovementLine.names(words, name), fits, "\(words) \(name)")
        }
        XCTAssertTrue(MovementLine.names(["si", "bl"], oneOf: ["side block"], notOf: ["rising block"]))
        XCTAssertFalse(MovementLine.names(["s", "bl"], oneOf: ["side block"], notOf: []), "one letter is too short")
        XCTAssertFalse(
            MovementLine.names(["si", "bl"], oneOf: ["side block"], notOf: ["sitting block"]),
            "the words may mean the other one")
        XCTAssertFalse(MovementLine.names(["block"], oneOf: ["side block"], notOf: []))
    }
}
