import Kernel

/// A range of an index by the text of its keys.
struct RowRange {
    let index: String?
    let lower: String?
    let upper: String?
    let descending: Bool
    let limit: Int?

    init(index: String?, lower: String?, upper: String?, descending: Bool, limit: Int?) {
        self.index = index
        self.lower = lower
        self.upper = upper
        self.descending = descending
        self.limit = limit
    }

    /// Creates the range of a scan, or returns nil if it is empty.
    init?(_ scan: IndexScan) {
        guard !scan.isEmpty else { return nil }
        self.init(
            index: scan.index, lower: scan.lower?.text, upper: scan.upper?.text, descending: scan.descending,
            limit: scan.limit)
    }
}
