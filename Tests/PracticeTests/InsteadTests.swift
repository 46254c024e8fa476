import Kernel
import Practice
import XCTest

/// What was answered instead (D64): kept with the answer, counted by the memory, bounded, and gone with what is taken back.
final class InsteadTests: XCTestCase {
    private func wrong(_ subject: String) -> Mark { Mark(.recalled, .again, instead: Instead(subject: subject)) }

    func testWordsAreBoundedAndHoldNothingUnseen() {
        for (words, kept) in [
            ("low block", "low block"), ("  low \n block ", "low block"), ("", nil), ("   ", nil), ("low\u{202E}block", nil),
            ("low\u{1B}[31m", nil), (String(repeating: "x", count: 80), String(repeating: "x", count: 80)),
            (String(repeating: "x", count: 81), String(repeating: "x", count: 80)),
        ] as [(String, String?)] {
            XCTAssertEqual(Instead(words: words), kept.map(Instead.words), words)
        }
        XCTAssertEqual(
            [0, 1, 80, 81].map { Instead(subject: String(repeating: "a", count: $0)) != nil }, [false, true, true, false])
        XCTAssertNil(Instead(words: "low-block")?.subject)
        XCTAssertNil(Mark(.recalled, .good, instead: Instead(words: "x")).instead, "what is right stands for itself")
        XCTAssertNil(Mark(.recalled, .hard, instead: Instead(words: "x")).instead)
    }

    func testTheAnswerKeepsItAndTheMemoryCountsIt() throws {
        let bench = Bench()
        let log = bench.log()
        var run = try log.begin(Drill(), subject: "s", items: ["a", "a", "a", "a", "a"], settings: NoSettings())
        for mark in [wrong("b"), Mark(.recalled, .again, instead: Instead(words: "what?")), wrong("c"), wrong("b"), .right] {
            try log.answer(mark, milliseconds: 1, in: &run)
        }
        XCTAssertEqual(
            try bench.answers().map(\.instead), [.subject("b"), .words("what?"), .subject("c"), .subject("b"), nil])
        let target = Target(Drill().kind, "s", "a")
        XCTAssertEqual(try log.memory(of: target)?.mistaken?.times, ["b": 2, "c": 1])
        for counts in [["b": 2, "c": 1], ["b": 2, "c": 1], ["b": 1, "c": 1], ["b": 1], ["b": 1]] {
            XCTAssertEqual(try log.memory(of: target)?.mistaken?.times, counts)
            try log.takeBack(in: &run)
        }
        XCTAssertNil(try log.memory(of: target))
        try log.answer(wrong("b"), milliseconds: 1, in: &run)
        try log.countRight(in: &run)
        XCTAssertEqual(try bench.answers().map(\.instead), [nil], "it was right")
        XCTAssertNil(try log.memory(of: target)?.mistaken)
    }

    func testARepeatCountsForNothing() throws {
        let log = Bench().log()
        var run = try log.begin(
            Drill(rule: .daily(LeitnerScheduler.standard)), subject: "s", items: ["a", "a"], settings: NoSettings())
        try log.answer(wrong("b"), milliseconds: 1, in: &run)
        try log.answer(wrong("c"), milliseconds: 1, in: &run)
        XCTAssertEqual(try log.memory(of: Target(Drill().kind, "s", "a"))?.mistaken?.times, ["b": 1])
        XCTAssertEqual(run.answers.map(\.isRepeat), [false, true])
    }

    /// Whatever is answered: five subjects at most, the one just answered among them, and none that was answered more often is given up for it.
    func testCountsAreBoundedAndTheMostFrequentStays() throws {
        for seed in 1...60 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            var (counted, all) = (Mistaken(), [String: Int]())
            for _ in 0..<80 {
                let subject = "s\(min(Int.random(in: 0..<12, using: &random), Int.random(in: 0..<12, using: &random)))"
                counted = counted.counting(Instead(subject: subject))
                all[subject, default: 0] += 1
                XCTAssertLessThanOrEqual(counted.times.count, Mistaken.kinds)
                XCTAssertNotNil(counted.times[subject])
                for (name, times) in counted.times { XCTAssertLessThanOrEqual(times, all[name] ?? 0) }
                XCTAssertEqual(counted, counted.counting(Instead(words: "no subject")).counting(nil))
            }
            let ranked = counted.ranked
            XCTAssertEqual(ranked.map(\.times), ranked.map(\.times).sorted(by: >))
            let same = try JSONValue(encoding: counted).decoded(Mistaken.self)
            XCTAssertEqual(same, counted)
        }
        XCTAssertEqual((Mistaken().counting(Instead(subject: "a")) + Mistaken().counting(Instead(subject: "a"))).times, ["a": 2])
    }

    func testRecordsOfBeforeAreReadAndWhatNobodySaidIsNotWritten() throws {
        let bench = Bench()
        var run = try bench.log().begin(Drill(), items: ["a"], settings: NoSettings())
        try bench.log().answer(.wrong, milliseconds: 1, in: &run)
        let answer = try XCTUnwrap(bench.answers().first)
        let (json, state) = (try JSONValue(encoding: answer), try JSONValue(encoding: MemoryState(after: answer)))
        XCTAssertFalse("\(json)\(state)".contains("instead") || "\(json)\(state)".contains("mistaken"))
        for (value, kept) in [
            (.object(["subject": .string("b")]), .subject("b")), (.object(["words": .string("b c")]), .words("b c")),
        ] as [(JSONValue, Instead)] {
            var with = json
            with["instead"] = value
            XCTAssertEqual(try with.decoded(Answer.self).instead, kept)
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
        for damage in [.object(six), .object(["b": .integer(-1)]), .object(["": .integer(1)]), .integer(1)] as [JSONValue] {
            var with = state
            with["mistaken"] = damage
            XCTAssertNil(try? with.decoded(MemoryState.self), "\(damage)")
        }
    }
}
