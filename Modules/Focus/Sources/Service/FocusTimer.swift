import Kernel

/// The timer: one session at a time, driven by the moments at which people do something.
public struct FocusTimer: Sendable {
    /// What an event made of a session.
    public struct Step: Hashable, Sendable {
        /// As the event left it.
        public let session: FocusSession
        /// The stretches of focus that ended with it and were not kept before.
        public let records: [FocusRecord]
        /// Whether these are the first of a minute or more that were ever kept.
        public let isFirstFocus: Bool
        /// What was reached with them; nil for nothing.
        public internal(set) var reached: Reached?
        /// The goals that were reached with them.
        public internal(set) var goals: [FocusGoals.Goal] = []
    }

    private let store: any Store
    private let gates: GateKeeper
    private let ids: IDSource
    /// Where the present comes from, and the local day on which a stretch began.
    public let time: TimeSource

    /// A timer over one profile's store.
    public init(_ store: any Store, gates: GateKeeper, ids: IDSource, time: TimeSource) {
        (self.store, self.gates, self.ids, self.time) = (store, gates, ids, time)
    }

    /// The session as it stands now; nil when none goes on. Changes nothing.
    public func session() throws -> FocusSession? {
        guard var session = try store.read({ try $0.record(CurrentSession.only) })?.session else { return nil }
        _ = session.advance(to: time.now())
        return session.stage == .over ? nil : session
    }

    /// Begins a session. One that has come to its end by then gives way, and its focus is kept.
    ///
    /// - Parameters:
    ///   - focus: seconds of focus instead of the preset's.
    ///   - countingUp: no end, until it is skipped or stopped.
    ///   - flowing: no end, and breaks that are a fifth of the focus before them.
    ///   - goingOn: rounds begin by themselves behind short breaks, or do not; nil for what was chosen once for all.
    /// - Throws: `sessionRuns`; `locked` for Reading and own presets without Pro; `planInvalid`.
    public func start(
        _ preset: Preset, focus: Int? = nil, countingUp: Bool = false, flowing: Bool = false, goingOn: Bool? = nil,
        task: FocusTask? = nil
    ) throws -> FocusSession {
        if let gate = preset.gate {
            let answer = gates.ask(gate, 0)
            if !answer.allowed { throw answer.refusal("\(preset.name) is for Pro", of: gate) }
        }
        var plan = countingUp ? try preset.plan.focusing(for: nil) : try focus.map(preset.plan.focusing(for:)) ?? preset.plan
        if flowing { plan = try plan.flowing() }
        let choices = try store.focusChoices()
        if goingOn ?? choices.goesOn ?? false { plan = plan.goingOn() }
        if let gaps = choices.gaps { plan = plan.handling(gaps: gaps) }
        let session = FocusSession(
            id: ids.next(), plan: plan, purpose: FocusSession.Purpose(preset: preset.name, task: task), at: time.now())
        try store.write(undo: "Started \(preset.name)") { transaction in
            if var other = try transaction.record(CurrentSession.only)?.session {
                let finished = other.advance(to: session.startedAt)
                guard other.stage == .over else {
                    throw Failure(
                        .sessionRuns, "A \(other.purpose.preset) session is already running.",
                        advice: "`status` shows it, `stop` ends it, and `resume` continues it.")
                }
                _ = try keep(finished, of: other, in: transaction)
            }
            try transaction.put(CurrentSession(session: session))
        }
        return session
    }

    /// Holds the timer. Throws `breakRuns`, `notRunning`, `nothingRuns`.
    public func pause() throws -> Step { try handle(.pause, "Paused the timer") }

    /// Goes on, after a pause, with the next round or after a gap. Throws `alreadyRunning`, `nothingRuns`.
    public func resume(countingGap: Bool = false) throws -> Step {
        try handle(.resume(countingGap: countingGap), "Resumed the timer")
    }

    /// Ends the present phase. Throws `nothingToSkip`, `nothingRuns`.
    public func skip() throws -> Step { try handle(.skip, "Skipped a round or break") }

    /// Makes the present phase longer. Throws `nothingToExtend`, `tooLong`, `nothingRuns`.
    public func extend(bySeconds seconds: Int) throws -> Step { try handle(.extend(seconds: seconds), "Extended the timer") }

    /// Notes what broke into the round. Throws `nothingToInterrupt`, `nothingRuns`.
    public func interrupt(_ kind: Interruption.Kind, note: String? = nil) throws -> Step {
        try handle(.interrupt(kind, note: note), "Noted an interruption")
    }

    /// Ends the session. Throws `nothingRuns`.
    public func stop() throws -> Step { try handle(.stop, "Stopped the timer") }

    /// Says that a screen shows the session, or that somebody is there; keeps what ended meanwhile. Throws `nothingRuns`.
    public func notice(_ event: FocusSession.Event) throws -> Step { try handle(event, nil) }

    /// Whether the timer may stand in the terminal's title and task bar.
    public var isLive: Bool { gates.ask(FocusGates.liveActivity, 0).allowed }

    /// Whether a status bar may control the timer.
    public var statusControls: GateAnswer { gates.ask(FocusGates.statusControls, 0) }

    /// What becomes of gaps in new sessions.
    public func gapPolicy() throws -> FocusPlan.GapPolicy { try store.focusChoices().gaps ?? .ask }

    /// Chooses what becomes of gaps in new sessions.
    public func setGapPolicy(_ policy: FocusPlan.GapPolicy) throws {
        try store.choose("Chose what happens to time away") { $0.gaps = policy }
    }

    /// Whether rounds of new sessions begin by themselves behind short breaks.
    public func goesOn() throws -> Bool { try store.focusChoices().goesOn ?? false }

    /// Chooses whether rounds of new sessions begin by themselves.
    public func setGoesOn(_ goesOn: Bool) throws {
        try store.choose("Chose how rounds begin") { $0.goesOn = goesOn ? true : nil }
    }

    // MARK: - Within one transaction

    /// Lets an event happen, and keeps what ended with it. A session that is over is forgotten.
    ///
    /// - Parameter label: what `undo` calls it; nil for what a person did not do.
    private func handle(_ event: FocusSession.Event, _ label: String?) throws -> Step {
        let now = time.now()
        let (kept, choices) = try store.write(undo: label) { transaction in
            // In one question with the session: whether there are goals to be reached.
            try transaction.foresee(.record(CurrentSession.only), .record(FocusChoices.only))
            guard var session = try transaction.record(CurrentSession.only)?.session else { throw FocusSession.nothingRuns }
            let finished = try session.handle(event, at: now)
            let records = try keep(finished, of: session, in: transaction)
            if session.stage == .over {
                try transaction.delete(CurrentSession.only)
            } else {
                try transaction.put(CurrentSession(session: session))
            }
            let isFirst = try FocusTimer.isFirst(records, in: transaction)
            let step = Step(session: session, records: records, isFirstFocus: isFirst)
            return (step, records.isEmpty ? nil : try transaction.record(FocusChoices.only))
        }
        var step = kept
        let history = FocusHistory(store, gates: gates, time: time)
        step.reached = try history.reached(with: step.records)
        step.goals = try FocusGoals(store, history: history, time: time).reached(with: step.records, choices)
        return step
    }

    /// A few starts of seconds, to see what happens, take nobody's first session away.
    private static func isFirst(_ records: [FocusRecord], in transaction: borrowing Transaction) throws -> Bool {
        guard records.contains(where: { $0.focused >= 60_000 }) else { return false }
        let most = records.count + 4
        let earliest = try transaction.records(FocusRecord.byStart.all.limit(most))
        let new = Set(records.map(\.id))
        return earliest.count < most && earliest.allSatisfy { new.contains($0.id) || $0.focused < 60_000 }
    }

    /// Keeps records, makes their days' sums anew, and adds their time to their task. A record that is there already is not kept twice.
    private func keep(_ finished: [FinishedFocus], of session: FocusSession, in transaction: borrowing Transaction) throws
        -> [FocusRecord]
    {
        var kept: [FocusRecord] = []
        for record in finished.map({ FocusRecord($0, of: session, calendar: time.calendar) }) {
            guard try transaction.record(record.id) == nil else { continue }
            try transaction.put(record)
            try transaction.sum(record.day)
            if let id = record.purpose.task, var task = try transaction.record(id) {
                // What a person changes of it on another device meanwhile wins over a sum.
                task.spent += record.focused
                try transaction.amend(task)
            }
            kept.append(record)
        }
        return kept
    }
}

/// The one session there is: one record, so that two processes that start at once cannot both win.
struct CurrentSession: Storable {
    let session: FocusSession

    var id: Identifier<CurrentSession> { CurrentSession.only }

    static let only: Identifier<CurrentSession> = "current"
    static let collection = RecordCollection<CurrentSession>("focus.session")
}
