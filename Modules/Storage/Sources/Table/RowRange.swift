import Kernel

/// A range of an index, by the texts of its keys.
struct RowRange {
    let index: String?
    let lower: String?
    let upper: String?
    let descending: Bool
    let limit: Int?

    init(index: String?, lower: String?, upper: String?, descending: Bool, limit: Int?) {
        (self.index, self.lower, self.upper, self.descending, self.limit) = (index, lower, upper, descending, limit)
    }

    /// Nil when nothing can be in it.
    init?(_ scan: IndexScan) {
        if let lower = scan.lower, let upper = scan.upper, lower >= upper { return nil }
        self.init(
            index: scan.index, lower: scan.lower?.text, upper: scan.upper?.text, descending: scan.descending,
            limit: scan.limit.map { max(0, $0) })
    }
}
