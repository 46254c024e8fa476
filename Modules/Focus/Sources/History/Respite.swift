import Kernel

/// Days without focus that do not break a streak, because a person said so: a planned pause, or one missed day that was repaired.
///
/// They neither break the row nor count in it.
public struct Respite: Storable, Hashable {
    /// Why they do not break it.
    public enum Kind: String, Codable, Sendable {
        /// One missed day; one a calendar month.
        case repair
        /// Days that were planned without focus.
        case pause
    }

    /// A repair is named after its month, so that two devices cannot repair two days of it; a pause after its first day.
    public let id: Identifier<Respite>
    /// Why.
    public let kind: Kind
    /// The first day.
    public let first: Day
    /// The last day.
    public let last: Day

    /// The most days of one pause: a quarter of a year.
    public static let longest = 92
    /// How many days back a missed day may be repaired.
    public static let reach = 31

    static func repair(_ day: Day) -> Respite { Respite(id: id(ofMonth: day), kind: .repair, first: day, last: day) }
    static func pause(_ first: Day, _ last: Day) -> Respite {
        Respite(id: Identifier("pause-\(first)"), kind: .pause, first: first, last: last)
    }
    static func id(ofMonth day: Day) -> Identifier<Respite> { Identifier("repair-\(day.description.dropLast(3))") }

    /// Where they are kept.
    public static let collection = RecordCollection<Respite>("focus.respites")

    /// The days of respites, merged, earliest first. One that was damaged on its way, with its end before its beginning, has none.
    static func days(of respites: [Respite]) -> [ClosedRange<Day>] {
        let ranges = respites.filter { $0.first <= $0.last }.map { $0.first...$0.last }.sorted { $0.lowerBound < $1.lowerBound }
        return ranges.reduce(into: []) { merged, next in
            guard let last = merged.last, next.lowerBound <= last.upperBound.adding(days: 1) else { return merged.append(next) }
            merged[merged.count - 1] = last.lowerBound...max(last.upperBound, next.upperBound)
        }
    }
}

/// Days in a row with focus, where respites bridge what lies between them.
public struct FocusStreak: Hashable, Sendable {
    /// The days with focus of each row, earliest first.
    public let rows: [[Day]]
    /// Days with focus of the row that reaches today, or yesterday while today has none yet.
    public let current: Int
    /// The most of any row.
    public let longest: Int

    /// - Parameters:
    ///   - days: with focus, in their order.
    ///   - respites: days that break no row.
    public init(_ days: [Day], respites: [ClosedRange<Day>] = [], today: Day) {
        let excused = respites.flatMap { $0.lowerBound.ordinal...$0.upperBound.ordinal }.map(Day.init(ordinal:))
        let whole = Streak.rows(of: Set(days).union(excused))
        var rest = days[...]
        let rows = whole.map { row -> [Day] in
            let within = rest.prefix { $0 <= row.upperBound }
            rest = rest.dropFirst(within.count)
            return Array(within)
        }
        let reaching = Array(zip(whole, rows)).last { row, _ in
            row.lowerBound <= today && row.upperBound >= today.adding(days: -1)
        }
        current = reaching?.1.count { $0 <= today } ?? 0
        self.rows = rows.filter { !$0.isEmpty }
        longest = rows.map(\.count).max() ?? 0
    }
}
