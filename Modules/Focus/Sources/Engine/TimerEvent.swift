import Kernel

/// A change of a session that hooks and music follow.
package enum TimerEvent: String, CaseIterable, Sendable {
    /// A round has begun.
    case start
    /// The session is paused by the user or because the user is away.
    case pause
    /// The session runs again after a pause.
    case resume
    /// A break has begun.
    case `break`
    /// A break is over, and the next round waits for the user.
    case ready
    /// The session is over.
    case end
}

extension FocusSession {
    /// Returns the events between two readings of the timer, in order.
    ///
    /// Events that cancel out in between are omitted. A pause implies an earlier start, and an end
    /// implies an earlier reading.
    ///
    /// - Parameters:
    ///   - before: the last reading, or nil without a session.
    ///   - now: the current reading, or nil without a session.
    package static func events(from before: FocusSession?, to now: FocusSession?) -> [(
        event: TimerEvent, session: FocusSession
    )] {
        guard let now, now.stage != .over else { return before.map { [(.end, $0)] } ?? [] }
        guard let before, before.id == now.id else {
            return (before.map { [(.end, $0)] } ?? []) + now.events(after: nil).map { ($0, now) }
        }
        return now.events(after: before).map { ($0, now) }
    }

    /// Returns the events that lead from an earlier reading of the same session to this one.
    private func events(after before: FocusSession?) -> [TimerEvent] {
        let isNew = begun > before?.begun ?? 0
        let previous = isNew ? nil : before
        var events: [TimerEvent] = isNew ? [.start] : []
        if phase.isBreak {
            if previous?.phase.isBreak != true { events.append(.break) }
        } else if stage == .ready {
            if previous?.stage != .ready { events.append(.ready) }
        } else if stage != .running {
            if previous?.isHeld != true { events.append(.pause) }
        } else if previous?.isHeld == true {
            events.append(.resume)
        }
        return events
    }

    /// Whether the user or an absence has paused the session.
    private var isHeld: Bool { stage == .paused || stage == .away }

    /// The announcement of a phase that began when the previous one ended, or nil if none is due.
    package var news: (title: String, body: String)? {
        guard isOnPurpose != true else { return nil }
        if stage == .ready { return ("Break is over", "Round \(round) is ready.") }
        guard stage == .running else { return nil }
        if phase.isBreak { return ("Focus complete", "Time for a \(phase.text.lowercased()).") }
        // A round begins by itself only within a cycle.
        return plan.startsRoundsAutomatically && round > 1 ? ("Break is over", "Round \(round) has begun.") : nil
    }

    /// Returns whether two readings of a session show the same phase in the same state.
    package func isSamePhase(as other: FocusSession) -> Bool { phaseName == other.phaseName && stage == other.stage }

    /// A unique name of the current phase.
    var phaseName: String { "\(id) \(begun) \(stage == .ready ? "ready" : phase.rawValue)" }
}

extension FocusSession.Phase {
    /// The name for people, such as "Short break".
    package var text: String {
        switch self {
        case .focus: "Focus"
        case .shortBreak: "Short break"
        case .longBreak: "Long break"
        }
    }
}
