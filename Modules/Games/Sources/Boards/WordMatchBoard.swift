import Korean

/// A board of Word Match: Korean words in sequence, their English in any order.
package struct WordMatchBoard: Board {
    /// The terms, in the order of the questions.
    package let pairs: [PhrasebookTerm]
    /// The order of the English meanings, as indexes of `pairs`.
    private let englishOrder: [Int]
    /// The number of answered questions.
    package private(set) var answeredCount = 0
    /// The number of wrong choices for the current term.
    private var tries = 0
    package private(set) var points = 0
    package private(set) var misses = 0

    init(_ pairs: [PhrasebookTerm], using random: inout some RandomNumberGenerator) {
        self.pairs = pairs
        englishOrder = Array(pairs.indices).shuffled(using: &random)
    }

    /// The current term; nil when all are done.
    package var currentTerm: PhrasebookTerm? { answeredCount < pairs.count ? pairs[answeredCount] : nil }
    package var isOver: Bool { answeredCount == pairs.count }
    package var maximum: Int { pairs.count * AnswerPoints.most }
    package var choices: [BoardChoice] {
        englishOrder.map { BoardChoice([pairs[$0].english], isAvailable: $0 >= answeredCount) }
    }

    package mutating func apply(_ choice: Int) -> Reply {
        guard let currentTerm, englishOrder.indices.contains(choice), englishOrder[choice] >= answeredCount else {
            return Reply(.note, "That one is gone already.")
        }
        let chosenTerm = pairs[englishOrder[choice]]
        guard chosenTerm == currentTerm else {
            tries = tries + 1
            misses = misses + 1
            return Reply(.wrong, "No: “\(chosenTerm.english)” is \(chosenTerm.hangul) (\(chosenTerm.romanization)).")
        }
        points += AnswerPoints.after(tries)
        answeredCount = answeredCount + 1
        tries = 0
        return Reply(.right, "Right: \(currentTerm.hangul) (\(currentTerm.romanization)) is “\(currentTerm.english)”.")
    }

    package mutating func giveUp() { answeredCount = pairs.count }
}
