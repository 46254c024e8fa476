import Kernel

/// A point in time, with the precision of its file.
package enum Moment: Hashable, Sendable {
    case day(Day)
    case instant(Instant)
    /// A day and a wall-clock time, in seconds since midnight.
    case localTime(Day, second: Int)

    /// Returns the day in a calendar.
    package func day(in calendar: LocalCalendar) -> Day {
        switch self {
        case .day(let day), .localTime(let day, _): day
        case .instant(let instant): calendar.day(of: instant)
        }
    }

    /// Returns the absolute time. For a day, this is its start.
    package func instant(in calendar: LocalCalendar) -> Instant {
        switch self {
        case .day(let day): calendar.instant(of: day)
        case .localTime(let day, let second): calendar.instant(of: day, secondOfDay: second)
        case .instant(let instant): instant
        }
    }

    /// Returns the seconds since midnight in a calendar, or `nil` for a day.
    package func second(in calendar: LocalCalendar) -> Int? {
        switch self {
        case .day: nil
        case .localTime(_, let second): second
        case .instant(let instant): calendar.secondOfDay(of: instant)
        }
    }

    /// Returns the seconds from another moment to this one, or `nil` if the two are not of
    /// comparable kinds.
    func seconds(since other: Moment) -> Int? {
        switch (self, other) {
        case (.day(let day), .day(let first)): day.days(since: first) * 86_400
        case (.instant(let instant), .instant(let first)): Int(instant.seconds - first.seconds)
        case (.localTime(let day, let second), .localTime(let first, let begin)):
            day.days(since: first) * 86_400 + second - begin
        default: nil
        }
    }

    /// Returns the moment that many seconds later. A day becomes a wall-clock time unless it moves
    /// by whole days.
    func adding(seconds: Int) -> Moment {
        switch self {
        case .instant(let instant): return .instant(instant.adding(seconds: Double(seconds)))
        case .day(let day) where seconds % 86_400 == 0: return .day(day.adding(days: seconds / 86_400))
        case .day(let day): return Moment.localTime(day, second: 0).adding(seconds: seconds)
        case .localTime(let day, let second):
            let (total, _) = second.addingReportingOverflow(seconds)
            let days = total / 86_400 - (total % 86_400 < 0 ? 1 : 0)
            return .localTime(day.adding(days: days), second: total - days * 86_400)
        }
    }
}
