import Interface
import Kernel
import Reminders
import Ring

extension RoundClock.Bell {
    /// The announcement: "Round 1", "10 seconds", "Round 1 is over".
    var announcement: String {
        switch kind {
        case .roundBegins(let number): "Round \(number)"
        case .roundEndsSoon(_, let seconds): counted(seconds, "second")
        case .roundEnds(let number): "Round \(number) is over"
        }
    }
}

extension Notifier {
    /// Announces bells that a screen shows too.
    ///
    /// - Returns: The last announcement for the screen, or nil if there is none.
    func announce(_ bells: [RoundClock.Bell]) -> String? {
        // The screen has already rung its own bell. The timer continues even if desktop
        // notifications fail.
        for bell in bells.suffix(2) { try? notify(bell.announcement, "") }
        return bells.last.map { $0.announcement + "." }
    }
}

extension RoundClock {
    /// Returns a clock with the remaining time of the phase, or with its elapsed time if only a
    /// person ends it.
    func clockText(at now: Instant) -> String {
        ClockText.of(milliseconds: remaining(at: now) ?? elapsed(at: now), runsDown: length != nil)
    }

    /// The name of the phase: "Round 1 of 2".
    var phaseText: String {
        switch phase {
        case .prepare: "Get ready"
        case .round(let number): plan.rounds == 1 ? "Round" : "Round \(number) of \(plan.rounds)"
        case .rest(let number): "Rest after round \(number) of \(plan.rounds)"
        case .over: "All rounds are over"
        }
    }

    /// Returns the phase with its time: "Round 1 of 2, 1:40 left".
    func sentence(at now: Instant) -> String {
        guard phase != .over else { return phaseText }
        return "\(phaseText), \(clockText(at: now))\(length == nil ? "" : " left")\(isRunning ? "" : ", stopped")"
    }

    /// The emphasis of the phase on the screen.
    var role: TextRole {
        switch phase {
        case _ where !isRunning: .muted
        case .round: .accent
        default: .good
        }
    }

    /// Returns the progress of the phase, 0…1, or nil if only a person ends it.
    func progress(at now: Instant) -> Double? { length.map { $0 == 0 ? 1 : Double(elapsed(at: now)) / Double($0) } }
}

/// A detector of gaps between screen ticks, such as a sleeping computer. Time in a gap does not
/// count for the match.
struct GapDetector: Sendable {
    /// The time of the last tick, or nil before the first.
    private var lastTick: Instant?

    /// Whether the screen has ticked. In line-by-line output there are no ticks.
    var hasTicked: Bool { lastTick != nil }

    /// The seconds until the next tick. The first tick comes soon, because it shows that the screen
    /// is a terminal.
    var interval: Double { hasTicked ? 0.2 : 0.05 }

    /// Records a tick.
    ///
    /// - Returns: The start of the gap, if the silence before this tick exceeded the limit.
    mutating func tick(at now: Instant) -> Instant? {
        defer { lastTick = now }
        guard let lastTick, now.milliseconds - lastTick.milliseconds > MatchTable.gapLimit else { return nil }
        return lastTick
    }
}
