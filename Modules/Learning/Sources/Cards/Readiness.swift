import Content
import Kernel
import Practice

extension Statistics {
    /// - Parameter scheduler: nil where boxes alone say what is known, and nothing fades.
    static func readiness(of learning: [ItemMemory], total: Int, on day: Day, by scheduler: (any Scheduler)?) -> Int {
        guard total > 0 else { return 0 }
        let known = learning.reduce(0.0) { known, memory in
            let box = min(memory.schedule?.box ?? 0, restingBox)
            return known + Double(box) * (scheduler.map { memory.retrievability(on: day, by: $0) } ?? 1)
        }
        return Int(known * 1000 / Double(total * restingBox))
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
