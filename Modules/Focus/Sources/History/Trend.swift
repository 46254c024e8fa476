/// How something grows or shrinks from step to step, and between what the true slope probably lies.
///
/// The slope is the median of the slopes between all pairs of steps (Theil 1950, Sen 1968), so that one week of illness moves it little. The interval
/// is Sen's: of the N pairs' slopes, in order, those at ranks (N − C) / 2 and (N + C) / 2 + 1, where C = 1.96 · √(n (n − 1) (2n + 5) / 18) for 95 %,
/// as in R. O. Gilbert, Statistical Methods for Environmental Pollution Monitoring (1987), 16.5. Equal values would make C smaller; it is left as it is,
/// which makes the interval wider and never narrower. It takes the steps for independent of each other.
public struct Trend: Hashable, Sendable {
    /// How much more each step is than the one before.
    public let slope: Double
    /// The least that the slope may well be.
    public let low: Double
    /// The most.
    public let high: Double
    /// How many steps it rests on.
    public let steps: Int

    /// With fewer steps no ranks are left for an interval.
    public static let fewest = 5

    /// Nil for fewer steps than `fewest`.
    public init?(_ values: [Double]) {
        guard values.count >= Trend.fewest else { return nil }
        let slopes = values.indices.flatMap { first in
            values.indices.dropFirst(first + 1).map { (values[$0] - values[first]) / Double($0 - first) }
        }.sorted()
        let (count, pairs) = (Double(values.count), Double(slopes.count))
        let spread = 1.96 * (count * (count - 1) * (2 * count + 5) / 18).squareRoot()
        let lower = max(1, Int(((pairs - spread) / 2).rounded(.down)))
        slope = (slopes[(slopes.count - 1) / 2] + slopes[slopes.count / 2]) / 2
        (low, high, steps) = (slopes[lower - 1], slopes[slopes.count - lower], values.count)
    }

    /// Whether the interval leaves open whether it grows or shrinks.
    public var isOpen: Bool { low <= 0 && high >= 0 }
}
