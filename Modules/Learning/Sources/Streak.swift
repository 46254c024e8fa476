import Kernel

/// Days studied without a gap.
public struct Streak: Hashable, Sendable {
    /// The days up to today, or up to yesterday as long as today is not over.
    public let current: Int
    /// The longest run there ever was; never less than `current`.
    public let longest: Int

    /// The streak of a set of local days, seen from a day. Days after `today` do not count for the current run.
    public init(days: some Sequence<Day>, today: Day) {
        let studied = Set(days.map(\.ordinal))
        longest = studied.filter { !studied.contains($0 - 1) }.map { Streak.run(from: $0, by: 1, in: studied) }.max() ?? 0
        let last = studied.contains(today.ordinal) ? today.ordinal : today.ordinal - 1
        current = Streak.run(from: last, by: -1, in: studied)
    }

    private static func run(from start: Int, by step: Int, in days: Set<Int>) -> Int {
        var day = start
        while days.contains(day) { day += step }
        return abs(day - start)
    }
}
