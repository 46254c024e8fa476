import Kernel

/// The timer: one session at a time, driven by the moments of the user's actions.
package struct FocusTimer: Sendable {
    /// The result of an event.
    package struct Step: Hashable, Sendable {
        package let session: FocusSession
        /// The focus records that ended with the event and were not saved before.
        package let records: [FocusRecord]
        /// Whether these are the first saved records of a minute or more.
        package let isFirstFocus: Bool
        /// The level and achievements reached with the records, or nil for none.
        package internal(set) var reached: ReachedMilestones?
        /// The goals reached with the records.
        package internal(set) var goals: [FocusGoals.Goal] = []
    }

    private let store: any Store
    private let gates: GateKeeper
    private let ids: IDSource
    /// The source of the current time and of the local day of a record.
    package let time: TimeSource

    package init(_ store: any Store, gates: GateKeeper, ids: IDSource, time: TimeSource) {
        self.store = store
        self.gates = gates
        self.ids = ids
        self.time = time
    }

    /// Returns the current session, or nil if there is none, without changing anything.
    package func session() throws -> FocusSession? {
        guard var session = try store.read({ try $0.record(CurrentSession.only) })?.session else { return nil }
        _ = session.advance(to: time.now())
        return session.stage == .over ? nil : session
    }

    /// Begins a session.
    ///
    /// If a previous session has ended by then, its focus is saved first.
    ///
    /// - Parameters:
    ///   - focus: seconds of focus instead of the preset's.
    ///   - countingUp: whether rounds count up until they are skipped or stopped.
    ///   - flowing: whether rounds count up and breaks last a fifth of the focus before them.
    ///   - automaticRounds: whether rounds begin by themselves after short breaks, or nil for the
    ///     general setting.
    /// - Throws: `sessionRuns`, `locked` for Reading and own presets without Pro, `planInvalid`.
    package func start(
        _ preset: Preset, focus: Int? = nil, countingUp: Bool = false, flowing: Bool = false,
        automaticRounds: Bool? = nil,
        task: FocusTask? = nil
    ) throws -> FocusSession {
        if let gate = preset.gate {
            let answer = gates.ask(gate, 0)
            if !answer.allowed { throw answer.lockFailure("\(preset.name) is for Pro", of: gate) }
        }
        var plan =
            countingUp ? try preset.plan.focusing(for: nil) : try focus.map(preset.plan.focusing(for:)) ?? preset.plan
        if flowing { plan = try plan.flowing() }
        let choices = try store.focusChoices()
        if automaticRounds ?? choices.goesOn ?? false { plan = plan.startingRoundsAutomatically() }
        if let gaps = choices.gaps { plan = plan.handling(gaps: gaps) }
        let session = FocusSession(
            id: ids.next(), plan: plan, purpose: FocusSession.Purpose(preset: preset.name, task: task), at: time.now())
        try store.write(undo: "Started \(preset.name)") { transaction in
            if var earlierSession = try transaction.record(CurrentSession.only)?.session {
                let finished = earlierSession.advance(to: session.startedAt)
                guard earlierSession.stage == .over else {
                    throw Failure(
                        .sessionRuns, "A \(earlierSession.purpose.preset) session is already running.",
                        advice: "`status` shows it, `stop` ends it, and `resume` continues it.")
                }
                _ = try save(finished, of: earlierSession, in: transaction)
            }
            try transaction.put(CurrentSession(session: session))
        }
        return session
    }

    /// Pauses the timer.
    ///
    /// - Throws: `breakRuns`, `notRunning`, `nothingRuns`.
    package func pause() throws -> Step { try handle(.pause, "Paused the timer") }

    /// Resumes after a pause or a gap, or begins the next round.
    ///
    /// - Throws: `alreadyRunning`, `nothingRuns`.
    package func resume(countingGap: Bool = false) throws -> Step {
        try handle(.resume(countingGap: countingGap), "Resumed the timer")
    }

    /// Ends the current phase.
    ///
    /// - Throws: `nothingToSkip`, `nothingRuns`.
    package func skip() throws -> Step { try handle(.skip, "Skipped a round or break") }

    /// Extends the current phase.
    ///
    /// - Throws: `nothingToExtend`, `tooLong`, `nothingRuns`.
    package func extend(bySeconds seconds: Int) throws -> Step {
        try handle(.extend(seconds: seconds), "Extended the timer")
    }

    /// Records an interruption of the round.
    ///
    /// - Throws: `nothingToInterrupt`, `nothingRuns`.
    package func interrupt(_ kind: Interruption.Kind, note: String? = nil) throws -> Step {
        try handle(.interrupt(kind, note: note), "Noted an interruption")
    }

    /// Ends the session.
    ///
    /// - Throws: `nothingRuns`.
    package func stop() throws -> Step { try handle(.stop, "Stopped the timer") }

    /// Records that a screen shows the session or that the user is present.
    ///
    /// It also saves phases that have ended.
    ///
    /// - Throws: `nothingRuns`.
    package func recordPresence(_ event: FocusSession.Event) throws -> Step { try handle(event, nil) }

    /// Whether the timer may appear in the terminal's title and taskbar.
    package var isLive: Bool { gates.ask(FocusGates.liveActivity, 0).allowed }

    /// The permission to control the timer from a status bar.
    package var statusControls: GateAnswer { gates.ask(FocusGates.statusControls, 0) }

    /// Returns the gap policy of new sessions.
    package func gapPolicy() throws -> FocusPlan.GapPolicy { try store.focusChoices().gaps ?? .ask }

    /// Sets the gap policy of new sessions.
    package func setGapPolicy(_ policy: FocusPlan.GapPolicy) throws {
        try store.updateChoices("Chose what happens to time away") { $0.gaps = policy }
    }

    /// Returns whether rounds of new sessions begin by themselves after short breaks.
    package func startsRoundsAutomatically() throws -> Bool { try store.focusChoices().goesOn ?? false }

    /// Sets whether rounds of new sessions begin by themselves after short breaks.
    package func setStartsRoundsAutomatically(_ goesOn: Bool) throws {
        try store.updateChoices("Chose how rounds begin") { $0.goesOn = goesOn ? true : nil }
    }

    // MARK: - Within one transaction

    /// Applies an event and saves the phases that ended with it.
    ///
    /// A session that is over is deleted.
    ///
    /// - Parameter label: the name in `undo`, or nil for an event that is not the user's action.
    private func handle(_ event: FocusSession.Event, _ label: String?) throws -> Step {
        let now = time.now()
        let (outcome, choices) = try store.write(undo: label) { transaction in
            // One query fetches the session and the goals.
            try transaction.prefetch(.record(CurrentSession.only), .record(FocusChoices.only))
            guard var session = try transaction.record(CurrentSession.only)?.session else {
                throw FocusSession.nothingRuns
            }
            let finished = try session.handle(event, at: now)
            let records = try save(finished, of: session, in: transaction)
            if session.stage == .over {
                try transaction.delete(CurrentSession.only)
            } else {
                try transaction.put(CurrentSession(session: session))
            }
            let isFirst = try FocusTimer.isFirst(records, in: transaction)
            let step = Step(session: session, records: records, isFirstFocus: isFirst)
            return (step, records.isEmpty ? nil : try transaction.record(FocusChoices.only))
        }
        var step = outcome
        let history = FocusHistory(store, gates: gates, time: time)
        step.reached = try history.reached(with: step.records)
        step.goals = try FocusGoals(store, history: history, time: time).reached(with: step.records, choices)
        return step
    }

    /// Returns whether these are the first records of a minute or more, so that short trials do not
    /// count.
    private static func isFirst(_ records: [FocusRecord], in transaction: borrowing Transaction) throws -> Bool {
        guard records.contains(where: { $0.focused >= 60_000 }) else { return false }
        let limit = records.count + 4
        let earliest = try transaction.records(FocusRecord.byStart.all.limit(limit))
        let newIDs = Set(records.map(\.id))
        return earliest.count < limit && earliest.allSatisfy { newIDs.contains($0.id) || $0.focused < 60_000 }
    }

    /// Saves records once, updates the sums of their days and adds their time to their task.
    private func save(_ finished: [FinishedFocus], of session: FocusSession, in transaction: borrowing Transaction)
        throws
        -> [FocusRecord]
    {
        var newRecords: [FocusRecord] = []
        for record in finished.map({ FocusRecord($0, of: session, calendar: time.calendar) }) {
            guard try transaction.record(record.id) == nil else { continue }
            try transaction.put(record)
            try transaction.sum(record.day)
            if let id = record.purpose.task, var task = try transaction.record(id) {
                // A user's edit on another device takes precedence over this sum.
                task.spent += record.focused
                try transaction.putDerived(task)
            }
            newRecords.append(record)
        }
        return newRecords
    }
}

/// The current session, in one record, so that only one of two simultaneous starts succeeds.
struct CurrentSession: Storable {
    let session: FocusSession

    var id: Identifier<CurrentSession> { CurrentSession.only }

    static let only: Identifier<CurrentSession> = "current"
    static let collection = RecordCollection<CurrentSession>("focus.session")
}
