import Kernel

/// At which hours of the day focus lies.
///
/// A record counts in each hour that it touches by the share of its length that lies there, since pauses within it are not kept one by one.
public struct DayHours: Hashable, Sendable {
    /// Milliseconds of focus by hour of the day, 24 of them.
    public private(set) var focused = [Int](repeating: 0, count: 24)
    /// Days with focus that they rest on.
    public let days: Int
    /// Of those, the days on which the best hours were the best of that day.
    public private(set) var agreeing = 0
    /// The first of the best hours together; nil without focus.
    public private(set) var best: Int?

    /// So many hours together are looked for.
    public static let window = 2

    /// Hours of records by the clock where the person is.
    public init(_ records: [FocusRecord], calendar: LocalCalendar) {
        let byDay = Dictionary(grouping: records, by: \.day).mapValues { records in
            records.reduce(into: [Int](repeating: 0, count: 24)) { DayHours.add($1, to: &$0, calendar) }
        }
        days = byDay.count
        for hours in byDay.values { for hour in 0..<24 { focused[hour] += hours[hour] } }
        best = DayHours.best(of: focused)
        agreeing = byDay.values.count { DayHours.best(of: $0) == best }
    }

    /// All of it.
    public var total: Int { focused.reduce(0, +) }
    /// The share of the best hours in all focus, 0…1.
    public var share: Double {
        guard let best, total > 0 else { return 0 }
        return Double(focused[best..<best + DayHours.window].reduce(0, +)) / Double(total)
    }

    /// The earliest of the best; of two that are as good the one that begins with more.
    private static func best(of hours: [Int]) -> Int? {
        let sums = (0...24 - window).map { hours[$0..<$0 + window].reduce(0, +) }
        guard let most = sums.max(), most > 0 else { return nil }
        return sums.indices.filter { sums[$0] == most }.max { (hours[$0], $1) < (hours[$1], $0) }
    }

    private static func add(_ record: FocusRecord, to hours: inout [Int], _ calendar: LocalCalendar) {
        let length = record.end.milliseconds - record.start.milliseconds
        // A record without length, or one that was paused for weeks: all of it where it began.
        guard length > 0, length <= 7 * 86_400_000 else {
            return hours[calendar.secondOfDay(of: record.start) / 3600] += record.focused
        }
        var (from, given) = (record.start.milliseconds, 0)
        while from < record.end.milliseconds {
            let second = calendar.secondOfDay(of: Instant(milliseconds: from))
            let inSecond = ((from % 1000) + 1000) % 1000
            let to = min(record.end.milliseconds, from + Int64(3600 - second % 3600) * 1000 - inSecond)
            // From the beginning each time, so that nothing is lost to rounding.
            let sum = Int(Double(record.focused) * Double(to - record.start.milliseconds) / Double(length))
            hours[second / 3600] += sum - given
            (from, given) = (to, sum)
        }
    }
}
