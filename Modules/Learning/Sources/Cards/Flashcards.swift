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
    /// What holds until the learner settles otherwise.
    private let usualSettings: StudySettings
    private let newcomers: Scheduling?
    let exercise: CardExercise
    /// What cards are scheduled by, as this sitting has read it.
    let study: CardStudy

    /// Flashcards for a learner, whose own the log is.
    ///
    /// - Parameters:
    ///   - schedulers: those that people choose from by name; `standard` is the usual one, or the first where it is missing.
    ///   - settings: what holds until the learner settles otherwise.
    ///   - newcomers: by what cards come back for somebody who begins with flashcards now; nil for as `settings` has it.
    public init(
        library: Library, learner: Learner, log: PracticeLog, schedulers: [any Scheduler] = LeitnerScheduler.presets,
        settings: StudySettings = StudySettings(), newcomers: Scheduling? = nil
    ) {
        (self.library, self.learner, self.log, usualSettings) = (library, learner, log, settings)
        self.newcomers = newcomers
        study = CardStudy(
            settings: { try log.repository.read { try StudySettings.settled(in: $0, usual: settings, newcomers) } },
            memories: { try log.memories(of: .flashcards) })
        exercise = CardExercise(
            library, learner, schedulers, study,
            known: { card in try log.repository.read { try CardExercise.known(of: card, in: $0) } },
            moment: { Moment(day: log.today, instant: log.now) })
    }

    /// What is settled of how much is new, whatever the scheduler: a first screen asks no more than it needs.
    private func limits() throws -> StudySettings {
        try log.repository.read { try $0.unit.transaction.record(StudySettings.only) } ?? usualSettings
    }

    /// What is settled, as one unit of work sees it. Who has studied and never settled anything keeps what was usual then.
    func settings(in records: any PracticeRecords) throws -> StudySettings {
        try StudySettings.settled(in: records, usual: usualSettings, newcomers)
    }

    /// Who begins now keeps the scheduler that is usual now, whatever is usual later.
    func keepBeginning() throws {
        guard newcomers != nil else { return }
        try log.repository.write(undo: nil) { records in
            guard try records.unit.transaction.record(StudySettings.only) == nil,
                try records.latestRun(of: .flashcards, CardExercise.studying, subject: nil) == nil
            else { return }
            try records.unit.transaction.put(settings(in: records))
        }
    }

    /// The names of the schedulers that people choose from.
    public var presets: [String] { exercise.schedulers.map(\.name) }

    /// The scheduler of this name, or one with these intervals; nil means the one that the latest session used, at first `standard`.
    ///
    /// - Throws: `unknownPreset`, `intervalsInvalid`.
    public func scheduler(named name: String?) throws -> any Scheduler {
        try exercise.scheduler(named: name ?? latest()?.settings.scheduler)
    }

    /// The scheduler that is followed: FSRS where that is settled, else the preset of the latest session.
    ///
    /// - Throws: `weightsInvalid`, where somebody has edited the parameters.
    public func scheduler() throws -> any Scheduler {
        let settings = try settings()
        return settings.scheduling == .fsrs ? FSRSScheduler(try settings.fsrs.fsrs()) : try scheduler(named: nil)
    }

    /// How likely a card is to be known on a day: 0…1; 0 where it was never answered.
    public func retrievability(of card: Card, on day: Day) throws -> Double {
        try log.retrievability(of: card.target, on: day, by: scheduler())
    }

    /// The session that began last.
    public func latest() throws -> Run<CardExercise>? {
        try log.latestRun(of: exercise.kind, exercise.activity).flatMap { try log.run($0, of: exercise) }
    }

    /// What a session is unless somebody says otherwise: as the latest was, but for which cards it took.
    public func usual() throws -> StudyConfiguration { try latest()?.settings.lasting ?? StudyConfiguration() }

    /// Plans a session and keeps it.
    ///
    /// - Parameter more: so many new cards beyond what the day has room for.
    /// - Throws: `cardsOutOfRange`, `beltNotOpen`, `unknownCategory`, `unknownPreset`, `intervalsInvalid`; `nothingToStudy` when no card is
    ///   due and none is new.
    public func begin(_ wanted: StudyConfiguration = StudyConfiguration(), more: Int = 0) throws -> Run<CardExercise> {
        var configuration = learner.isChild ? wanted.forChild : wanted
        if configuration.isListening { configuration.directions = .koreanToEnglish }
        configuration.scheduler = try scheduler(named: wanted.scheduler).name
        let memories = try log.memories(of: .flashcards)
        let terms = try terms(for: configuration)
        var random = log.split()
        let settings = try settings()
        let room = max(0, try settings.newADay - newToday()) + max(0, more)
        let plan = SessionPlan(
            configuration: configuration, syllabus: learner.syllabus, terms: terms, memories: memories, today: log.today,
            newLimit: configuration.newLimit.map { max(0, $0) } ?? room, setAside: try setAside(), showsNew: settings.showsNew)
        let queue = plan.queue(&random)
        guard !queue.isEmpty else { throw try nothingToStudy(configuration, terms, memories) }
        if configuration.set != nil { configuration.terms = nil }
        try keepBeginning()
        return try log.begin(exercise, items: queue, settings: configuration)
    }

    /// Today's sessions that were left with cards to go, the latest first: paused, cut off with their process, or without an answer for ten minutes
    /// where nobody can tell. What was left on another day does not go on: it is planned anew, with what is due then.
    ///
    /// - Parameter running: also those that may be running elsewhere.
    public func left(running: Bool = false) throws -> [Run<CardExercise>] {
        let open = try log.runs(latest: Flashcards.lookedAt).reversed()
            .filter { $0.kind == exercise.kind && $0.activity == exercise.activity && $0.endedAt == nil }
        return try log.runs(open, of: exercise)
            .filter { run in
                guard !run.isDone, run.day(in: log) == log.today else { return false }
                let last = run.answers.last?.at ?? run.log.startedAt
                let isOpen = log.isOpenElsewhere(run.log) ?? (log.now.seconds(since: last) < Flashcards.idleAfter)
                return running || !isOpen
            }
    }

    /// The latest of them; nil when nothing was left today.
    public func unfinished(running: Bool = false) throws -> Run<CardExercise>? { try left(running: running).first }

    /// The latest session where it was left on an earlier day with cards to go.
    public func leftEarlier() throws -> Run<CardExercise>? {
        try latest().flatMap { run in
            run.log.endedAt == nil && !run.isDone && !run.answers.isEmpty && run.day(in: log) < log.today ? run : nil
        }
    }

    /// So many of the latest runs are looked at for one that was left today.
    package static let lookedAt = 20

    /// What a session brought so far.
    public func results(of run: Run<CardExercise>) throws -> StudyResults {
        let leeches = Set(try log.memories(of: .flashcards).filter(\.isLeech).map(\.target))
        return StudyResults(run, library: library, leeches: leeches)
    }

    /// Asks at once what a first screen wants to know. Where several look together the answers stay at hand; otherwise it is in vain.
    package func foresee() throws {
        try log.repository.read { records in try records.unit.transaction.foresee(Flashcards.foreseen) }
    }

    /// What a first screen wants to know, for whoever asks something else at once.
    package static var foreseen: [Foreseen] {
        [
            .record(PlannedGrading.only),
            .record(StudySettings.only), .records(WordCare.byTerm.all), .records(PracticeDay.byDay.all),
            .keys(PracticeDay.byDay.all),
            .records(ItemMemory.byTarget.under(PracticeKind.flashcards.rawValue)), .keys(ItemMemory.returning),
            .counts(LoggedRun.byActivity.all, parts: 2),
            .records(LoggedRun.byStart.all.descending.limit(Flashcards.lookedAt)),
        ]
    }

    /// Where the learner stands.
    public func statistics() throws -> Statistics {
        let (settings, days, memories) = (try limits(), try log.days(), try log.memories(of: .flashcards))
        let met = newCards(on: log.today, days: days, memories)
        return Statistics(
            memories: memories, days: days, library: library, syllabus: learner.syllabus,
            today: log.today, newLimit: max(0, settings.newADay - met), setAside: try setAside(),
            scheduler: settings.scheduling == .fsrs ? try? FSRSScheduler(settings.fsrs.fsrs()) : nil)
    }

    /// What `dueCount` wants to know, for whoever asks something else at once.
    package static func foreseenDue(on day: Day) -> [Foreseen] {
        [.records(WordCare.byTerm.all)] + PracticeLog.foreseen(until: day, due: .flashcards)
    }

    /// How many cards are due today or earlier and not set aside. Reads no memory.
    public func dueCount() throws -> Int {
        let aside = try setAside()
        let open = Set(learner.syllabus.opened(in: library.terms).filter(\.hasKorean).map(\.id))
        return try log.dueTargets(of: .flashcards).count { target in
            open.contains(target.subject)
                && !(Direction(rawValue: target.part).map { aside.contains(Card(term: target.subject, direction: $0)) } ?? false)
        }
    }

    /// The cards that are due today or earlier and not set aside, longest overdue first.
    public func due() throws -> [ItemMemory] {
        let aside = try setAside()
        let open = Set(learner.syllabus.opened(in: library.terms).filter(\.hasKorean).map(\.id))
        let scheduled = try log.memories(of: .flashcards).filter { open.contains($0.target.subject) }
            .compactMap { memory in memory.schedule.map { (memory: memory, schedule: $0) } }
        return scheduled.filter { $0.schedule.isDue(on: log.today) && !($0.memory.card.map(aside.contains) ?? false) }
            .sorted { ($0.schedule.due, $0.schedule.box, $0.memory.id) < ($1.schedule.due, $1.schedule.box, $1.memory.id) }
            .map(\.memory)
    }
}
