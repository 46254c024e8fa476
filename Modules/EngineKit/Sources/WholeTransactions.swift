import Kernel

extension Collection where Element == Change {
    /// So many changes at most, whole transactions only; one transaction, when that alone is longer.
    public func wholeTransactions(limit: Int) -> [Change] {
        let limit = Swift.min(Swift.max(1, limit), Int.max - 1)
        let some = Array(prefix(limit + 1))
        guard some.count > limit, let first = some.first, let cut = some.last?.sequence else { return some }
        let whole = some.filter { $0.sequence < cut }
        return whole.isEmpty ? Array(prefix { $0.sequence == first.sequence }) : whole
    }
}
