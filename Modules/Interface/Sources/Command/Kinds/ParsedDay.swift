import Kernel
import Languages

/// A day that a user typed, and its interpretation.
///
/// - Relative: `today`, `yesterday`, `tomorrow`, `friday`, `last friday` (before today), `next
///   friday` (after today)
/// - With a number: `3 days ago`, `in 2 weeks`, with days, weeks, months and years
/// - Written out: `20 nov`, `november 20`, `20 november 2026`, `Nov 20, 2026`, by default of this
///   year
/// - In digits: `2026-11-20`, `20261120`, `20.11.2026`, `20.11.`
///
/// Case is ignored. The words may be those of another language (`hoy`, `hier`, `11월 20일`).
public struct ParsedDay: Hashable, Sendable {
    /// The meaning of a weekday without a further word.
    public enum BareWeekday: Sendable {
        /// The next one, today included, for plans.
        case coming
        /// The latest one, today included, for past events.
        case latest
    }

    /// The text that the user typed.
    public let words: String
    /// The interpretation, relative to today.
    public let day: Day

    /// Parses a day.
    ///
    /// - Throws: `Failure` `notADay` of kind `usage`, whose message completes "--on: …".
    public init(_ words: String, today: Day, bareWeekday: BareWeekday = .coming) throws {
        let parts = words.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
        guard words.utf8.count <= 100,
            let day = DayWords(today: today, bareWeekday: bareWeekday).day(DayWordTranslation.english(parts))
        else {
            throw Failure(
                .notADay, "“\(words)” is not a day.",
                advice: "Write it as in today, last friday, 3 days ago, 20 nov or 2026-11-20.", kind: .usage)
        }
        self.words = words
        self.day = day
    }

    /// The interpretation as a sentence, or nil for a day in the form `2026-11-20`.
    public var sentence: String? { Day(words) == nil ? "“\(words)” is \(day.spelledOut)." : nil }
}

extension Day {
    /// The day in words: `Friday, 20 November 2026`.
    public var spelledOut: String {
        let name = DayWords.weekdays[Weekday.allCases.firstIndex(of: weekday) ?? 0]
        return name + ", " + String(day) + " " + DayWords.months[month - 1] + " " + String(year)
    }
}

/// A parser of English words for a day, relative to today.
struct DayWords {
    let today: Day
    let bareWeekday: ParsedDay.BareWeekday

    static let weekdays = Weekday.allCases.map { $0.rawValue.capitalizedFirst }
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Returns the day that one, two or three words name, or nil.
    func day(_ words: [String]) -> Day? {
        switch words.count {
        case 1: namedDay(words[0]) ?? weekday(words[0]).map { nearest($0) } ?? Day(words[0]) ?? numeric(words[0])
        case 2: relativeWeekday(words[0], words[1]) ?? dayAndMonth(words[0], words[1], year: "\(today.year)")
        case 3:
            if words[0] == "in" {
                offset(by: words[1], words[2], sign: 1)
            } else if words[2] == "ago" {
                offset(by: words[0], words[1], sign: -1)
            } else {
                dayAndMonth(words[0], words[1], year: words[2])
            }
        default: nil
        }
    }

    private func namedDay(_ word: String) -> Day? {
        let days = ["today": 0, "yesterday": -1, "tomorrow": 1]
        return days[word].map { today.adding(days: $0) }
    }

    private func weekday(_ word: String) -> Weekday? {
        Weekday.allCases.first { $0.rawValue == word || $0.rawValue.prefix(3) == word }
    }

    private func nearest(_ weekday: Weekday) -> Day {
        switch bareWeekday {
        case .coming: after(today.adding(days: -1), weekday)
        case .latest: before(today.adding(days: 1), weekday)
        }
    }

    private func relativeWeekday(_ side: String, _ name: String) -> Day? {
        guard let weekday = weekday(name) else { return nil }
        switch side {
        case "last": return before(today, weekday)
        case "next": return after(today, weekday)
        case "this": return nearest(weekday)
        default: return nil
        }
    }

    private func after(_ day: Day, _ weekday: Weekday) -> Day {
        (1...7).map(day.adding(days:)).first { $0.weekday == weekday } ?? day
    }

    private func before(_ day: Day, _ weekday: Weekday) -> Day {
        (1...7).map { day.adding(days: -$0) }.first { $0.weekday == weekday } ?? day
    }

    private func offset(by count: String, _ unit: String, sign: Int) -> Day? {
        guard let count = ["a", "an", "one"].contains(count) ? 1 : number(count, upTo: 36_500) else { return nil }
        switch unit {
        case "day", "days": return today.adding(days: sign * count)
        case "week", "weeks": return today.adding(days: sign * count * 7)
        case "month", "months": return today.adding(months: sign * count)
        case "year", "years": return today.adding(months: sign * count * 12)
        default: return nil
        }
    }

    private func dayAndMonth(_ first: String, _ second: String, year: String) -> Day? {
        date(first, second, year: year) ?? date(second, first, year: year)
    }

    /// Parses `20261120`, `20.11.2026` or `20.11.`.
    ///
    /// Slashes are rejected, because their order differs between countries.
    private func numeric(_ word: String) -> Day? {
        if word.utf8.count == 8, let number = number(word, upTo: 99_991_231) {
            return Day(year: number / 10_000, month: number / 100 % 100, day: number % 100)
        }
        let parts = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let day = number(parts[0], upTo: 31), let month = number(parts[1], upTo: 12) else {
            return nil
        }
        if parts[2].isEmpty { return Day(year: today.year, month: month, day: day) }
        guard parts[2].utf8.count == 4 else { return nil }
        return number(parts[2], upTo: 9999).flatMap { Day(year: $0, month: month, day: day) }
    }

    private func date(_ day: String, _ month: String, year: String) -> Day? {
        let dayDigits = day.hasSuffix(".") ? String(day.dropLast()) : day
        guard let index = Self.month(month), let day = number(dayDigits, upTo: 31), year.utf8.count == 4,
            let year = number(year, upTo: 9999)
        else { return nil }
        return Day(year: year, month: index, day: day)
    }

    /// Returns the number of a month that is written out or abbreviated to three letters.
    static func month(_ word: String) -> Int? {
        months.firstIndex { $0.lowercased() == word || $0.lowercased().prefix(3) == word }.map { $0 + 1 }
    }

    private func number(_ text: String, upTo limit: Int) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(text),
            number <= limit
        else { return nil }
        return number
    }
}
