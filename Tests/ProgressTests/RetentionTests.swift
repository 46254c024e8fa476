import Kernel
import Practice
import Progress
import TestSupport
import XCTest

/// The share of items recalled, by days since the last answer.
final class RetentionTests: XCTestCase {
    func testRetentionCountsOnlyReviewsAfterADay() throws {
        let fixture = Fixture()
        try fixture.practise([.good, .again])
        try fixture.practise([.good, .good])
        XCTAssertEqual(try fixture.record.retention().measuredAnswers, 0)
        fixture.clock.advance(days: 3)
        try fixture.practise([.good, .again])
        let curve = try fixture.record.retention()
        XCTAssertEqual(curve.measuredAnswers, 2)
        XCTAssertEqual(curve.readAnswers, 6)
        XCTAssertEqual(curve.steps.map(\.days), [3...4])
        XCTAssertEqual(curve.steps.map(\.recalled), [1])
        XCTAssertEqual(curve.steps.map(\.share), [nil], "two answers are too few")
        XCTAssertNil(curve.steps[0].range)
    }

    /// Compares the curve with one calculated from all answers. `foretold` is the predicted recall
    /// before each answer.
    func testRetentionCurveMatchesAllAnswers() throws {
        let fixture = Fixture()
        var random = RandomSource(seed: 40)
        for _ in 0..<40 {
            let first = Int.random(in: 1...20, using: &random)
            try fixture.practise(
                (0..<8).map { _ in Int.random(in: 0..<5, using: &random) == 0 ? .again : .good }, from: first,
                seconds: 1)
            fixture.clock.advance(days: Double([0, 1, 1, 2, 5, 9].randomElement(using: &random) ?? 1))
        }
        let answers = try fixture.log.runs().flatMap { try fixture.log.answers(of: $0.id) }
        let counted = answers.filter { answer in
            !answer.isRepeat && (answer.before.map { $0.last < answer.day } ?? false)
        }
        let curve = try fixture.record.retention()
        XCTAssertEqual(curve.readAnswers, answers.count)
        XCTAssertEqual(curve.measuredAnswers, counted.count)
        XCTAssertGreaterThan(curve.steps.count, 3)
        for step in curve.steps {
            let own = counted.filter { step.days.contains($0.day.days(since: $0.before?.last ?? $0.day)) }
            XCTAssertEqual(step.answers, own.count)
            XCTAssertEqual(step.recalled, own.count { $0.rating.isRight })
            let foretold = own.reduce(0) {
                $0 + ($1.before?.retrievability(on: $1.day, by: FSRSScheduler.standard) ?? 0)
            }
            XCTAssertEqual(step.predictedRecall, foretold / Double(own.count), accuracy: 1e-9)
            if let share = step.share, let range = step.range {
                XCTAssertTrue((range.lowerBound - 1e-4...range.upperBound + 1e-4).contains(share))
                XCTAssertGreaterThan(range.upperBound - range.lowerBound, 0)
            }
        }
    }

    func testRetentionReadsOnlyTheLatestSessions() throws {
        let fixture = Fixture()
        for _ in 0..<10 {
            try fixture.practise(Array(repeating: .good, count: 20))
            fixture.clock.advance(days: 1)
        }
        var counts: [Int] = []
        let curve = try fixture.record.retention(latest: 50) { counts.append($0) }
        XCTAssertEqual(curve.readAnswers, 60, "to the end of a session")
        XCTAssertTrue(curve.isTruncated)
        XCTAssertEqual(curve.firstDay, fixture.record.today.adding(days: -3))
        XCTAssertEqual(counts.last, 60)
        XCTAssertFalse(try fixture.record.retention(latest: 200).isTruncated)
    }

    /// Wilson's interval, calculated by hand from his paper: 81 of 263 at 1.96 is 0.255 to 0.366.
    func testRetentionRangeIsTheWilsonInterval() throws {
        let fixture = Fixture()
        try fixture.practise(Array(repeating: .good, count: 263), seconds: 1)
        fixture.clock.advance(days: 1)
        try fixture.practise(Array(repeating: .good, count: 81) + Array(repeating: .again, count: 182), seconds: 1)
        let range = try XCTUnwrap(fixture.record.retention().steps.first?.range)
        XCTAssertEqual(range.lowerBound, 0.2553, accuracy: 0.0005)
        XCTAssertEqual(range.upperBound, 0.3662, accuracy: 0.0005)
    }
}
