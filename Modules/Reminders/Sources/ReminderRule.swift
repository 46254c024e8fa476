import Kernel

/// When a reminder reminds.
public struct ReminderRule: Codable, Hashable, Sendable {
    /// How often.
    public enum Frequency: String, Codable, CaseIterable, Sendable {
        /// Each day.
        case daily
        /// Monday to Friday.
        case weekdays
        /// Every second day, counted from 1970.
        case alternate
        /// Mondays.
        case weekly
    }

    /// Whether it reminds at all.
    public var isOn: Bool
    /// At which second of the day by the wall clock, 0…86,399.
    public var second: Int
    /// How often.
    public var frequency: Frequency

    /// A rule.
    public init(isOn: Bool = true, second: Int, frequency: Frequency = .daily) {
        (self.isOn, self.second, self.frequency) = (isOn, min(max(second, 0), 86_399), frequency)
    }

    /// Each day at a second of the day.
    public static func daily(at second: Int) -> ReminderRule { ReminderRule(second: second) }

    /// Whether it reminds on a day.
    public func reminds(on day: Day) -> Bool {
        guard isOn else { return false }
        return switch frequency {
        case .daily: true
        case .weekdays: !day.isAtWeekend
        case .alternate: day.ordinal % 2 == 0
        case .weekly: day.weekday == .monday
        }
    }
}

/// When nothing reminds, whatever it is.
public struct QuietTimes: Codable, Hashable, Sendable {
    /// What Saturdays and Sundays are like.
    public enum Weekend: String, Codable, CaseIterable, Sendable {
        /// Like other days.
        case same
        /// Nothing reminds.
        case off
        /// Nothing reminds before ten.
        case late
    }

    /// The second of the day at which it becomes quiet; nil when it never does.
    public var from: Int?
    /// The second of the day at which it ends; may lie before `from`, on the next day.
    public var until: Int?
    /// What weekends are like.
    public var weekend: Weekend

    /// Ten o'clock, before which a late weekend is quiet.
    public static let late = 10 * 3600

    /// Quiet times; without hours when both are the same.
    public init(from: Int? = nil, until: Int? = nil, weekend: Weekend = .same) {
        (self.from, self.until, self.weekend) = from == until ? (nil, nil, weekend) : (from, until, weekend)
    }

    /// When something planned for a moment may be said: then, or when it is no longer quiet; nil when not at all.
    public func moment(for day: Day, second: Int, in calendar: LocalCalendar) -> Instant? {
        guard !(weekend == .off && day.isAtWeekend) else { return nil }
        let wanted = weekend == .late && day.isAtWeekend ? max(second, QuietTimes.late) : second
        guard let from, let until else { return calendar.instant(of: day, secondOfDay: wanted) }
        let isQuiet = from < until ? wanted >= from && wanted < until : wanted >= from || wanted < until
        guard isQuiet else { return calendar.instant(of: day, secondOfDay: wanted) }
        let isNextDay = from > until && wanted >= from
        return calendar.instant(of: isNextDay ? day.adding(days: 1) : day, secondOfDay: until)
    }
}

extension Day {
    var isAtWeekend: Bool { weekday == .saturday || weekday == .sunday }
}
