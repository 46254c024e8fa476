import Kernel

/// The timer: one session at a time, driven by the moments at which people do something.
public struct FocusTimer: Sendable {
    private let repository: any FocusRepository
    private let gates: GateKeeper
    private let ids: IDSource
    /// Where the present comes from.
    public let time: TimeSource

    /// A timer over a repository.
    public init(repository: any FocusRepository, gates: GateKeeper, ids: IDSource, time: TimeSource) {
        (self.repository, self.gates, self.ids, self.time) = (repository, gates, ids, time)
    }

    /// The session as it stands now; nil when none goes on. Changes nothing.
    public func session() throws -> FocusSession? {
        guard var session = try repository.current() else { return nil }
        _ = session.advance(to: time.now())
        return session.stage == .over ? nil : session
    }

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - focus: seconds of focus instead of the preset's.
    ///   - countingUp: no end, until it is skipped or stopped.
    /// - Throws: `sessionRuns`; `locked` for Reading and own presets without Pro; `planInvalid`.
    public func start(_ preset: Preset, focus: Int? = nil, countingUp: Bool = false, task: FocusTask? = nil) throws
        -> FocusSession
    {
        if let gate = preset.gate {
            let answer = gates.ask(gate, 0)
            if !answer.allowed { throw answer.refusal("\(preset.name) is for Pro", of: gate) }
        }
        var plan = countingUp ? try preset.plan.focusing(for: nil) : try focus.map(preset.plan.focusing(for:)) ?? preset.plan
        if let gaps = try repository.choices().gaps { plan = plan.handling(gaps: gaps) }
        let session = FocusSession(
            id: ids.next(), plan: plan, purpose: FocusSession.Purpose(preset: preset.name, task: task), at: time.now())
        try repository.begin(session)
        return session
    }

    /// Holds the timer. Throws `breakRuns`, `notRunning`, `nothingRuns`.
    public func pause() throws -> FocusStep { try handle(.pause, "Paused the timer") }

    /// Goes on, after a pause, with the next round or after a gap. Throws `alreadyRunning`, `nothingRuns`.
    public func resume(countingGap: Bool = false) throws -> FocusStep {
        try handle(.resume(countingGap: countingGap), "Resumed the timer")
    }

    /// Ends the present phase. Throws `nothingToSkip`, `nothingRuns`.
    public func skip() throws -> FocusStep { try handle(.skip, "Skipped a phase") }

    /// Makes the present phase longer. Throws `nothingToExtend`, `tooLong`, `nothingRuns`.
    public func extend(bySeconds seconds: Int) throws -> FocusStep { try handle(.extend(seconds: seconds), "Extended the timer") }

    /// Ends the session. Throws `nothingRuns`.
    public func stop() throws -> FocusStep { try handle(.stop, "Stopped the timer") }

    /// Says that a screen shows the session, or that somebody is there; keeps what ended meanwhile. Throws `nothingRuns`.
    public func notice(_ event: FocusSession.Event) throws -> FocusStep { try handle(event, nil) }

    /// Whether the timer may stand in the terminal's title and task bar.
    public var isLive: Bool { gates.ask(FocusGates.liveActivity, 0).allowed }

    /// Whether a status bar may control the timer.
    public var statusControls: GateAnswer { gates.ask(FocusGates.statusControls, 0) }

    /// Whether what is kept may go to other devices; asked by whoever would start to send it.
    public var cloudSync: GateAnswer { gates.ask(FocusGates.cloudSync, 0) }

    /// What becomes of gaps in new sessions.
    public func gapPolicy() throws -> FocusPlan.GapPolicy { try repository.choices().gaps ?? .ask }

    /// Chooses what becomes of gaps in new sessions.
    public func setGapPolicy(_ policy: FocusPlan.GapPolicy) throws {
        var choices = try repository.choices()
        choices.gaps = policy
        try repository.keep(choices, label: "Chose what becomes of gaps")
    }

    private func handle(_ event: FocusSession.Event, _ label: String?) throws -> FocusStep {
        try repository.handle(event, at: time.now(), label: label)
    }
}
