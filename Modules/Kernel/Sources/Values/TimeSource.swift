/// A source of the time, passed in so that a test or `--today` decides the current day.
///
/// The user may move `today`. Version stamps are made from the machine's clock, never from `today`.
public struct TimeSource: Sendable {
    public let now: @Sendable () -> Instant
    public let today: @Sendable () -> Day
    public let calendar: LocalCalendar

    public init(calendar: LocalCalendar, today fixed: Day? = nil, now: @escaping @Sendable () -> Instant) {
        self.calendar = calendar
        self.now = now
        today = { fixed ?? calendar.day(of: now()) }
    }

    /// Returns a source with a constant time, for tests.
    public static func fixed(_ instant: Instant, calendar: LocalCalendar = .utc) -> TimeSource {
        TimeSource(calendar: calendar) { instant }
    }
}

/// A calendar of days and hours in one time zone, including daylight saving time.
public struct LocalCalendar: Sendable {
    /// The seconds east of UTC at an instant.
    public let offset: @Sendable (Instant) -> Int

    public init(offset: @escaping @Sendable (Instant) -> Int) { self.offset = offset }

    public init(timeZone: TimeZone) {
        offset = { timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0.milliseconds) / 1000)) }
    }

    public static let utc = LocalCalendar { _ in 0 }

    /// Returns the local day of an instant.
    public func day(of instant: Instant) -> Day {
        Day(ordinal: Int((instant.seconds + Int64(offset(instant))).floored(by: 86_400)))
    }

    /// Returns the seconds since local midnight by the wall clock, 0…86,399.
    public func secondOfDay(of instant: Instant) -> Int {
        let local = instant.seconds + Int64(offset(instant))
        return Int(local - local.floored(by: 86_400) * 86_400)
    }

    /// Returns the instant of a wall clock's time on this day. `secondOfDay` is 0…86,399.
    ///
    /// If clocks skip that time, the instant is later by the length of the gap. If the time occurs
    /// twice, the first instant counts.
    public func instant(of day: Day, secondOfDay: Int = 0) -> Instant {
        let wallSeconds = Int64(day.ordinal) * 86_400 + Int64(min(max(secondOfDay, 0), 86_399))
        func shown(byTheOffsetAt second: Int64) -> Instant {
            Instant(milliseconds: (wallSeconds - Int64(offset(Instant(milliseconds: second * 1000)))) * 1000)
        }
        let before = shown(byTheOffsetAt: wallSeconds - 86_400)
        let after = shown(byTheOffsetAt: wallSeconds + 86_400)
        let exactInstants = [before, after].filter { $0.seconds + Int64(offset($0)) == wallSeconds }
        return exactInstants.min() ?? max(before, after)
    }
}
