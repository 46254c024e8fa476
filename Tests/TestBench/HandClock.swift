import Kernel
import Synchronization

/// A clock that stands still until a test moves it.
public final class HandClock: Sendable {
    private let moment: Mutex<Instant>

    /// A clock that shows a moment, in ISO 8601; a text that is none is the earliest.
    public init(_ text: String = "2026-11-20T12:00:00Z") { moment = Mutex(Instant(text) ?? .earliest) }

    /// A clock that shows a moment.
    public init(_ start: Instant) { moment = Mutex(start) }

    /// What it shows.
    public var now: Instant {
        get { moment.withLock { $0 } }
        set { moment.withLock { $0 = newValue } }
    }

    /// Sets it, in ISO 8601; a text that is none leaves it alone.
    public func set(_ text: String) { moment.withLock { $0 = Instant(text) ?? $0 } }

    /// Moves it on, or back.
    public func advance(days: Double = 0, minutes: Double = 0, seconds: Double = 0) {
        moment.withLock { $0 = $0.adding(seconds: days * 86_400 + minutes * 60 + seconds) }
    }

    /// The clock as features take it.
    public func source(_ calendar: LocalCalendar = .utc) -> TimeSource { TimeSource(calendar: calendar) { self.now } }
}
