import Kernel
import Practice
import XCTest

/// Weights that are fitted to a log, and days that are lived in advance.
final class FSRSFitTests: XCTestCase {
    /// Reviews of somebody who remembers by weights of their own.
    private func log(_ weights: FSRSWeights, things: Int, seed: UInt64) throws -> [[FSRSFit.Review]] {
        let fsrs = try FSRS(weights: weights, learningSteps: [], relearningSteps: [])
        var random = RandomSource(seed: seed)
        return (0..<things).map { number in
            var (day, state, reviews) = (20_000 + number / 3, nil as FSRSState?, [FSRSFit.Review]())
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

    func testALogOfSomebodyElseTeachesOtherWeightsAndTheyForetellBetter() throws {
        let (log, own) = (try log(own(), things: 250, seed: 3), try own())
        var told: [Int] = []
        let fit = try FSRSFit(log) { told.append($0) }
        XCTAssertTrue(fit.isBetter)
        XCTAssertLessThan(fit.after, fit.before)
        XCTAssertGreaterThan(fit.weights.values[2], 4, "what is known at first stays longer")
        XCTAssertEqual(fit.reviews, 250 * 11)
        XCTAssertTrue((fit.reviews / 5 - 60...fit.reviews / 5 + 60).contains(fit.heldOut), "\(fit.heldOut)")
        XCTAssertEqual(told, told.sorted())
        XCTAssertEqual(told.last, 100)
        // The weights that made the log are hardly better than those that were found, on what they have not seen.
        let truth = try FSRSFit(log, from: own)
        XCTAssertLessThan(fit.after, truth.before + 0.01)
        XCTAssertEqual(try FSRSFit(log), fit, "nothing in it is chance")
    }

    func testOnReviewsThatItHasNotSeenAFitIsNeverWorse() throws {
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

    func testStrangeLogsGiveWeightsThatMayBeUsed() throws {
        let days = (0..<60).map { Day(ordinal: 20_000 + $0 * 3) }
        for ratings in [[Rating.again], [.easy], [.hard], [.again, .easy]] {
            let log = (0..<10).map { number in
                days.enumerated().map { FSRSFit.Review(ratings[($0 + number) % ratings.count], on: $1) }
            }
            _ = try FSRSWeights(FSRSFit(log).weights.values)
        }
        // Days that go back count as the same day, and are not foretold.
        let back = (0..<80).map { _ in (0..<60).map { FSRSFit.Review(.good, on: Day(ordinal: 20_000 - $0)) } }
        XCTAssertThrowsError(try FSRSFit(back)) { XCTAssertEqual(($0 as? Failure)?.code, .tooFewReviews) }
        XCTAssertThrowsError(try FSRSFit([])) {
            XCTAssertTrue("\(($0 as? Failure)?.message ?? "")".contains("0 reviews"), "\($0)")
        }
    }

    func testASimulationIsTheSameForASeedAndMoreRetentionIsMoreWork() throws {
        func lived(_ retention: Double, seed: UInt64 = 5) throws -> StudySimulation {
            let rule = MemoryRule.daily(
                FSRSScheduler(try FSRS(desiredRetention: retention, learningSteps: [], relearningSteps: [])))
            return StudySimulation(
                .init(things: 300, days: 200, newADay: 5), SimulatedLearner(), random: RandomSource(seed: seed)
            ) { _ in rule }
        }
        let (less, usual, more) = (try lived(0.75), try lived(0.9), try lived(0.97))
        XCTAssertEqual(try lived(0.9).loads, usual.loads)
        XCTAssertNotEqual(try lived(0.9, seed: 6).loads, usual.loads)
        XCTAssertTrue(less.answers < usual.answers && usual.answers < more.answers)
        XCTAssertTrue(less.known < usual.known && usual.known < more.known)
        XCTAssertEqual([less.met, usual.met, more.met], [300, 300, 300])
        XCTAssertTrue((0.9 * 300...300).contains(usual.known), "\(usual.known)")
    }

    func testMinutesAreALimitAndDaysOffAreFree() {
        let plan = StudySimulation.Plan(things: 500, days: 100, newADay: 500, minutes: 5, daysOff: 30)
        let rule = MemoryRule.daily(LeitnerScheduler.standard)
        let lived = StudySimulation(plan, SimulatedLearner(), random: RandomSource(seed: 1)) { _ in rule }
        XCTAssertTrue(lived.loads.allSatisfy { $0.minutes < 5 + 3 }, "one card more at most")
        XCTAssertTrue((15...45).contains(lived.loads.count { $0.answers == 0 }))
        XCTAssertLessThan(lived.met, 500)
        XCTAssertLessThanOrEqual(lived.known, Double(lived.met))
    }
}
