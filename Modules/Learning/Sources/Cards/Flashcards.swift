import Content
import Kernel
import Practice

/// Study with flashcards for one learner: plans runs of `CardExercise`, and knows where the learner stands.
public struct Flashcards: Sendable {
    /// A session that nobody paused counts as running elsewhere for so long after its last answer, in seconds.
    public static let idleAfter = 600.0

    /// The content.
    public let library: Library
    /// Who learns.
    public let learner: Learner
    /// Where sessions and answers are kept, with those of every other kind.
    public let log: PracticeLog
    private let exercise: CardExercise

    /// Flashcards for a learner, whose own the log is.
    ///
    /// - Parameter schedulers: those that people choose from by name; `standard` is the usual one, or the first where it is missing.
    public init(
        library: Library, learner: Learner, log: PracticeLog, schedulers: [any Scheduler] = LeitnerScheduler.presets
    ) {
        (self.library, self.learner, self.log) = (library, learner, log)
        exercise = CardExercise(library, learner, schedulers) { try log.memory(of: $0) }
    }

    /// The names of the schedulers that people choose from.
    public var presets: [String] { exercise.schedulers.map(\.name) }

    /// The scheduler of this name, or one with these intervals; nil means the one that the latest session used, at first `standard`.
    ///
    /// - Throws: `unknownPreset`, `intervalsInvalid`.
    public func scheduler(named name: String?) throws -> any Scheduler {
        try exercise.scheduler(named: name ?? latest()?.settings.scheduler)
    }

    /// The session that began last.
    public func latest() throws -> Run<CardExercise>? {
        try log.latestRun(of: exercise.kind, exercise.activity).flatMap { try log.run($0, of: exercise) }
    }

    /// Plans a session and keeps it.
    ///
    /// - Throws: `cardsOutOfRange`, `beltNotOpen`, `unknownCategory`, `unknownPreset`, `intervalsInvalid`; `nothingToStudy` when no card is
    ///   due and none is new.
    public func begin(_ wanted: StudyConfiguration = StudyConfiguration()) throws -> Run<CardExercise> {
        var configuration = wanted
        configuration.scheduler = try scheduler(named: wanted.scheduler).name
        let memories = try log.memories(of: .flashcards)
        let terms = try terms(for: configuration)
        var random = log.split()
        let plan = SessionPlan(
            configuration: configuration, syllabus: learner.syllabus, terms: terms, memories: memories, today: log.today)
        let queue = plan.queue(&random)
        guard !queue.isEmpty else { throw nothingToStudy(configuration, terms, memories) }
        return try log.begin(exercise, items: queue, settings: configuration)
    }

    /// The latest session when it was left with cards to go: paused, or without an answer for ten minutes.
    ///
    /// - Parameter running: also one that may be running elsewhere.
    public func unfinished(running: Bool = false) throws -> Run<CardExercise>? {
        guard let run = try log.unfinished(exercise), !run.isDone else { return nil }
        let last = run.answers.last?.at ?? run.log.startedAt
        return running || run.log.pausedAt != nil || log.now.seconds(since: last) >= Flashcards.idleAfter ? run : nil
    }

    /// What a session brought so far.
    public func results(of run: Run<CardExercise>) throws -> StudyResults {
        let leeches = Set(try log.memories(of: .flashcards).filter(\.isLeech).map(\.target))
        return StudyResults(run, library: library, leeches: leeches)
    }

    /// Where the learner stands.
    public func statistics() throws -> Statistics {
        Statistics(
            memories: try log.memories(of: .flashcards), days: try log.days(), library: library, syllabus: learner.syllabus,
            today: log.today)
    }

    /// The cards that are due today or earlier, longest overdue first.
    public func due() throws -> [ItemMemory] {
        let open = Set(learner.syllabus.opened(in: library.terms).filter(\.hasKorean).map(\.id))
        let scheduled = try log.memories(of: .flashcards).filter { open.contains($0.target.subject) }
            .compactMap { memory in memory.schedule.map { (memory: memory, schedule: $0) } }
        return scheduled.filter { $0.schedule.isDue(on: log.today) }
            .sorted { ($0.schedule.due, $0.schedule.box, $0.memory.id) < ($1.schedule.due, $1.schedule.box, $1.memory.id) }
            .map(\.memory)
    }
}
