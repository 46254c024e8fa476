import Content
import Kernel
import Learning
import Practice

/// The probability that an item is known today, from its memory. All tests read memory through this
/// type.
enum RecallToday {
    /// The probability of recall for each Leitner box, 1 to 5, on the day of an answer.
    private static let chanceByBox = [0.5, 0.75, 0.85, 0.92, 0.96]

    /// Returns the probability of recall on a day, 0…1.
    ///
    /// For a schedule, the probability declines from the last answer as the scheduler predicts. A
    /// level is already a probability.
    static func chance(_ state: MemoryState, on day: Day, by scheduler: any Scheduler) -> Double {
        let share = if case .schedule(let schedule) = state.memory { chanceByBox[schedule.box - 1] } else { 1.0 }
        return share * state.retrievability(on: day, by: scheduler)
    }
}

/// The difficulty of items for a learner, in logits, from their kind and from the learner's memory.
struct Difficulty: Sendable {
    /// The difference between neighboring belts. All these values are our own choice and are not
    /// fitted to data.
    static let belt = 0.8
    /// The difference between saying a word in Korean and knowing its meaning.
    static let saying = 0.6
    /// The difference for each step of a term's own difficulty, 1…5.
    static let step = 0.25
    /// The difference between movements or exchanges and words of the same belt.
    static let form = 0.3
    /// The number of answers at which the memory weighs as much as the kind of the item.
    private static let halfWeightAnswers = 2.0
    /// The number of items at which the learner's memory counts for half of the estimated ability.
    static let halfWeightItems = 20.0

    let belts: [Grade]

    /// Returns the difficulty of a grade, in logits above the lowest grade.
    func logits(_ grade: Grade) -> Double { Difficulty.belt * Double(belts.count { $0 < grade }) }

    /// Returns the difficulty of a term in one direction, in logits above the lowest grade.
    func logits(_ term: Term, _ direction: Direction) -> Double {
        logits(term.grade) + Difficulty.step * Double(min(max(term.difficulty, 1), 5) - 3)
            + (direction == .englishToKorean ? Difficulty.saying : 0)
    }

    /// Returns the expected ability of a learner before any answer: that of the grade, corrected by
    /// the learner's memory.
    func expected(of learner: Learner, known: [(difficulty: Double, chance: Double)]) -> Double {
        let gradeLogits = logits(learner.grade)
        guard !known.isEmpty else { return gradeLogits }
        let excess =
            known.reduce(0) { $0 + ItemResponse.logit($1.chance) + $1.difficulty - gradeLogits } / Double(known.count)
        let weight = Double(known.count) / (Double(known.count) + Difficulty.halfWeightItems)
        return gradeLogits + min(max(excess * weight, -2), 2)
    }

    /// Returns the difficulty of an item for a learner: a weighted mean of its own difficulty and
    /// the one that the memory implies.
    static func weightedDifficulty(_ difficulty: Double, answers: Int, chance: Double, ability: Double) -> Double {
        let weight = Double(answers) / (Double(answers) + halfWeightAnswers)
        return (1 - weight) * difficulty + weight * (ability - ItemResponse.logit(chance))
    }
}
