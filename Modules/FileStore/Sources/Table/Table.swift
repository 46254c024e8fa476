import EngineKit
import Kernel

/// The records of one collection in one partition: the contents of the runs, and the later rows
/// over them.
///
/// It is a class so that the tables can keep a reference to the last one used.
final class Table {
    /// An index over the rows in memory.
    private struct Index {
        /// The keys of the rows in memory.
        var keys: OrderedKeys
        /// The keys in the runs that these rows override.
        var hidden: OrderedKeys
    }

    let name: TableName
    private let runs: Runs
    let keyPrefix: CellKey
    private(set) var rows = PutRows()
    private var indexes: [String?: Index] = [:]
    /// The number of rows added only to keep computed entries.
    private(set) var computedCount = 0

    init(_ name: TableName, over runs: Runs) {
        self.name = name
        self.runs = runs
        keyPrefix = CellKey(name)
    }

    // MARK: - Rows

    func row(_ id: String) throws -> FileRow? { try rows[id] ?? indexedRecord(id).map { row(id, $0) } }

    /// Returns the current version of an identifier.
    func stamp(_ id: String) throws -> Stamp? { try rows[id]?.stamp ?? indexedRecord(id)?.stamp }

    /// Returns the data of the runs about an identifier.
    func indexedRecord(_ id: String) throws -> Run.RecordData? {
        guard !runs.isEmpty else { return nil }
        return try runs.record(key(of: id))
    }

    /// Returns the key of a record's cell.
    func key(of id: String) -> CellKey { keyPrefix.with { $0.append(last: id) } }

    func row(_ id: String, _ found: Run.RecordData) -> FileRow {
        FileRow(
            RecordAddress(partition: name.partition, collection: name.collection, id: id), found.stamp, at: found.place)
    }

    /// Replaces the row of an identifier, or removes it for nil. Throws before any change.
    ///
    /// - Returns: the previous row.
    func replace(_ id: String, with row: FileRow?) throws -> FileRow? {
        // Usually no index is in use yet, and one search is enough.
        if indexes.isEmpty, runs.isEmpty { return rows.replace(id, with: row) }
        let putRow = rows[id]
        let indexedRow = putRow == nil ? try indexedRecord(id).map { self.row(id, $0) } : nil
        let previous = putRow ?? indexedRow
        let keyChanges = try indexes.keys.map { name in
            (name: name, from: try Table.element(of: previous, name), to: try Table.element(of: row, name))
        }
        let incompleteIndexes = try row.map(incomplete) ?? []
        for change in keyChanges {
            if let from = change.from {
                if indexedRow != nil {
                    indexes[change.name]?.hidden.insert(from)
                } else {
                    indexes[change.name]?.keys.remove(from)
                }
            }
            if let to = change.to { indexes[change.name]?.keys.insert(to) }
        }
        // A row without an entry makes an index incomplete. The next query rebuilds it and supplies
        // the function.
        for name in incompleteIndexes { indexes[name] = nil }
        _ = rows.replace(id, with: row)
        return previous
    }

    /// Returns the indexes in which a row lacks an entry.
    private func incomplete(_ row: FileRow) throws -> [String] {
        guard row.isLive else { return [] }
        return try indexes.keys.compactMap(\.self).filter { try row.entry(in: $0) == nil }
    }

    private static func element(of row: FileRow?, _ name: String?) throws -> OrderedKeys.Element? {
        guard let row, row.isLive else { return nil }
        guard let name else { return .init(key: row.id, id: row.id) }
        return try row.entry(in: name)?.key.map { .init(key: $0.text, id: row.id) }
    }

    // MARK: - Queries

    /// One record of a query: a row in memory or the current entry of the runs.
    enum Step {
        case put(OrderedKeys.Element, FileRow)
        case run(RunsCursor)
    }

    /// Returns the other live record that holds a key.
    func holder(
        of key: IndexKey, in name: String, except id: String, reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> String? {
        let range = RowRange(index: name, lower: key.text, upper: key.successor.text, descending: false, limit: nil)
        var holder: String?
        try forEachRow(range, reindex: reindex) { step in
            let candidate =
                switch step {
                case .put(let element, _): element.id
                case .run(let cursor): cursor.id
                }
            holder = candidate == id ? nil : candidate
            return holder == nil
        }
        return holder
    }

    func count(of range: RowRange, reindex: (StoredRecord) throws -> [IndexEntry]) throws -> Int {
        let index = try builtIndex(range.index, reindex: reindex)
        let (lower, upper) = bounds(of: range)
        let indexedCount = try runs.count(of: range.index == nil ? .records : .entries, from: lower, before: upper)
        let total =
            index.keys.count(from: range.lower, before: range.upper) + indexedCount
            - index.hidden.count(from: range.lower, before: range.upper)
        return min(total, range.limit ?? total)
    }

    /// Returns the number of keys for each combination of their first parts, in order, with one
    /// search for each combination.
    func counts(of range: RowRange, parts: Int, reindex: (StoredRecord) throws -> [IndexEntry]) throws -> [KeyCount] {
        var counts: [KeyCount] = []
        var remainingRange = RowRange(
            index: range.index, lower: range.lower, upper: range.upper, descending: false, limit: nil)
        while let next = try firstKey(of: remainingRange, reindex: reindex) {
            let sharedParts = next.first(parts)
            let end = sharedParts.endOfParts
            let upper = range.upper.map { byteOrder($0, end.text) < 0 ? $0 : end.text } ?? end.text
            let partRange = RowRange(index: range.index, lower: next.text, upper: upper, descending: false, limit: nil)
            counts.append(KeyCount(key: sharedParts, count: try count(of: partRange, reindex: reindex)))
            remainingRange = RowRange(
                index: range.index, lower: upper, upper: range.upper, descending: false, limit: nil)
        }
        return counts
    }

    private func firstKey(of range: RowRange, reindex: (StoredRecord) throws -> [IndexEntry]) throws -> IndexKey? {
        if let lower = range.lower, let upper = range.upper, byteOrder(lower, upper) >= 0 { return nil }
        var firstKey: IndexKey?
        try forEachRow(range, reindex: reindex) { step in
            firstKey = try self.key(of: step, in: range.index)
            return false
        }
        return firstKey
    }

    /// Returns the key of a step in an index, or the identifier without an index.
    func key(of step: Step, in index: String?) throws -> IndexKey {
        switch step {
        case .put(let element, _): return IndexKey(text: element.key)
        case .run(let cursor):
            guard let index else { return IndexKey(text: cursor.id) }
            guard let (text, _) = CellKey.text(cursor.key, from: CellKey.keyed(keyPrefix, index).bytes.count) else {
                throw StaleIndex()
            }
            return IndexKey(text: text)
        }
    }

    /// Visits rows and run entries in one order until the visitor returns false. Rows that are put
    /// meanwhile are skipped.
    func forEachRow(_ range: RowRange, reindex: (StoredRecord) throws -> [IndexEntry], _ visit: (Step) throws -> Bool)
        throws
    {
        let index = try builtIndex(range.index, reindex: reindex)
        let limit = range.limit ?? Int.max
        let putElements = index.keys.elements(
            from: range.lower, before: range.upper, descending: range.descending, limit: range.limit)
        let rows = rows
        var position = 0
        var visited = 0
        func visitPut() throws -> Bool {
            defer { (position, visited) = (position + 1, visited + 1) }
            guard let row = rows[putElements[position].id] else { return true }
            return try visit(.put(putElements[position], row))
        }
        if !runs.isEmpty {
            let (lower, upper) = bounds(of: range)
            let cursor = try RunsCursor(
                runs, range.index == nil ? .records : .entries, from: lower, before: upper,
                isDescending: range.descending)
            var next = putElements.first.map { self.key(of: $0, in: range.index) }
            while visited < limit, cursor.entry != nil {
                if let key = next, key.withBytes({ compare($0, cursor.key) > 0 }) == range.descending {
                    guard try visitPut() else { return }
                    next = position < putElements.count ? self.key(of: putElements[position], in: range.index) : nil
                } else {
                    if rows.isEmpty || rows[cursor.id] == nil {
                        guard try visit(.run(cursor)) else { return }
                        visited += 1
                    }
                    try cursor.advance()
                }
            }
        }
        while visited < limit, position < putElements.count { guard try visitPut() else { return } }
    }

    /// Returns the key of an entry's cell.
    private func key(of element: OrderedKeys.Element, in index: String?) -> CellKey {
        guard let index else { return key(of: element.id) }
        return CellKey.keyed(keyPrefix, index).with {
            $0.append(element.key)
            $0.append(last: element.id)
        }
    }

    /// Returns the cell keys that bound a range.
    private func bounds(of range: RowRange) -> (lower: CellKey, upper: CellKey) {
        guard let index = range.index else {
            return (
                range.lower.map(key(of:)) ?? keyPrefix, range.upper.map(key(of:)) ?? keyPrefix.end
            )
        }
        let indexPrefix = CellKey.keyed(keyPrefix, index)
        func bound(_ text: String) -> CellKey { indexPrefix.with { $0.append(text) } }
        return (range.lower.map(bound) ?? indexPrefix, range.upper.map(bound) ?? indexPrefix.end)
    }

    // MARK: - Indexes

    /// Returns an index, and builds it at its first use.
    private func builtIndex(_ name: String?, reindex: (StoredRecord) throws -> [IndexEntry]) throws -> Index {
        if let index = indexes[name] { return index }
        if let name { try computeEntries(name, reindex: reindex) }
        var (keys, hidden): ([OrderedKeys.Element], [OrderedKeys.Element]) = ([], [])
        keys.reserveCapacity(rows.count)
        for row in rows.all {
            if let element = try Table.element(of: row, name) { keys.append(element) }
            guard let indexedRow = try indexedRecord(row.id).map({ self.row(row.id, $0) }) else { continue }
            if let element = try Table.element(of: indexedRow, name) { hidden.append(element) }
        }
        let index = Index(keys: OrderedKeys(sorting: keys), hidden: OrderedKeys(sorting: hidden))
        indexes[name] = index
        return index
    }

    /// Computes the missing index entries of live rows.
    private func computeEntries(_ name: String, reindex: (StoredRecord) throws -> [IndexEntry]) throws {
        for row in rows.all where row.isLive {
            if try row.entry(in: name) == nil { row.addComputedEntry(try Table.entry(of: row, in: name, reindex)) }
        }
        let entries = keyPrefix.with { $0.append(name) }
        let knownCount = try runs.count(of: .entries, from: entries, before: entries.end)
        guard try knownCount < runs.count(of: .records, from: keyPrefix, before: keyPrefix.end) else { return }
        let cursor = try RunsCursor(runs, .records, from: keyPrefix, before: keyPrefix.end)
        while let entry = cursor.entry {
            let id = cursor.id
            let row = self.row(id, Run.RecordData(entry: entry, keys: cursor.keys, run: cursor.run))
            try cursor.advance()
            guard rows[id] == nil, try row.entry(in: name) == nil else { continue }
            row.addComputedEntry(try Table.entry(of: row, in: name, reindex))
            _ = try replace(id, with: row)
            computedCount += 1
        }
    }

    private static func entry(
        of row: FileRow, in name: String, _ reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> IndexEntry {
        try reindex(row.record()).first { $0.name == name } ?? IndexEntry(name: name, unique: false, key: nil)
    }
}
