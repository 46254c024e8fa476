import Content
import Kernel
import Practice

/// What a training is made of, by the time that there is.
struct TrainingParts {
    /// Theory questions in a training.
    static let questions = 2
    /// The same where a grading ahead asks for more of them.
    static let mostQuestions = 6
    /// Of the whole time, a pattern takes so much at most; of a longer one the weakest stretch is done.
    static let patternShare = 0.4
    /// No stretch of a pattern is shorter.
    static let shortestStretch = 4
    /// Of the whole time, cards have so much at least.
    static let cardShare = 0.25
    /// Of the time for cards, those that are due take so much at most where there are new ones to learn.
    static let dueShare = 0.75
    /// A training has no more cards.
    static let mostCards = 150

    let seconds: Double
    let pace: TrainingPace

    /// The movements that there is time for: all of them, or the stretch that is known least, the first of several.
    func stretch(of pattern: Pattern, level: (Int) -> Double) -> [Int] {
        let numbers = pattern.moves.map(\.number)
        let room = max(TrainingParts.shortestStretch, Int(seconds * TrainingParts.patternShare / pace.movement))
        guard room < numbers.count else { return numbers }
        func known(_ first: Int) -> Double { numbers[first..<first + room].reduce(0) { $0 + level($1) } }
        let first = (0...(numbers.count - room)).min { (known($0), $0) < (known($1), $1) } ?? 0
        return Array(numbers[first..<first + room])
    }

    /// What is left for cards.
    func cardSeconds(movements: Int, questions: Int, lines: Int) -> Double {
        let others =
            Double(movements) * pace.movement + Double(questions) * pace.question + Double(lines) * pace.line
        return max(seconds - others, seconds * TrainingParts.cardShare)
    }

    /// How many cards fit: those that are due, then new ones.
    ///
    /// - Parameters:
    ///   - due: how many are due.
    ///   - new: how many new ones today is to bring.
    func cards(in seconds: Double, due: Int, new: Int) -> (due: Int, new: Int) {
        let room = seconds * (new > 0 ? TrainingParts.dueShare : 1)
        let old = min(due, Int(room / pace.card))
        let fresh = min(new, Int((seconds - Double(old) * pace.card) / pace.newCard))
        // What the new ones leave is for those that are due.
        let rest = Int((seconds - Double(old) * pace.card - Double(fresh) * pace.newCard) / pace.card)
        let all = min(due, old + max(0, rest))
        return (min(all, TrainingParts.mostCards), min(fresh, TrainingParts.mostCards - min(all, TrainingParts.mostCards)))
    }
}
