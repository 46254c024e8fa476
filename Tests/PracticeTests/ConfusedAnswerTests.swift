import Kernel
import Practice
import XCTest

/// Tests of confused answers (D64): stored with the answer, counted by the memory, bounded, and
/// removed by undo.
final class ConfusedAnswerTests: XCTestCase {
    private func wrong(_ subject: String) -> Mark { Mark(.recalled, .again, instead: ConfusedAnswer(subject: subject)) }

    func testWordsAreTrimmedBoundedAndWithoutControlCharacters() {
        for (words, expected) in [
            ("low block", "low block"), ("  low \n block ", "low block"), ("", nil), ("   ", nil),
            ("low\u{202E}block", nil),
            ("low\u{1B}[31m", nil), (String(repeating: "x", count: 80), String(repeating: "x", count: 80)),
            (String(repeating: "x", count: 81), String(repeating: "x", count: 80)),
        ] as [(String, String?)] {
            XCTAssertEqual(ConfusedAnswer(words: words), expected.map(ConfusedAnswer.words), words)
        }
        XCTAssertEqual(
            [0, 1, 80, 81].map { ConfusedAnswer(subject: String(repeating: "a", count: $0)) != nil },
            [false, true, true, false])
        XCTAssertNil(ConfusedAnswer(words: "low-block")?.subject)
        XCTAssertNil(
            Mark(.recalled, .good, instead: ConfusedAnswer(words: "x")).instead,
            "a right answer stores no confused answer")
        XCTAssertNil(Mark(.recalled, .hard, instead: ConfusedAnswer(words: "x")).instead)
    }

    func testAnswerStoresConfusionAndMemoryCountsIt() throws {
        let fixture = Fixture()
        let log = fixture.log()
        var run = try log.begin(Drill(), subject: "s", items: ["a", "a", "a", "a", "a"], settings: NoSettings())
        for mark in [
            wrong("b"), Mark(.recalled, .again, instead: ConfusedAnswer(words: "what?")), wrong("c"), wrong("b"),
            .right,
        ] {
            try log.answer(mark, milliseconds: 1, in: &run)
        }
        XCTAssertEqual(
            try fixture.answers().map(\.instead), [.subject("b"), .words("what?"), .subject("c"), .subject("b"), nil])
        let target = Target(Drill().kind, "s", "a")
        XCTAssertEqual(try log.memory(of: target)?.mistaken?.times, ["b": 2, "c": 1])
        for counts in [["b": 2, "c": 1], ["b": 2, "c": 1], ["b": 1, "c": 1], ["b": 1], ["b": 1]] {
            XCTAssertEqual(try log.memory(of: target)?.mistaken?.times, counts)
            try log.undoAnswer(in: &run)
        }
        XCTAssertNil(try log.memory(of: target))
        try log.answer(wrong("b"), milliseconds: 1, in: &run)
        try log.countRight(in: &run)
        XCTAssertEqual(try fixture.answers().map(\.instead), [nil], "it was right")
        XCTAssertNil(try log.memory(of: target)?.mistaken)
    }

    func testRepeatedAnswersAreNotCounted() throws {
        let log = Fixture().log()
        var run = try log.begin(
            Drill(rule: .daily(LeitnerScheduler.standard)), subject: "s", items: ["a", "a"], settings: NoSettings())
        try log.answer(wrong("b"), milliseconds: 1, in: &run)
        try log.answer(wrong("c"), milliseconds: 1, in: &run)
        XCTAssertEqual(try log.memory(of: Target(Drill().kind, "s", "a"))?.mistaken?.times, ["b": 1])
        XCTAssertEqual(run.answers.map(\.isRepeat), [false, true])
    }

    /// At most five subjects are kept. The latest is among them and replaces none that was answered
    /// more often.
    func testCountsAreBoundedAndKeepMostFrequent() throws {
        for seed in 1...60 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            var counted = ConfusionCounts()
            var all = [String: Int]()
            for _ in 0..<80 {
                let subject = "s\(min(Int.random(in: 0..<12, using: &random), Int.random(in: 0..<12, using: &random)))"
                counted = counted.counting(ConfusedAnswer(subject: subject))
                all[subject, default: 0] += 1
                XCTAssertLessThanOrEqual(counted.times.count, ConfusionCounts.maximumSubjects)
                XCTAssertNotNil(counted.times[subject])
                for (name, times) in counted.times { XCTAssertLessThanOrEqual(times, all[name] ?? 0) }
                XCTAssertEqual(counted, counted.counting(ConfusedAnswer(words: "no subject")).counting(nil))
            }
            let ranked = counted.ranked
            XCTAssertEqual(ranked.map(\.times), ranked.map(\.times).sorted(by: >))
            let same = try JSONValue(encoding: counted).decoded(ConfusionCounts.self)
            XCTAssertEqual(same, counted)
        }
        XCTAssertEqual(
            (ConfusionCounts().counting(ConfusedAnswer(subject: "a"))
                + ConfusionCounts().counting(ConfusedAnswer(subject: "a"))).times, ["a": 2])
    }

    func testConfusionFieldIsOptionalInRecords() throws {
        let fixture = Fixture()
        var run = try fixture.log().begin(Drill(), items: ["a"], settings: NoSettings())
        try fixture.log().answer(.wrong, milliseconds: 1, in: &run)
        let answer = try XCTUnwrap(fixture.answers().first)
        let json = try JSONValue(encoding: answer)
        let state = try JSONValue(encoding: MemoryState(after: answer))
        XCTAssertFalse("\(json)\(state)".contains("instead") || "\(json)\(state)".contains("mistaken"))
        for (value, expected) in [
            (.object(["subject": .string("b")]), .subject("b")), (.object(["words": .string("b c")]), .words("b c")),
        ] as [(JSONValue, ConfusedAnswer)] {
            var with = json
            with["instead"] = value
            XCTAssertEqual(try with.decoded(Answer.self).instead, expected)
        }
        for damage in [
            .object([:]), .object(["words": .string("")]), .object(["words": .string("a\u{202E}b")]),
            .object(["subject": .string(String(repeating: "b", count: 81))]), .string("b"),
        ] as [JSONValue] {
            var with = json
            with["instead"] = damage
            XCTAssertNil(try? with.decoded(Answer.self), "\(damage)")
        }
        let six = Dictionary(uniqueKeysWithValues: (1...6).map { ("s\($0)", JSONValue.integer(1)) })
        for damage in [.object(six), .object(["b": .integer(-1)]), .object(["": .integer(1)]), .integer(1)]
            as [JSONValue]
        {
            var with = state
            with["mistaken"] = damage
            XCTAssertNil(try? with.decoded(MemoryState.self), "\(damage)")
        }
    }
}
