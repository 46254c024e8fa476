/// Rows by their identifiers, in the order in which these were first put: so they lie in memory and in the log, and most often it is the order of
/// what they are sorted by.
struct PutRows {
    private var places: [String: Int] = [:]
    private var rows: [FileRow?] = []

    var count: Int { places.count }
    var isEmpty: Bool { places.isEmpty }
    var ids: some Sequence<String> { places.keys }
    var all: some Sequence<FileRow> { rows.lazy.compactMap(\.self) }

    subscript(id: String) -> FileRow? { places[id].flatMap { rows[$0] } }

    /// Puts a row in place of the one with its identifier, or takes that away for nil.
    ///
    /// - Returns: what stood there before.
    mutating func replace(_ id: String, with row: FileRow?) -> FileRow? {
        guard let row else { return remove(id) }
        let place = PutRows.take(&places[id, default: -1], or: rows.count)
        guard place == rows.count else {
            defer { rows[place] = row }
            return rows[place]
        }
        rows.append(row)
        return nil
    }

    /// The place that there is, or the next.
    private static func take(_ place: inout Int, or next: Int) -> Int {
        if place < 0 { place = next }
        return place
    }

    private mutating func remove(_ id: String) -> FileRow? {
        guard let place = places.removeValue(forKey: id) else { return nil }
        defer {
            rows[place] = nil
            while let last = rows.last, last == nil { rows.removeLast() }
        }
        return rows[place]
    }
}
