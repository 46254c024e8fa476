import Kernel
import Learning

/// A learner of known ability sits a test, and answers as the model says: what a test finds out is held against what is true.
public enum SimulatedLearner {
    /// The ability that a test finds, and how many questions it took.
    ///
    /// - Parameter guesses: whether the learner guesses where they do not know; otherwise they say so.
    public static func sit(
        _ plan: TestPlan, ability: Double, guesses: Bool = false, _ random: inout RandomSource
    ) -> (found: Double, questions: Int) {
        let difficulty = Dictionary(
            plan.pool.map { ($0.item, Double($0.difficulty) / 1000) }, uniquingKeysWith: { first, _ in first })
        var given: [TestPlan.Given] = []
        while true {
            let items = plan.items(behind: given)
            guard items.indices.contains(given.count) else { return (plan.ability(after: given).mean, given.count) }
            let item = items[given.count]
            let knows = Double.random(in: 0..<1, using: &random) < ItemResponse.knows(ability, difficulty[item] ?? 0)
            let isLucky = Double.random(in: 0..<1, using: &random) < ItemResponse.guess
            given.append(TestPlan.Given(given.count, item, knows ? .right : !guesses ? .unknown : isLucky ? .right : .wrong))
        }
    }

    /// An ability as a plan expects it: a bell curve around its mean.
    ///
    /// - Parameter deviation: how wide; nil for as wide as the plan expects.
    public static func ability(for plan: TestPlan, deviation: Double? = nil, _ random: inout RandomSource) -> Double {
        let sum = (0..<12).reduce(0.0) { total, _ in total + Double.random(in: 0..<1, using: &random) } - 6
        return Double(plan.mean) / 1000 + sum * (deviation ?? Double(plan.deviation) / 1000)
    }

    /// The middle of the distances between what was found and what is true.
    public static func median(_ errors: [Double]) -> Double {
        let sorted = errors.map(abs).sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
}
