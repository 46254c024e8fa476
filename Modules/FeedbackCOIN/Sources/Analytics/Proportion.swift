/// How many of how many, and how sure one can be of the share that this shows.
public struct Proportion: Hashable, Sendable {
    /// How many.
    public let part: Int
    /// Of how many.
    public let whole: Int

    /// Nil for fewer than `Proportion.fewest`: of so few, a percentage would say more than anybody knows.
    public init?(_ part: Int, of whole: Int) {
        guard whole >= Proportion.fewest, (0...whole).contains(part) else { return nil }
        (self.part, self.whole) = (part, whole)
    }

    /// Of fewer than these, no percentage is told.
    public static let fewest = 5
    /// What the interval is called, with its source.
    public static let method =
        "Wilson score interval, 95 % (E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the American Statistical Association 22, 1927, pages 209–212)"

    /// The share, 0…1.
    public var share: Double { Double(part) / Double(whole) }

    /// Where the share lies that further feedback would show: Wilson's score interval at 95 %, which holds for small numbers and never leaves 0…1.
    public var interval: ClosedRange<Double> {
        let (count, z) = (Double(whole), 1.959_963_984_540_054)
        let shrunk = 1 + z * z / count
        let middle = (share + z * z / (2 * count)) / shrunk
        let half = z / shrunk * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
        return max(0, min(share, middle - half))...min(1, max(share, middle + half))
    }

    /// "60 % (31–83 %)".
    public var text: String {
        func percent(_ value: Double) -> Int { Int((value * 100).rounded()) }
        return "\(percent(share)) % (\(percent(interval.lowerBound))–\(percent(interval.upperBound)) %)"
    }
}
