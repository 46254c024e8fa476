import Kernel

/// The settings of the announcement at the end of a round or break.
package struct AlarmSettings: Codable, Hashable, Sendable {
    /// Whether the end of a round or break is announced at all.
    package var isOn = true
    /// The seconds between repetitions until the user has seen it, or nil for one announcement.
    package var every: Int?
    /// The seconds after which it is no longer repeated.
    package var atMost = 300
    /// Whether the app's other reminders wait during a round of focus.
    package var holdsReminders = false

    package init() {}
}

/// An alarm that repeats until the user has seen it.
package struct RepeatingAlarm: Sendable {
    /// The seconds between two rings.
    private let interval: Int
    /// The time after which the alarm is silent.
    private let end: Instant
    private var nextRing: Instant

    /// Creates an alarm that has just rung, or returns nil if the settings want no repetition.
    package init?(_ settings: AlarmSettings, at now: Instant) {
        guard let interval = settings.every else { return nil }
        self.interval = interval
        end = now.adding(seconds: Double(settings.atMost))
        nextRing = now.adding(seconds: Double(interval))
    }

    /// Returns whether the alarm rings at this moment.
    ///
    /// Missed repetitions are skipped.
    package mutating func rings(at now: Instant) -> Bool {
        guard now >= nextRing, !isOver(at: now) else { return false }
        nextRing = now.adding(seconds: Double(interval))
        return true
    }

    /// Returns whether the alarm has ended, seen or not.
    package func isOver(at now: Instant) -> Bool { now > end }
}
