import Kernel

/// How long a subscription runs before it renews: a number of days, weeks, months or years, written `P1M` as in ISO 8601.
public struct BillingPeriod: Hashable, Sendable {
    /// What is counted.
    public enum Unit: Character, Hashable, Sendable, CaseIterable {
        /// By the letters of ISO 8601.
        case day = "D", week = "W", month = "M", year = "Y"
    }

    /// How many units it has, from 1.
    public let count: Int
    /// Days, weeks, months or years.
    public let unit: Unit

    /// A period of 1…999 units; nil beyond.
    public init?(_ count: Int, _ unit: Unit) {
        guard (1...999).contains(count) else { return nil }
        (self.count, self.unit) = (count, unit)
    }

    /// What most subscriptions run for.
    public static let month = BillingPeriod(checked: 1, .month)

    private init(checked count: Int, _ unit: Unit) { (self.count, self.unit) = (count, unit) }

    /// When this many periods from an instant are over. Months and years keep the day of the month where it exists, in UTC, so that what
    /// began on the 31st ends on the last day of a shorter month and on the 31st of the next.
    public func end(after times: Int, from start: Instant) -> Instant {
        let total = min(max(times, 0), 1_000_000 / count) * count
        let day = LocalCalendar.utc.day(of: start)
        let moved =
            switch unit {
            case .day: day.adding(days: total)
            case .week: day.adding(days: total * 7)
            case .month: day.adding(months: total)
            case .year: day.adding(months: total * 12)
            }
        return Instant(milliseconds: start.milliseconds + Int64(moved.days(since: day)) * 86_400_000)
    }

    /// The period in days where every month has thirty and every year 365, for clocks that run faster.
    var days: Double {
        switch unit {
        case .day: Double(count)
        case .week: Double(count) * 7
        case .month: Double(count) * 30
        case .year: Double(count) * 365
        }
    }

    /// The period in months of thirty days, for clocks that run faster: a week is a quarter of one.
    var months: Double {
        switch unit {
        case .day: Double(count) / 30
        case .week: Double(count) / 4
        case .month: Double(count)
        case .year: Double(count) * 12
        }
    }

    /// Whether it is a week or shorter: such periods have six days of grace at most.
    var isShort: Bool { unit == .day && count <= 7 || unit == .week && count == 1 }

    /// `month`, `3 months`: what stands behind "a" or "every".
    public var phrase: String { count == 1 ? "\(unit)" : counted(count, "\(unit)") }
}

extension BillingPeriod: LosslessStringConvertible {
    /// Reads one count and one unit: `P7D`, `P1W`, `P3M`, `P1Y`; nil for anything else.
    public init?(_ description: String) {
        guard description.first == "P", description.utf8.count <= 5, let last = description.last, let unit = Unit(rawValue: last)
        else { return nil }
        let digits = description.dropFirst().dropLast()
        guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(digits) else { return nil }
        self.init(count, unit)
    }

    /// `P1M`.
    public var description: String { "P\(count)\(unit.rawValue)" }
}
