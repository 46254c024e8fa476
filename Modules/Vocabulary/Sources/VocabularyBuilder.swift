import Kernel
import Practice

/// A word with what is remembered of it.
public struct VocabularyEntry: Sendable {
    /// As the book has it.
    public let word: VocabularyWord
    /// Nil before it was asked.
    public let state: MemoryState?

    /// How often it was asked, and right.
    public var seen: Int { state?.answers ?? 0 }
    /// How often it was right at once.
    public var right: Int { state?.right ?? 0 }
    /// When it comes back; nil before it was asked.
    public var due: Day? { state?.memory.schedule?.due }
    /// How well it is known, 1…5; nil before it was asked.
    public var box: Int? { state?.memory.schedule?.box }
    /// `new`, `learning`, `known` or `mastered`.
    public var stage: String {
        guard let state else { return "new" }
        return VocabularyPlan.isMastered(state) ? "mastered" : VocabularyPlan.isKnown(state) ? "known" : "learning"
    }
}

/// How far somebody is with the builder.
public struct VocabularyProgress: Sendable {
    /// All words there are; of those the ones that were asked, that are known, and that are mastered.
    public let words, met, known, mastered: Int
    /// Phrases that were right at least once.
    public let phrases: Int
    /// What is due today.
    public let due: Int
    /// So many words new phrases have at most: 2…6.
    public let level: Int
    /// How many phrases of that length are known, of how many that open the next.
    public let reached, wanted: Int
    /// By mode the sessions that were finished, with the best of them.
    public let modes: [Best]

    /// What one mode came to.
    public struct Best: Sendable {
        /// `match` … `mixed`.
        public let activity: String
        /// How many were finished.
        public let sessions: Int
        /// The best share of words that were right at once.
        public let accuracy: VocabularyResult
        /// The quickest; nil where no phrase was built.
        public let quickest: VocabularyResult?
    }
}

/// The vocabulary builder of one learner: plans sessions, and knows how far they are.
public struct VocabularyBuilder: Sendable {
    /// Every kind of record that it keeps beside those of practice.
    public static var collections: [any StoredCollection] { [VocabularyResult.collection] }

    /// What there is to build with.
    public let book: Wordbook
    /// Where sessions and answers are kept, with those of every other kind.
    public let log: PracticeLog
    private let scheduler: any Scheduler

    /// A builder for a learner, whose own the log is.
    ///
    /// - Parameter scheduler: by what words and phrases come back.
    public init(_ book: Wordbook, log: PracticeLog, scheduler: any Scheduler) {
        (self.book, self.log, self.scheduler) = (book, log, scheduler)
    }

    private func exercise(_ mode: VocabularyMode?) -> VocabularyExercise { VocabularyExercise(mode, book, scheduler) }

    private func plan() throws -> VocabularyPlan {
        VocabularyPlan(book, try log.memories(of: .building), today: log.today)
    }

    /// Plans a session of a mode, or of what is best now, and keeps it.
    ///
    /// - Parameter count: how many words and phrases are asked; nil for what is usual.
    /// - Throws: `vocabularyTooSmall` where the learner's words make none.
    public func begin(_ mode: VocabularyMode? = nil, count: Int? = nil) throws -> Run<VocabularyExercise> {
        var (plan, random) = (try plan(), log.split())
        let usual = mode == nil || mode == .match ? 10 : 5
        let items = plan.items(mode, count: count ?? usual, using: &random)
        guard !items.isEmpty else { throw Failure.vocabularyTooSmall }
        return try log.begin(
            exercise(mode), items: items, settings: VocabularySettings(mode: mode, level: plan.level, phrase: nil))
    }

    /// Plans a session about one phrase: its words, what it grows out of, and the phrase itself.
    ///
    /// - Parameter name: a term by its id or name, or the words of a phrase.
    /// - Throws: `notAPhrase`.
    public func begin(about name: String) throws -> Run<VocabularyExercise> {
        guard let phrase = book.named(name) ?? book.read(name).phrase,
            VocabularyPhrase.lengths.contains(phrase.words.count)
        else { throw Failure.notAPhrase(name) }
        var (plan, random) = (try plan(), log.split())
        let items = plan.items(about: phrase, using: &random)
        return try log.begin(
            exercise(nil), subject: phrase.id, items: items,
            settings: VocabularySettings(mode: nil, level: plan.level, phrase: phrase.meaning))
    }

    /// Today's session of a mode that was left before its end, and is open nowhere else; nil otherwise.
    public func unfinished(_ mode: VocabularyMode?) throws -> Run<VocabularyExercise>? {
        guard let run = try log.unfinished(exercise(mode)), !run.isDone, log.isOpenElsewhere(run.log) != true else { return nil }
        let day = run.answers.last?.day ?? log.day(of: run.log.startedAt)
        return day == log.today ? run : nil
    }

    /// Whether nothing was ever answered.
    public func isFirst() throws -> Bool { try log.memories(of: .building).isEmpty }

    /// All words of the learner's grade and below, with what is remembered of them.
    public func entries() throws -> [VocabularyEntry] {
        let states = Dictionary(try log.memories(of: .building).map { ($0.target, $0.state) }) { first, _ in first }
        return book.words().filter(\.isOpen).map { VocabularyEntry(word: $0, state: states[.word($0.hangul)]) }
    }

    /// How far the learner is.
    public func progress() throws -> VocabularyProgress {
        let (plan, entries, memories) = (try plan(), try entries(), try log.memories(of: .building))
        let phrases = memories.filter { $0.target.phraseWords != nil }
        let due = phrases.count { $0.schedule?.isDue(on: log.today) ?? false }
        let results = try results(limit: nil)
        let modes = (VocabularyMode.allCases.map(\.rawValue) + [VocabularyExercise.mixed]).compactMap { activity in
            VocabularyProgress.Best(activity, results.filter { $0.activity == activity })
        }
        return VocabularyProgress(
            words: entries.count, met: entries.count { $0.state != nil },
            known: entries.count { ["known", "mastered"].contains($0.stage) }, mastered: entries.count { $0.stage == "mastered" },
            phrases: phrases.count { $0.state.right > 0 },
            due: due + entries.count { $0.state?.memory.schedule?.isDue(on: log.today) ?? false }, level: plan.level,
            reached: plan.reached, wanted: VocabularyPlan.enough, modes: modes)
    }

    /// Finished sessions, the latest first; of one mode, or of all.
    public func results(of mode: VocabularyMode? = nil, limit: Int?) throws -> [VocabularyResult] {
        try log.repository.read { records in
            let selection =
                mode.map { VocabularyResult.byActivity.under($0.rawValue).descending } ?? VocabularyResult.byTime.all.descending
            return try records.unit.transaction.records(selection.limit(limit))
        }
    }

    /// The best share of words right at once among earlier sessions of the same kind; nil for the first.
    public func best(before result: VocabularyResult) throws -> VocabularyResult? {
        try results(limit: nil).filter { $0.activity == result.activity && $0.id != result.id && $0.at <= result.at }
            .max { ($0.points * $1.maximum, $0.at) < ($1.points * $0.maximum, $1.at) }
    }

    /// What a run came to; nil before its first answer.
    public func result(of run: Run<VocabularyExercise>) -> VocabularyResult? { VocabularyResult(run) }
}

extension VocabularyProgress.Best {
    /// Nil where none was finished.
    fileprivate init?(_ activity: String, _ results: [VocabularyResult]) {
        guard let best = results.max(by: { ($0.accuracy, $0.at) < ($1.accuracy, $1.at) }) else { return nil }
        self.init(
            activity: activity, sessions: results.count, accuracy: best,
            quickest: results.filter { $0.buildTime != nil }.min { ($0.buildTime ?? 0) < ($1.buildTime ?? 0) })
    }
}
