import Kernel

extension FSRS {
    /// The days that fuzz chooses from for an interval: so many around it, fewer by share the longer it is, and never fewer than 2. An interval below
    /// 2.5 days stays as it is.
    public func fuzzRange(around days: Int) -> ClosedRange<Int> {
        guard days >= 3 else { return days...days }
        let interval = Double(days)
        let shares: [(from: Double, to: Double, share: Double)] = [(2.5, 7, 0.15), (7, 20, 0.1), (20, .infinity, 0.05)]
        let delta = shares.reduce(1) { $0 + $1.share * max(min(interval, $1.to) - $1.from, 0) }
        let last = min(Int((interval + delta).rounded(.toNearestOrEven)), longestInterval)
        return min(max(2, Int((interval - delta).rounded(.toNearestOrEven))), last)...last
    }

    /// The same state with its interval fuzzed, so that what was learned together does not come back together. Only a thing in review is; the same
    /// chance gives the same interval, each day of the range as likely as any.
    public func fuzzed(_ state: FSRSState, using random: inout RandomSource) -> FSRSState {
        guard state.phase == .review else { return state }
        let range = fuzzRange(around: Int(min(state.interval / 86_400, Double(longestInterval))))
        let share = Double(random.next() >> 11) / Double(UInt64(1) << 53)
        let days = range.lowerBound + Int(share * Double(range.count))
        return FSRSState(
            FSRSState.Place(phase: .review, step: nil, interval: Double(days) * 86_400), stability: state.stability,
            difficulty: state.difficulty, last: state.last)
    }
}
