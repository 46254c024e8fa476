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

/// How well words that have something in common are known.
public struct WordStanding: Sendable {
    /// How many cards: every word has one in each direction.
    public let cards: Int
    /// How many of them were answered at least once.
    public let met: Int
    /// How many one is expected to know today.
    public let known: Double
    /// How many rest in box 4 or 5.
    public let resting: Int

    /// The share that one is expected to know, 0…1.
    public var share: Double { cards == 0 ? 0 : known / Double(cards) }
    /// Whether every card rests in box 4 or 5.
    public var isMastered: Bool { cards > 0 && resting == cards }

    fileprivate init(_ terms: [Term], _ memories: [Target: ItemMemory], _ scheduler: any Scheduler, _ today: Day) {
        let targets = terms.flatMap { term in Direction.allCases.map { Card(term: term.id, direction: $0).target } }
        let found = targets.compactMap { memories[$0] }
        (cards, met) = (targets.count, found.count)
        known = found.reduce(0) { $0 + $1.retrievability(on: today, by: scheduler) }
        resting = found.count { ($0.schedule?.box ?? 0) >= Statistics.restingBox }
    }
}

extension Flashcards {
    /// How well the words that are open are known, by category and by grade, each in its order. Reads one record a card.
    public func wordStandings() throws -> (
        categories: [(category: Content.Category, standing: WordStanding)], grades: [(grade: Grade, standing: WordStanding)]
    ) {
        let terms = learner.syllabus.opened(in: library.terms).filter(\.hasKorean)
        let memories = Dictionary(try log.memories(of: .flashcards).map { ($0.target, $0) }, uniquingKeysWith: { $1 })
        let (scheduler, today) = (try scheduler(), log.today)
        let standing = { (terms: [Term]) in WordStanding(terms, memories, scheduler, today) }
        return (
            Dictionary(grouping: terms, by: \.category).sorted { $0.key < $1.key }.map { ($0.key, standing($0.value)) },
            Dictionary(grouping: terms, by: \.grade).sorted { $0.key < $1.key }.map { ($0.key, standing($0.value)) }
        )
    }
}
