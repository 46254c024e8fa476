import Content
import Kernel
import Practice

extension Statistics {
    /// Returns the readiness of a learner, in thousandths.
    ///
    /// - Parameter scheduler: the scheduler that predicts forgetting, or nil to use the boxes only.
    static func readiness(of learning: [ItemMemory], total: Int, on day: Day, by scheduler: (any Scheduler)?) -> Int {
        guard total > 0 else { return 0 }
        let knownBoxes = learning.reduce(0.0) { knownBoxes, memory in
            let box = min(memory.schedule?.box ?? 0, restingBox)
            return knownBoxes + Double(box) * (scheduler.map { memory.retrievability(on: day, by: $0) } ?? 1)
        }
        return Int(knownBoxes * 1000 / Double(total * restingBox))
    }

    /// The first box in which a card rests for at least a week, with the default intervals.
    static let restingBox = 4
}

/// The mastery of a group of words.
package struct WordMastery: Sendable {
    /// The number of cards, two a word: one in each direction.
    package let cards: Int
    /// The number of cards with an answer.
    package let met: Int
    /// The number of cards that the learner is expected to know today.
    package let known: Double
    /// The number of cards in box 4 or 5.
    package let resting: Int

    /// The share of cards that the learner is expected to know, 0…1.
    package var share: Double { cards == 0 ? 0 : known / Double(cards) }
    /// Whether every card is in box 4 or 5.
    package var isMastered: Bool { cards > 0 && resting == cards }

    fileprivate init(_ terms: [Term], _ memories: [Target: ItemMemory], _ scheduler: any Scheduler, _ today: Day) {
        let targets = terms.flatMap { term in Direction.allCases.map { Card(term: term.id, direction: $0).target } }
        let metMemories = targets.compactMap { memories[$0] }
        cards = targets.count
        met = metMemories.count
        known = metMemories.reduce(0) { $0 + $1.retrievability(on: today, by: scheduler) }
        resting = metMemories.count { ($0.schedule?.box ?? 0) >= Statistics.restingBox }
    }
}

extension Flashcards {
    /// Returns the mastery of the open words by category and by grade, each in order. It reads one
    /// record a card.
    package func wordStandings() throws -> (
        categories: [(category: Content.Category, standing: WordMastery)],
        grades: [(grade: Grade, standing: WordMastery)]
    ) {
        let terms = learner.syllabus.opened(in: library.terms).filter(\.hasKorean)
        let memories = Dictionary(try log.memories(of: .flashcards).map { ($0.target, $0) }, uniquingKeysWith: { $1 })
        let scheduler = try scheduler()
        let today = log.today
        let mastery = { (terms: [Term]) in WordMastery(terms, memories, scheduler, today) }
        return (
            Dictionary(grouping: terms, by: \.category).sorted { $0.key < $1.key }.map { ($0.key, mastery($0.value)) },
            Dictionary(grouping: terms, by: \.grade).sorted { $0.key < $1.key }.map { ($0.key, mastery($0.value)) }
        )
    }
}
