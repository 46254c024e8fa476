/// The rows by identifier, in the order in which they were first put.
///
/// Memory and log share this order, and it usually equals the sort order.
struct PutRows {
    private var indexes: [String: Int] = [:]
    private var rows: [FileRow?] = []

    var count: Int { indexes.count }
    var isEmpty: Bool { indexes.isEmpty }
    var ids: some Sequence<String> { indexes.keys }
    var all: some Sequence<FileRow> { rows.lazy.compactMap(\.self) }

    subscript(id: String) -> FileRow? { indexes[id].flatMap { rows[$0] } }

    /// Replaces the row of an identifier, or removes it for nil.
    ///
    /// - Returns: the previous row.
    mutating func replace(_ id: String, with row: FileRow?) -> FileRow? {
        guard let row else { return remove(id) }
        let index = PutRows.assignIndex(&indexes[id, default: -1], or: rows.count)
        guard index == rows.count else {
            defer { rows[index] = row }
            return rows[index]
        }
        rows.append(row)
        return nil
    }

    /// Returns the existing index, or assigns the next one.
    private static func assignIndex(_ index: inout Int, or next: Int) -> Int {
        if index < 0 { index = next }
        return index
    }

    private mutating func remove(_ id: String) -> FileRow? {
        guard let index = indexes.removeValue(forKey: id) else { return nil }
        defer {
            rows[index] = nil
            while let last = rows.last, last == nil { rows.removeLast() }
        }
        return rows[index]
    }
}
