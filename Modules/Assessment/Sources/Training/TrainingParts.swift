import Content
import Kernel
import Practice

/// The parts of a training for the available time.
struct TrainingParts {
    /// Theory questions in a training.
    static let questions = 2
    /// The maximum number of theory questions if the planned grading requires more.
    static let mostQuestions = 6
    /// The maximum share of the time for a pattern. Of a longer pattern, only the weakest stretch
    /// is practiced.
    static let patternShare = 0.4
    /// The minimum number of movements in a stretch of a pattern.
    static let shortestStretch = 4
    /// The minimum share of the time for cards.
    static let cardShare = 0.25
    /// The maximum share of the card time for due cards if there are new cards to learn.
    static let dueShare = 0.75
    /// The maximum number of cards in a training.
    static let mostCards = 150

    let seconds: Double
    let pace: TrainingPace

    /// Returns the movements that fit: all of them, or the first of the least known stretches.
    func stretch(of pattern: Pattern, level: (Int) -> Double) -> [Int] {
        let numbers = pattern.moves.map(\.number)
        let room = max(TrainingParts.shortestStretch, Int(seconds * TrainingParts.patternShare / pace.movement))
        guard room < numbers.count else { return numbers }
        func known(_ first: Int) -> Double { numbers[first..<first + room].reduce(0) { $0 + level($1) } }
        let first = (0...(numbers.count - room)).min { (known($0), $0) < (known($1), $1) } ?? 0
        return Array(numbers[first..<first + room])
    }

    /// Returns the time left for cards, in seconds.
    func cardSeconds(movements: Int, questions: Int, lines: Int) -> Double {
        let others =
            Double(movements) * pace.movement + Double(questions) * pace.question + Double(lines) * pace.line
        return max(seconds - others, seconds * TrainingParts.cardShare)
    }

    /// Returns the numbers of due and new cards that fit.
    ///
    /// - Parameters:
    ///   - due: the number of due cards.
    ///   - new: the number of new cards planned for today.
    func cards(in seconds: Double, due: Int, new: Int) -> (due: Int, new: Int) {
        let room = seconds * (new > 0 ? TrainingParts.dueShare : 1)
        let old = min(due, Int(room / pace.card))
        let fresh = min(new, Int((seconds - Double(old) * pace.card) / pace.newCard))
        // Due cards fill the time that new cards leave.
        let rest = Int((seconds - Double(old) * pace.card - Double(fresh) * pace.newCard) / pace.card)
        let all = min(due, old + max(0, rest))
        return (
            min(all, TrainingParts.mostCards), min(fresh, TrainingParts.mostCards - min(all, TrainingParts.mostCards))
        )
    }
}
