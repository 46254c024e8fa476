import Kernel
import Practice

/// A session that was finished.
public struct VocabularyResult: Codable, Hashable, Sendable, Storable {
    /// Named like its run.
    public let id: Identifier<VocabularyResult>
    /// `match`, `build`, `assemble`, `complete` or `mixed`.
    public let activity: String
    /// What was reached, and what could be: two points a word.
    public let points, maximum: Int
    /// Words that were right at the first try, without a hint, and all that were missing, in thousandths: 0…1000.
    public let accuracy: Int
    /// How many words and how many phrases were asked.
    public let words, phrases: Int
    /// Time from showing to the end of a phrase, on the mean, in milliseconds; nil where no phrase was built.
    public let buildTime: Int?
    /// The longest phrase that was right, in words; 0 for none.
    public let longest: Int
    /// When its last answer was given.
    public let at: Instant
    /// The learner's day at that moment; nil in results of before that was kept.
    public let day: Day?

    /// What a run came to; nil before the first answer.
    init?(_ run: Run<VocabularyExercise>) {
        guard let last = run.answers.last else { return nil }
        let built = run.answers.filter { $0.target.phraseWords != nil }
        (id, activity, at, day) = (Identifier(run.id.rawValue), run.log.activity, last.at, last.day)
        (points, maximum) = (run.points, run.maximum)
        accuracy = run.share
        (words, phrases) = (run.answers.count - built.count, built.count)
        buildTime = built.isEmpty ? nil : built.reduce(0) { $0 + $1.milliseconds } / built.count
        longest = built.filter { $0.rating.isRight }.compactMap { $0.target.phraseWords?.count }.max() ?? 0
    }

    /// What the mode is called.
    public var title: String { VocabularyMode(rawValue: activity)?.title ?? "Vocabulary Builder" }
    /// The share of words that were right at once, 0…1.
    public var share: Double { Double(accuracy) / Double(Level.full) }

    static let byTime = Index<VocabularyResult, IndexKey>.ordered("time") { IndexKey($0.at, $0.id) }
    static let byActivity = Index<VocabularyResult, IndexKey>.ordered("activity") { IndexKey($0.activity, $0.at, $0.id) }
    /// Where results are kept.
    public static let collection = RecordCollection<VocabularyResult>("vocabulary.results", indexes: [byTime, byActivity])
}

extension Run<VocabularyExercise> {
    /// Two points a missing word; half of them with one hint or one wrong try, none after more.
    public var points: Int { answers.reduce(0) { $0 + $1.points } }
    /// What the answers so far could have brought.
    public var maximum: Int { answers.reduce(0) { $0 + 2 * $1.fields.count } }
}

extension Answer {
    /// What it brought.
    package var points: Int {
        switch rating {
        case .good, .easy: 2 * fields.count
        case .hard: fields.count
        case .again: 0
        }
    }
}
