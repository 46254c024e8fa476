/// A point in time: milliseconds since 1970-01-01T00:00:00Z, in the years 0001 to 9999.
///
/// It is written as ISO 8601 in UTC, `2026-11-20T18:05:09.120Z`.
public struct Instant: Hashable, Sendable {
    /// Milliseconds since the epoch, negative before 1970.
    public let milliseconds: Int64

    /// 0001-01-01T00:00:00.000Z.
    public static let earliest = Instant(milliseconds: .min)
    /// 9999-12-31T23:59:59.999Z.
    public static let latest = Instant(milliseconds: .max)

    private static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// Creates the instant `milliseconds` after the epoch, clamped to the years 0001 to 9999.
    ///
    /// Times beyond this range cannot be written. Within it, no sum of two overflows.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Instant.range.lowerBound), Instant.range.upperBound)
    }

    /// Whole seconds since the epoch, rounded down.
    public var seconds: Int64 { milliseconds.floored(by: 1000) }

    /// Returns this instant moved by a number of seconds, to the nearest millisecond, clamped to
    /// the years 0001 to 9999. NaN moves it by nothing.
    public func adding(seconds: Double) -> Instant {
        let span = (seconds * 1000).rounded()
        guard !span.isNaN else { return self }
        return Instant(milliseconds: milliseconds + Int64(min(max(span, -1e15), 1e15)))
    }

    /// Returns the seconds from another instant to this one.
    public func seconds(since other: Instant) -> Double { Double(milliseconds - other.milliseconds) / 1000 }
}

extension Instant: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
}

extension Instant: LosslessStringConvertible {
    /// Reads `YYYY-MM-DDTHH:MM:SS[.mmm]Z` or the same with an offset `±HH:MM`.
    ///
    /// The result is nil for anything else, and if the offset moves it out of the years 0001 to
    /// 9999. A leap second becomes the first second of the next minute. Digits beyond milliseconds
    /// are dropped.
    public init?(_ description: String) {
        guard let instant = DigitReader.read(description, { Instant(reading: &$0) }) else { return nil }
        self = instant
    }

    private init?(reading reader: inout DigitReader) {
        guard let day = Day(reading: &reader), reader.consume("T") || reader.consume(" "),
            let hour = reader.number(2, below: 24),
            reader.consume(":"), let minute = reader.number(2, below: 60), reader.consume(":"),
            let second = reader.number(2, below: 61),
            let millisecond = reader.consume(".") ? reader.fraction() : 0, let offset = reader.offset()
        else { return nil }
        let local = (Int64(day.ordinal) * 86_400 + Int64(hour * 3600 + minute * 60 + second)) * 1000 + millisecond
        guard Instant.range.contains(local - Int64(offset) * 1000) else { return nil }
        self.init(milliseconds: local - Int64(offset) * 1000)
    }

    /// The instant as `2026-11-20T18:05:09.120Z`.
    public var description: String {
        let day = Day(ordinal: Int(milliseconds.floored(by: 86_400_000)))
        let millisecondOfDay = Int(milliseconds - Int64(day.ordinal) * 86_400_000)
        return DigitWriter.text(of: 24) { text in
            text.put(day)
            text.put("T", millisecondOfDay / 3_600_000, 2)
            text.put(":", millisecondOfDay / 60_000 % 60, 2)
            text.put(":", millisecondOfDay / 1000 % 60, 2)
            text.put(".", millisecondOfDay % 1000, 3)
            text.put("Z")
        }
    }
}

extension Instant: Codable {
    public init(from decoder: any Decoder) throws { try self.init(from: decoder, called: "an ISO 8601 instant") }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension Int {
    /// Returns the decimal digits, padded with leading zeros to the width.
    package func padded(_ width: Int) -> String {
        let digits = String(self)
        return digits.count >= width ? digits : String(repeating: "0", count: width - digits.count) + digits
    }
}

extension FixedWidthInteger {
    /// Returns the sum, clamped to the range of the type.
    func addingSaturated(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }
}

extension Int64 {
    /// Returns the quotient rounded down, for a positive divisor.
    func floored(by divisor: Int64) -> Int64 { self / divisor - (self % divisor < 0 ? 1 : 0) }
}

extension DigitReader {
    /// Reads milliseconds from one to nine digits after a point.
    fileprivate mutating func fraction() -> Int64? {
        var (value, unit, digits): (Int64, Int64, Int) = (0, 100, 0)
        while let digit = number(1) {
            value += Int64(digit) * unit
            unit = unit / 10
            digits = digits + 1
        }
        return (1...9).contains(digits) ? value : nil
    }

    /// Reads an offset in seconds east of UTC.
    fileprivate mutating func offset() -> Int? {
        if consume("Z") { return 0 }
        let sign = consume("+") ? 1 : consume("-") ? -1 : 0
        guard sign != 0, let hours = number(2, below: 24) else { return nil }
        _ = consume(":")
        guard let minutes = number(2, below: 60) else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
