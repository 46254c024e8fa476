import Content
import Kernel
import Synchronization

/// Study with flashcards for one learner: plans sessions, takes answers, moves cards through their boxes.
///
/// Every answer is durable when the call that took it returns.
public struct Flashcards: Sendable {
    /// A session that nobody paused counts as running elsewhere for so long after its last answer, in seconds.
    public static let idleAfter = 600.0

    /// The content.
    public let library: Library
    /// Who learns.
    public let learner: Learner
    let repository: any StudyRepository
    let schedulers: [any Scheduler]
    let time: TimeSource
    let ids: IDSource
    let judge: LazyJudge
    private let chance: Chance

    /// Flashcards for a learner.
    ///
    /// - Parameters:
    ///   - repository: the learner's own.
    ///   - schedulers: those that people choose from by name; `standard` is the usual one, or the first where it is missing.
    public init(
        repository: any StudyRepository, library: Library, learner: Learner,
        schedulers: [any Scheduler] = LeitnerScheduler.presets,
        time: TimeSource, ids: IDSource, random: RandomSource
    ) {
        (self.repository, self.library, self.learner, self.schedulers) = (repository, library, learner, schedulers)
        (self.time, self.ids) = (time, ids)
        judge = LazyJudge(library.terms)
        chance = Chance(random)
    }

    /// The learner's local day.
    public var today: Day { time.today() }

    /// The present instant, to measure how long an answer takes.
    public var now: Instant { time.now() }

    /// The names of the schedulers that people choose from.
    public var presets: [String] { schedulers.map(\.name) }

    /// The scheduler of this name, or one with these intervals; nil means the one that the latest session used, at first `standard`.
    ///
    /// - Throws: `unknownPreset`, `intervalsInvalid`.
    public func scheduler(named name: String?) throws -> any Scheduler {
        guard let wanted = try name ?? repository.latestSession()?.configuration.scheduler else { return usual }
        if let found = schedulers.first(where: { $0.name == wanted }) { return found }
        if wanted.contains("/") { return try LeitnerScheduler(reading: wanted) }
        throw Failure(
            .unknownPreset, "There is no preset “\(wanted)”.",
            advice: "There are \(schedulers.map(\.name).joined(separator: ", ")); or write five intervals as 1/3/7/14/30.",
            kind: .usage)
    }

    private var usual: any Scheduler {
        schedulers.first { $0.name == LeitnerScheduler.standard.name } ?? schedulers.first ?? LeitnerScheduler.standard
    }

    /// The practice session that began last, of any kind but flashcards.
    public func latestPractice() throws -> PracticeSitting? {
        try repository.practices(latest: 1).last.map {
            PracticeSitting(session: $0, answers: try repository.practiceAnswers(in: $0.id))
        }
    }

    // MARK: - Sessions

    /// Plans a session and keeps it.
    ///
    /// - Throws: `cardsOutOfRange`, `beltNotOpen`, `unknownCategory`, `unknownPreset`, `intervalsInvalid`; `nothingToStudy` when no card is
    ///   due and none is new.
    public func begin(_ wanted: StudyConfiguration = StudyConfiguration()) throws -> Sitting {
        var configuration = wanted
        configuration.scheduler = try scheduler(named: wanted.scheduler).name
        let progress = try repository.progress()
        let terms = try terms(for: configuration)
        var random = chance.split()
        let plan = SessionPlan(
            configuration: configuration, syllabus: learner.syllabus, terms: terms, progress: progress, today: today)
        let queue = plan.queue(&random)
        guard !queue.isEmpty else { throw nothingToStudy(configuration, terms, progress) }
        let session = StudySession(
            id: ids.next(), startedAt: now, configuration: configuration, queue: queue, seed: Int(random.next() >> 12))
        try repository.begin(session)
        return Sitting(session: session, answers: []) { _ in true }
    }

    /// The latest session when it was left with cards to go: paused, or without an answer for ten minutes. With `running` also one that
    /// may be running elsewhere.
    public func unfinished(running: Bool = false) throws -> Sitting? {
        guard let session = try repository.latestSession(), session.endedAt == nil else { return nil }
        let sitting = try sitting(at: session)
        let last = sitting.answers.last?.at ?? session.startedAt
        let left = running || session.pausedAt != nil || now.seconds(since: last) >= Flashcards.idleAfter
        return left && !sitting.isDone ? sitting : nil
    }

    /// Goes on with a session.
    public func resume(_ sitting: Sitting) throws -> Sitting {
        try self.sitting(at: repository.change(sitting.session.id) { $0.pausedAt = nil })
    }

    /// Leaves a session so that it continues later.
    public func pause(_ sitting: inout Sitting) throws {
        let moment = now
        sitting.session = try repository.change(sitting.session.id) { $0.pausedAt = moment }
    }

    /// Closes a session.
    public func finish(_ sitting: inout Sitting) throws -> StudyResults {
        let moment = now
        sitting.session = try repository.change(sitting.session.id) { if $0.endedAt == nil { $0.endedAt = moment } }
        return try results(of: sitting)
    }

    /// What a session brought so far.
    public func results(of sitting: Sitting) throws -> StudyResults {
        let leeches = Set(try repository.progress().filter(\.isLeech).map(\.card))
        return StudyResults(sitting, library: library, leeches: leeches)
    }

    // MARK: - Cards

    /// The card that is asked now; nil when none is left.
    public func question(in sitting: Sitting) throws -> Question? {
        guard let card = sitting.remaining.first, let term = library.term(card.term) else { return nil }
        let session = sitting.session
        let place = session.queue.firstIndex(of: card) ?? 0
        var choices: [Term] = []
        if session.configuration.mode == .test, session.configuration.answering == .choose {
            var random = RandomSource(seed: UInt64(bitPattern: Int64(session.seed)) &+ UInt64(place))
            let open = learner.syllabus.opened(in: library.terms)
            choices = Distractors(card: card, term: term, judge: judge.judge).choices(from: open, &random)
        }
        let box = try repository.progress(of: card)?.schedule.box
        return Question(card: card, term: term, number: place + 1, count: session.queue.count, box: box, choices: choices)
    }

    /// Takes how well the card that is asked now was known. Durable on return.
    ///
    /// - Throws: `noCardLeft`, `sessionNotFound`.
    @discardableResult
    public func answer(_ rating: Rating, milliseconds: Int, in sitting: inout Sitting) throws -> Answer {
        guard let card = sitting.remaining.first else {
            throw Failure(.noCardLeft, "Every card of this session has been asked.")
        }
        let scheduler = try scheduler(named: sitting.session.configuration.scheduler)
        let given = GivenAnswer(
            id: ids.next(), session: sitting.session.id, card: card, turn: sitting.answers.count,
            moment: StudyMoment(day: today, instant: now),
            rating: rating,
            milliseconds: milliseconds)
        let answer = try repository.keep(given, scheduler: scheduler, label: "Answered “\(name(of: card))”: \(rating.word)")
        sitting.answers.append(answer)
        sitting.remaining.removeFirst()
        return answer
    }

    /// Judges what was typed, or the number of a choice, and takes it: right is `good`, nearly right `hard`, wrong `again`.
    ///
    /// - Throws: as `answer(_:milliseconds:in:)`.
    public func answer(typed text: String, to question: Question, milliseconds: Int, in sitting: inout Sitting) throws -> Judged {
        let judged = judgement(of: text, for: question)
        try answer(judged.rating, milliseconds: milliseconds, in: &sitting)
        return judged
    }

    /// Passes over the card that is asked now; it stays as it was.
    public func skip(in sitting: inout Sitting) throws {
        guard let card = sitting.remaining.first else { return }
        sitting.session = try repository.change(sitting.session.id) { if !$0.skipped.contains(card) { $0.skipped.append(card) } }
        sitting.remaining.removeFirst()
    }

    /// Takes back the latest answer of the session; its card is asked again, now.
    ///
    /// - Throws: `nothingToTakeBack`; `answerNotFound`, `answeredSince`, and then nothing is changed.
    @discardableResult
    public func takeBack(in sitting: inout Sitting) throws -> Answer {
        guard let answer = sitting.answers.last else {
            throw Failure(.nothingToTakeBack, "There is no answer of this session to take back.")
        }
        try repository.takeBack(answer.id, label: "Took back the answer to “\(name(of: answer.card))”")
        sitting.answers.removeLast()
        sitting.remaining.insert(answer.card, at: 0)
        return answer
    }

    // MARK: -

    private func sitting(at session: StudySession) throws -> Sitting {
        Sitting(session: session, answers: try repository.answers(in: session.id)) { library.term($0.term) != nil }
    }

    private func name(of card: Card) -> String { library.term(card.term)?.english ?? card.term }
}

/// Gives every session its own sequence from one source.
final class Chance: Sendable {
    private let source: Mutex<RandomSource>

    init(_ random: RandomSource) { source = Mutex(random) }

    func split() -> RandomSource { RandomSource(seed: source.withLock { $0.next() }) }
}
