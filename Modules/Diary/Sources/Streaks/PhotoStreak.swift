import Kernel

/// Days with a photo in a row, where a repaired day neither breaks the row nor counts in it.
public struct PhotoStreak: Hashable, Sendable {
    /// Days of the row that reaches today, or yesterday while today has none yet.
    public let current: Int
    /// The most of any row.
    public let longest: Int

    /// The streak of some days, given in ascending order and each once.
    ///
    /// - Parameter repairs: whether one missed day of each calendar month is repaired; see `repaired`.
    public init(_ days: [Day], repairs: Bool = false, today: Day) {
        let excused = repairs ? PhotoStreak.repaired(days, today: today) : []
        guard !excused.isEmpty else {
            let plain = Streak(days: days, today: today)
            (current, longest) = (plain.current, plain.longest)
            return
        }
        let rows = Streak.rows(of: days + excused)
        func count(_ row: ClosedRange<Day>) -> Int { row.length - excused.count(where: row.contains) }
        let reaching = rows.last { $0.lowerBound <= today && $0.upperBound >= today.adding(days: -1) }
        current = reaching.map { count($0.clamped(to: $0.lowerBound...max($0.lowerBound, today))) } ?? 0
        longest = rows.map(count).max() ?? 0
    }

    /// The missed days that are repaired: of each calendar month the first that stands alone between two days with a photo. Today counts as one of
    /// these while it is open, so that yesterday can be repaired.
    public static func repaired(_ days: [Day], today: Day) -> [Day] {
        var repaired: [Day] = []
        let open = days.last.map { $0 < today ? [today] : [] } ?? []
        for (day, next) in zip(days, days.dropFirst() + open) where next.days(since: day) == 2 {
            let missed = day.adding(days: 1)
            if repaired.last.map({ ($0.year, $0.month) != (missed.year, missed.month) }) ?? true { repaired.append(missed) }
        }
        return repaired
    }
}
