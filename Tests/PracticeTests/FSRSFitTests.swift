import Kernel
import Practice
import XCTest

/// Tests of fitted weights and of simulated study.
final class FSRSFitTests: XCTestCase {
    /// Returns reviews of a simulated learner whose memory follows the weights.
    private func log(_ weights: FSRSWeights, things: Int, seed: UInt64) throws -> [[FSRSFit.Review]] {
        let fsrs = try FSRS(weights: weights, learningSteps: [], relearningSteps: [])
        var random = RandomSource(seed: seed)
        return (0..<things).map { number in
            var day = 20_000 + number / 3
            var state = nil as FSRSState?
            var reviews = [FSRSFit.Review]()
            for _ in 0..<12 {
                let now = Instant(milliseconds: Int64(day) * 86_400_000)
                let likely = state.map { fsrs.retrievability(of: $0, at: now) } ?? 0.7
                let isRight = Double(Int.random(in: 0..<10_000, using: &random)) < likely * 10_000
                let rating: Rating =
                    isRight ? [.hard, .good, .good, .good, .easy][Int.random(in: 0..<5, using: &random)] : .again
                reviews.append(FSRSFit.Review(rating, on: Day(ordinal: day)))
                let next = fsrs.state(after: rating, from: state, at: now)
                day += max(1, Int(next.interval / 86_400) * Int.random(in: 5...20, using: &random) / 10)
                state = next
            }
            return reviews
        }
    }

    private func own() throws -> FSRSWeights {
        var values = FSRSWeights.standard.values
        (values[0], values[2], values[3], values[8], values[20]) = (0.6, 6, 14, 1.3, 0.3)
        return try FSRSWeights(values)
    }

    func testFittedWeightsPredictBetterThanDefaults() throws {
        let log = try log(own(), things: 250, seed: 3)
        let own = try own()
        var progress: [Int] = []
        let fit = try FSRSFit(log) { progress.append($0) }
        XCTAssertTrue(fit.isBetter)
        XCTAssertLessThan(fit.after, fit.before)
        XCTAssertGreaterThan(fit.weights.values[2], 4, "the fitted first interval is longer")
        XCTAssertEqual(fit.reviews, 250 * 11)
        XCTAssertTrue((fit.reviews / 5 - 60...fit.reviews / 5 + 60).contains(fit.heldOut), "\(fit.heldOut)")
        XCTAssertEqual(progress, progress.sorted())
        XCTAssertEqual(progress.last, 100)
        // On reviews that were held out, the true weights are hardly better than the fitted ones.
        let truth = try FSRSFit(log, from: own)
        XCTAssertLessThan(fit.after, truth.before + 0.01)
        XCTAssertEqual(try FSRSFit(log), fit, "the fit is deterministic")
    }

    func testFitIsNeverWorseOnHeldOutReviews() throws {
        for seed in 1...12 as ClosedRange<UInt64> {
            let log = try log(seed % 2 == 0 ? .standard : own(), things: 45 + Int(seed) * 3, seed: seed)
            let fit = try FSRSFit(log)
            if fit.isBetter {
                XCTAssertLessThan(fit.after, fit.before)
                _ = try FSRSWeights(fit.weights.values)
            } else {
                XCTAssertEqual(fit.weights, .standard)
            }
        }
    }

    func testUnusualLogsGiveValidWeights() throws {
        let days = (0..<60).map { Day(ordinal: 20_000 + $0 * 3) }
        for ratings in [[Rating.again], [.easy], [.hard], [.again, .easy]] {
            let log = (0..<10).map { number in
                days.enumerated().map { FSRSFit.Review(ratings[($0 + number) % ratings.count], on: $1) }
            }
            _ = try FSRSWeights(FSRSFit(log).weights.values)
        }
        // Days that go backwards count as the same day and are not predicted.
        let reviews = (0..<80).map { _ in (0..<60).map { FSRSFit.Review(.good, on: Day(ordinal: 20_000 - $0)) } }
        XCTAssertThrowsError(try FSRSFit(reviews)) { XCTAssertEqual(($0 as? Failure)?.code, .tooFewReviews) }
        XCTAssertThrowsError(try FSRSFit([])) {
            XCTAssertTrue("\(($0 as? Failure)?.message ?? "")".contains("0 reviews"), "\($0)")
        }
    }

    func testSimulationIsDeterministicAndRetentionCostsWork() throws {
        func simulated(_ retention: Double, seed: UInt64 = 5) throws -> StudySimulation {
            let rule = MemoryRule.daily(
                FSRSScheduler(try FSRS(desiredRetention: retention, learningSteps: [], relearningSteps: [])))
            return StudySimulation(
                .init(items: 300, days: 200, newItemsPerDay: 5), SimulatedLearner(), random: RandomSource(seed: seed)
            ) { _ in rule }
        }
        let less = try simulated(0.75)
        let usual = try simulated(0.9)
        let more = try simulated(0.97)
        XCTAssertEqual(try simulated(0.9).loads, usual.loads)
        XCTAssertNotEqual(try simulated(0.9, seed: 6).loads, usual.loads)
        XCTAssertTrue(less.answers < usual.answers && usual.answers < more.answers)
        XCTAssertTrue(
            less.expectedKnownCount < usual.expectedKnownCount && usual.expectedKnownCount < more.expectedKnownCount)
        XCTAssertEqual([less.introducedCount, usual.introducedCount, more.introducedCount], [300, 300, 300])
        XCTAssertTrue((0.9 * 300...300).contains(usual.expectedKnownCount), "\(usual.expectedKnownCount)")
    }

    func testSimulationRespectsMinutesAndDaysOff() {
        let plan = StudySimulation.Plan(items: 500, days: 100, newItemsPerDay: 500, minutes: 5, daysOff: 30)
        let rule = MemoryRule.daily(LeitnerScheduler.standard)
        let simulated = StudySimulation(plan, SimulatedLearner(), random: RandomSource(seed: 1)) { _ in rule }
        XCTAssertTrue(simulated.loads.allSatisfy { $0.minutes < 5 + 3 }, "at most one card more")
        XCTAssertTrue((15...45).contains(simulated.loads.count { $0.answers == 0 }))
        XCTAssertLessThan(simulated.introducedCount, 500)
        XCTAssertLessThanOrEqual(simulated.expectedKnownCount, Double(simulated.introducedCount))
    }
}
