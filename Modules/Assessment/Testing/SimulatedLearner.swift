import Assessment
import Kernel

/// A simulated learner of known ability who answers according to the model, to compare the result
/// of a test with the truth.
package enum SimulatedLearner {
    /// Returns the ability that a test estimates, and the number of questions asked.
    ///
    /// - Parameter guesses: whether the learner guesses unknown answers instead of admitting not
    ///   knowing.
    package static func sit(
        _ plan: TestPlan, ability: Double, guesses: Bool = false, _ random: inout RandomSource
    ) -> (found: Double, questions: Int) {
        let difficulty = Dictionary(
            plan.pool.map { ($0.item, Double($0.difficulty) / 1000) }, uniquingKeysWith: { first, _ in first })
        var answers: [TestPlan.AnsweredItem] = []
        while true {
            let items = plan.items(after: answers)
            guard items.indices.contains(answers.count) else {
                return (plan.ability(after: answers).mean, answers.count)
            }
            let item = items[answers.count]
            let knows =
                Double.random(in: 0..<1, using: &random)
                < ItemResponse.probabilityOfKnowing(ability, difficulty[item] ?? 0)
            let isLucky = Double.random(in: 0..<1, using: &random) < ItemResponse.guess
            answers.append(
                TestPlan.AnsweredItem(
                    answers.count, item, knows ? .right : !guesses ? .unknown : isLucky ? .right : .wrong))
        }
    }

    /// Returns a normally distributed ability around the mean of a plan.
    ///
    /// - Parameter deviation: the standard deviation, or nil for that of the plan.
    package static func ability(for plan: TestPlan, deviation: Double? = nil, _ random: inout RandomSource) -> Double {
        let sum = (0..<12).reduce(0.0) { total, _ in total + Double.random(in: 0..<1, using: &random) } - 6
        return Double(plan.mean) / 1000 + sum * (deviation ?? Double(plan.deviation) / 1000)
    }

    /// Returns the median of the absolute errors, or zero if there are none.
    package static func median(_ errors: [Double]) -> Double {
        let sorted = errors.map(abs).sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
}
