import Kernel

/// A repetition rule: every so many days, weeks, months or years, or from Monday to Friday.
package struct Repetition: Hashable, Sendable {
    /// The unit of the interval.
    package enum Unit: String, CaseIterable, Sendable {
        /// `weekday` means Monday to Friday.
        case day, week, month, year, weekday
    }

    /// The number of units between repetitions, 1…1,000.
    package let every: Int
    package let unit: Unit

    /// Creates a repetition, or `nil` if `every` is outside 1…1,000 or is not 1 for weekdays.
    package init?(every: Int, _ unit: Unit) {
        guard (1...1000).contains(every), unit != .weekday || every == 1 else { return nil }
        self.every = every
        self.unit = unit
    }

    // MARK: - Taskwarrior form

    /// The words of Taskwarrior for repetitions.
    private static let words: [String: (Int, Unit)] = [
        "daily": (1, .day), "day": (1, .day), "weekdays": (1, .weekday), "weekly": (1, .week), "biweekly": (2, .week),
        "fortnight": (2, .week), "sennight": (1, .week), "monthly": (1, .month), "bimonthly": (2, .month),
        "quarterly": (3, .month),
        "semiannual": (6, .month), "annual": (1, .year), "yearly": (1, .year), "biannual": (2, .year),
        "biyearly": (2, .year),
    ]

    /// The names of units in Taskwarrior, each with the number of `unit` that it stands for.
    private static let units: [(names: [String], count: Int, unit: Unit)] = [
        (["d", "day", "days"], 1, .day), (["w", "wk", "wks", "week", "weeks"], 1, .week),
        (["m", "mo", "mos", "mth", "mths", "mnths", "month", "months"], 1, .month),
        (["q", "qtr", "qtrs", "quarter", "quarters"], 3, .month), (["y", "yr", "yrs", "year", "years"], 1, .year),
    ]

    /// Parses `weekly`, `3d`, `2 weeks` or `P6M`, or returns `nil` for other text.
    package init?(_ text: String) {
        guard text.utf8.count <= 24 else { return nil }
        var word = text.lowercased()
        if let (every, unit) = Repetition.words[word] {
            self.init(every: every, unit)
            return
        }
        if word.hasPrefix("p") { word.removeFirst() }
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        let name = word.dropFirst(digits.count).trimmed()
        guard let count = digits.isEmpty ? 1 : Int(digits), count <= 1000,
            let (_, times, unit) = Repetition.units.first(where: { $0.names.contains(name) })
        else { return nil }
        self.init(every: count * times, unit)
    }

    /// The text form: `daily`, `weekdays`, or a duration such as `P2W`.
    package var text: String {
        switch (every, unit) {
        case (1, .day): "daily"
        case (1, .week): "weekly"
        case (1, .month): "monthly"
        case (1, .year): "yearly"
        case (_, .weekday): "weekdays"
        default: "P\(every)\(unit.rawValue.prefix(1).uppercased())"
        }
    }

    // MARK: - iCalendar form

    /// Parses an iCalendar rule that contains only an interval, or returns `nil` for any other
    /// rule.
    package init?(rule: String) {
        var parts: [String: String] = [:]
        for part in rule.uppercased().split(separator: ";").prefix(20) {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2 else { return nil }
            parts[String(sides[0])] = String(sides[1])
        }
        parts["WKST"] = nil
        guard let frequency = parts.removeValue(forKey: "FREQ"),
            let every = Int(parts.removeValue(forKey: "INTERVAL") ?? "1")
        else { return nil }
        let isWeekdays =
            parts["BYDAY"].map { Set($0.split(separator: ",")) == ["MO", "TU", "WE", "TH", "FR"] } ?? false
        if isWeekdays, ["DAILY", "WEEKLY"].contains(frequency), parts.count == 1 {
            self.init(every: every, .weekday)
            return
        }
        let units: [String: Unit] = ["DAILY": .day, "WEEKLY": .week, "MONTHLY": .month, "YEARLY": .year]
        guard parts.isEmpty, let unit = units[frequency] else { return nil }
        self.init(every: every, unit)
    }

    /// The iCalendar rule, such as `FREQ=WEEKLY;INTERVAL=2`.
    package var rule: String {
        let names: [Unit: String] = [.day: "DAILY", .week: "WEEKLY", .month: "MONTHLY", .year: "YEARLY"]
        guard let name = names[unit] else { return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" }
        return "FREQ=\(name)\(every == 1 ? "" : ";INTERVAL=\(every)")"
    }
}
