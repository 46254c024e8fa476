import Kernel

extension FSRS {
    /// Returns the possible fuzzed intervals around an interval.
    ///
    /// The range is proportionally smaller for longer intervals and never below 2 days. An interval
    /// below 2.5 days is unchanged.
    package func fuzzRange(around days: Int) -> ClosedRange<Int> {
        guard days >= 3 else { return days...days }
        let interval = Double(days)
        let shares: [(from: Double, to: Double, share: Double)] = [(2.5, 7, 0.15), (7, 20, 0.1), (20, .infinity, 0.05)]
        let delta = shares.reduce(1) { $0 + $1.share * max(min(interval, $1.to) - $1.from, 0) }
        let last = min(Int((interval + delta).rounded(.toNearestOrEven)), longestInterval)
        return min(max(2, Int((interval - delta).rounded(.toNearestOrEven))), last)...last
    }
}
