/// The growth of a value from step to step, with a confidence interval of the slope.
///
/// The slope is the median of the slopes between all pairs of steps (Theil 1950, Sen 1968). One
/// week of illness therefore changes it little.
///
/// The interval is Sen's. It takes the N pairs' slopes in order, at ranks (N − C) / 2 and (N + C) /
/// 2 + 1. For 95 %, C = 1.96 · √(n (n − 1) (2n + 5) / 18). The source is R. O. Gilbert, Statistical
/// Methods for Environmental Pollution Monitoring (1987), 16.5.
///
/// Equal values would reduce C. That correction is omitted, which can only widen the interval. The
/// steps are assumed to be independent.
package struct Trend: Hashable, Sendable {
    /// The median change from one step to the next.
    package let slope: Double
    /// The lower end of the confidence interval.
    package let low: Double
    /// The upper end of the confidence interval.
    package let high: Double
    /// The number of values.
    package let steps: Int

    /// The minimum number of steps for which a confidence interval exists.
    package static let fewest = 5

    /// Computes the trend, or returns nil for fewer steps than `fewest`.
    package init?(_ values: [Double]) {
        guard values.count >= Trend.fewest else { return nil }
        let slopes = values.indices.flatMap { first in
            values.indices.dropFirst(first + 1).map { (values[$0] - values[first]) / Double($0 - first) }
        }.sorted()
        let count = Double(values.count)
        let pairs = Double(slopes.count)
        let spread = 1.96 * (count * (count - 1) * (2 * count + 5) / 18).squareRoot()
        let lower = max(1, Int(((pairs - spread) / 2).rounded(.down)))
        slope = (slopes[(slopes.count - 1) / 2] + slopes[slopes.count / 2]) / 2
        low = slopes[lower - 1]
        high = slopes[slopes.count - lower]
        steps = values.count
    }

    /// Whether the interval includes both growth and decline.
    package var isOpen: Bool { low <= 0 && high >= 0 }
}
