import Kernel
import Practice

/// The results of a drill.
package struct DrillResults: Sendable {
    /// Two words that the learner confused.
    package struct Pair: Hashable, Sendable {
        /// The identifiers of the two terms.
        package let first, second: String
        package let isDistinguished: Bool
    }

    package let run: Run<DrillExercise>
    /// The distinct questions in order of first appearance.
    package let asked: [DrillItem]
    package let wrong: [DrillItem]
    package let pairs: [Pair]

    init(_ run: Run<DrillExercise>) {
        self.run = run
        var (latest, order): ([TestItem: Bool], [DrillItem]) = ([:], [])
        for answer in run.answers where run.items.indices.contains(answer.place) {
            let item = run.items[answer.place]
            if latest.updateValue(answer.isRight, forKey: item.question) == nil { order.append(item) }
        }
        asked = order
        wrong = order.filter { latest[$0.question] == false }
        var seen: Set<TestItem> = []
        pairs = order.compactMap { item in
            guard let other = item.other, let own = latest[item.question], let its = latest[other.question],
                seen.isDisjoint(with: [item.question, other.question])
            else { return nil }
            seen.formUnion([item.question, other.question])
            return Pair(
                first: item.question.target.subject, second: other.question.target.subject, isDistinguished: own && its)
        }
    }

    package var right: Int { run.right }
    package var answers: Int { run.answers.count }
}
