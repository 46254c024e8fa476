import Kernel

extension FocusSession {
    /// What a person, or the screen for them, does to a session.
    public enum Event: Hashable, Sendable {
        /// Hold the timer.
        case pause
        /// Go on: after a pause, with the next round, or after a gap, which counts as focus or not.
        case resume(countingGap: Bool)
        /// End the present phase now: from focus to the break, from a break to the next round.
        case skip
        /// Make the present phase longer, by 1 second to 24 hours.
        case extend(seconds: Int)
        /// End the session.
        case stop
        /// A screen shows the session now.
        case watch
        /// The screen is closed on purpose, and the session goes on.
        case unwatch
        /// Somebody is there.
        case observe
        /// Note what broke into the round.
        case interrupt(Interruption.Kind, note: String?)
    }

    /// Brings the session up to a moment and lets an event happen then.
    ///
    /// - Returns: the focus phases that ended, oldest first.
    /// - Throws: `Failure` of kind `failed` when the event makes no sense as the session stands; the session is unchanged then.
    public mutating func handle(_ event: Event, at now: Instant) throws -> [FinishedFocus] {
        var next = self
        var finished = next.advance(to: now)
        finished += try next.take(event, at: max(now, next.seen))
        self = next
        return finished
    }

    private mutating func take(_ event: Event, at now: Instant) throws -> [FinishedFocus] {
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

    private mutating func pause(at now: Instant) throws {
        guard !phase.isBreak else {
            throw Failure(
                .breakRuns, "A break cannot be paused.",
                advice: "End it with `skip`, or end the session with `stop`.")
        }
        guard stage == .running else {
            throw Failure(.notRunning, "The timer is not running.", advice: "Continue with `resume`.")
        }
        bank(until: now)
        stage = .paused
    }

    private mutating func resume(countingGap: Bool, at now: Instant) throws -> [FinishedFocus] {
        switch stage {
        case .paused: (stage, since) = (.running, now)
        case .ready:
            begin(at: now)
            isOnPurpose = true
        case .away:
            (stage, since, left) = (.running, countingGap ? left ?? now : now, nil)
            return runOut(until: now)
        case .running, .over: throw Failure(.alreadyRunning, "The timer is already running.", advice: "Pause it with `pause`.")
        }
        return []
    }

    private mutating func skip(at now: Instant) throws -> [FinishedFocus] {
        guard stage != .ready else {
            throw Failure(
                .nothingToSkip, "Round \(round) has not started.",
                advice: "Start it with `resume`, or end the session with `stop`.")
        }
        // What a person ends is no news to them.
        defer { isOnPurpose = true }
        if phase.isBreak {
            wait(from: now)
            begin(at: now)
            return []
        }
        let finished = closeFocus(at: now, isCompleted: false)
        (stage, left) = (.running, nil)
        rest(from: now, behind: finished.focused)
        return finished.focused > 0 ? [finished] + runOut(until: now) : runOut(until: now)
    }

    private mutating func interrupt(_ interruption: Interruption) throws {
        guard phase == .focus, stage != .ready else {
            throw Failure(
                .nothingToInterrupt, "No round of focus is running, so nothing can break into one.",
                advice: "`status` shows the timer.")
        }
        guard interruptions?.count ?? 0 < Interruption.most else {
            throw Failure(.nothingToInterrupt, "\(Interruption.most) interruptions are noted in this round already.")
        }
        interruptions = (interruptions ?? []) + [interruption]
    }

    private mutating func extend(by seconds: Int) throws {
        guard let length, stage != .ready else {
            throw Failure(
                .nothingToExtend, "Nothing can be extended now: no round or break with an end is running.",
                advice: "`status` shows the timer.")
        }
        guard (1...Span.longest).contains(seconds), length + seconds * 1000 <= Span.longest * 1000 else {
            throw Failure(.tooLong, "A round or break lasts at most 24 hours.", advice: "Extend by less.", kind: .badData)
        }
        self.length = length + seconds * 1000
    }

    private mutating func stop(at now: Instant) -> [FinishedFocus] {
        defer { (stage, left) = (.over, nil) }
        guard phase == .focus, stage != .ready else { return [] }
        let finished = closeFocus(at: stage == .away ? left ?? now : now, isCompleted: false)
        return finished.focused > 0 ? [finished] : []
    }

    static var nothingRuns: Failure { Failure(.nothingRuns, "No timer is running.", advice: "Start one with `start`.") }
}
