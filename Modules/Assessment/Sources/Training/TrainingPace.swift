import Kernel
import Practice

/// The learner's time for an answer, in seconds, from their own answers if there are enough, or
/// else a default.
package struct TrainingPace: Hashable, Sendable {
    /// For a card that was met before.
    package var card = 8.0
    package var movement = 8.0
    package var question = 15.0
    package var line = 40.0

    /// The time for a new card, which is shown, asked, and often asked again.
    package var newCard: Double { card * 2.5 }

    /// The number of answers that give a reliable pace.
    static let minimumAnswers = 20
    /// The number of latest days from which the pace is computed.
    static let days = 30

    package init() {}

    init(days: [PracticeDay], answers: [Answer], today: Day) {
        let recent = days.filter { $0.day.days(since: today) > -TrainingPace.days }
        /// Returns the mean seconds an answer of a kind, within a range, or the standard with few
        /// answers.
        func pace(_ kind: PracticeKind, _ standard: Double, _ range: ClosedRange<Double>) -> Double {
            let recentDays = recent.filter { $0.kind == kind }
            let trainingAnswers = answers.filter { $0.target.kind == kind }
            let count = recentDays.reduce(0) { $0 + $1.answers } + trainingAnswers.count
            let time =
                recentDays.reduce(0) { $0 + $1.milliseconds } + trainingAnswers.reduce(0) { $0 + $1.milliseconds }
            guard count >= TrainingPace.minimumAnswers else { return standard }
            return min(max(Double(time) / 1000 / Double(count), range.lowerBound), range.upperBound)
        }
        card = pace(.flashcards, card, 3...30)
        movement = pace(.patterns, movement, 3...30)
        question = pace(.theory, question, 5...60)
        line = pace(.lineWork, line, 10...60)
    }
}
