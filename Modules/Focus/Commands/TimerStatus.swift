import Focus
import Interface
import Kernel

/// The status item of the timer and the day.
///
/// It is free, and its controls need Pro.
struct TimerStatus: Sendable {
    let timer: FocusTimer
    let history: FocusHistory
    let goals: FocusGoals

    /// The letters of a custom format, such as `%mr`, with their meanings.
    static let letters: [(letters: String, meaning: String)] = [
        ("mr", "minutes left, rounded up"), ("r", "time left as a clock"), ("c", "full rounds of this session"),
        ("g", "rounds of a cycle"), ("p", "preset"), ("t", "task"), ("ph", "phase"), ("st", "state"),
        ("fo", "focus today"), ("go", "the goal of the day"), ("sk", "days in a row"),
    ]

    var item: StatusItem { StatusItem("timer", formatSpecifiers: TimerStatus.letters, content: content) }

    /// Returns the status of the timer, or today's totals without a session.
    @Sendable private func content() throws -> StatusItem.Content? {
        try goals.prefetch()
        let day = Today(tally: try goals.tally(), streak: try history.streak())
        guard let session = try timer.session() else {
            return StatusItem.Content(
                text: "No timer is running.\(day.sentence)", short: day.short, state: "none",
                values: TimerStatus.letters.dropLast(3).map { ["c", "g"].contains($0.letters) ? "0" : "" } + day.values,
                controls: controls([("start", "start --detach")]))
        }
        let moment = TimerMoment(session: session, now: timer.time.now())
        let remaining = session.remaining(at: moment.now)
        return StatusItem.Content(
            text: moment.sentence, short: session.stage == .running ? moment.clock : "\(moment.clock) ⏸",
            isActive: session.stage == .running, state: TimerStatus.state(of: session),
            percentage: session.planned.map { session.elapsed(at: moment.now) * 100 / $0 },
            secondsLeft: session.stage == .running ? remaining.map { Double($0) / 1000 } : nil,
            activityName: session.stage == .running ? "\(session.id) \(session.phaseStartedAt.milliseconds)" : nil,
            values: [
                "\(((remaining ?? session.elapsed(at: moment.now)) + 59_999) / 60_000)", moment.clock,
                "\(session.completed)", "\(session.plan.rounds)",
                session.purpose.preset, session.purpose.title ?? "", session.phase.text, session.stage.rawValue,
            ] + day.values, controls: controls(availableControls(session)))
    }

    /// Today's totals, shown while no timer runs.
    private struct Today {
        let tally: FocusGoals.Tally
        let streak: Int

        /// The focus of today as text.
        private var focus: String { Span.minutes(milliseconds: tally.today * 1000) }
        private var goal: String? { tally.day.map { Span(seconds: $0).description } }
        private var isEmpty: Bool { tally.today == 0 && goal == nil && streak == 0 }

        /// The values of the letters `fo`, `go` and `sk`.
        var values: [String] { [focus, goal ?? "", "\(streak)"] }
        /// The short form, such as `45m/2h 3d`: focus, goal and streak.
        var short: String { isEmpty ? "" : "\(focus)\(goal.map { "/\($0)" } ?? "") \(streak)d" }
        var sentence: String {
            guard !isEmpty else { return "" }
            let streakText = counted(streak, "day")
            return goal.map { " \(focus) of \($0) today, \(streakText) in a row." }
                ?? " \(focus) today, \(streakText) in a row."
        }
    }

    /// Returns the state by which a bar may choose a color: focus, break, paused, away or ready.
    private static func state(of session: FocusSession) -> String {
        session.stage == .running ? session.phase.isBreak ? "break" : "focus" : session.stage.rawValue
    }

    /// Returns the controls that fit the state of the timer.
    private func availableControls(_ session: FocusSession) -> [(name: String, command: String)] {
        let resume = ("resume", "resume --detach")
        let skip = ("skip", "skip")
        let stop = ("stop", "stop")
        return switch session.stage {
        case .running: (session.phase.isBreak ? [] : [("pause", "pause")]) + [skip, stop]
        case .paused, .away: [resume, skip, stop]
        case .ready: [resume, stop]
        case .over: []
        }
    }

    /// Returns the controls, or one that explains how to unlock them.
    private func controls(_ available: [(name: String, command: String)]) -> [(name: String, command: String)] {
        timer.statusControls.allowed ? available : [(LockText.controls, "plan why \(FocusGates.statusControls.key)")]
    }
}
