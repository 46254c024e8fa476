import Content
import Kernel
import Practice

/// The flashcard study of one learner, which plans runs of `CardExercise` and reports the learner's
/// progress.
package struct Flashcards: Sendable {
    /// The time after its last answer, in seconds, for which a session without a pause counts as
    /// running elsewhere.
    package static let idleAfter = 600.0

    package let library: Library
    package let learner: Learner
    /// The log of sessions and answers of every exercise kind.
    package let log: PracticeLog
    private let usualSettings: StudySettings
    private let newcomerScheduling: Scheduling?
    package let exercise: CardExercise
    package let study: CardSchedulingCache

    /// Creates the flashcard study of a learner.
    ///
    /// - Parameters:
    ///   - schedulers: the named schedulers to choose from. The default is `standard`, or the first
    ///     if that is missing.
    ///   - settings: the defaults until the learner changes them.
    ///   - newcomers: the scheduler for a learner who begins flashcards now, or nil for the
    ///     scheduler of `settings`.
    package init(
        library: Library, learner: Learner, log: PracticeLog, schedulers: [any Scheduler] = LeitnerScheduler.presets,
        settings: StudySettings = StudySettings(), newcomers: Scheduling? = nil
    ) {
        self.library = library
        self.learner = learner
        self.log = log
        usualSettings = settings
        newcomerScheduling = newcomers
        study = CardSchedulingCache(
            settings: { try log.repository.read { try StudySettings.stored(in: $0, usual: settings, newcomers) } },
            memories: { try log.memories(of: .flashcards) })
        exercise = CardExercise(
            library, learner, schedulers, study,
            storedState: { card in try log.repository.read { try CardExercise.storedState(of: card, in: $0) } },
            moment: { Moment(day: log.today, instant: log.now) })
    }

    /// Returns the saved daily limits for new cards without resolving the scheduler, so that the
    /// first screen reads less.
    private func savedSettings() throws -> StudySettings {
        try log.repository.read { try $0.unit.transaction.record(StudySettings.only) } ?? usualSettings
    }

    /// Returns the settings in one unit of work. A learner who studied before saving settings keeps
    /// the earlier defaults.
    func settings(in records: any PracticeRecords) throws -> StudySettings {
        try StudySettings.stored(in: records, usual: usualSettings, newcomerScheduling)
    }

    /// Saves the current default scheduler for a new learner, so that later changes of the default
    /// do not affect them.
    package func saveInitialSettings() throws {
        guard newcomerScheduling != nil else { return }
        try log.repository.write(undo: nil) { records in
            guard try records.unit.transaction.record(StudySettings.only) == nil,
                try records.latestRun(of: .flashcards, CardExercise.activityName, subject: nil) == nil
            else { return }
            try records.unit.transaction.put(settings(in: records))
        }
    }

    /// The names of the schedulers that users can choose.
    package var presets: [String] { exercise.schedulers.map(\.name) }

    /// Returns the scheduler with the given name or intervals. For nil, it returns the one of the
    /// latest session, at first `standard`.
    ///
    /// - Throws: `unknownPreset`, `intervalsInvalid`.
    package func scheduler(named name: String?) throws -> any Scheduler {
        try exercise.scheduler(named: name ?? latest()?.settings.scheduler)
    }

    /// Returns the active scheduler: FSRS if the settings choose it, otherwise the preset of the
    /// latest session.
    ///
    /// - Throws: `weightsInvalid` if the stored parameters were edited and are invalid.
    package func scheduler() throws -> any Scheduler {
        let settings = try settings()
        return settings.scheduling == .fsrs ? FSRSScheduler(try settings.fsrs.fsrs()) : try scheduler(named: nil)
    }

    /// Returns the probability that the learner knows a card on a day, in 0…1. It is 0 for a card
    /// without answers.
    package func retrievability(of card: Card, on day: Day) throws -> Double {
        try log.retrievability(of: card.target, on: day, by: scheduler())
    }

    /// Returns the session that began last.
    package func latest() throws -> Run<CardExercise>? {
        try log.latestRun(of: exercise.kind, exercise.activity).flatMap { try log.run($0, of: exercise) }
    }

    /// Returns the default configuration of a session: that of the latest session without its card
    /// selection.
    package func defaultConfiguration() throws -> StudyConfiguration {
        try latest()?.settings.reusable ?? StudyConfiguration()
    }

    /// Plans a session and saves it.
    ///
    /// - Parameter more: the number of new cards beyond the daily limit.
    /// - Throws: `cardsOutOfRange`, `beltNotOpen`, `unknownCategory`, `unknownPreset`,
    ///   `intervalsInvalid`. `nothingToStudy` if no card is due or new.
    package func begin(_ requested: StudyConfiguration = StudyConfiguration(), more: Int = 0) throws -> Run<
        CardExercise
    > {
        var configuration = learner.isChild ? requested.forChild : requested
        if configuration.isListening { configuration.directions = .koreanToEnglish }
        configuration.scheduler = try scheduler(named: requested.scheduler).name
        let memories = try log.memories(of: .flashcards)
        let terms = try terms(for: configuration)
        var random = log.makeRandomSource()
        let settings = try settings()
        let newAllowance = max(0, try settings.newADay - newToday()) + max(0, more)
        let plan = SessionPlan(
            configuration: configuration, syllabus: learner.syllabus, terms: terms, memories: memories,
            today: log.today,
            newLimit: configuration.newLimit.map { max(0, $0) } ?? newAllowance, setAside: try setAside(),
            showsNew: settings.showsNew)
        let queue = plan.queue(&random)
        guard !queue.isEmpty else { throw try nothingToStudy(configuration, terms, memories) }
        if configuration.set != nil { configuration.terms = nil }
        try saveInitialSettings()
        return try log.begin(exercise, items: queue, settings: configuration)
    }

    /// Returns today's unfinished sessions, the latest first.
    ///
    /// A session counts as unfinished if it is paused or its process has ended. If that is unknown,
    /// it counts after ten minutes without an answer. A session of another day is planned again
    /// with the cards that are due now.
    ///
    /// - Parameter running: whether to include sessions that may be running elsewhere.
    package func unfinishedSessions(running: Bool = false) throws -> [Run<CardExercise>] {
        let openRuns = try log.runs(latest: Flashcards.searchedRuns).reversed()
            .filter { $0.kind == exercise.kind && $0.activity == exercise.activity && $0.endedAt == nil }
        return try log.runs(openRuns, of: exercise)
            .filter { run in
                guard !run.isDone, run.day(in: log) == log.today else { return false }
                let lastActivity = run.answers.last?.at ?? run.log.startedAt
                let isOpen =
                    log.isOpenElsewhere(run.log) ?? (log.now.seconds(since: lastActivity) < Flashcards.idleAfter)
                return running || !isOpen
            }
    }

    /// Returns the latest unfinished session of today, or nil if there is none.
    package func unfinished(running: Bool = false) throws -> Run<CardExercise>? {
        try unfinishedSessions(running: running).first
    }

    /// Returns the latest session if it is from an earlier day and still has cards to ask.
    package func unfinishedEarlierSession() throws -> Run<CardExercise>? {
        try latest().flatMap { run in
            run.log.endedAt == nil && !run.isDone && !run.answers.isEmpty && run.day(in: log) < log.today ? run : nil
        }
    }

    /// The number of latest runs to search for an unfinished session.
    package static let searchedRuns = 20

    /// Returns the results of a session so far.
    package func results(of run: Run<CardExercise>) throws -> StudyResults {
        let leeches = Set(try log.memories(of: .flashcards).filter(\.isLeech).map(\.target))
        return StudyResults(run, library: library, leeches: leeches)
    }

    /// Prefetches the data of the first screen.
    ///
    /// The prefetch helps only inside a shared read, which caches the answers.
    package func prefetch() throws {
        try log.repository.read { records in try records.unit.transaction.prefetch(Flashcards.homePagePrefetches) }
    }

    /// The prefetches of the first screen, for callers that combine them with their own.
    package static var homePagePrefetches: [Prefetch] {
        [
            .record(PlannedGrading.only),
            .record(StudySettings.only), .records(WordSettings.byTerm.all), .records(PracticeDay.byDay.all),
            .keys(PracticeDay.byDay.all),
            .records(ItemMemory.byTarget.under(PracticeKind.flashcards.rawValue)), .keys(ItemMemory.scheduledLevels),
            .counts(LoggedRun.byActivity.all, parts: 2),
            .records(LoggedRun.byStart.all.descending.limit(Flashcards.searchedRuns)),
        ]
    }

    /// Returns the learner's statistics.
    package func statistics() throws -> Statistics {
        let settings = try savedSettings()
        let days = try log.days()
        let memories = try log.memories(of: .flashcards)
        let newCount = newCards(on: log.today, days: days, memories)
        return Statistics(
            memories: memories, days: days, library: library, syllabus: learner.syllabus,
            today: log.today, newLimit: max(0, settings.newADay - newCount), setAside: try setAside(),
            scheduler: settings.scheduling == .fsrs ? try? FSRSScheduler(settings.fsrs.fsrs()) : nil)
    }

    /// Returns the prefetches of `dueCount`, for callers that combine them with their own.
    package static func dueCountPrefetches(on day: Day) -> [Prefetch] {
        [.records(WordSettings.byTerm.all)] + PracticeLog.homePagePrefetches(until: day, due: .flashcards)
    }

    /// Returns the number of cards due today or earlier, without cards set aside. It reads no
    /// memories.
    package func dueCount() throws -> Int {
        let setAsideCards = try setAside()
        let openTerms = Set(learner.syllabus.opened(in: library.terms).filter(\.hasKorean).map(\.id))
        return try log.dueTargets(of: .flashcards).count { target in
            openTerms.contains(target.subject)
                && !(Direction(rawValue: target.part).map {
                    setAsideCards.contains(Card(term: target.subject, direction: $0))
                }
                    ?? false)
        }
    }

    /// Returns the cards due today or earlier, without cards set aside, longest overdue first.
    package func due() throws -> [ItemMemory] {
        let setAsideCards = try setAside()
        let openTerms = Set(learner.syllabus.opened(in: library.terms).filter(\.hasKorean).map(\.id))
        let scheduled = try log.memories(of: .flashcards).filter { openTerms.contains($0.target.subject) }
            .compactMap { memory in memory.schedule.map { (memory: memory, schedule: $0) } }
        return scheduled.filter {
            $0.schedule.isDue(on: log.today) && !($0.memory.card.map(setAsideCards.contains) ?? false)
        }
        .sorted {
            ($0.schedule.due, $0.schedule.box, $0.memory.id) < ($1.schedule.due, $1.schedule.box, $1.memory.id)
        }
        .map(\.memory)
    }
}
