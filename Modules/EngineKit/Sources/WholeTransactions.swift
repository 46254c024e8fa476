import Kernel

extension Collection where Element == Change {
    /// Returns at most this many changes in whole transactions, or one longer transaction alone.
    public func wholeTransactions(limit: Int) -> [Change] {
        let limit = Swift.min(Swift.max(1, limit), Int.max - 1)
        let candidates = Array(prefix(limit + 1))
        guard candidates.count > limit, let first = candidates.first, let cutSequence = candidates.last?.sequence else {
            return candidates
        }
        let complete = candidates.filter { $0.sequence < cutSequence }
        return complete.isEmpty ? Array(prefix { $0.sequence == first.sequence }) : complete
    }
}
