/// A calendar day, year-month-day, without a time zone. Proleptic Gregorian, years 0001 to 9999.
///
/// A `TimeSource` supplies today. A `Day` never reads a clock.
public struct Day: Hashable, Sendable {
    /// 1…9999.
    public let year: Int
    /// 1…12.
    public let month: Int
    /// 1…31.
    public let day: Int

    /// Creates the day with these numbers, or returns nil if it does not exist, as 2026-02-29.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Day.daysIn(month: month, year: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day that is this many days after 1970-01-01, clamped to the years 0001 to 9999.
    ///
    /// The arithmetic is Howard Hinnant's civil-from-days ("chrono-compatible low-level date
    /// algorithms"), for years from 0 on.
    public init(ordinal: Int) {
        let shifted = min(max(ordinal, -719_162), 2_932_896) + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01, negative for earlier days.
    public var ordinal: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The weekday in the proleptic Gregorian calendar, independent of any locale.
    public var weekday: Weekday { Weekday.allCases[((ordinal + 3) % 7 + 7) % 7] }

    /// Returns this day moved by a number of days, clamped to the years 0001 to 9999.
    public func adding(days: Int) -> Day { Day(ordinal: ordinal.addingSaturated(days)) }

    /// Returns the number of days from another day to this one.
    public func days(since other: Day) -> Int { ordinal - other.ordinal }

    /// Returns the same day a number of months later, clamped to the years 0001 to 9999. In a
    /// shorter month it is the last day.
    public func adding(months: Int) -> Day {
        let index = min(max((year * 12 + month - 1).addingSaturated(months), 12), 119_999)
        let year = index / 12
        let month = index % 12 + 1
        return Day(year: year, month: month, day: min(day, Day.daysIn(month: month, year: year))) ?? self
    }

    /// Returns the number of days in a month.
    public static func daysIn(month: Int, year: Int) -> Int {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}

/// The days of the week, Monday first as in ISO 8601.
public enum Weekday: String, CaseIterable, Codable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}

extension Day: Comparable, LosslessStringConvertible {
    /// Reads `YYYY-MM-DD`, or returns nil for anything else.
    public init?(_ description: String) {
        guard let day = DigitReader.read(description, { Day(reading: &$0) }) else { return nil }
        self = day
    }

    package static func beginning(_ text: String) -> Day? {
        DigitReader.read(text, isWhole: false) { Day(reading: &$0) }
    }

    init?(reading reader: inout DigitReader) {
        guard let year = reader.number(4), reader.consume("-"), let month = reader.number(2), reader.consume("-"),
            let day = reader.number(2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day as `2026-11-20`.
    public var description: String { DigitWriter.text(of: 10) { $0.put(self) } }

    public static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension Day: Codable {
    public init(from decoder: any Decoder) throws { try self.init(from: decoder, called: "a day") }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension LosslessStringConvertible {
    /// Reads a value that is stored as text. The initializer is inlinable, because an unspecialized
    /// one spends more time on type metadata than on reading.
    ///
    /// - Parameter what: the expected text in the error message: "a day".
    @inlinable package init(from decoder: any Decoder, called what: String) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not \(what): \(text)")
        }
        self = value
    }
}
