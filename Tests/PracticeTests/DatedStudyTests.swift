import Kernel
import Practice
import XCTest

/// Tests of study towards a date: new items are spread over the remaining days.
final class DatedStudyTests: XCTestCase {
    private func simulated(_ plan: StudySimulation.Plan, _ learner: SimulatedLearner, _ seed: UInt64) -> StudySimulation
    {
        StudySimulation(plan, learner, random: RandomSource(seed: seed)) { _ in .daily(FSRSScheduler(.daily)) }
    }

    /// A learner with enough time sees all items before the last days, however many days are
    /// skipped.
    func testSpreadItemsAreLearnedBeforeDate() {
        var random = RandomSource(seed: 41)
        for _ in 0..<60 {
            let learner = SimulatedLearner(maximumDeviation: 30, &random)
            let days = Int.random(in: 20...90, using: &random)
            let things = Int.random(in: 10...150, using: &random)
            var plan = StudySimulation.Plan(items: things, days: days, newItemsPerDay: 200)
            plan.introductionDays = days - 4
            let seed = random.next()
            XCTAssertEqual(simulated(plan, learner, seed).introducedCount, things)
            var early = plan
            early.days = days - 4
            XCTAssertEqual(simulated(early, learner, seed).introducedCount, things, "before the last days")
            plan.introductionDays = 0
            XCTAssertEqual(simulated(plan, learner, seed).introducedCount, 0)
        }
    }

    /// A target date teaches more than the usual ten new items a day.
    func testTargetDateTeachesMoreThanDailyLimit() {
        var random = RandomSource(seed: 42)
        var dated = 0.0
        var undated = 0.0
        for _ in 0..<30 {
            let learner = SimulatedLearner(maximumDeviation: 30, &random)
            var plan = StudySimulation.Plan(items: 400, days: 30, newItemsPerDay: 10, minutes: 30, daysOff: 20)
            let seed = random.next()
            undated += simulated(plan, learner, seed).expectedKnownCount
            (plan.newItemsPerDay, plan.introductionDays) = (50, 24)
            dated += simulated(plan, learner, seed).expectedKnownCount
        }
        XCTAssertGreaterThan(dated, undated * 1.2)
    }
}
