/// A point in time: milliseconds since 1970-01-01T00:00:00Z, in the years 0001 to 9999. Written as ISO 8601 in UTC,
/// `2026-11-20T18:05:09.120Z`.
public struct Instant: Hashable, Sendable {
    /// Milliseconds since the epoch; negative before 1970.
    public let milliseconds: Int64

    /// 0001-01-01T00:00:00.000Z.
    public static let earliest = Instant(milliseconds: .min)
    /// 9999-12-31T23:59:59.999Z.
    public static let latest = Instant(milliseconds: .max)

    private static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// The instant so many milliseconds after the epoch, held within the years 0001 to 9999: beyond them nothing can be written, and
    /// within them no sum of two overflows.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Instant.range.lowerBound), Instant.range.upperBound)
    }

    /// Whole seconds since the epoch, rounded down.
    public var seconds: Int64 { milliseconds.floored(by: 1000) }

    /// This instant moved by a number of seconds, to the nearest millisecond, held within the years 0001 to 9999. What is not a number
    /// moves nothing.
    public func adding(seconds: Double) -> Instant {
        let span = (seconds * 1000).rounded()
        guard !span.isNaN else { return self }
        return Instant(milliseconds: milliseconds + Int64(min(max(span, -1e15), 1e15)))
    }

    /// Seconds from another instant to this one.
    public func seconds(since other: Instant) -> Double { Double(milliseconds - other.milliseconds) / 1000 }
}

extension Instant: Comparable {
    /// Earlier before later.
    public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
}

extension Instant: LosslessStringConvertible {
    /// Reads `YYYY-MM-DDTHH:MM:SS[.mmm]Z` or with an offset `±HH:MM`; nil for anything else, and for what an offset moves out of the
    /// years 0001 to 9999. A leap second is the first of the next minute; digits beyond milliseconds are dropped.
    public init?(_ description: String) {
        var text = Substring(description).utf8
        guard let day = Day(String(description.prefix(10))), text.count >= 20 else { return nil }
        text = text.dropFirst(10)
        guard text.first == UInt8(ascii: "T") || text.first == UInt8(ascii: " ") else { return nil }
        text = text.dropFirst()
        guard let hour = text.takeNumber(2, upTo: 24), text.take(":"), let minute = text.takeNumber(2, upTo: 60), text.take(":"),
            let second = text.takeNumber(2, upTo: 61)
        else { return nil }
        var millisecond: Int64 = 0
        if text.take(".") {
            guard let value = text.takeFraction() else { return nil }
            millisecond = value
        }
        guard let offset = text.takeOffset(), text.isEmpty else { return nil }
        let local = (Int64(day.ordinal) * 86_400 + Int64(hour * 3600 + minute * 60 + second)) * 1000 + millisecond
        guard Instant.range.contains(local - Int64(offset) * 1000) else { return nil }
        self.init(milliseconds: local - Int64(offset) * 1000)
    }

    /// `2026-11-20T18:05:09.120Z`.
    public var description: String {
        let day = Day(ordinal: Int(milliseconds.floored(by: 86_400_000)))
        let rest = Int(milliseconds - Int64(day.ordinal) * 86_400_000)
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { $0.padded(2) }.joined(separator: ":")
        return "\(day)T\(time).\((rest % 1000).padded(3))Z"
    }
}

extension Instant: Codable {
    /// Reads ISO 8601 text.
    public init(from decoder: any Decoder) throws { self = try decoder.value(called: "an ISO 8601 instant") }

    /// Writes ISO 8601 text in UTC.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension Int {
    /// Decimal digits, zeros in front up to the width.
    package func padded(_ width: Int) -> String {
        let digits = String(self)
        return digits.count >= width ? digits : String(repeating: "0", count: width - digits.count) + digits
    }
}

extension FixedWidthInteger {
    /// The sum, or the end of the range where it lies beyond.
    func addingSaturated(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }
}

extension Int64 {
    /// The quotient rounded down, for a positive divisor.
    func floored(by divisor: Int64) -> Int64 { self / divisor - (self % divisor < 0 ? 1 : 0) }
}

extension Substring.UTF8View {
    mutating func take(_ character: Character) -> Bool {
        guard first == character.asciiValue else { return false }
        removeFirst()
        return true
    }

    mutating func takeNumber(_ digits: Int, upTo limit: Int = .max) -> Int? {
        guard count >= digits else { return nil }
        var value = 0
        for byte in prefix(digits) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        self = dropFirst(digits)
        return value < limit ? value : nil
    }

    fileprivate mutating func takeFraction() -> Int64? {
        var value: Int64 = 0
        var digits = 0
        while let digit = takeNumber(1) {
            if digits < 3 { value = value * 10 + Int64(digit) }
            digits += 1
        }
        guard (1...9).contains(digits) else { return nil }
        return digits == 1 ? value * 100 : digits == 2 ? value * 10 : value
    }

    /// Seconds east of UTC.
    fileprivate mutating func takeOffset() -> Int? {
        if take("Z") { return 0 }
        let sign = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hours = takeNumber(2, upTo: 24) else { return nil }
        _ = take(":")
        guard let minutes = takeNumber(2, upTo: 60) else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
