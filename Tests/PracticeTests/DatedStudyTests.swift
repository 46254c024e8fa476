import Kernel
import Practice
import XCTest

/// Study towards a date: what is missing is spread over the days until then.
final class DatedStudyTests: XCTestCase {
    private func lived(_ plan: StudySimulation.Plan, _ learner: SimulatedLearner, _ seed: UInt64) -> StudySimulation {
        StudySimulation(plan, learner, random: RandomSource(seed: seed)) { _ in .daily(FSRSScheduler(.daily)) }
    }

    /// Who has the time meets everything before the last days, however many days are left out, and nothing afterwards.
    func testWhatIsSpreadIsMetInTime() {
        var random = RandomSource(seed: 41)
        for _ in 0..<60 {
            let learner = SimulatedLearner(apart: 30, &random)
            let (days, things) = (Int.random(in: 20...90, using: &random), Int.random(in: 10...150, using: &random))
            var plan = StudySimulation.Plan(things: things, days: days, newADay: 200)
            plan.spread = days - 4
            let seed = random.next()
            XCTAssertEqual(lived(plan, learner, seed).met, things)
            var early = plan
            early.days = days - 4
            XCTAssertEqual(lived(early, learner, seed).met, things, "before the last days")
            plan.spread = 0
            XCTAssertEqual(lived(plan, learner, seed).met, 0)
        }
    }

    /// Ten new ones a day do not reach what a near date asks; a date does.
    func testADateReachesWhatTenADayDoNot() {
        var (random, dated, usual) = (RandomSource(seed: 42), 0.0, 0.0)
        for _ in 0..<30 {
            let learner = SimulatedLearner(apart: 30, &random)
            var plan = StudySimulation.Plan(things: 400, days: 30, newADay: 10, minutes: 30, daysOff: 20)
            let seed = random.next()
            usual += lived(plan, learner, seed).known
            (plan.newADay, plan.spread) = (50, 24)
            dated += lived(plan, learner, seed).known
        }
        XCTAssertGreaterThan(dated, usual * 1.2)
    }
}
