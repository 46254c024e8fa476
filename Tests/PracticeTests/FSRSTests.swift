import Kernel
import Practice
import XCTest

/// Tests of FSRS-6 against its reference implementation.
final class FSRSTests: XCTestCase {
    /// Environment variable that names a file of reference histories in the form of
    /// `ReferenceFile`.
    private static let path = "COMMONPLACE_FSRS_REVIEWS"

    private func instant(_ seconds: Int) -> Instant { Instant(milliseconds: 1_735_722_000_000 + Int64(seconds) * 1000) }

    func testReviewsMatchReference() throws {
        var covered: Set<String> = []
        for history in FSRSFigures.all {
            let fsrs = try FSRS.like(history.setup)
            var state: FSRSState?
            for (number, review) in history.reviews.enumerated() {
                covered.insert("\(state?.phase.rawValue ?? "new") \(state?.step ?? -1) \(review.rating)")
                let next = fsrs.state(after: review.rating, from: state, at: instant(review.seconds))
                let place = "\(history.name), review \(number + 1)"
                XCTAssertEqual(next.stability, review.stability, accuracy: 1e-9, place)
                XCTAssertEqual(next.difficulty, review.difficulty, accuracy: 1e-9, place)
                XCTAssertEqual(next.interval, review.interval, place)
                XCTAssertEqual(
                    [next.phase.rawValue, "\(next.step ?? -1)"], [review.phase.rawValue, "\(review.step ?? -1)"], place)
                state = next
            }
        }
        XCTAssertEqual(FSRSFigures.all.flatMap(\.reviews).count, 72)
        XCTAssertEqual(Set(FSRSFigures.all.map(\.setup)).count, FSRSFigures.Setup.allCases.count)
        for rating in Rating.allCases {
            for place in ["new -1", "Learning 0", "Review -1", "Relearning 0"] {
                XCTAssertTrue(covered.contains("\(place) \(rating)"), "no figure has \(place) \(rating)")
            }
        }
    }

    /// A file of histories from the reference implementation.
    private struct ReferenceFile: Decodable {
        struct History: Decodable {
            struct Review: Decodable {
                let rating: Rating
                let t_offset_s: Int
                let state: String
                let step: Int?
                let retrievability_before: Double?
                let stability, difficulty, interval_s: Double
            }
            let id: Int
            let reviews: [Review]
        }
        let histories: [History]
    }

    func testReferenceFileMatches() throws {
        guard let path = ProcessInfo.processInfo.environment[FSRSTests.path] else {
            throw XCTSkip("\(FSRSTests.path) names no file of py-fsrs; the figures in FSRSFigures.swift were compared")
        }
        let histories = try JSONDecoder().decode(ReferenceFile.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
            .histories
        var compared = 0
        var furthest = 0.0
        for history in histories {
            var state: FSRSState?
            for review in history.reviews {
                let moment = instant(review.t_offset_s)
                if let state, let before = review.retrievability_before {
                    XCTAssertEqual(FSRS.standard.retrievability(of: state, at: moment), before, accuracy: 1e-9)
                }
                let next = FSRS.standard.state(after: review.rating, from: state, at: moment)
                XCTAssertEqual(
                    [next.phase.rawValue, "\(next.step ?? -1)"], [review.state, "\(review.step ?? -1)"], "\(history.id)"
                )
                XCTAssertEqual(next.interval, review.interval_s, "\(history.id)")
                let distance = max(abs(next.stability - review.stability), abs(next.difficulty - review.difficulty))
                compared = compared + 1
                furthest = max(furthest, distance)
                state = next
            }
        }
        XCTAssertGreaterThan(compared, 0, "the file holds no reviews")
        XCTAssertLessThanOrEqual(furthest, 1e-9)
        print("FSRS-6: \(compared) reviews of \(histories.count) histories, furthest from the reference \(furthest)")
    }

    func testHalfDaysRoundToEven() throws {
        // At a retention of 90 % the interval equals the stability.
        for (stability, days) in [
            (0.2, 1), (1.5, 2), (2.5, 2), (3.5, 4), (4.5, 4), (36_499.4, 36_499), (1e300, 36_500),
        ] {
            XCTAssertEqual(FSRS.standard.days(for: stability), days, "\(stability)")
        }
    }

    func testLargeStabilityStaysFinite() throws {
        var values = FSRSWeights.standard.values
        (values[17], values[18], values[19]) = (2, 2, 0)
        let fsrs = try FSRS(weights: FSRSWeights(values))
        var state: FSRSState?
        for second in 0..<500 {
            state = fsrs.state(after: .easy, from: state, at: instant(second))
            if second == 100 { XCTAssertGreaterThan(try XCTUnwrap(state).stability, 1e100) }
        }
        XCTAssertTrue(try XCTUnwrap(state).stability.isFinite)
        for rating in Rating.allCases {
            for second in [500, 90_000_000_000] {
                let next = fsrs.state(after: rating, from: state, at: instant(second))
                XCTAssertTrue(
                    next.stability.isFinite && next.difficulty.isFinite && next.interval > 0, "\(rating): \(next)")
            }
        }
    }

    func testInvalidParametersFailWithMessages() {
        func code(_ body: () throws -> some Any) -> [String] {
            do { return ["\(try body())"] } catch {
                return ((error as? Failure).map { [$0.code.text, $0.message] }) ?? ["?"]
            }
        }
        let standard = FSRSWeights.standard.values
        func with(_ index: Int, _ value: Double) -> [Double] {
            var values = standard
            values[index] = value
            return values
        }
        XCTAssertEqual(
            code { try FSRSWeights([1]) }, ["weightsInvalid", "FSRS-6 has 21 weights, here are 1."])
        XCTAssertEqual(
            code { try FSRSWeights(with(20, 0)) }, ["weightsInvalid", "The weight w20 is 0.0; it may be 0.1 to 0.8."])
        XCTAssertEqual(
            code { try FSRSWeights(with(7, .nan)) },
            ["weightsInvalid", "The weight w7 is nan; it may be 0.001 to 0.75."])
        XCTAssertEqual(
            code { try FSRSWeights(with(1, 0.1)) },
            ["weightsInvalid", "The weight w1 is 0.1, less than w0: a better first answer may not be worth less."])
        for retention in [0, 0.69, 1, -1, Double.nan, .infinity] {
            XCTAssertEqual(code { try FSRS(desiredRetention: retention) }.first, "retentionInvalid", "\(retention)")
        }
        for steps in [[0], [600, 60], [43_201], Array(repeating: 60, count: 11), [-1], [Int.max, Int.max]] {
            XCTAssertEqual(code { try FSRS(learningSteps: steps) }.first, "stepsInvalid", "\(steps)")
            XCTAssertEqual(code { try FSRS(relearningSteps: steps) }.first, "stepsInvalid", "\(steps)")
        }
        for days in [0, -1, 36_501] {
            XCTAssertEqual(code { try FSRS(longestInterval: days) }.first, "intervalsInvalid", "\(days)")
        }
    }
}
