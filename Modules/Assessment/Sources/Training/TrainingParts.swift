import Content
import Kernel
import Practice

/// The parts of a training for the available time.
struct TrainingParts {
    /// The number of theory questions in a training.
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
    ///
    /// - Parameter level: returns the probability that the movement with a number is known, 0…1.
    func stretch(of pattern: Pattern, level: (Int) -> Double) -> [Int] {
        let numbers = pattern.moves.map(\.number)
        let capacity = max(TrainingParts.shortestStretch, Int(seconds * TrainingParts.patternShare / pace.movement))
        guard capacity < numbers.count else { return numbers }
        func levelSum(_ start: Int) -> Double { numbers[start..<start + capacity].reduce(0) { $0 + level($1) } }
        let start = (0...(numbers.count - capacity)).min { (levelSum($0), $0) < (levelSum($1), $1) } ?? 0
        return Array(numbers[start..<start + capacity])
    }

    /// Returns the time left for cards, in seconds.
    func cardSeconds(movements: Int, questions: Int, lines: Int) -> Double {
        let otherSeconds =
            Double(movements) * pace.movement + Double(questions) * pace.question + Double(lines) * pace.line
        return max(seconds - otherSeconds, seconds * TrainingParts.cardShare)
    }

    /// Returns the numbers of due and new cards that fit.
    ///
    /// - Parameters:
    ///   - due: the number of due cards.
    ///   - new: the number of new cards planned for today.
    func cards(in seconds: Double, due: Int, new: Int) -> (due: Int, new: Int) {
        let dueSeconds = seconds * (new > 0 ? TrainingParts.dueShare : 1)
        let dueCount = min(due, Int(dueSeconds / pace.card))
        let newCount = min(new, Int((seconds - Double(dueCount) * pace.card) / pace.newCard))
        // Due cards fill the time that new cards leave.
        let fillerCount = Int((seconds - Double(dueCount) * pace.card - Double(newCount) * pace.newCard) / pace.card)
        let allDue = min(due, dueCount + max(0, fillerCount))
        return (
            min(allDue, TrainingParts.mostCards),
            min(newCount, TrainingParts.mostCards - min(allDue, TrainingParts.mostCards))
        )
    }
}
