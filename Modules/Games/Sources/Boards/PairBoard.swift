import Korean

/// A board of Word Match: Korean words in sequence, their English in any order.
package struct PairBoard: Board {
    /// The terms, in the order of the questions.
    package let pairs: [PhrasebookTerm]
    private let order: [Int]
    /// The number of answered questions.
    package private(set) var answeredCount = 0
    private var tries = 0
    package private(set) var points = 0
    package private(set) var misses = 0

    init(_ pairs: [PhrasebookTerm], using random: inout some RandomNumberGenerator) {
        self.pairs = pairs
        order = Array(pairs.indices).shuffled(using: &random)
    }

    /// The current term; nil when all are done.
    package var currentTerm: PhrasebookTerm? { answeredCount < pairs.count ? pairs[answeredCount] : nil }
    package var isOver: Bool { answeredCount == pairs.count }
    package var maximum: Int { pairs.count * AnswerPoints.most }
    package var choices: [BoardChoice] {
        order.map { BoardChoice([pairs[$0].english], isAvailable: $0 >= answeredCount) }
    }

    package mutating func apply(_ choice: Int) -> Reply {
        guard let currentTerm, order.indices.contains(choice), order[choice] >= answeredCount else {
            return Reply(.note, "That one is gone already.")
        }
        let chosen = pairs[order[choice]]
        guard chosen == currentTerm else {
            tries = tries + 1
            misses = misses + 1
            return Reply(.wrong, "No: “\(chosen.english)” is \(chosen.hangul) (\(chosen.romanization)).")
        }
        points += AnswerPoints.after(tries)
        answeredCount = answeredCount + 1
        tries = 0
        return Reply(.right, "Right: \(currentTerm.hangul) (\(currentTerm.romanization)) is “\(currentTerm.english)”.")
    }

    package mutating func giveUp() { answeredCount = pairs.count }
}
