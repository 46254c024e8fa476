import Kernel

/// The reader and writer for days and times without dashes and colons: `20261120`,
/// `20261120T090000`, `20261120T090000Z`.
enum CompactTime {
    /// Parses a day or time, or returns `nil` for other text. A time without a `Z` is a wall-clock
    /// time.
    static func moment(_ text: String) -> Moment? {
        var text = text
        return text.withUTF8 { bytes -> Moment? in
            guard bytes.count == 8 || bytes.count == 15 || bytes.count == 16,
                let year = number(bytes, 0, 4), let month = number(bytes, 4, 2), let date = number(bytes, 6, 2),
                let day = Day(year: year, month: month, day: date)
            else { return nil }
            guard bytes.count > 8 else { return .day(day) }
            guard bytes[8] == UInt8(ascii: "T") || bytes[8] == UInt8(ascii: "t"), let hour = number(bytes, 9, 2),
                hour < 24,
                let minute = number(bytes, 11, 2), minute < 60, let second = number(bytes, 13, 2), second < 61
            else { return nil }
            let seconds = hour * 3600 + minute * 60 + min(second, 59)
            guard bytes.count == 16 else { return .localTime(day, second: seconds) }
            guard bytes[15] == UInt8(ascii: "Z") || bytes[15] == UInt8(ascii: "z") else { return nil }
            return .instant(Instant(milliseconds: (Int64(day.ordinal) * 86_400 + Int64(seconds)) * 1000))
        }
    }

    /// Parses an absolute time in this form or in ISO 8601 with dashes.
    static func instant(_ text: String) -> Instant? {
        if case .instant(let instant)? = moment(text) { return instant }
        return Instant(text)
    }

    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int? {
        var value = 0
        for byte in bytes[start..<start + count] {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    static func text(_ day: Day) -> String { "\(day.year.padded(4))\(day.month.padded(2))\(day.day.padded(2))" }

    static func text(_ day: Day, second: Int) -> String {
        "\(text(day))T\((second / 3600).padded(2))\((second / 60 % 60).padded(2))\((second % 60).padded(2))"
    }

    /// Formats a time in UTC, without fractions of a second.
    static func text(_ instant: Instant) -> String {
        let utc = LocalCalendar.utc
        return text(utc.day(of: instant), second: utc.secondOfDay(of: instant)) + "Z"
    }
}
