import Kernel
import Synchronization

/// A clock that only a test moves.
public final class ManualClock: Sendable {
    private let moment: Mutex<Instant>

    /// Creates a clock from a moment in ISO 8601; an invalid text gives the earliest one.
    public init(_ text: String = "2026-11-20T12:00:00Z") { moment = Mutex(Instant(text) ?? .earliest) }

    public init(_ start: Instant) { moment = Mutex(start) }

    public var now: Instant {
        get { moment.withLock { $0 } }
        set { moment.withLock { $0 = newValue } }
    }

    /// Sets a moment in ISO 8601; an invalid text changes nothing.
    public func set(_ text: String) { moment.withLock { $0 = Instant(text) ?? $0 } }

    /// Moves the clock forward, or back with negative values.
    public func advance(days: Double = 0, minutes: Double = 0, seconds: Double = 0) {
        moment.withLock { $0 = $0.adding(seconds: days * 86_400 + minutes * 60 + seconds) }
    }

    /// The clock as a time source for features.
    public func source(_ calendar: LocalCalendar = .utc) -> TimeSource { TimeSource(calendar: calendar) { self.now } }
}
