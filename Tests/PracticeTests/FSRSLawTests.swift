import Kernel
import Practice
import XCTest

/// Properties of FSRS-6 over random weights, steps and histories.
final class FSRSLawTests: XCTestCase {
    private typealias Review = (rating: Rating, at: Instant)

    /// Calls `check` with random schedulers and histories. Reviews are seconds to years apart, and
    /// some go back in time.
    private func eachHistory(_ count: Int, _ check: (FSRS, [Review], inout RandomSource) throws -> Void) rethrows {
        for seed in 0..<count {
            var random = RandomSource(seed: UInt64(seed))
            guard let fsrs = try? randomScheduler(&random) else {
                XCTFail("seed \(seed) gives no valid parameters")
                continue
            }
            var moment = Instant(milliseconds: 1_767_225_600_000)
            let reviews = (0..<Int.random(in: 1...20, using: &random)).map { _ -> Review in
                let span = [1, 600, 50_000, 86_400, 700_000, 40_000_000].randomElement(using: &random) ?? 1
                moment = moment.adding(seconds: Double(Int.random(in: -span / 50...span, using: &random)))
                return (Rating(rawValue: Int.random(in: 1...4, using: &random)) ?? .good, moment)
            }
            try check(fsrs, reviews, &random)
        }
    }

    private func randomScheduler(_ random: inout RandomSource) throws -> FSRS {
        var values = FSRSWeights.bounds.map { bounds in
            let edge = Int.random(in: 0..<6, using: &random)
            return edge == 0
                ? bounds.lowerBound : edge == 1 ? bounds.upperBound : Double.random(in: bounds, using: &random)
        }
        values.replaceSubrange(0..<4, with: values[0..<4].sorted())
        func steps() -> [Int] {
            (0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: FSRS.stepLengths, using: &random) }
                .sorted()
        }
        return try FSRS(
            weights: FSRSWeights(values), desiredRetention: Double.random(in: FSRS.retentions, using: &random),
            learningSteps: steps(), relearningSteps: steps(),
            longestInterval: Int.random(in: 1...FSRS.maximumInterval, using: &random))
    }

    func testBetterRatingNeverShortensIntervalOrStability() {
        var compared = 0
        eachHistory(600) { fsrs, reviews, random in
            let moment = (reviews.last?.at ?? .earliest).adding(
                seconds: Double(Int.random(in: 0...4_000_000, using: &random)))
            for length in 0...reviews.count {
                let old = fsrs.state(after: reviews.prefix(length))
                let at = length < reviews.count ? reviews[length].at : moment
                let next = Rating.allCases.map { fsrs.state(after: $0, from: old, at: at) }
                for (worse, better) in zip(next, next.dropFirst()) {
                    compared += 1
                    XCTAssertLessThanOrEqual(
                        worse.interval, better.interval, "\(fsrs.weights) \(String(describing: old))")
                    XCTAssertLessThanOrEqual(
                        worse.stability, better.stability, "\(fsrs.weights) \(String(describing: old))")
                    XCTAssertGreaterThanOrEqual(worse.difficulty, better.difficulty)
                }
            }
        }
        XCTAssertGreaterThan(compared, 10_000)
    }

    func testReplayInPartsEqualsReplayAtOnce() throws {
        eachHistory(400) { fsrs, reviews, random in
            let fullState = fsrs.state(after: reviews)
            let splitIndex = Int.random(in: 0...reviews.count, using: &random)
            XCTAssertEqual(
                fsrs.state(after: reviews[splitIndex...], from: fsrs.state(after: reviews[..<splitIndex])), fullState)
        }
    }

    func testStatesStayWithinBounds() {
        eachHistory(600) { fsrs, reviews, random in
            var state: FSRSState?
            for review in reviews {
                let next = fsrs.state(after: review.rating, from: state, at: review.at)
                XCTAssertTrue(next.stability >= FSRSState.minimumStability && next.stability.isFinite, "\(next)")
                XCTAssertTrue(FSRSState.difficultyRange.contains(next.difficulty), "\(next)")
                XCTAssertTrue(
                    next.interval > 0 && next.interval <= Double(fsrs.longestInterval) * 86_400 || next.step != nil)
                XCTAssertEqual(next.step == nil, next.phase == .review)
                let share = fsrs.retrievability(of: next, at: review.at.adding(seconds: 1e7))
                XCTAssertTrue((0...1).contains(share), "\(share)")
                XCTAssertEqual(fsrs.retrievability(of: next, at: review.at.adding(seconds: -1e7)), 1)
                // A state passes its own validation.
                XCTAssertEqual(
                    FSRSState(
                        phase: next.phase, step: next.step, stability: next.stability, difficulty: next.difficulty,
                        interval: next.interval, last: next.last), next)
                state = next
            }
        }
    }

    func testFuzzRangesFollowFormula() throws {
        for (days, range) in [
            (1, 1...1), (2, 2...2), (3, 2...4), (7, 5...9), (10, 8...12), (20, 17...23), (100, 93...107),
            (36_500, 34_673...36_500),
        ] {
            XCTAssertEqual(FSRS.standard.fuzzRange(around: days), range, "\(days)")
        }
        XCTAssertEqual(try FSRS(longestInterval: 3).fuzzRange(around: 3), 2...3)
    }

    func testInvalidWeightsAreRefused() {
        var random = RandomSource(seed: 5)
        let garbage: [Double] = [.nan, .infinity, -.infinity, -1, 1e300, -0.001, 101]
        for index in 0..<FSRSWeights.count {
            for value in garbage {
                var values = FSRSWeights.standard.values
                values[index] = value
                XCTAssertThrowsError(try FSRSWeights(values)) {
                    XCTAssertTrue(($0 as? Failure)?.message.contains("w\(index) ") ?? false, "\($0)")
                }
            }
        }
        for count in [0, 1, 17, 19, 20, 22, 34] {
            let values = (0..<count).map { _ in Double.random(in: 0...1, using: &random) }
            XCTAssertThrowsError(try FSRSWeights(values)) { XCTAssertEqual(($0 as? Failure)?.code, .weightsInvalid) }
        }
    }

    func testInvalidStatesAreNil() {
        func state(
            _ phase: FSRSState.Phase = .review, _ step: Int? = nil, stability: Double = 1, difficulty: Double = 5,
            interval: Double = 86_400
        ) -> FSRSState? {
            FSRSState(
                phase: phase, step: step, stability: stability, difficulty: difficulty, interval: interval,
                last: .earliest)
        }
        XCTAssertNotNil(state())
        XCTAssertNotNil(state(.learning, 0))
        let wrong = [
            state(.review, 0), state(.learning), state(.relearning, -1), state(.learning, 11), state(stability: 0),
            state(stability: .nan), state(stability: .infinity), state(difficulty: 0.9), state(difficulty: 10.1),
            state(difficulty: .nan), state(interval: 0), state(interval: .infinity), state(interval: .nan),
        ]
        XCTAssertEqual(wrong.map { $0 == nil }, wrong.map { _ in true })
    }
}
