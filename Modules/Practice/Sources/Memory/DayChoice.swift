import Kernel

/// On which of the days that do as well for a scheduler (`Scheduler.leeway`) a thing comes back, so that what was met on one day does not come back on
/// one, and the load of days evens out.
public enum DayChoice: Hashable, Sendable {
    /// By the thing's own name, the same for ever: a longer wait never becomes shorter than a shorter one.
    case byName
    /// By chance, rather on days that have little to do, and on an easy day only where no other is left.
    ///
    /// - Parameters:
    ///   - easy: days of the week on which as little as possible comes back.
    ///   - load: how many things come back on a day already.
    ///   - seed: decides what chance decides; the same seed, thing and day give the same day, and a better rating never an earlier one.
    case balanced(easy: Set<Weekday>, load: [Day: Int], seed: Int)

    /// The day on which a target comes back whose answer was given on a day.
    public func day(of target: Target, within days: ClosedRange<Day>, since day: Day) -> Day {
        let count = days.upperBound.days(since: days.lowerBound) + 1
        guard count > 1 else { return days.upperBound }
        switch self {
        case .byName: return days.upperBound.adding(days: -Int(target.share(0) * Double(count)))
        case .balanced(let easy, let load, let seed):
            // The same chance whatever the rating was, and weights that do not depend on it: so a later range gives no earlier day.
            let weights = (0..<count).map { number in
                let day = days.lowerBound.adding(days: number)
                let room = 1 / Double(1 + max(0, load[day] ?? 0))
                return room * room * (easy.contains(day.weekday) ? DayChoice.easyShare : 1)
            }
            let mixed = UInt64(bitPattern: Int64(seed)) ^ (UInt64(bitPattern: Int64(day.ordinal)) &* 0x9E37_79B9_7F4A_7C15)
            var left = target.share(mixed) * weights.reduce(0, +)
            for (number, weight) in weights.enumerated() {
                left -= weight
                if left < 0 { return days.lowerBound.adding(days: number) }
            }
            return days.upperBound
        }
    }

    /// How much less an easy day gets than another.
    private static let easyShare = 1e-6
}

extension Target {
    /// A number from 0 up to 1 that its name decides (FNV-1a, with its bits mixed), and a seed.
    fileprivate func share(_ seed: UInt64) -> Double {
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        var random = RandomSource(seed: hash ^ seed)
        return Double(random.next() >> 11) / Double(UInt64(1) << 53)
    }
}
