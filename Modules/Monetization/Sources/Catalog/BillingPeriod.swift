import Kernel

/// The length of a subscription until it renews: a number of days, weeks, months or years, written
/// `P1M` as in ISO 8601.
package struct BillingPeriod: Hashable, Sendable {
    /// The unit of a billing period.
    package enum Unit: Character, Hashable, Sendable, CaseIterable {
        /// The letters of ISO 8601.
        case day = "D", week = "W", month = "M", year = "Y"
    }

    /// The number of units, from 1.
    package let count: Int
    package let unit: Unit

    /// Creates a period of 1…999 units, or nil out of that range.
    package init?(_ count: Int, _ unit: Unit) {
        guard (1...999).contains(count) else { return nil }
        self.count = count
        self.unit = unit
    }

    package static let month = BillingPeriod(checked: 1, .month)

    private init(checked count: Int, _ unit: Unit) {
        self.count = count
        self.unit = unit
    }

    /// Returns the end of a number of periods from an instant. Months and years keep the day of the
    /// month in UTC if it exists. A period from the 31st ends on the last day of a shorter month,
    /// and on the 31st of the next long one.
    package func end(after times: Int, from start: Instant) -> Instant {
        let total = min(max(times, 0), 1_000_000 / count) * count
        let day = LocalCalendar.utc.day(of: start)
        let endDay =
            switch unit {
            case .day: day.adding(days: total)
            case .week: day.adding(days: total * 7)
            case .month: day.adding(months: total)
            case .year: day.adding(months: total * 12)
            }
        return Instant(milliseconds: start.milliseconds + Int64(endDay.days(since: day)) * 86_400_000)
    }

    /// The period in days, with months of 30 and years of 365 days, for accelerated clocks.
    var days: Double {
        switch unit {
        case .day: Double(count)
        case .week: Double(count) * 7
        case .month: Double(count) * 30
        case .year: Double(count) * 365
        }
    }

    /// The period in months of thirty days, for accelerated clocks. A week is a quarter of a month.
    var months: Double {
        switch unit {
        case .day: Double(count) / 30
        case .week: Double(count) / 4
        case .month: Double(count)
        case .year: Double(count) * 12
        }
    }

    /// Whether the period is at most a week. Such periods have at most six days of grace.
    var isShort: Bool { unit == .day && count <= 7 || unit == .week && count == 1 }

    /// The words after "a" or "every", such as `month` or `3 months`.
    package var phrase: String { count == 1 ? "\(unit)" : counted(count, "\(unit)") }
}

extension BillingPeriod: LosslessStringConvertible {
    /// Parses one count and one unit, such as `P7D`, `P1W`, `P3M` or `P1Y`. Returns nil for other
    /// text.
    package init?(_ description: String) {
        guard description.first == "P", description.utf8.count <= 5, let last = description.last,
            let unit = Unit(rawValue: last)
        else { return nil }
        let digits = description.dropFirst().dropLast()
        guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(digits) else { return nil }
        self.init(count, unit)
    }

    package var description: String { "P\(count)\(unit.rawValue)" }
}
