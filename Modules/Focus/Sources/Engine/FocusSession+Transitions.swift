import Kernel

extension FocusSession {
    /// The milliseconds of silence after which a watched timer assumes that the user is away.
    package static let awayLimit = 180_000
    /// The milliseconds after which an open-ended or waiting session counts as forgotten: four
    /// hours.
    package static let expiryLimit = 4 * 3_600_000

    /// Advances the session to a moment.
    ///
    /// Phases that are due end at their due time. Breaks follow the wall clock, and gaps follow the
    /// plan's policy. A second call for the same moment changes nothing. If the clock was set back,
    /// a new stretch begins, and the time counted so far stays.
    ///
    /// - Returns: the focus phases that ended, oldest first.
    package mutating func advance(to now: Instant) -> [FinishedFocus] {
        guard stage != .over else { return [] }
        if now < seen { rebase(to: now) }
        if let gapStart = gapStart(before: now) { return applyPolicy(toGap: gapStart, at: now) }
        return endDuePhases(until: now)
    }

    /// Ends every phase that is due.
    mutating func endDuePhases(until now: Instant) -> [FinishedFocus] {
        var finished: [FinishedFocus] = []
        let lastSeen = seen
        seen = max(seen, now)
        while stage == .running, let end = due, end <= now {
            if phase == .focus {
                let finishedFocus = closeFocus(at: end, isCompleted: true)
                finished.append(finishedFocus)
                beginBreak(from: end, after: finishedFocus.focused)
            } else {
                awaitNextRound(from: end)
                if startsNextRound(at: now, since: lastSeen) { beginRound(at: end) }
            }
        }
        if stage == .ready, now.milliseconds - phaseStartedAt.milliseconds > Int64(FocusSession.expiryLimit) {
            stage = .over
        }
        return finished
    }

    /// Returns whether the waiting round begins by itself.
    ///
    /// It does within a cycle, unless the session's screen has been silent for longer than the
    /// limit.
    private func startsNextRound(at now: Instant, since lastSeen: Instant) -> Bool {
        guard plan.startsRoundsAutomatically, round > 1 else { return false }
        return !isWatched || plan.gaps == .count
            || now.milliseconds - lastSeen.milliseconds <= Int64(FocusSession.awayLimit)
    }

    /// The time at which the running phase ends by itself.
    private var due: Instant? {
        guard let since, let length else { return nil }
        return Instant(milliseconds: since.milliseconds + Int64(length - banked))
    }

    // MARK: - Gaps and clocks

    /// Returns the last moment before a gap, if there is one.
    private func gapStart(before now: Instant) -> Instant? {
        guard stage == .running, phase == .focus, plan.gaps != .count || isForgotten(at: now) else { return nil }
        let waitLimit = isWatched ? FocusSession.awayLimit : FocusSession.expiryLimit
        guard isWatched || length == nil else { return nil }
        return min(due ?? now, now).milliseconds - seen.milliseconds > Int64(waitLimit) ? seen : nil
    }

    /// Returns whether an open-ended session has been silent for too long, even if its plan counts
    /// gaps.
    private func isForgotten(at now: Instant) -> Bool {
        length == nil && now.milliseconds - seen.milliseconds > Int64(FocusSession.expiryLimit)
    }

    /// Applies the gap policy to a gap that began at the last seen moment.
    private mutating func applyPolicy(toGap gapStart: Instant, at now: Instant) -> [FinishedFocus] {
        defer { seen = max(seen, now) }
        if plan.gaps == .stop {
            let finished = closeFocus(at: gapStart, isCompleted: false)
            stage = .over
            return finished.focused > 0 ? [finished] : []
        }
        closeStretch(until: gapStart)
        stage = .away
        left = gapStart
        return []
    }

    /// Ends the open stretch at the last seen moment and begins a new one, because the clock went
    /// back.
    private mutating func rebase(to now: Instant) {
        let jump = now.milliseconds - seen.milliseconds
        switch stage {
        case .running:
            closeStretch(until: seen)
            since = now
        case .away: left = left.map { Instant(milliseconds: $0.milliseconds + jump) }
        case .ready: phaseStartedAt = Instant(milliseconds: phaseStartedAt.milliseconds + jump)
        case .paused, .over: break
        }
        seen = now
    }

    // MARK: - Changes of phase

    /// Closes the open stretch.
    mutating func closeStretch(until end: Instant) {
        guard let since else { return }
        let total = banked + Int(max(0, end.milliseconds - since.milliseconds))
        banked = min(total, length ?? total)
        self.since = nil
    }

    /// Ends the focus phase at a time, and returns it for history.
    mutating func closeFocus(at end: Instant, isCompleted: Bool) -> FinishedFocus {
        closeStretch(until: end)
        closed += banked
        completed += isCompleted ? 1 : 0
        // If the clock was set back, the phase must still last as long as the time counted.
        let last = max(end, Instant(milliseconds: phaseStartedAt.milliseconds + Int64(banked)))
        defer { (banked, since, interruptions) = (0, nil, nil) }
        return FinishedFocus(
            number: begun, start: phaseStartedAt, end: last, focused: banked, planned: length, isCompleted: isCompleted,
            interruptions: interruptions)
    }

    /// Begins a break, which may already be over by the wall clock.
    ///
    /// - Parameter focused: milliseconds of the focus before it.
    mutating func beginBreak(from now: Instant, after focused: Int) {
        phase = round < plan.rounds ? .shortBreak : .longBreak
        isOnPurpose = nil
        phaseStartedAt = now
        since = now
        banked = 0
        length =
            plan.flows
            ? FocusPlan.flowBreak(after: focused) : (phase == .shortBreak ? plan.shortBreak : plan.longBreak) * 1000
    }

    /// Ends the break and lets the next round wait.
    mutating func awaitNextRound(from now: Instant) {
        round = round < plan.rounds ? round + 1 : 1
        phase = .focus
        stage = .ready
        phaseStartedAt = now
        isOnPurpose = nil
        since = nil
        banked = 0
        length = plan.focus.map { $0 * 1000 }
    }

    /// Begins the waiting round.
    mutating func beginRound(at now: Instant) {
        begun += 1
        stage = .running
        phaseStartedAt = now
        since = now
        banked = 0
    }
}
