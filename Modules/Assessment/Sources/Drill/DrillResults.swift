import Kernel
import Practice

/// The results of a drill.
package struct DrillResults: Sendable {
    /// Two words that the learner confused.
    package struct Pair: Hashable, Sendable {
        /// The identifiers of the two terms.
        package let first, second: String
        /// Whether the latest answers to both words were right.
        package let isDistinguished: Bool
    }

    package let run: Run<DrillExercise>
    /// The distinct questions in order of first appearance.
    package let asked: [DrillItem]
    /// The questions whose latest answer was wrong.
    package let wrong: [DrillItem]
    package let pairs: [Pair]

    init(_ run: Run<DrillExercise>) {
        self.run = run
        var (isRightByQuestion, items): ([TestItem: Bool], [DrillItem]) = ([:], [])
        for answer in run.answers where run.items.indices.contains(answer.place) {
            let item = run.items[answer.place]
            if isRightByQuestion.updateValue(answer.isRight, forKey: item.question) == nil { items.append(item) }
        }
        asked = items
        wrong = items.filter { isRightByQuestion[$0.question] == false }
        var pairedQuestions: Set<TestItem> = []
        pairs = items.compactMap { item in
            guard let other = item.other, let isOwnRight = isRightByQuestion[item.question],
                let isOtherRight = isRightByQuestion[other.question],
                pairedQuestions.isDisjoint(with: [item.question, other.question])
            else { return nil }
            pairedQuestions.formUnion([item.question, other.question])
            return Pair(
                first: item.question.target.subject, second: other.question.target.subject,
                isDistinguished: isOwnRight && isOtherRight)
        }
    }

    package var right: Int { run.right }
    package var answers: Int { run.answers.count }
}
