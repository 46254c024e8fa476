import Attainment
import Kernel
import Practice
import TestBench
import XCTest

/// How much was still known after how many days.
final class RetentionTests: XCTestCase {
    func testOnlyWhatCameBackAfterADayCounts() throws {
        let bench = Bench()
        try bench.practise([.good, .again])
        try bench.practise([.good, .good])
        XCTAssertEqual(try bench.record.retention().counted, 0)
        bench.clock.advance(days: 3)
        try bench.practise([.good, .again])
        let curve = try bench.record.retention()
        XCTAssertEqual(curve.counted, 2)
        XCTAssertEqual(curve.read, 6)
        XCTAssertEqual(curve.steps.map(\.days), [3...4])
        XCTAssertEqual(curve.steps.map(\.recalled), [1])
        XCTAssertEqual(curve.steps.map(\.share), [nil], "two answers say nothing")
        XCTAssertNil(curve.steps[0].range)
    }

    /// Against a reader of every answer; what was foretold is what memory said before it.
    func testTheCurveIsWhatTheAnswersSay() throws {
        let bench = Bench()
        var random = RandomSource(seed: 40)
        for _ in 0..<40 {
            let first = Int.random(in: 1...20, using: &random)
            try bench.practise(
                (0..<8).map { _ in Int.random(in: 0..<5, using: &random) == 0 ? .again : .good }, from: first, seconds: 1)
            bench.clock.advance(days: Double([0, 1, 1, 2, 5, 9].randomElement(using: &random) ?? 1))
        }
        let answers = try bench.log.runs().flatMap { try bench.log.answers(of: $0.id) }
        let counted = answers.filter { answer in
            !answer.isRepeat && (answer.before.map { $0.last < answer.day } ?? false)
        }
        let curve = try bench.record.retention()
        XCTAssertEqual(curve.read, answers.count)
        XCTAssertEqual(curve.counted, counted.count)
        XCTAssertGreaterThan(curve.steps.count, 3)
        for step in curve.steps {
            let own = counted.filter { step.days.contains($0.day.days(since: $0.before?.last ?? $0.day)) }
            XCTAssertEqual(step.answers, own.count)
            XCTAssertEqual(step.recalled, own.count { $0.rating.isRight })
            let foretold = own.reduce(0) { $0 + ($1.before?.retrievability(on: $1.day, by: FSRSScheduler.standard) ?? 0) }
            XCTAssertEqual(step.foretold, foretold / Double(own.count), accuracy: 1e-9)
            if let share = step.share, let range = step.range {
                XCTAssertTrue((range.lowerBound - 1e-4...range.upperBound + 1e-4).contains(share))
                XCTAssertGreaterThan(range.upperBound - range.lowerBound, 0)
            }
        }
    }

    func testTheLatestSessionsAreReadAndTheRestIsSaid() throws {
        let bench = Bench()
        for _ in 0..<10 {
            try bench.practise(Array(repeating: .good, count: 20))
            bench.clock.advance(days: 1)
        }
        var told: [Int] = []
        let curve = try bench.record.retention(latest: 50) { told.append($0) }
        XCTAssertEqual(curve.read, 60, "to the end of a session")
        XCTAssertTrue(curve.isCut)
        XCTAssertEqual(curve.since, bench.record.today.adding(days: -3))
        XCTAssertEqual(told.last, 60)
        XCTAssertFalse(try bench.record.retention(latest: 200).isCut)
    }

    /// Wilson's interval, from his paper's formula worked by hand: 81 of 263 at 1.96 is 0.255 to 0.366.
    func testTheRangeIsWilsons() throws {
        let bench = Bench()
        try bench.practise(Array(repeating: .good, count: 263), seconds: 1)
        bench.clock.advance(days: 1)
        try bench.practise(Array(repeating: .good, count: 81) + Array(repeating: .again, count: 182), seconds: 1)
        let range = try XCTUnwrap(bench.record.retention().steps.first?.range)
        XCTAssertEqual(range.lowerBound, 0.2553, accuracy: 0.0005)
        XCTAssertEqual(range.upperBound, 0.3662, accuracy: 0.0005)
    }
}
