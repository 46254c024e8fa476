import Kernel

/// What happens to a session, for whoever goes along with it: programs of a person's own, music.
public enum TimerEvent: String, CaseIterable, Sendable {
    /// A round of focus begins.
    case start
    /// It is held, by a person or because nobody was there.
    case pause
    /// It goes on.
    case resume
    /// A break begins.
    case `break`
    /// A break is over, and the next round waits.
    case ready
    /// The session is over.
    case end
}

extension FocusSession {
    /// What happened between two looks at the timer, in order. What came and went in between is left out: no pause without a round that was begun, no end
    /// of what nobody saw.
    ///
    /// - Parameters:
    ///   - before: the session as it was seen last; nil for none.
    ///   - now: as it is; nil for none.
    public static func events(from before: FocusSession?, to now: FocusSession?) -> [(event: TimerEvent, session: FocusSession)] {
        guard let now, now.stage != .over else { return before.map { [(.end, $0)] } ?? [] }
        guard let before, before.id == now.id else {
            return (before.map { [(.end, $0)] } ?? []) + now.events(after: nil).map { ($0, now) }
        }
        return now.events(after: before).map { ($0, now) }
    }

    private func events(after before: FocusSession?) -> [TimerEvent] {
        let isNew = begun > before?.begun ?? 0
        let same = isNew ? nil : before
        var events: [TimerEvent] = isNew ? [.start] : []
        if phase.isBreak {
            if same?.phase.isBreak != true { events.append(.break) }
        } else if stage == .ready {
            if same?.stage != .ready { events.append(.ready) }
        } else if stage != .running {
            if same?.isHeld != true { events.append(.pause) }
        } else if same?.isHeld == true {
            events.append(.resume)
        }
        return events
    }

    private var isHeld: Bool { stage == .paused || stage == .away }

    /// What is told of the phase that began when another came to its end; nil where nothing is.
    public var news: (title: String, body: String)? {
        guard isOnPurpose != true else { return nil }
        if stage == .ready { return ("Break is over", "Round \(round) is ready.") }
        guard stage == .running else { return nil }
        if phase.isBreak { return ("Focus complete", "Time for a \(phase.words.lowercased()).") }
        // Only within a cycle a round begins by itself.
        return plan.goesOn && round > 1 ? ("Break is over", "Round \(round) has begun.") : nil
    }

    /// Whether another look at a session found the same phase, as long as nothing but time went on in it.
    public func isSamePhase(as other: FocusSession) -> Bool { phaseName == other.phaseName && stage == other.stage }

    /// The present phase, by a name that no other one has.
    var phaseName: String { "\(id) \(begun) \(stage == .ready ? "ready" : phase.rawValue)" }
}

extension FocusSession.Phase {
    /// For people.
    public var words: String {
        switch self {
        case .focus: "Focus"
        case .shortBreak: "Short break"
        case .longBreak: "Long break"
        }
    }
}
