import Kernel
import Synchronization

/// Begins, continues and ends runs of every exercise, and takes their answers. What it took is durable when it returns.
public struct PracticeLog: Sendable {
    /// Where it is kept.
    public let repository: any PracticeRepository
    private let time: TimeSource
    private let ids: IDSource
    private let chance: Chance
    let presence: Presence

    /// The log of one learner, whose own the repository is.
    public init(
        repository: any PracticeRepository, time: TimeSource, ids: IDSource, random: RandomSource, presence: Presence = .unknown
    ) {
        (self.repository, self.time, self.ids, self.presence) = (repository, time, ids, presence)
        chance = Chance(random)
    }

    /// The present instant, to measure how long an answer takes.
    public var now: Instant { time.now() }

    /// The learner's local day.
    public var today: Day { time.today() }

    /// The learner's local day at an instant, by the clock alone.
    public func day(of instant: Instant) -> Day { time.calendar.day(of: instant) }

    /// A sequence of chance of its own.
    public func split() -> RandomSource { chance.split() }

    // MARK: - Runs

    /// Keeps a new run.
    ///
    /// - Parameters:
    ///   - subject: what it is about; empty for several.
    ///   - items: what it goes through.
    ///   - seed: decides what chance decides in it; nil for one of its own.
    public func begin<Kind: Exercise>(
        _ exercise: Kind, subject: String = "", items: [Kind.Item], settings: Kind.Settings, seed: Int? = nil
    ) throws -> Run<Kind> {
        var random = split()
        var log = LoggedRun(
            id: ids.next(), kind: exercise.kind, subject: subject, activity: exercise.activity, startedAt: now,
            items: try items.map(JSONValue.init(encoding:)), settings: try JSONValue(encoding: settings),
            seed: seed ?? Int(random.next() >> 12))
        log.openedBy = presence.own
        let begun = log
        try repository.write(undo: nil) { try $0.keep(begun) }
        return Run(exercise, begun, items: items, settings: settings)
    }

    /// The run of an exercise that began last, when it was not finished; nil otherwise, and where another version planned it.
    ///
    /// - Parameter subject: only runs about that.
    public func unfinished<Kind: Exercise>(_ exercise: Kind, subject: String? = nil) throws -> Run<Kind>? {
        guard let last = try latestRun(of: exercise.kind, exercise.activity, subject: subject), last.endedAt == nil else {
            return nil
        }
        return try run(last, of: exercise)
    }

    /// A run of the log with its answers; nil where another version planned it.
    public func run<Kind: Exercise>(_ log: LoggedRun, of exercise: Kind) throws -> Run<Kind>? {
        try repository.read { try run(log, of: exercise, in: $0) }
    }

    /// Several at once.
    public func runs<Kind: Exercise>(_ logs: [LoggedRun], of exercise: Kind) throws -> [Run<Kind>] {
        guard !logs.isEmpty else { return [] }
        return try repository.read { records in
            try records.unit.transaction.foresee(logs.map { .records(Answer.byRun.under($0.id)) })
            return try logs.compactMap { try run($0, of: exercise, in: records) }
        }
    }

    private func run<Kind: Exercise>(
        _ log: LoggedRun, of exercise: Kind, in records: any PracticeRecords
    ) throws -> Run<Kind>? {
        guard let items = try? log.items.map({ try $0.decoded(Kind.Item.self) }),
            let settings = try? log.settings.decoded(Kind.Settings.self)
        else { return nil }
        return Run(exercise, log, items: items, settings: settings, answers: try records.answers(of: log.id))
    }

    /// What comes next, passing over what the content has no more; nil when nothing is left.
    public func task<Kind: Exercise>(in run: inout Run<Kind>) throws -> Kind.Task? {
        while let item = run.item {
            if let task = try run.exercise.task(for: item, in: run) { return task }
            try move(to: run.place + 1, in: &run)
        }
        return nil
    }

    /// Moves on or back without an answer; a place outside the run is moved to the nearest.
    public func move<Kind: Exercise>(to place: Int, in run: inout Run<Kind>) throws {
        run.log.place = min(max(place, 0), run.items.count)
        try change(&run)
    }

    /// Passes over what comes next; its memory stays as it was.
    public func pass<Kind: Exercise>(in run: inout Run<Kind>) throws {
        guard !run.isDone else { return }
        try move(to: run.place + 1, in: &run)
    }

    /// Leaves a run so that it continues later.
    public func pause<Kind: Exercise>(_ run: inout Run<Kind>) throws {
        let moment = now
        try change(&run) { log, _ in (log.pausedAt, log.openedBy) = (moment, nil) }
    }

    /// Goes on with a run.
    public func resume<Kind: Exercise>(_ run: inout Run<Kind>) throws {
        try change(&run) { log, _ in (log.pausedAt, log.openedBy) = (nil, presence.own) }
    }

    /// Closes a run for good, with what its exercise makes of it; a second time changes nothing.
    public func finish<Kind: Exercise>(_ run: inout Run<Kind>) throws {
        let ended = run
        try close(&run, ended.exercise.outcome(of: ended), undo: ended.exercise.labelOfEnd(of: ended)) {
            try ended.exercise.end(ended, in: $0)
        }
    }

    /// Closes a run for good with an outcome that is not its exercise's: it was given up.
    ///
    /// - Parameter more: what moves beyond the log, in the same unit of work.
    public func close<Kind: Exercise>(
        _ run: inout Run<Kind>, _ outcome: LoggedRun.Outcome, undo label: String? = nil,
        _ more: (UnitOfWork) throws -> Void = { _ in }
    ) throws {
        let moment = now
        try change(&run, undo: label) { log, unit in
            guard log.endedAt == nil else { return }
            (log.endedAt, log.outcome, log.pausedAt, log.openedBy) = (moment, outcome, nil, nil)
            try more(unit)
        }
    }

    private func change<Kind: Exercise>(
        _ run: inout Run<Kind>, undo label: String? = nil, _ change: (inout LoggedRun, UnitOfWork) throws -> Void = { _, _ in }
    ) throws {
        let (id, place, last, added) = (run.id, run.place, run.answers.last?.id, run.log.added)
        run.log = try repository.write(undo: label) { records in
            var log = try existing(id, in: records)
            if log.endedAt == nil { (log.place, log.after, log.added) = (place, last, added) }
            try change(&log, records.unit)
            try records.keep(log)
            return log
        }
    }

    private func existing(_ id: Identifier<LoggedRun>, in records: any PracticeRecords) throws -> LoggedRun {
        guard let log = try records.record(id) else {
            throw Failure(.sessionNotFound, "There is no practice session “\(id)”.", advice: "Start another one.")
        }
        return log
    }

    // MARK: - Answers

    /// Takes an answer to the item that comes now, and goes on behind it. Its memory, its day and it itself are one change, durable on return; what
    /// was remembered is read in it, so that two runs at once keep both their answers.
    ///
    /// - Parameter task: what was shown; nil to look it up.
    /// - Throws: `nothingLeft`, `sessionNotFound`.
    @discardableResult
    public func answer<Kind: Exercise>(
        _ response: Kind.Response, to task: Kind.Task? = nil, milliseconds: Int, in run: inout Run<Kind>
    ) throws -> Mark {
        let shown = try task ?? self.task(in: &run)
        guard let item = run.item, let shown else {
            throw Failure(.nothingLeft, "Everything in this session has been done.")
        }
        let graded = try run.exercise.judge(response, to: shown, in: run)
        let (rule, asked) = (try run.exercise.memory(in: run), run.exercise.target(of: item, in: run))
        let (id, moment, place) = (ids.next(Answer.self), Moment(day: today, instant: now), run.place)
        let (runID, kind, turn) = (run.id, run.exercise.kind, (run.answers.last?.turn ?? -1) + 1)
        let answer = try repository.write(undo: run.exercise.label(of: graded, to: item, in: run)) { records in
            let day = PracticeDay(day: moment.day, run: runID, kind: kind)
            try records.unit.transaction.foresee(
                .record(id), .record(runID), .record(ItemMemory.id(of: asked.target)), .record(day.id))
            if let known = try records.record(id) { return known }
            _ = try existing(runID, in: records)
            let before = try records.record(ItemMemory.id(of: asked.target))?.state
            let repeated = rule.isSettled(before?.memory, last: before?.last, on: moment.day) ? before?.memory : nil
            let after =
                repeated
                ?? rule.memory(
                    after: graded, of: asked.target, from: before?.memory, at: moment, last: before?.last)
            let answer = Answer(
                id: id, run: runID, target: asked.target, question: asked.question, turn: turn, place: place, next: place + 1,
                at: moment, graded, milliseconds: milliseconds, before: before, after: after, isRepeat: repeated != nil)
            try records.keep(answer)
            try records.keep(ItemMemory(asked.target, MemoryState(after: answer)))
            try count(answer, of: kind, times: 1, in: records)
            return answer
        }
        run.answers.append(answer)
        run.log.place = answer.next
        return graded
    }

    /// Takes back the latest answer of a run, which goes on where it stood before.
    ///
    /// - Throws: `nothingToTakeBack`; `answerNotFound`, `answeredSince`, and then nothing is changed.
    @discardableResult
    public func takeBack<Kind: Exercise>(in run: inout Run<Kind>) throws -> Answer {
        guard let answer = run.answers.last else {
            throw Failure(.nothingToTakeBack, "This session has no answer to take back.")
        }
        let rule = try run.exercise.memory(in: run.asked(answer))
        try repository.write(undo: run.exercise.labelOfTakingBack(answer, in: run)) { try remove(answer.id, rule, in: $0) }
        run.answers.removeLast()
        run.log.place = answer.place
        return answer
    }

    private func remove(_ id: Identifier<Answer>, _ rule: MemoryRule, in records: any PracticeRecords) throws {
        guard let answer = try records.record(id) else {
            throw Failure(.answerNotFound, "That answer is no longer there.", advice: "It may have been undone already.")
        }
        let memory = ItemMemory.id(of: answer.target)
        guard try records.record(memory)?.state.latest == id else {
            throw Failure(
                .answeredSince, "You have answered it again since, in another session.", advice: "Nothing was changed.")
        }
        try records.remove(id)
        if let before = answer.before {
            try records.keep(ItemMemory(answer.target, before))
        } else {
            try records.remove(memory)
        }
        try mend(answer.target, behind: answer, by: rule, in: records)
        try count(answer, times: -1, in: records)
    }

    /// Counts an answer into the record of its day and run, or out of it; a day without answers has no record.
    ///
    /// - Parameter kind: the run's, which counts where its targets are of several; nil for that of the target.
    func count(_ answer: Answer, of kind: PracticeKind? = nil, times: Int, in records: any PracticeRecords) throws {
        let fresh = PracticeDay(day: answer.day, run: answer.run, kind: kind ?? answer.target.kind)
        let day = try (records.record(fresh.id) ?? fresh).counting(answer, times: times)
        if day.answers > 0 { try records.keep(day) } else { try records.remove(day.id) }
    }
}

/// Gives every run its own sequence from one source.
private final class Chance: Sendable {
    private let source: Mutex<RandomSource>

    init(_ random: RandomSource) { source = Mutex(random) }

    func split() -> RandomSource { RandomSource(seed: source.withLock { $0.next() }) }
}
