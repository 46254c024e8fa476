import Kernel

/// How the end of a round or break is told where people may not look at the timer.
public struct AlarmSettings: Codable, Hashable, Sendable {
    /// Whether it is told at all.
    public var isOn = true
    /// Seconds after which it is told again until somebody has seen it; nil for once.
    public var every: Int?
    /// Seconds after which it is not told any more.
    public var atMost = 300
    /// Whether other reminders of the app wait while a round of focus runs.
    public var holdsReminders = false

    /// Told once.
    public init() {}
}

/// An alarm that comes again until somebody has seen it.
public struct RepeatingAlarm: Sendable {
    private let every: Int
    private let end: Instant
    private var next: Instant

    /// One that has just rung; nil where once is enough.
    public init?(_ settings: AlarmSettings, at now: Instant) {
        guard let every = settings.every else { return nil }
        (self.every, end, next) = (every, now.adding(seconds: Double(settings.atMost)), now.adding(seconds: Double(every)))
    }

    /// Whether it rings at this moment; what was missed is not caught up with.
    public mutating func rings(at now: Instant) -> Bool {
        guard now >= next, !isOver(at: now) else { return false }
        next = now.adding(seconds: Double(every))
        return true
    }

    /// Whether it rings no more, seen or not.
    public func isOver(at now: Instant) -> Bool { now > end }
}
