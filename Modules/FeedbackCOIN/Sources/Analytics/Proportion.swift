/// A part of a whole, with a confidence interval of its share.
package struct Proportion: Hashable, Sendable {
    package let part: Int
    package let whole: Int

    /// Creates a proportion, or returns nil if the whole is less than `Proportion.minimumWhole`.
    ///
    /// A percentage of so few would suggest more precision than there is.
    package init?(_ part: Int, of whole: Int) {
        guard whole >= Proportion.minimumWhole, (0...whole).contains(part) else { return nil }
        self.part = part
        self.whole = whole
    }

    /// The smallest whole for which a percentage is reported.
    package static let minimumWhole = 5
    package static let method =
        "Wilson score interval, 95 % (E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the American Statistical Association 22, 1927, pages 209–212)"

    /// The share, 0…1.
    package var share: Double { Double(part) / Double(whole) }

    /// The confidence interval of the share: Wilson's score interval at 95 %.
    ///
    /// It is valid for small numbers and never leaves 0…1.
    package var interval: ClosedRange<Double> {
        let count = Double(whole)
        let z = 1.959_963_984_540_054
        let denominator = 1 + z * z / count
        let middle = (share + z * z / (2 * count)) / denominator
        let half = z / denominator * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
        return max(0, min(share, middle - half))...min(1, max(share, middle + half))
    }

    /// The share with its interval, such as "60 % (31–83 %)".
    package var text: String {
        func percent(_ value: Double) -> Int { Int((value * 100).rounded()) }
        return "\(percent(share)) % (\(percent(interval.lowerBound))–\(percent(interval.upperBound)) %)"
    }
}
