/// Days in a row.
public struct Streak: Hashable, Sendable {
    /// The days up to today, or up to yesterday as long as today is not over.
    public let current: Int
    /// The longest row there ever was, those after today too; never less than `current`.
    public let longest: Int

    /// The streak of some days, in any order, seen from a day.
    public init(days: some Sequence<Day>, today: Day) {
        self.init(Streak.rows(of: days), today: today)
    }

    /// The streak of rows that `rows` found.
    public init(_ rows: [ClosedRange<Day>], today: Day) {
        let last = rows.last { $0.lowerBound <= today }?.clamped(to: rows[0].lowerBound...today)
        current = last.map { $0.upperBound >= today.adding(days: -1) ? $0.length : 0 } ?? 0
        longest = rows.map(\.length).max() ?? 0
    }

    /// Days without a gap between them, earliest first.
    public static func rows(of days: some Sequence<Day>) -> [ClosedRange<Day>] {
        days.sorted().reduce(into: []) { rows, day in
            if let last = rows.last, last.upperBound.ordinal >= day.ordinal - 1 {
                rows[rows.count - 1] = last.lowerBound...day
            } else {
                rows.append(day...day)
            }
        }
    }
}

extension ClosedRange where Bound == Day {
    /// How many days, the first and the last among them.
    public var length: Int { upperBound.days(since: lowerBound) + 1 }
}
