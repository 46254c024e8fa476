/// Where time comes from. Passed in, so that a test or `--today` decides what day it is.
///
/// `today` may be moved by the user; version stamps are made from the machine's clock, never from `today`.
public struct TimeSource: Sendable {
    /// The present instant.
    public let now: @Sendable () -> Instant
    /// The present day where the user is.
    public let today: @Sendable () -> Day
    /// Turns instants into days and hours where the user is.
    public let calendar: LocalCalendar

    /// A source with a clock, a calendar, and a day that overrides the clock's.
    public init(calendar: LocalCalendar, today fixed: Day? = nil, now: @escaping @Sendable () -> Instant) {
        self.calendar = calendar
        self.now = now
        today = { fixed ?? calendar.day(of: now()) }
    }

    /// A source that stands still; for tests.
    public static func fixed(_ instant: Instant, calendar: LocalCalendar = .utc) -> TimeSource {
        TimeSource(calendar: calendar) { instant }
    }
}

/// Days and hours in one time zone, daylight saving included.
public struct LocalCalendar: Sendable {
    /// Seconds east of UTC at an instant.
    public let offset: @Sendable (Instant) -> Int

    /// A calendar from the offset that is in force at each instant.
    public init(offset: @escaping @Sendable (Instant) -> Int) { self.offset = offset }

    /// The calendar of a time zone of the tz database.
    public init(timeZone: TimeZone) {
        offset = { timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0.milliseconds) / 1000)) }
    }

    /// Coordinated universal time.
    public static let utc = LocalCalendar { _ in 0 }

    /// The local day of an instant.
    public func day(of instant: Instant) -> Day {
        Day(ordinal: Int((instant.seconds + Int64(offset(instant))).floored(by: 86_400)))
    }

    /// Seconds since local midnight by the wall clock, 0…86,399.
    public func secondOfDay(of instant: Instant) -> Int {
        let local = instant.seconds + Int64(offset(instant))
        return Int(local - local.floored(by: 86_400) * 86_400)
    }

    /// The instant at which a wall clock shows this time on this day; `secondOfDay` is 0…86,399. Where clocks go forward and the time
    /// does not exist, as much later as the gap is long; where it exists twice, the first.
    public func instant(of day: Day, secondOfDay: Int = 0) -> Instant {
        let wall = Int64(day.ordinal) * 86_400 + Int64(min(max(secondOfDay, 0), 86_399))
        func shown(byTheOffsetAt second: Int64) -> Instant {
            Instant(milliseconds: (wall - Int64(offset(Instant(milliseconds: second * 1000)))) * 1000)
        }
        let (before, after) = (shown(byTheOffsetAt: wall - 86_400), shown(byTheOffsetAt: wall + 86_400))
        let right = [before, after].filter { $0.seconds + Int64(offset($0)) == wall }
        return right.min() ?? max(before, after)
    }
}
