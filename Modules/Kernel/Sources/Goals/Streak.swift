/// The runs of consecutive days on which a person did something.
///
/// The caller names the filled days and the rules for missed ones. A paused or repaired day keeps a
/// streak together and does not count in it.
public struct Streak: Hashable, Sendable {
    /// The rules for missed days that break no streak.
    public struct Rules: Hashable, Sendable {
        /// Days that need nothing, such as a holiday. The ranges may overlap.
        public var pauses: [ClosedRange<Day>]
        /// The number of missed days of each calendar month that are repaired.
        ///
        /// They are the first that stand alone between two filled or paused days. Today counts as
        /// one of these two while it can still be filled.
        public var repairsAMonth: Int

        public init(pauses: [ClosedRange<Day>] = [], repairsAMonth: Int = 0) {
            self.pauses = pauses
            self.repairsAMonth = repairsAMonth
        }
    }

    /// The shortest streak whose end a feature warns about.
    public static let shortestAtRisk = 2

    /// The filled days of each streak, earliest first.
    public let runs: [[Day]]
    /// The number of filled days up to today, or up to yesterday while today is missing.
    public let current: Int
    /// The first day of the current streak, which may be paused or repaired.
    let start: Day?

    /// The length of the longest streak so far, which may include days after today.
    public var longest: Int { runs.map(\.count).max() ?? 0 }

    public init(days: some Sequence<Day>, rules: Rules = Rules(), today: Day) {
        let filled = Set(days).sorted()
        var ranges = filled.map { $0...$0 } + rules.pauses
        if !rules.pauses.isEmpty { ranges.sort { $0.lowerBound < $1.lowerBound } }
        if rules.repairsAMonth > 0, ranges.allSatisfy({ $0.upperBound < today }) { ranges.append(today...today) }
        let bridged = Streak.joined(ranges, rules.repairsAMonth)
        var remainingDays = filled[...]
        let runs = bridged.map { range -> [Day] in
            let run = remainingDays.prefix { $0 <= range.upperBound }
            remainingDays = remainingDays.dropFirst(run.count)
            return Array(run)
        }
        let currentIndex = bridged.lastIndex { $0.lowerBound <= today && $0.upperBound >= today.adding(days: -1) }
        self.runs = runs.filter { !$0.isEmpty }
        current = currentIndex.map { runs[$0].count { $0 <= today } } ?? 0
        start = currentIndex.map { bridged[$0].lowerBound }
    }

    /// Returns the first day on which a streak had a length, or nil if none had it.
    public func day(reaching length: Int) -> Day? { runs.first { $0.count >= length }?[length - 1] }

    /// Joins sorted ranges that overlap, touch or have one repaired day between them.
    private static func joined(_ ranges: [ClosedRange<Day>], _ repairsAMonth: Int) -> [ClosedRange<Day>] {
        var repaired: [Day] = []
        return ranges.reduce(into: []) { joined, next in
            guard let last = joined.last else { return joined.append(next) }
            let distance = next.lowerBound.days(since: last.upperBound)
            if distance == 2, repairsAMonth > 0 {
                let missed = last.upperBound.adding(days: 1)
                repaired.removeAll { ($0.year, $0.month) != (missed.year, missed.month) }
                repaired.append(missed)
            }
            guard distance < 2 || distance == 2 && repaired.count <= repairsAMonth && repairsAMonth > 0 else {
                return joined.append(next)
            }
            joined[joined.count - 1] = last.lowerBound...max(last.upperBound, next.upperBound)
        }
    }
}

extension Streak {
    /// Returns the current streak and asks only for the latest days that it needs.
    ///
    /// - Parameters:
    ///   - isOpen: whether `today` itself is left out, as on the evening before.
    ///   - days: returns the filled days of a range. Others that it returns do no harm.
    public static func current(
        on today: Day, isOpen: Bool = false, rules: Rules = Rules(), days: (ClosedRange<Day>) throws -> [Day]
    ) rethrows -> Int {
        var months = fewMonths
        while true {
            let range = latest(until: isOpen ? today.adding(days: -1) : today, months)
            let streak = Streak(days: try days(range), rules: rules, today: today)
            // A repair of the day before the range needs days that were not read.
            guard let start = streak.start, start.days(since: range.lowerBound) < 2, range.lowerBound > earliest else {
                return streak.current
            }
            months *= 8
        }
    }

    /// Returns the days that `current` asks for first, for callers that prefetch them.
    public static func latest(until day: Day) -> ClosedRange<Day> { latest(until: day, fewMonths) }

    /// Returns whole months up to a day, and the day before, because repairs count by the month.
    private static func latest(until day: Day, _ months: Int) -> ClosedRange<Day> {
        day.adding(days: 1 - day.day).adding(months: 1 - months).adding(days: -1)...day
    }

    private static let fewMonths = 2
    private static let earliest = Day(ordinal: .min)
}
