import Kernel
import Practice

/// A finished session, with the same identifier as its run.
package struct VocabularyResult: Codable, Hashable, Sendable, Storable {
    package let id: Identifier<VocabularyResult>
    /// `match`, `build`, `assemble`, `complete` or `mixed`.
    package let activity: String
    /// The reached and the possible points, two for each word.
    package let points, maximum: Int
    /// The share of missing words that were right at the first attempt without a hint, in
    /// thousandths: 0…1000.
    package let accuracy: Int
    package let words, phrases: Int
    /// The mean time from the display of a phrase to its end, in milliseconds; nil if no phrase was
    /// built.
    package let buildTime: Int?
    /// The longest right phrase, in words; 0 for none.
    package let longest: Int
    package let at: Instant
    /// The learner's day at that moment; nil in older results.
    package let day: Day?

    /// Creates the result of a run; nil before the first answer.
    init?(_ run: Run<VocabularyExercise>) {
        guard let last = run.answers.last else { return nil }
        let phraseAnswers = run.answers.filter { $0.target.phraseWords != nil }
        id = Identifier(run.id.rawValue)
        activity = run.log.activity
        at = last.at
        day = last.day
        points = run.points
        maximum = run.maximum
        accuracy = run.share
        words = run.answers.count - phraseAnswers.count
        phrases = phraseAnswers.count
        buildTime = phraseAnswers.isEmpty ? nil : phraseAnswers.reduce(0) { $0 + $1.milliseconds } / phraseAnswers.count
        longest = phraseAnswers.filter { $0.rating.isRight }.compactMap { $0.target.phraseWords?.count }.max() ?? 0
    }

    package var title: String { VocabularyMode(rawValue: activity)?.title ?? "Vocabulary Builder" }
    /// The share of words that were right at once, 0…1.
    package var share: Double { Double(accuracy) / Double(Level.full) }

    static let byTime = Index<VocabularyResult, IndexKey>.ordered("time") { IndexKey($0.at, $0.id) }
    static let byActivity = Index<VocabularyResult, IndexKey>.ordered("activity") {
        IndexKey($0.activity, $0.at, $0.id)
    }
    package static let collection = RecordCollection<VocabularyResult>(
        "vocabulary.results", indexes: [byTime, byActivity])
}

extension Run<VocabularyExercise> {
    /// Two points for each missing word; half of them after one hint or one wrong attempt, none
    /// after more.
    package var points: Int { answers.reduce(0) { $0 + $1.points } }
    /// The possible points of the answers so far.
    package var maximum: Int { answers.reduce(0) { $0 + 2 * $1.fields.count } }
}

extension Answer {
    /// The points of the answer: two for each word, one with help, and none if it was missed.
    package var points: Int {
        switch rating {
        case .good, .easy: 2 * fields.count
        case .hard: fields.count
        case .again: 0
        }
    }
}
