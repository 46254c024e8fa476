import Kernel

extension FocusSession {
    /// Milliseconds of silence after which a watched timer takes nobody to have been there.
    public static let patience = 180_000
    /// Milliseconds after which a session that nobody watches, counts up or waits for its next round, is taken to be forgotten: four hours.
    public static let forgotten = 4 * 3_600_000

    /// Brings the session up to a moment: phases that ended meanwhile end at the moment they were due, breaks follow the wall clock, gaps
    /// follow the plan's policy. Doing it again at the same moment changes nothing.
    ///
    /// A clock that was set back opens a new stretch: what was counted stays, nothing is counted twice.
    ///
    /// - Returns: the focus phases that ended, oldest first.
    public mutating func advance(to now: Instant) -> [FinishedFocus] {
        guard stage != .over else { return [] }
        if now < seen { rebase(to: now) }
        if let gap = gap(before: now) { return meet(gap, at: now) }
        return runOut(until: now)
    }

    /// Lets every phase that was due end.
    mutating func runOut(until now: Instant) -> [FinishedFocus] {
        var finished: [FinishedFocus] = []
        let heard = seen
        seen = max(seen, now)
        while stage == .running, let end = due, end <= now {
            if phase == .focus {
                let done = closeFocus(at: end, isCompleted: true)
                finished.append(done)
                rest(from: end, behind: done.focused)
            } else {
                wait(from: end)
                if goesOn(at: now, heard: heard) { begin(at: end) }
            }
        }
        if stage == .ready, now.milliseconds - phaseStartedAt.milliseconds > Int64(FocusSession.forgotten) { stage = .over }
        return finished
    }

    /// Whether the round that waits begins by itself: within a cycle, and never while nobody is seen at a screen that shows it.
    private func goesOn(at now: Instant, heard: Instant) -> Bool {
        guard plan.goesOn, round > 1 else { return false }
        return !isWatched || plan.gaps == .count || now.milliseconds - heard.milliseconds <= Int64(FocusSession.patience)
    }

    /// When the running phase ends by itself.
    private var due: Instant? {
        guard let since, let length else { return nil }
        return Instant(milliseconds: since.milliseconds + Int64(length - banked))
    }

    // MARK: - Gaps and clocks

    /// The last moment before a gap, when there is one.
    private func gap(before now: Instant) -> Instant? {
        guard stage == .running, phase == .focus, plan.gaps != .count || isForgotten(at: now) else { return nil }
        let patience = isWatched ? FocusSession.patience : FocusSession.forgotten
        guard isWatched || length == nil else { return nil }
        return min(due ?? now, now).milliseconds - seen.milliseconds > Int64(patience) ? seen : nil
    }

    /// Nobody counts up for days: even a plan that counts gaps does not take that for focus.
    private func isForgotten(at now: Instant) -> Bool {
        length == nil && now.milliseconds - seen.milliseconds > Int64(FocusSession.forgotten)
    }

    private mutating func meet(_ gap: Instant, at now: Instant) -> [FinishedFocus] {
        defer { seen = max(seen, now) }
        if plan.gaps == .stop {
            let finished = closeFocus(at: gap, isCompleted: false)
            stage = .over
            return finished.focused > 0 ? [finished] : []
        }
        bank(until: gap)
        (stage, left) = (.away, gap)
        return []
    }

    /// The clock went back: the open stretch ends where it was last seen, and a new one begins.
    private mutating func rebase(to now: Instant) {
        let jump = now.milliseconds - seen.milliseconds
        switch stage {
        case .running:
            bank(until: seen)
            since = now
        case .away: left = left.map { Instant(milliseconds: $0.milliseconds + jump) }
        case .ready: phaseStartedAt = Instant(milliseconds: phaseStartedAt.milliseconds + jump)
        case .paused, .over: break
        }
        seen = now
    }

    // MARK: - From phase to phase

    /// Closes the open stretch.
    mutating func bank(until end: Instant) {
        guard let since else { return }
        let total = banked + Int(max(0, end.milliseconds - since.milliseconds))
        banked = min(total, length ?? total)
        self.since = nil
    }

    mutating func closeFocus(at end: Instant, isCompleted: Bool) -> FinishedFocus {
        bank(until: end)
        closed += banked
        completed += isCompleted ? 1 : 0
        // A clock that was set back must not make a phase end before it has lasted as long as it was counted.
        let last = max(end, Instant(milliseconds: phaseStartedAt.milliseconds + Int64(banked)))
        defer { (banked, since, interruptions) = (0, nil, nil) }
        return FinishedFocus(
            number: begun, start: phaseStartedAt, end: last, focused: banked, planned: length, isCompleted: isCompleted,
            interruptions: interruptions)
    }

    /// A break begins; by the wall clock, so it may be over already.
    ///
    /// - Parameter focused: milliseconds of the focus before it.
    mutating func rest(from now: Instant, behind focused: Int) {
        phase = round < plan.rounds ? .shortBreak : .longBreak
        isOnPurpose = nil
        (phaseStartedAt, since, banked) = (now, now, 0)
        length =
            plan.flows
            ? FocusPlan.flowBreak(after: focused) : (phase == .shortBreak ? plan.shortBreak : plan.longBreak) * 1000
    }

    /// The break is over, the next round waits.
    mutating func wait(from now: Instant) {
        round = round < plan.rounds ? round + 1 : 1
        (phase, stage, phaseStartedAt, isOnPurpose) = (.focus, .ready, now, nil)
        (since, banked, length) = (nil, 0, plan.focus.map { $0 * 1000 })
    }

    /// The round that waits begins.
    mutating func begin(at now: Instant) {
        begun += 1
        (stage, phaseStartedAt, since, banked) = (.running, now, now, 0)
    }
}
