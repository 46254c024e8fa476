import Kernel
import Synchronization

/// The log of a learner's practice, which begins, continues and ends runs of every exercise and
/// records their answers.
///
/// All changes are durable on return.
package struct PracticeLog: Sendable {
    package let repository: any PracticeRepository
    private let time: TimeSource
    private let ids: IDSource
    private let sharedRandom: SharedRandomSource
    let owner: RunOwner

    package init(
        repository: any PracticeRepository, time: TimeSource, ids: IDSource, random: RandomSource,
        owner: RunOwner = .unknown
    ) {
        self.repository = repository
        self.time = time
        self.ids = ids
        self.owner = owner
        sharedRandom = SharedRandomSource(random)
    }

    /// The present instant, used to measure the time for an answer.
    package var now: Instant { time.now() }

    package var today: Day { time.today() }

    /// Returns the learner's local day at an instant, by the clock alone.
    package func day(of instant: Instant) -> Day { time.calendar.day(of: instant) }

    /// Returns an independent random source.
    package func makeRandomSource() -> RandomSource { sharedRandom.split() }

    // MARK: - Runs

    /// Begins a run and saves it.
    ///
    /// - Parameters:
    ///   - subject: the subject, or empty for several.
    ///   - items: the planned items.
    ///   - seed: the random seed, or nil for a new one.
    package func begin<Kind: Exercise>(
        _ exercise: Kind, subject: String = "", items: [Kind.Item], settings: Kind.Settings, seed: Int? = nil
    ) throws -> Run<Kind> {
        var random = makeRandomSource()
        var log = LoggedRun(
            id: ids.next(), kind: exercise.kind, subject: subject, activity: exercise.activity, startedAt: now,
            items: try items.map(JSONValue.init(encoding:)), settings: try JSONValue(encoding: settings),
            seed: seed ?? Int(random.next() >> 12))
        log.openedBy = owner.currentProcess
        let newRun = log
        try repository.write(undo: nil) { try $0.save(newRun) }
        return Run(exercise, newRun, items: items, settings: settings)
    }

    /// Returns the latest run of an exercise if it is unfinished, or nil. The result is also nil if
    /// another version of the app planned it.
    ///
    /// - Parameter subject: the required subject, if any.
    package func unfinished<Kind: Exercise>(_ exercise: Kind, subject: String? = nil) throws -> Run<Kind>? {
        guard let last = try latestRun(of: exercise.kind, exercise.activity, subject: subject), last.endedAt == nil
        else { return nil }
        return try run(last, of: exercise)
    }

    /// Returns a logged run with its answers, or nil if another version of the app planned it.
    package func run<Kind: Exercise>(_ log: LoggedRun, of exercise: Kind) throws -> Run<Kind>? {
        try repository.read { try run(log, of: exercise, in: $0) }
    }

    /// Returns several logged runs with their answers.
    package func runs<Kind: Exercise>(_ logs: [LoggedRun], of exercise: Kind) throws -> [Run<Kind>] {
        guard !logs.isEmpty else { return [] }
        return try repository.read { records in
            try records.unit.transaction.prefetch(logs.map { .records(Answer.byRun.under($0.id)) })
            return try logs.compactMap { try run($0, of: exercise, in: records) }
        }
    }

    /// Returns the run of a log with its answers, or nil if its items or settings are unreadable.
    private func run<Kind: Exercise>(
        _ log: LoggedRun, of exercise: Kind, in records: any PracticeRecords
    ) throws -> Run<Kind>? {
        guard let items = try? log.items.map({ try $0.decoded(Kind.Item.self) }),
            let settings = try? log.settings.decoded(Kind.Settings.self)
        else { return nil }
        return Run(exercise, log, items: items, settings: settings, answers: try records.answers(of: log.id))
    }

    /// Returns the next task, skipping items that the content no longer has, or nil if none is
    /// left.
    package func task<Kind: Exercise>(in run: inout Run<Kind>) throws -> Kind.Task? {
        while let item = run.item {
            if let task = try run.exercise.task(for: item, in: run) { return task }
            try move(to: run.place + 1, in: &run)
        }
        return nil
    }

    /// Moves to another place without an answer. The place is limited to the run.
    package func move<Kind: Exercise>(to place: Int, in run: inout Run<Kind>) throws {
        run.log.place = min(max(place, 0), run.items.count)
        try change(&run)
    }

    /// Skips the next item without changing its memory.
    package func skip<Kind: Exercise>(in run: inout Run<Kind>) throws {
        guard !run.isDone else { return }
        try move(to: run.place + 1, in: &run)
    }

    /// Pauses a run, so that it can be resumed later.
    package func pause<Kind: Exercise>(_ run: inout Run<Kind>) throws {
        let moment = now
        try change(&run) { log, _ in (log.pausedAt, log.openedBy) = (moment, nil) }
    }

    /// Marks a paused run as open in this process.
    package func resume<Kind: Exercise>(_ run: inout Run<Kind>) throws {
        try change(&run) { log, _ in (log.pausedAt, log.openedBy) = (nil, owner.currentProcess) }
    }

    /// Ends a run with the outcome of its exercise. A second call has no effect.
    package func finish<Kind: Exercise>(_ run: inout Run<Kind>) throws {
        let finishedRun = run
        try close(
            &run, finishedRun.exercise.outcome(of: finishedRun),
            undo: finishedRun.exercise.completionLabel(of: finishedRun)
        ) {
            try finishedRun.exercise.end(finishedRun, in: $0)
        }
    }

    /// Ends a run with a given outcome, for example because the learner gave it up.
    ///
    /// - Parameter additionalChanges: further changes outside the log in the same unit of work.
    package func close<Kind: Exercise>(
        _ run: inout Run<Kind>, _ outcome: LoggedRun.Outcome, undo label: String? = nil,
        _ additionalChanges: (UnitOfWork) throws -> Void = { _ in }
    ) throws {
        let moment = now
        try change(&run, undo: label) { log, unit in
            guard log.endedAt == nil else { return }
            (log.endedAt, log.outcome, log.pausedAt, log.openedBy) = (moment, outcome, nil, nil)
            try additionalChanges(unit)
        }
    }

    /// Saves the place of a run, together with a change of its stored log.
    private func change<Kind: Exercise>(
        _ run: inout Run<Kind>, undo label: String? = nil,
        _ change: (inout LoggedRun, UnitOfWork) throws -> Void = { _, _ in }
    ) throws {
        let id = run.id
        let place = run.place
        let last = run.answers.last?.id
        let added = run.log.added
        run.log = try repository.write(undo: label) { records in
            var log = try storedRun(id, in: records)
            if log.endedAt == nil { (log.place, log.after, log.added) = (place, last, added) }
            try change(&log, records.unit)
            try records.save(log)
            return log
        }
    }

    /// Returns the stored run.
    ///
    /// - Throws: `sessionNotFound`.
    private func storedRun(_ id: Identifier<LoggedRun>, in records: any PracticeRecords) throws -> LoggedRun {
        guard let log = try records.record(id) else {
            throw Failure(.sessionNotFound, "There is no practice session “\(id)”.", advice: "Start another one.")
        }
        return log
    }

    // MARK: - Answers

    /// Records an answer to the current item, and advances the run.
    ///
    /// The memory, the day and the answer change in one transaction, durable on return. The
    /// transaction reads the previous memory, so that concurrent runs keep each other's answers.
    ///
    /// - Parameter task: the shown task, or nil to look it up.
    /// - Throws: `nothingLeft`, `sessionNotFound`.
    @discardableResult
    package func answer<Kind: Exercise>(
        _ response: Kind.Response, to task: Kind.Task? = nil, milliseconds: Int, in run: inout Run<Kind>
    ) throws -> Mark {
        let shownTask = try task ?? self.task(in: &run)
        guard let item = run.item, let shownTask else {
            throw Failure(.nothingLeft, "Everything in this session has been done.")
        }
        let mark = try run.exercise.judge(response, to: shownTask, in: run)
        let rule = try run.exercise.memory(in: run)
        let (target, question) = run.exercise.target(of: item, in: run)
        let id = ids.next(Answer.self)
        let moment = Moment(day: today, instant: now)
        let place = run.place
        let runID = run.id
        let kind = run.exercise.kind
        let turn = (run.answers.last?.turn ?? -1) + 1
        let answer = try repository.write(undo: run.exercise.label(of: mark, to: item, in: run)) { records in
            let day = PracticeDay(day: moment.day, run: runID, kind: kind)
            try records.unit.transaction.prefetch(
                .record(id), .record(runID), .record(ItemMemory.id(of: target)), .record(day.id))
            if let existingAnswer = try records.record(id) { return existingAnswer }
            _ = try storedRun(runID, in: records)
            let before = try records.record(ItemMemory.id(of: target))?.state
            let unchangedMemory =
                rule.isSettled(before?.memory, last: before?.last, on: moment.day) ? before?.memory : nil
            let after =
                unchangedMemory
                ?? rule.memory(
                    after: mark, of: target, from: before?.memory, at: moment, last: before?.last)
            let answer = Answer(
                id: id, run: runID, target: target, question: question, turn: turn, place: place,
                next: place + 1,
                at: moment, mark, milliseconds: milliseconds, before: before, after: after,
                isRepeat: unchangedMemory != nil)
            try records.save(answer)
            try records.save(ItemMemory(target, MemoryState(after: answer)))
            try updateDay(for: answer, of: kind, by: 1, in: records)
            return answer
        }
        run.answers.append(answer)
        run.log.place = answer.next
        return mark
    }

    /// Undoes the latest answer of a run, which returns to its previous place.
    ///
    /// - Throws: `nothingToTakeBack`. `answerNotFound`, `answeredSince`, without having changed
    ///   anything.
    @discardableResult
    package func undoAnswer<Kind: Exercise>(in run: inout Run<Kind>) throws -> Answer {
        guard let answer = run.answers.last else {
            throw Failure(.nothingToTakeBack, "This session has no answer to take back.")
        }
        let rule = try run.exercise.memory(in: run.atQuestion(of: answer))
        try repository.write(undo: run.exercise.undoLabel(answer, in: run)) { try remove(answer.id, rule, in: $0) }
        run.answers.removeLast()
        run.log.place = answer.place
        return answer
    }

    /// Deletes the latest answer of its target, and restores the memory before it.
    private func remove(_ id: Identifier<Answer>, _ rule: MemoryRule, in records: any PracticeRecords) throws {
        guard let answer = try records.record(id) else {
            throw Failure(
                .answerNotFound, "That answer is no longer there.", advice: "It may have been undone already.")
        }
        let memoryID = ItemMemory.id(of: answer.target)
        guard try records.record(memoryID)?.state.latest == id else {
            throw Failure(
                .answeredSince, "You have answered it again since, in another session.", advice: "Nothing was changed.")
        }
        try records.remove(id)
        if let before = answer.before {
            try records.save(ItemMemory(answer.target, before))
        } else {
            try records.remove(memoryID)
        }
        try repairMemory(answer.target, after: answer, by: rule, in: records)
        try updateDay(for: answer, by: -1, in: records)
    }

    /// Adds an answer to the record of its day and run, or removes it. A record without answers is
    /// deleted.
    ///
    /// - Parameter kind: the kind of a run with targets of several kinds, or nil for that of the
    ///   target.
    func updateDay(for answer: Answer, of kind: PracticeKind? = nil, by: Int, in records: any PracticeRecords) throws {
        let emptyDay = PracticeDay(day: answer.day, run: answer.run, kind: kind ?? answer.target.kind)
        let day = try (records.record(emptyDay.id) ?? emptyDay).counting(answer, times: by)
        if day.answers > 0 { try records.save(day) } else { try records.remove(day.id) }
    }
}

/// A shared random source, from which each run gets its own sequence.
private final class SharedRandomSource: Sendable {
    private let source: Mutex<RandomSource>

    init(_ random: RandomSource) { source = Mutex(random) }

    /// Returns an independent random source.
    func split() -> RandomSource { RandomSource(seed: source.withLock { $0.next() }) }
}
