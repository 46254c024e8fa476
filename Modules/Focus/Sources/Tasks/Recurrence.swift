import Kernel

/// The recurrence of a task: `daily`, `weekdays`, `weekly`, `monthly`, or an interval such as `3d`,
/// `2w`, `6m`.
package enum Recurrence: Hashable, Sendable {
    /// An interval of days, 1…365.
    case days(Int)
    /// An interval of weeks, 1…52.
    case weeks(Int)
    /// An interval of months, 1…120, on the last day of a month that is too short.
    case months(Int)
    /// Monday to Friday.
    case weekdays

    /// Returns the first recurrence after a given day, counted from the due day.
    ///
    /// - Parameter monthDay: the original due day of the month, if a shorter month has moved `due`.
    package func next(from due: Day, after day: Day, monthDay: Int? = nil) -> Day {
        switch self {
        case .days(let count): nextByDays(from: due, after: day, days: count)
        case .weeks(let count): nextByDays(from: due, after: day, days: count * 7)
        case .months(let count): nextByMonths(from: due, after: day, count, on: monthDay ?? due.day)
        case .weekdays: (1...3).map { max(due, day).adding(days: $0) }.first { !$0.isWeekend } ?? day.adding(days: 1)
        }
    }

    /// Returns the first day after another at a multiple of days from the due day.
    private func nextByDays(from due: Day, after day: Day, days: Int) -> Day {
        let steps = due > day ? 1 : day.days(since: due) / days + 1
        return due.adding(days: steps * days)
    }

    /// Adds months, always from the original day, so that the 31st does not stay on the 28th.
    private func nextByMonths(from due: Day, after day: Day, _ count: Int, on monthDay: Int) -> Day {
        func step(_ steps: Int) -> Day {
            let shifted = due.adding(months: steps * count)
            return shifted.adding(
                days: min(monthDay, Day.daysIn(month: shifted.month, year: shifted.year)) - shifted.day)
        }
        let months = (day.year - due.year) * 12 + day.month - due.month
        let steps = max(1, months / count)
        return step(steps) > max(due, day) ? step(steps) : step(steps + 1)
    }
}

extension Day {
    /// Whether the day is a Saturday or Sunday.
    package var isWeekend: Bool { weekday == .saturday || weekday == .sunday }
}

extension Recurrence: LosslessStringConvertible, Codable {
    /// Parses a word, or a count with `d`, `w` or `m`.
    ///
    /// Other text returns nil.
    package init?(_ description: String) {
        switch description {
        case "daily": self = .days(1)
        case "weekly": self = .weeks(1)
        case "monthly": self = .months(1)
        case "weekdays": self = .weekdays
        default:
            guard description.utf8.count <= 4, let unit = description.last, let count = Int(description.dropLast()),
                count > 0,
                description.first != "+"
            else { return nil }
            switch unit {
            case "d" where count <= 365: self = .days(count)
            case "w" where count <= 52: self = .weeks(count)
            case "m" where count <= 120: self = .months(count)
            default: return nil
            }
        }
    }

    /// The word if there is one, or the count and its unit.
    package var description: String {
        switch self {
        case .days(1): "daily"
        case .weeks(1): "weekly"
        case .months(1): "monthly"
        case .weekdays: "weekdays"
        case .days(let count): "\(count)d"
        case .weeks(let count): "\(count)w"
        case .months(let count): "\(count)m"
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Recurrence(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a recurrence")
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
