import Kernel

/// The distribution of focus over the hours of the day.
///
/// Pauses have no stored times. A record therefore counts in each hour by the share of its length
/// in that hour.
package struct DayHours: Hashable, Sendable {
    /// Milliseconds of focus by hour of the day, 24 of them.
    package private(set) var focused = [Int](repeating: 0, count: 24)
    /// The number of days with records.
    package let days: Int
    /// The number of days on which the best hours overall were also the best of that day.
    package private(set) var agreeingDays = 0
    /// The first of the best consecutive hours, or nil without focus.
    package private(set) var best: Int?

    /// The number of consecutive hours that are the best hours.
    package static let window = 2

    package init(_ records: [FocusRecord], calendar: LocalCalendar) {
        let byDay = Dictionary(grouping: records, by: \.day).mapValues { records in
            records.reduce(into: [Int](repeating: 0, count: 24)) { DayHours.add($1, to: &$0, calendar) }
        }
        days = byDay.count
        for hours in byDay.values { for hour in 0..<24 { focused[hour] += hours[hour] } }
        best = DayHours.best(of: focused)
        agreeingDays = byDay.values.count { DayHours.best(of: $0) == best }
    }

    /// Milliseconds of focus in all hours.
    package var total: Int { focused.reduce(0, +) }
    /// The share of all focus in the best hours, 0…1.
    package var share: Double {
        guard let best, total > 0 else { return 0 }
        return Double(focused[best..<best + DayHours.window].reduce(0, +)) / Double(total)
    }

    /// Returns the start of the best hours.
    ///
    /// Among equal ones it prefers more focus in the first hour, then the earliest.
    private static func best(of hours: [Int]) -> Int? {
        let sums = (0...24 - window).map { hours[$0..<$0 + window].reduce(0, +) }
        guard let most = sums.max(), most > 0 else { return nil }
        return sums.indices.filter { sums[$0] == most }.max { (hours[$0], $1) < (hours[$1], $0) }
    }

    /// Adds a record to its hours, each by the share of the record's length in it.
    private static func add(_ record: FocusRecord, to hours: inout [Int], _ calendar: LocalCalendar) {
        let length = record.end.milliseconds - record.start.milliseconds
        // A record without length, or one that spans weeks of pause, counts in the hour of its
        // start.
        guard length > 0, length <= 7 * 86_400_000 else {
            return hours[calendar.secondOfDay(of: record.start) / 3600] += record.focused
        }
        var from = record.start.milliseconds
        var assigned = 0
        while from < record.end.milliseconds {
            let second = calendar.secondOfDay(of: Instant(milliseconds: from))
            let inSecond = ((from % 1000) + 1000) % 1000
            let to = min(record.end.milliseconds, from + Int64(3600 - second % 3600) * 1000 - inSecond)
            // Each part is computed from the start of the record, so that no rounding error adds
            // up.
            let sum = Int(Double(record.focused) * Double(to - record.start.milliseconds) / Double(length))
            hours[second / 3600] += sum - assigned
            from = to
            assigned = sum
        }
    }
}
