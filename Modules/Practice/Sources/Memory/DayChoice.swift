import Kernel

/// A choice among the equally suitable days of a schedule (`Scheduler.leeway`).
///
/// It spreads items that were met on one day over several days, and evens out the load.
package enum DayChoice: Hashable, Sendable {
    /// A constant choice by the name of the item, which preserves the order of waits.
    case byName
    /// A random choice that favors days with few items and avoids easy days if possible.
    ///
    /// - Parameters:
    ///   - easy: the weekdays on which as few items as possible come back.
    ///   - load: the number of items already due on each day.
    ///   - seed: the random seed. Equal seeds, items and days give equal results, and a better
    ///     rating never gives an earlier day.
    case balanced(easy: Set<Weekday>, load: [Day: Int], seed: Int)

    /// Returns the day on which a target comes back after an answer on the given day.
    package func day(of target: Target, within days: ClosedRange<Day>, since day: Day) -> Day {
        let count = days.upperBound.days(since: days.lowerBound) + 1
        guard count > 1 else { return days.upperBound }
        switch self {
        case .byName: return days.upperBound.adding(days: -Int(target.share(0) * Double(count)))
        case .balanced(let easy, let load, let seed):
            // The random value and the weights do not depend on the rating, so a later range never
            // gives an earlier day.
            let weights = (0..<count).map { number in
                let day = days.lowerBound.adding(days: number)
                let capacity = 1 / Double(1 + max(0, load[day] ?? 0))
                return capacity * capacity * (easy.contains(day.weekday) ? DayChoice.easyShare : 1)
            }
            let daySeed =
                UInt64(bitPattern: Int64(seed)) ^ (UInt64(bitPattern: Int64(day.ordinal)) &* 0x9E37_79B9_7F4A_7C15)
            var remainder = target.share(daySeed) * weights.reduce(0, +)
            for (number, weight) in weights.enumerated() {
                remainder -= weight
                if remainder < 0 { return days.lowerBound.adding(days: number) }
            }
            return days.upperBound
        }
    }

    /// The weight of an easy day relative to any other day.
    private static let easyShare = 1e-6
}

extension Target {
    /// Returns a number in 0..<1 from the name and a seed.
    fileprivate func share(_ seed: UInt64) -> Double {
        IndexedRandom(seed: Fingerprint(name.utf8).value ^ seed).fraction(1)
    }
}
