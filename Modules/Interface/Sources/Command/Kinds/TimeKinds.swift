import Kernel

extension ValueKind where Value == Day {
    /// A day as `ParsedDay` parses it.
    ///
    /// A bare weekday is the next one, today included.
    public static var day: Self { day(bareWeekday: .coming) }

    /// A past day as `ParsedDay` parses it.
    ///
    /// A bare weekday is the latest one, today included.
    public static var pastDay: Self { day(bareWeekday: .latest) }

    private static func day(bareWeekday: ParsedDay.BareWeekday) -> Self {
        let suggestions = ["today", "yesterday", "tomorrow"] + Weekday.allCases.map(\.rawValue)
        return ValueKind(
            "DAY", values: "today, last friday, 3 days ago, 20 nov, 2026-11-20", candidates: { _ in suggestions }
        ) {
            word, context in
            let reading = try ParsedDay(word, today: context.today, bareWeekday: bareWeekday)
            if let sentence = reading.sentence { context.printInterpretation(sentence) }
            return reading.day
        }
    }
}

/// A month of a year.
public struct CalendarMonth: Hashable, Sendable {
    public let firstDay: Day

    public init(of day: Day) { firstDay = day.adding(days: 1 - day.day) }

    public var lastDay: Day { firstDay.adding(days: Day.daysIn(month: firstDay.month, year: firstDay.year) - 1) }
}

extension CalendarMonth: LosslessStringConvertible {
    /// Parses `YYYY-MM`, or returns nil.
    public init?(_ description: String) {
        guard let first = Day(description + "-01") else { return nil }
        firstDay = first
    }

    /// Parses `november`, which is the latest one, or `november 2026`.
    init?(words: String, today: Day) {
        let parts = words.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
        guard let name = parts.first, let month = DayWords.month(name), parts.count <= 2 else { return nil }
        let year = parts.count == 2 ? parts[1] : "\(month > today.month ? today.year - 1 : today.year)"
        guard year.utf8.count == 4 || parts.count == 1, let number = Int(year),
            let first = Day(year: number, month: month, day: 1)
        else { return nil }
        firstDay = first
    }

    public var description: String { String(firstDay.description.dropLast(3)) }
}

extension ValueKind where Value == CalendarMonth {
    /// A month as `2026-11`, `november` (the latest one, this month included) or `november 2026`.
    public static var month: Self {
        ValueKind("MONTH", values: "2026-11, november, 'november 2026'") { word, context in
            guard let month = CalendarMonth(word) ?? CalendarMonth(words: word, today: context.today) else {
                throw Failure(
                    .notAMonth, "“\(word)” is not a month; write it as in 2026-11, november or 'november 2026'.",
                    kind: .usage)
            }
            return month
        }
    }
}

extension ValueKind where Value == Int {
    /// A length of time in seconds, from 1 second to 99 hours: `25m`, `1h30m`, `90s`.
    public static var duration: Self {
        ValueKind("TIME", values: "25m, 1h30m, 90s") { word, _ in
            guard let seconds = seconds(word), (1...99 * 3600).contains(seconds) else {
                throw Failure(
                    .notADuration,
                    "“\(word)” is not a length of time up to 99 hours; write it as in 25m, 1h30m or 90s.",
                    kind: .usage)
            }
            return seconds
        }
    }

    /// A time of day as `HH:MM`, in seconds since midnight by the wall clock (as
    /// `LocalCalendar.secondOfDay`).
    public static var time: Self {
        ValueKind("HH:MM", values: "00:00…23:59") { word, _ in
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
                let hour = number(parts[0]),
                let minute = number(parts[1]), hour < 24, minute < 60
            else { throw Failure(.notATime, "“\(word)” is not a time of day; write it as in 18:30.", kind: .usage) }
            return hour * 3600 + minute * 60
        }
    }

    /// Parses hours, minutes and seconds in this order, each at most once.
    private static func seconds(_ word: String) -> Int? {
        var rest = Substring(word)
        var total = 0
        for (unit, length) in [("h", 3600), ("m", 60), ("s", 1)] {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard rest.dropFirst(digits.count).hasPrefix(unit) else { continue }
            guard digits.utf8.count <= 6, let count = number(digits) else { return nil }
            total += count * length
            rest = rest.dropFirst(digits.count + 1)
        }
        return rest.isEmpty && !word.isEmpty ? total : nil
    }

    private static func number(_ digits: Substring) -> Int? {
        digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(digits) : nil
    }
}
