import Content
import Kernel
import Practice

extension Statistics {
    /// How well the words that are open are known, in thousandths: a card that rests in box 4 or 5 counts whole, a lower box so many quarters, a card
    /// that was never answered nothing.
    public var readiness: Int {
        let known = schedule.boxes.enumerated().reduce(0) { $0 + $1.element * min($1.offset + 1, Statistics.restingBox) }
        return cards.total == 0 ? 0 : known * 1000 / (cards.total * Statistics.restingBox)
    }

    /// From this box on a card rests for a week or more, with the usual intervals.
    static let restingBox = 4
}

extension Flashcards {
    /// The categories whose every card rests in box 4 or 5 since this run, in their order.
    public func mastered(in run: Run<CardExercise>) throws -> [Content.Category] {
        let risen = run.answers.filter { answer in
            (answer.after.schedule?.box ?? 0) >= Statistics.restingBox
                && (answer.before?.memory.schedule?.box ?? 0) < Statistics.restingBox
        }
        let categories = Set(risen.compactMap { library.term($0.target.subject)?.category })
        guard !categories.isEmpty else { return [] }
        let resting = Set(
            try log.memories(of: .flashcards).filter { ($0.schedule?.box ?? 0) >= Statistics.restingBox }.map(\.target))
        let open = learner.syllabus.opened(in: library.terms).filter { $0.hasKorean && categories.contains($0.category) }
        let missing = open.filter { term in
            !Direction.allCases.allSatisfy { resting.contains(Card(term: term.id, direction: $0).target) }
        }
        return categories.subtracting(missing.map(\.category)).sorted()
    }
}
