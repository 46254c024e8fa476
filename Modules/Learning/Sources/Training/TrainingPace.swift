import Kernel
import Practice

/// How long a learner takes, in seconds: from their own answers where there are enough, else as is usual.
public struct TrainingPace: Hashable, Sendable {
    /// For a card that was met before.
    public var card = 8.0
    /// For a movement of a pattern.
    public var movement = 8.0
    /// For a question of theory.
    public var question = 15.0
    /// For a line of line work.
    public var line = 40.0

    /// For a new card: it is shown, asked, and often asked once more.
    public var newCard: Double { card * 2.5 }

    /// So many answers say how long somebody takes.
    static let enough = 20
    /// Of so many days.
    static let days = 30

    /// As is usual.
    public init() {}

    /// From what was practised: days of single kinds, and answers of trainings.
    init(days: [PracticeDay], answers: [Answer], today: Day) {
        let recent = days.filter { $0.day.days(since: today) > -TrainingPace.days }
        func pace(_ kind: PracticeKind, _ usual: Double, _ range: ClosedRange<Double>) -> Double {
            let (own, mixed) = (recent.filter { $0.kind == kind }, answers.filter { $0.target.kind == kind })
            let count = own.reduce(0) { $0 + $1.answers } + mixed.count
            let time = own.reduce(0) { $0 + $1.milliseconds } + mixed.reduce(0) { $0 + $1.milliseconds }
            guard count >= TrainingPace.enough else { return usual }
            return min(max(Double(time) / 1000 / Double(count), range.lowerBound), range.upperBound)
        }
        card = pace(.flashcards, card, 3...30)
        movement = pace(.patterns, movement, 3...30)
        question = pace(.theory, question, 5...60)
        line = pace(.lineWork, line, 10...60)
    }
}
