import Kernel
import Reminders
import Ring
import Terminal

extension RoundClock.Bell {
    /// What is told: "Round 1", "10 seconds", "Round 1 is over".
    var words: String {
        switch kind {
        case .roundBegins(let number): "Round \(number)"
        case .roundEndsSoon(_, let seconds): counted(seconds, "second")
        case .roundEnds(let number): "Round \(number) is over"
        }
    }
}

extension Notifier {
    /// Tells what a screen shows as well.
    ///
    /// - Returns: the last of it, for the screen; nil when there is nothing.
    func announce(_ bells: [RoundClock.Bell]) -> String? {
        // The screen's own bell has rung; a desktop that cannot be reached is no reason to stop.
        for bell in bells.suffix(2) { try? tell(bell.words, "") }
        return bells.last.map { $0.words + "." }
    }
}

extension RoundClock {
    /// A clock that shows what the present phase has left, or how long it has run where only a person ends it.
    func face(at now: Instant) -> String {
        ClockText.of(milliseconds: remaining(at: now) ?? elapsed(at: now), runsDown: length != nil)
    }

    /// What the time is for: "Round 1 of 2".
    var words: String {
        switch phase {
        case .prepare: "Get ready"
        case .round(let number): plan.rounds == 1 ? "Round" : "Round \(number) of \(plan.rounds)"
        case .rest(let number): "Rest after round \(number) of \(plan.rounds)"
        case .over: "All rounds are over"
        }
    }

    /// The same with the time, for lines: "Round 1 of 2, 1:40 left".
    func sentence(at now: Instant) -> String {
        guard phase != .over else { return words }
        return "\(words), \(face(at: now))\(length == nil ? "" : " left")\(isRunning ? "" : ", stopped")"
    }

    /// How what is shown should strike the eye.
    var role: TextRole {
        switch phase {
        case _ where !isRunning: .muted
        case .round: .accent
        default: .good
        }
    }

    /// How far the present phase is, 0…1.
    func share(at now: Instant) -> Double? {
        length.map { $0 == 0 ? 1 : Double(elapsed(at: now)) / Double($0) }
    }
}

/// Ticks of a screen, and the silence between them that nobody has fought through.
struct Watch: Sendable {
    private var last: Instant?

    /// Whether a screen ticks at all; line by line nothing does.
    var hasTicked: Bool { last != nil }

    /// How often a screen wants to tick.
    var interval: Double { hasTicked ? 0.2 : 0.05 }

    /// A tick at a moment.
    ///
    /// - Returns: since when nobody was there, when the silence before this tick was longer than patience allows.
    mutating func tick(at now: Instant) -> Instant? {
        defer { last = now }
        guard let last, now.milliseconds - last.milliseconds > MatchTable.patience else { return nil }
        return last
    }
}
