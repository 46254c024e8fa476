import Kernel
import Practice

/// What a drill brought.
public struct DrillResults: Sendable {
    /// Two words that were mistaken for each other.
    public struct Pair: Hashable, Sendable {
        /// Their terms.
        public let first, second: String
        /// Whether both were right when they were asked last.
        public let isToldApart: Bool
    }

    /// The drill.
    public let run: Run<DrillExercise>
    /// The questions that were asked, each once, in the order in which they came first.
    public let asked: [DrillItem]
    /// Those that were wrong when they were asked last.
    public let wrong: [DrillItem]
    /// The pairs of which both were asked.
    public let pairs: [Pair]

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
                first: item.question.target.subject, second: other.question.target.subject, isToldApart: own && its)
        }
    }

    /// How many answers were right, of all.
    public var right: Int { run.right }
    /// How many answers there were.
    public var answers: Int { run.answers.count }
}
