import Content
import ContentAdapters
import Footwork
import Foundation
import Kernel
import Lessons
import Practice
import XCTest

/// Properties of pattern questions, over all movements of all bundled patterns.
final class PatternQuestionLawTests: XCTestCase {
    private static let bundled: (patterns: [Pattern], terms: [Term]) = {
        let blobStore = DevicePacks(folder: "/nonexistent")
        let curriculum = Curriculum(blobStore.sources().readable)
        let patterns = curriculum.patterns().value.compactMap { try? curriculum.pattern($0.id).value }
        return (patterns, (try? blobStore.library().terms) ?? [])
    }()

    private let judge = PatternJudge { PatternQuestionLawTests.bundled.terms }

    private func eachQuestion(_ seeds: [UInt64?], _ body: (PatternQuestion) throws -> Void) throws {
        XCTAssertEqual(Self.bundled.patterns.count, 27)
        var count = 0
        for pattern in Self.bundled.patterns {
            let companions = Self.bundled.patterns.filter {
                $0.heading.grade == pattern.heading.grade && $0.id != pattern.id
            }
            let questions = PatternQuestions(pattern, companions: companions)
            for move in pattern.moves {
                for kind in questions.kinds(of: move.number) {
                    for seed in seeds {
                        guard let question = questions.question(kind, of: move.number, seed: seed) else { continue }
                        count += 1
                        try body(question)
                    }
                }
            }
        }
        XCTAssertGreaterThan(count, 4000 * seeds.count)
    }

    func testChoicesContainOneRightAnswer() throws {
        try eachQuestion([1]) { question in
            let name = "\(question.heading.id) \(question.move.number) \(question.kind)"
            let right = question.choices.filter { question.grade($0.values).allSatisfy(\.isRight) }
            XCTAssertEqual(right.map(\.text), [question.displayedAnswer], name)
            XCTAssertGreaterThanOrEqual(question.choices.count, 2, name)
            XCTAssertLessThanOrEqual(question.choices.count, 4, name)
            XCTAssertEqual(Set(question.choices.map { Folding.compact($0.text) }).count, question.choices.count, name)
            for choice in question.choices where choice.text != question.displayedAnswer {
                XCTAssertFalse(question.grade(choice.values).allSatisfy(\.isRight), name)
            }
        }
    }

    func testDisplayedAnswerIsRightInAnySpelling() throws {
        var random = RandomSource(seed: 5)
        try eachQuestion([nil]) { question in
            let name = "\(question.heading.id) \(question.move.number) \(question.kind): \(question.displayedAnswer)"
            XCTAssertFalse(question.displayedAnswer.isEmpty, name)
            let typed = Self.variant(question.displayedAnswer, Int(random.next() % 4))
            XCTAssertTrue(try judge.grade(typed, for: question).allSatisfy(\.isRight), "\(name), typed \(typed)")
            XCTAssertFalse(try judge.grade("", for: question).contains { $0.isRight }, name)
            guard question.move.number % 5 == 0 else { return }
            XCTAssertEqual(try judge.grade("xyzzy", for: question).map(\.name), question.fields.map(\.rawValue), name)
        }
        try eachQuestion([3]) { question in
            guard question.kind != .next else { return }
            for choice in question.choices.filter({ $0.text != question.displayedAnswer }).prefix(1) {
                let parts = try judge.grade(choice.text, for: question)
                XCTAssertFalse(
                    parts.allSatisfy(\.isRight),
                    "\(question.heading.id) \(question.move.number) \(question.kind): \(choice.text) for \(question.displayedAnswer)"
                )
            }
        }
    }

    func testDecomposedKoreanNamesAreRight() throws {
        try eachQuestion([nil]) { question in
            guard question.kind == .technique, let hangul = question.move.hangul else { return }
            for text in [
                hangul.decomposedStringWithCanonicalMapping.replacing(
                    " ", with: question.move.number % 2 == 0 ? "" : "  ")
            ] {
                XCTAssertTrue(try judge.grade(text, for: question).allSatisfy(\.isRight), text)
            }
        }
    }

    func testFieldsAreGradedSeparately() throws {
        let chonJi = try XCTUnwrap(Self.bundled.patterns.first { $0.id == "chon-ji" })
        let maker = PatternQuestions(chonJi)
        func grade(_ text: String, _ kind: PatternQuestion.Kind, of number: Int) throws -> [String: Bool] {
            let question = try XCTUnwrap(maker.question(kind, of: number, seed: nil))
            return try Dictionary(uniqueKeysWithValues: judge.grade(text, for: question).map { ($0.name, $0.isRight) })
        }
        XCTAssertEqual(try grade("right walking stance", .stance, of: 1), ["stance": true, "stance side": false])
        XCTAssertEqual(try grade("ＬＥＦＴ Walkng  stance", .stance, of: 1), ["stance": true, "stance side": true])
        XCTAssertEqual(try grade("왼 걷는 서기", .stance, of: 1), ["stance": true, "stance side": true])
        XCTAssertEqual(try grade("왼 걷기 서기", .stance, of: 1), ["stance": true, "stance side": true])
        XCTAssertEqual(try grade("stance walking left", .stance, of: 1)["stance side"], true)
        XCTAssertEqual(try grade("L-stance, left", .stance, of: 1), ["stance": false, "stance side": true])
        XCTAssertEqual(try grade("D to B", .direction, of: 1), ["from": true, "to": true])
        XCTAssertEqual(try grade("b", .direction, of: 1), ["from": false, "to": true])
        XCTAssertEqual(try grade("low forearm block", .technique, of: 1), ["technique": true, "section": true])
        XCTAssertEqual(try grade("middle punch", .technique, of: 1), ["technique": false, "section": false])
        XCTAssertEqual(try grade("high block", .technique, of: 1), ["technique": true, "section": false])
        XCTAssertEqual(try grade("l", .foot, of: 1), ["foot": true])
        XCTAssertEqual(try grade("right foot", .foot, of: 1), ["foot": false])
        XCTAssertEqual(try grade("낮은데 left", .side, of: 1), ["side": true, "section": true])
    }

    /// Letters of the same direction are equally right.
    func testLettersOfSameDirectionAreEquivalent() throws {
        let chonJi = try XCTUnwrap(Self.bundled.patterns.first { $0.id == "chon-ji" })
        let letters = ["A", "B", "C", "D", "E", "F", "G", "H", "AC", "x", ""]
        XCTAssertEqual(Bearing("E")?.direction, Bearing("A")?.direction)
        for number in 1...19 {
            let question = try XCTUnwrap(PatternQuestions(chonJi).question(.direction, of: number, seed: nil))
            let right = question.accepted[0]
            for letter in letters {
                let fields = question.grade([.from: letter, .to: letter])
                for (field, graded) in zip([PatternQuestion.Field.from, .to], fields) {
                    let expected = try XCTUnwrap(Bearing(right[field] ?? ""))
                    XCTAssertEqual(
                        graded.isRight, Bearing(letter)?.direction == expected.direction, "\(number) \(letter)")
                }
            }
        }
    }

    /// A technique stays right if the answer adds its side or tool.
    func testTechniqueMayIncludeSideAndTool() throws {
        let chonJi = try XCTUnwrap(Self.bundled.patterns.first { $0.id == "chon-ji" })
        let question = try XCTUnwrap(PatternQuestions(chonJi).question(.technique, of: 1, seed: nil))
        for (text, isRight) in [
            ("low block", true), ("left low block", true), ("low forearm block", true),
            ("low block with forearm", true),
            ("block low", true), ("left low forearm block", true), ("low knife hand block", false),
            ("low punch", false),
            ("left", false), ("low", false),
        ] { XCTAssertEqual(try judge.grade(text, for: question).allSatisfy(\.isRight), isRight, text) }
    }

    func testSameSeedGivesSameQuestion() throws {
        for pattern in Self.bundled.patterns.prefix(6) {
            let maker = PatternQuestions(pattern)
            for move in pattern.moves {
                for kind in maker.kinds(of: move.number) {
                    let twice = (0..<2).map { _ in maker.question(kind, of: move.number, seed: 7)?.choices }
                    XCTAssertEqual(twice[0], twice[1])
                }
            }
        }
    }

    private static func variant(_ text: String, _ number: Int) -> String {
        switch number {
        case 0: text.uppercased()
        case 1: text.decomposedStringWithCanonicalMapping
        case 2: "  " + text.replacing(" ", with: "   ")
        default:
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.map {
                        $0.value > 0x20 && $0.value < 0x7F ? Unicode.Scalar($0.value + 0xFEE0) ?? $0 : $0
                    })
            )
        }
    }
}
