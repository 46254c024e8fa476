import Kernel
import Korean
import Practice

/// A word with its learning state.
package struct VocabularyEntry: Sendable {
    package let word: PhrasebookWord
    package let state: MemoryState?

    package var timesAsked: Int { state?.answers ?? 0 }
    package var timesRight: Int { state?.right ?? 0 }
    /// The day on which it is due; nil before the first question.
    package var due: Day? { state?.memory.schedule?.due }
    /// The learning box, 1…5; nil before the first question.
    package var box: Int? { state?.memory.schedule?.box }
    /// `new`, `learning`, `known` or `mastered`.
    package var stage: String {
        guard let state else { return "new" }
        return VocabularyPlan.isMastered(state) ? "mastered" : VocabularyPlan.isKnown(state) ? "known" : "learning"
    }
}

/// The learner's progress with the builder.
package struct VocabularyProgress: Sendable {
    /// The numbers of all words, and of those that were asked, are known and are mastered.
    package let words, asked, known, mastered: Int
    package let phrases: Int
    package let due: Int
    /// The maximum number of words in new phrases: 2…6.
    package let level: Int
    /// The number of known phrases of that length, and the number that unlocks the next.
    package let knownAtLevel, neededForNextLevel: Int
    /// The best finished sessions, by mode.
    package let modes: [Best]

    /// The best sessions of a mode.
    package struct Best: Sendable {
        /// `match` … `mixed`.
        package let activity: String
        package let sessions: Int
        /// The session with the best share of words that were right at once.
        package let mostAccurate: VocabularyResult
        /// The fastest session; nil if no phrase was built.
        package let quickest: VocabularyResult?
    }
}

/// The vocabulary builder of one learner, which plans sessions and reports progress.
package struct VocabularyBuilder: Sendable {
    /// The collections of its own records, in addition to those of Practice.
    package static var collections: [any StoredCollection] { [VocabularyResult.collection] }

    package let book: Phrasebook
    /// The log of sessions and answers, shared with the other exercises.
    package let log: PracticeLog
    private let scheduler: any Scheduler

    /// Creates the builder of the learner to whom the log belongs.
    ///
    /// - Parameter scheduler: the scheduler of words and phrases.
    package init(_ book: Phrasebook, log: PracticeLog, scheduler: any Scheduler) {
        self.book = book
        self.log = log
        self.scheduler = scheduler
    }

    private func exercise(_ mode: VocabularyMode?) -> VocabularyExercise { VocabularyExercise(mode, book, scheduler) }

    /// Returns a plan from the present memories.
    private func plan() throws -> VocabularyPlan {
        VocabularyPlan(book, try log.memories(of: .building), today: log.today)
    }

    /// Plans and saves a session of a mode, or of an automatic choice of modes.
    ///
    /// - Parameter count: the number of words and phrases to ask; nil for the default.
    /// - Throws: `vocabularyTooSmall` if the learner's words are too few for a session.
    package func begin(_ mode: VocabularyMode? = nil, count: Int? = nil) throws -> Run<VocabularyExercise> {
        var plan = try plan()
        var random = log.makeRandomSource()
        let defaultCount = mode == nil || mode == .match ? 10 : 5
        let items = plan.items(mode, count: count ?? defaultCount, using: &random)
        guard !items.isEmpty else { throw Failure.vocabularyTooSmall }
        return try log.begin(
            exercise(mode), items: items, settings: VocabularySettings(mode: mode, level: plan.level, phrase: nil))
    }

    /// Plans a session about one phrase: its words, its shorter forms, and the phrase itself.
    ///
    /// - Parameter name: a term by its id or name, or the words of a phrase.
    /// - Throws: `notAPhrase`.
    package func begin(about name: String) throws -> Run<VocabularyExercise> {
        guard let phrase = book.phraseNamed(name) ?? book.read(name).phrase, phrase.isBuildable else {
            throw Failure.notAPhrase(name)
        }
        var plan = try plan()
        var random = log.makeRandomSource()
        let items = plan.items(about: phrase, using: &random)
        return try log.begin(
            exercise(nil), subject: phrase.id, items: items,
            settings: VocabularySettings(mode: nil, level: plan.level, phrase: phrase.meaning))
    }

    /// Returns today's unfinished session of a mode, unless another process has it open; nil
    /// without one.
    package func unfinished(_ mode: VocabularyMode?) throws -> Run<VocabularyExercise>? {
        guard let run = try log.unfinished(exercise(mode)), !run.isDone, log.isOpenElsewhere(run.log) != true else {
            return nil
        }
        let day = run.answers.last?.day ?? log.day(of: run.log.startedAt)
        return day == log.today ? run : nil
    }

    /// Returns whether the learner has never answered.
    package func hasNeverAnswered() throws -> Bool { try log.memories(of: .building).isEmpty }

    /// Returns all words of the learner's grade and below, with their learning states.
    package func entries() throws -> [VocabularyEntry] {
        let states = Dictionary(try log.memories(of: .building).map { ($0.target, $0.state) }) { first, _ in first }
        return book.vocabulary().filter(\.isUnlocked).map { VocabularyEntry(word: $0, state: states[.word($0.hangul)]) }
    }

    /// Returns the learner's progress.
    package func progress() throws -> VocabularyProgress {
        let plan = try plan()
        let entries = try entries()
        let memories = try log.memories(of: .building)
        let phrases = memories.filter { $0.target.phraseWords != nil }
        let due = phrases.count { $0.schedule?.isDue(on: log.today) ?? false }
        let results = try results(limit: nil)
        let modes = (VocabularyMode.allCases.map(\.rawValue) + [VocabularyExercise.mixedActivity]).compactMap {
            activity in
            VocabularyProgress.Best(activity, results.filter { $0.activity == activity })
        }
        return VocabularyProgress(
            words: entries.count, asked: entries.count { $0.state != nil },
            known: entries.count { ["known", "mastered"].contains($0.stage) },
            mastered: entries.count { $0.stage == "mastered" },
            phrases: phrases.count { $0.state.right > 0 },
            due: due + entries.count { $0.state?.memory.schedule?.isDue(on: log.today) ?? false }, level: plan.level,
            knownAtLevel: plan.knownAtLevel, neededForNextLevel: VocabularyPlan.phrasesToUnlock, modes: modes)
    }

    /// Returns finished sessions, latest first, of one mode or of all.
    package func results(of mode: VocabularyMode? = nil, limit: Int?) throws -> [VocabularyResult] {
        try log.repository.read { records in
            let selection =
                mode.map { VocabularyResult.byActivity.under($0.rawValue).descending }
                ?? VocabularyResult.byTime.all.descending
            return try records.unit.transaction.records(selection.limit(limit))
        }
    }

    /// Returns the earlier session of the same kind with the best share of words right at once; nil
    /// for the first.
    package func best(before result: VocabularyResult) throws -> VocabularyResult? {
        try results(limit: nil).filter { $0.activity == result.activity && $0.id != result.id && $0.at <= result.at }
            .max { ($0.points * $1.maximum, $0.at) < ($1.points * $0.maximum, $1.at) }
    }

    /// Returns the result of a run; nil before its first answer.
    package func result(of run: Run<VocabularyExercise>) -> VocabularyResult? { VocabularyResult(run) }
}

extension VocabularyProgress.Best {
    /// Creates the best results of a mode; nil if no session was finished.
    fileprivate init?(_ activity: String, _ results: [VocabularyResult]) {
        guard let best = results.max(by: { ($0.accuracy, $0.at) < ($1.accuracy, $1.at) }) else { return nil }
        self.init(
            activity: activity, sessions: results.count, mostAccurate: best,
            quickest: results.filter { $0.buildTime != nil }.min { ($0.buildTime ?? 0) < ($1.buildTime ?? 0) })
    }
}
