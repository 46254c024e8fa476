import Focus
import Interface
import Kernel

/// A session at a given moment, for output.
struct TimerMoment: Sendable {
    let session: FocusSession
    let now: Instant

    /// The remaining time of the phase, or its elapsed time if it counts up.
    var clock: String {
        let remaining = session.remaining(at: now)
        return ClockText.of(milliseconds: remaining ?? session.elapsed(at: now), runsDown: remaining != nil)
    }

    /// The state as a sentence, such as "Study: 24:59 left, round 1 of 4".
    var sentence: String {
        let preset = session.purpose.preset
        let round = session.round
        let rounds = session.plan.rounds
        let name = session.phase.isBreak ? session.phase.text : preset
        let countsUp = session.remaining(at: now) == nil
        return switch session.stage {
        case .running where countsUp: "\(name): \(clock), round \(round) of \(rounds)"
        case .running: "\(name): \(clock) left, round \(round) of \(rounds)"
        case .paused where countsUp: "\(preset): paused, \(clock), round \(round) of \(rounds)"
        case .paused: "\(preset): paused, \(clock) left, round \(round) of \(rounds)"
        case .ready: "\(preset): round \(round) of \(rounds) is ready"
        case .away:
            "\(preset): you were away for \(Span.minutes(milliseconds: session.awayMilliseconds ?? 0)), round \(round) of \(rounds)"
        case .over: "\(session.purpose.preset): over, \(Span.minutes(milliseconds: session.focused(at: now))) of focus"
        }
    }

    /// The output fields of the timer.
    static let fields: [Field<TimerMoment>] = [
        Field("id", "the session's identifier") { .text($0.session.id.rawValue) },
        Field("preset", title: "Preset", "the preset's name") { .text($0.session.purpose.preset) },
        Field("task", "the task's identifier") { .text($0.session.purpose.task?.rawValue) },
        Field("title", title: "Task", "the task's title") { .text($0.session.purpose.title) },
        Field(
            "phase", title: "Phase", "focus, shortBreak or longBreak",
            cell: { StyledText(declared: $0.session.phase.text) }
        ) {
            .text($0.session.phase.rawValue)
        },
        Field("stage", title: "State", "running, paused, away, ready or over") { .text($0.session.stage.rawValue) },
        Field(
            "round", title: "Round", "which round of the cycle",
            cell: { "\($0.session.round) of \($0.session.plan.rounds)" }
        ) {
            .integer($0.session.round)
        },
        Field("rounds", "rounds in a cycle") { .integer($0.session.plan.rounds) },
        Field("completed", "full rounds in this session") { .integer($0.session.completed) },
        Field("elapsed", "seconds of the current phase") { .integer($0.session.elapsed(at: $0.now) / 1000) },
        Field(
            "remaining", title: "Clock", "seconds until the phase ends; nothing when it counts up",
            cell: { StyledText($0.clock) }
        ) {
            .integer($0.session.remaining(at: $0.now).map { ($0 + 999) / 1000 })
        },
        Field("endsAt", "when the phase ends if you do nothing") { .instant($0.session.endsAt($0.now)) },
        Field(
            "focused", title: "Focus", "seconds of focus in this session",
            cell: {
                StyledText(Span.minutes(milliseconds: $0.session.focused(at: $0.now)))
            }
        ) { .integer($0.session.focused(at: $0.now) / 1000) },
        Field("interruptions", "how often something broke into the round") {
            .integer($0.session.interruptions?.count ?? 0)
        },
        Field("startedAt", "when the session began") { .instant($0.session.startedAt) },
    ]
}

extension FocusTimer.Step {
    /// The results of the step as text.
    ///
    /// The first focus ever is celebrated.
    var news: String? {
        guard !records.isEmpty else { return nil }
        let focused = records.reduce(0) { $0 + $1.focused }
        let recordedSentence =
            focused < 60_000
            ? "Less than a minute of focus kept." : "\(Span.minutes(milliseconds: focused)) of focus kept."
        let firstSentence =
            isFirstFocus ? "🎉 Your first session! \(recordedSentence) The next one is easier." : recordedSentence
        return
            ([firstSentence] + (reached?.sentences ?? []) + goals.map(\.sentence)
            + [breakSuggestion(after: focused)].compactMap { $0 })
            .joined(
                separator: " ")
    }

    /// Returns a suggestion for a break after a flow session that was stopped without one.
    private func breakSuggestion(after focused: Int) -> String? {
        let seconds = FocusPlan.flowBreak(after: focused) / 1000
        guard session.plan.flows, session.stage == .over, seconds >= 60 else { return nil }
        return "Now rest for \(Span(seconds: seconds / 60 * 60)): a fifth of it."
    }
}

extension FocusGoals.Goal {
    /// The sentence that appears once when the goal is reached.
    var sentence: String {
        switch self {
        case .day(let seconds): "🎯 You reached the goal of the day: \(Span(seconds: seconds)) of focus."
        case .week(let seconds): "🎯 You reached the goal of the week: \(Span(seconds: seconds)) of focus."
        }
    }
}

extension ReachedMilestones {
    /// The sentences that appear once when something is reached.
    fileprivate var sentences: [String] {
        achievements.map { "🏆 Achievement reached: \($0.title), for \($0.about)." }
            + (level.map { ["⭐ You are on level \($0) now."] } ?? [])
    }
}
