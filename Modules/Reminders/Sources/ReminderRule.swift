import Kernel

/// The schedule of a reminder.
package struct ReminderRule: Codable, Hashable, Sendable {
    /// The frequency of a reminder.
    package enum Frequency: String, Codable, CaseIterable, Sendable {
        case daily
        /// Monday to Friday.
        case weekdays
        /// Every second day, counted from 1970.
        case alternate
        /// Every Monday.
        case weekly
    }

    package var isOn: Bool
    /// The second of the day in wall-clock time, 0…86,399.
    package var second: Int
    package var frequency: Frequency

    package init(isOn: Bool = true, second: Int, frequency: Frequency = .daily) {
        self.isOn = isOn
        self.second = min(max(second, 0), 86_399)
        self.frequency = frequency
    }

    /// Returns a daily rule at a second of the day.
    package static func daily(at second: Int) -> ReminderRule { ReminderRule(second: second) }

    /// Reports whether the rule applies on a day.
    package func reminds(on day: Day) -> Bool {
        guard isOn else { return false }
        return switch frequency {
        case .daily: true
        case .weekdays: !day.isAtWeekend
        case .alternate: day.ordinal % 2 == 0
        case .weekly: day.weekday == .monday
        }
    }
}

/// The times at which all reminders are silent.
package struct QuietTimes: Codable, Hashable, Sendable {
    /// The treatment of Saturdays and Sundays.
    package enum Weekend: String, Codable, CaseIterable, Sendable {
        /// Reminders come as on other days.
        case same
        /// Reminders of these days are dropped.
        case off
        /// Reminders wait until ten o'clock.
        case late
    }

    /// The second of the day at which quiet time begins, or `nil` for none.
    package var from: Int?
    /// The second of the day at which quiet time ends. A value before `from` means the next day.
    package var until: Int?
    package var weekend: Weekend

    /// The time until which a late weekend is quiet: ten o'clock.
    package static let late = 10 * 3600

    package init(from: Int? = nil, until: Int? = nil, weekend: Weekend = .same) {
        (self.from, self.until, self.weekend) = from == until ? (nil, nil, weekend) : (from, until, weekend)
    }

    /// Returns the planned moment or the end of the quiet time, or `nil` if the day has no
    /// reminders.
    package func moment(for day: Day, second: Int, in calendar: LocalCalendar) -> Instant? {
        guard !(weekend == .off && day.isAtWeekend) else { return nil }
        let plannedSecond = weekend == .late && day.isAtWeekend ? max(second, QuietTimes.late) : second
        guard let from, let until else { return calendar.instant(of: day, secondOfDay: plannedSecond) }
        let isQuiet =
            from < until
            ? plannedSecond >= from && plannedSecond < until : plannedSecond >= from || plannedSecond < until
        guard isQuiet else { return calendar.instant(of: day, secondOfDay: plannedSecond) }
        let isNextDay = from > until && plannedSecond >= from
        return calendar.instant(of: isNextDay ? day.adding(days: 1) : day, secondOfDay: until)
    }
}

extension Day {
    /// Whether the day is a Saturday or Sunday.
    var isAtWeekend: Bool { weekday == .saturday || weekday == .sunday }
}
