import Kernel

/// When something is, as exactly as its file says.
public enum Moment: Hashable, Sendable {
    /// A day without a time.
    case day(Day)
    /// A time everywhere.
    case instant(Instant)
    /// A day and a time by whatever clock hangs on the wall: seconds since midnight.
    case wall(Day, second: Int)

    /// The day where somebody is.
    public func day(in calendar: LocalCalendar) -> Day {
        switch self {
        case .day(let day), .wall(let day, _): day
        case .instant(let instant): calendar.day(of: instant)
        }
    }

    /// The time everywhere; of a day its beginning.
    public func instant(in calendar: LocalCalendar) -> Instant {
        switch self {
        case .day(let day): calendar.instant(of: day)
        case .wall(let day, let second): calendar.instant(of: day, secondOfDay: second)
        case .instant(let instant): instant
        }
    }

    /// Seconds since midnight where somebody is; nil of a day.
    public func second(in calendar: LocalCalendar) -> Int? {
        switch self {
        case .day: nil
        case .wall(_, let second): second
        case .instant(let instant): calendar.secondOfDay(of: instant)
        }
    }

    /// Seconds from another moment to this one; nil where one has a time and the other has none, or a time elsewhere.
    func seconds(since other: Moment) -> Int? {
        switch (self, other) {
        case (.day(let day), .day(let first)): day.days(since: first) * 86_400
        case (.instant(let instant), .instant(let first)): Int(instant.seconds - first.seconds)
        case (.wall(let day, let second), .wall(let first, let begin)): day.days(since: first) * 86_400 + second - begin
        default: nil
        }
    }

    /// So many seconds later; a day becomes a time by the wall clock unless it moves by whole days.
    func adding(seconds: Int) -> Moment {
        switch self {
        case .instant(let instant): return .instant(instant.adding(seconds: Double(seconds)))
        case .day(let day) where seconds % 86_400 == 0: return .day(day.adding(days: seconds / 86_400))
        case .day(let day): return Moment.wall(day, second: 0).adding(seconds: seconds)
        case .wall(let day, let second):
            let (total, _) = second.addingReportingOverflow(seconds)
            let days = total / 86_400 - (total % 86_400 < 0 ? 1 : 0)
            return .wall(day.adding(days: days), second: total - days * 86_400)
        }
    }
}
