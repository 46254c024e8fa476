import Kernel

extension FocusSession {
    /// An event that the user or the screen sends to a session.
    package enum Event: Hashable, Sendable {
        /// Stops the clock of a round.
        case pause
        /// Resumes after a pause, begins the next round, or ends a gap, which counts as focus or
        /// not.
        case resume(countingGap: Bool)
        /// Ends the current phase: from focus to the break, or from a break to the next round.
        case skip
        /// Extends the current phase by 1 second to 24 hours.
        case extend(seconds: Int)
        /// Ends the session. Its focus so far is saved.
        case stop
        /// A screen opens and shows the session.
        case watch
        /// The screen closes on purpose, and the session continues.
        case unwatch
        /// The user or the screen is present.
        case observe
        /// Records an interruption of the running round.
        case interrupt(Interruption.Kind, note: String?)
    }

    /// Advances the session to a moment and applies an event.
    ///
    /// - Returns: the focus phases that ended, oldest first.
    /// - Throws: `Failure` of kind `failed` if the event is impossible in the current state. The
    ///   session is then unchanged.
    package mutating func handle(_ event: Event, at now: Instant) throws -> [FinishedFocus] {
        var next = self
        var finished = next.advance(to: now)
        finished += try next.apply(event, at: max(now, next.seen))
        self = next
        return finished
    }

    /// Applies an event to a session that is advanced to its time.
    private mutating func apply(_ event: Event, at now: Instant) throws -> [FinishedFocus] {
        if event == .observe || event == .watch || event == .unwatch {
            if event != .observe { isWatched = event == .watch }
            return []
        }
        guard stage != .over else { throw FocusSession.nothingRuns }
        switch event {
        case .pause: try pause(at: now)
        case .resume(let countingGap): return try resume(countingGap: countingGap, at: now)
        case .skip: return try skip(at: now)
        case .extend(let seconds): try extend(by: seconds)
        case .stop: return stop(at: now)
        case .interrupt(let kind, let note): try interrupt(Interruption(kind: kind, at: now, note: note))
        case .observe, .watch, .unwatch: break
        }
        return []
    }

    /// Stops the clock of a round.
    ///
    /// - Throws: `breakRuns`, `notRunning`.
    private mutating func pause(at now: Instant) throws {
        guard !phase.isBreak else {
            throw Failure(
                .breakRuns, "A break cannot be paused.", advice: "End it with `skip`, or end the session with `stop`.")
        }
        guard stage == .running else {
            throw Failure(.notRunning, "The timer is not running.", advice: "Continue with `resume`.")
        }
        closeStretch(until: now)
        stage = .paused
    }

    /// Continues after a pause or an absence, or begins the waiting round.
    ///
    /// - Throws: `alreadyRunning`.
    private mutating func resume(countingGap: Bool, at now: Instant) throws -> [FinishedFocus] {
        switch stage {
        case .paused: (stage, since) = (.running, now)
        case .ready:
            beginRound(at: now)
            isOnPurpose = true
        case .away:
            stage = .running
            since = countingGap ? left ?? now : now
            left = nil
            return endDuePhases(until: now)
        case .running, .over:
            throw Failure(.alreadyRunning, "The timer is already running.", advice: "Pause it with `pause`.")
        }
        return []
    }

    /// Ends the round or break, and begins the next phase.
    ///
    /// - Throws: `nothingToSkip`.
    private mutating func skip(at now: Instant) throws -> [FinishedFocus] {
        guard stage != .ready else {
            throw Failure(
                .nothingToSkip, "Round \(round) has not started.",
                advice: "Start it with `resume`, or end the session with `stop`.")
        }
        // The user ended the phase, so no announcement is needed.
        defer { isOnPurpose = true }
        if phase.isBreak {
            awaitNextRound(from: now)
            beginRound(at: now)
            return []
        }
        let finished = closeFocus(at: now, isCompleted: false)
        stage = .running
        left = nil
        beginBreak(from: now, after: finished.focused)
        return finished.focused > 0 ? [finished] + endDuePhases(until: now) : endDuePhases(until: now)
    }

    /// Adds an interruption to the current round.
    ///
    /// - Throws: `nothingToInterrupt`.
    private mutating func interrupt(_ interruption: Interruption) throws {
        guard phase == .focus, stage != .ready else {
            throw Failure(
                .nothingToInterrupt, "No round of focus is running, so nothing can break into one.",
                advice: "`status` shows the timer.")
        }
        guard interruptions?.count ?? 0 < Interruption.mostInRound else {
            throw Failure(
                .nothingToInterrupt, "\(Interruption.mostInRound) interruptions are noted in this round already.")
        }
        interruptions = (interruptions ?? []) + [interruption]
    }

    /// Makes the current phase longer.
    ///
    /// - Throws: `nothingToExtend`, `tooLong`.
    private mutating func extend(by seconds: Int) throws {
        guard let length, stage != .ready else {
            throw Failure(
                .nothingToExtend, "Nothing can be extended now: no round or break with an end is running.",
                advice: "`status` shows the timer.")
        }
        guard (1...Span.longest).contains(seconds), length + seconds * 1000 <= Span.longest * 1000 else {
            throw Failure(
                .tooLong, "A round or break lasts at most 24 hours.", advice: "Extend by less.", kind: .badData)
        }
        self.length = length + seconds * 1000
    }

    /// Ends the session, and returns the unfinished round if it has focus.
    private mutating func stop(at now: Instant) -> [FinishedFocus] {
        defer { (stage, left) = (.over, nil) }
        guard phase == .focus, stage != .ready else { return [] }
        let finished = closeFocus(at: stage == .away ? left ?? now : now, isCompleted: false)
        return finished.focused > 0 ? [finished] : []
    }

    /// The failure of a command that needs a session.
    static var nothingRuns: Failure { Failure(.nothingRuns, "No timer is running.", advice: "Start one with `start`.") }
}
