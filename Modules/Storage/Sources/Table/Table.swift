import EngineKit
import Kernel

/// The records of one collection in one partition: what runs say of them, and over it what was put since.
///
/// A class, so that the tables can keep hold of the one it used last.
final class Table {
    private struct Index {
        /// Of the rows that were put.
        var keys: OrderedKeys
        /// Of what these hide in the runs.
        var hidden: OrderedKeys
    }

    let name: TableName
    private let runs: Runs
    /// What the keys of its records begin with.
    let stem: CellKey
    /// What was put.
    private(set) var rows = PutRows()
    private var indexes: [String?: Index] = [:]
    /// How many rows were only put to keep what was computed of them.
    private(set) var learned = 0

    init(_ name: TableName, over runs: Runs) {
        (self.name, self.runs) = (name, runs)
        stem = CellKey(name)
    }

    // MARK: - Rows

    func row(_ id: String) throws -> FileRow? { try rows[id] ?? beneath(id).map { row(id, $0) } }

    /// The version that stands at an identifier.
    func stamp(_ id: String) throws -> Stamp? { try rows[id]?.stamp ?? beneath(id)?.stamp }

    /// What the runs say.
    func beneath(_ id: String) throws -> Run.Found? {
        guard !runs.isEmpty else { return nil }
        return try runs.record(key(of: id))
    }

    /// The key of a record's cell.
    func key(of id: String) -> CellKey { stem.with { $0.append(last: id) } }

    func row(_ id: String, _ found: Run.Found) -> FileRow {
        FileRow(RecordAddress(partition: name.partition, collection: name.collection, id: id), found.stamp, at: found.place)
    }

    /// Puts a row in place of the one with its identifier, or takes that away for nil. Throws before anything is changed.
    ///
    /// - Returns: what stood there before.
    func replace(_ id: String, with row: FileRow?) throws -> FileRow? {
        // Most often nobody has asked for an index yet: one look for the place then, instead of two.
        if indexes.isEmpty, runs.isEmpty { return rows.replace(id, with: row) }
        let put = rows[id]
        let covered = put == nil ? try beneath(id).map { self.row(id, $0) } : nil
        let old = put ?? covered
        let moves = try indexes.keys.map { name in
            (name: name, from: try Table.element(of: old, name), to: try Table.element(of: row, name))
        }
        let lacking = try row.map(incomplete) ?? []
        for move in moves {
            if let from = move.from {
                if covered != nil { indexes[move.name]?.hidden.insert(from) } else { indexes[move.name]?.keys.remove(from) }
            }
            if let to = move.to { indexes[move.name]?.keys.insert(to) }
        }
        // A row that lacks an entry of an index makes it incomplete; it is built anew when somebody asks, who then says how.
        for name in lacking { indexes[name] = nil }
        _ = rows.replace(id, with: row)
        return old
    }

    /// The indexes of which a row lacks an entry.
    private func incomplete(_ row: FileRow) throws -> [String] {
        guard row.isLive else { return [] }
        return try indexes.keys.compactMap(\.self).filter { try row.entry(in: $0) == nil }
    }

    private static func element(of row: FileRow?, _ name: String?) throws -> OrderedKeys.Element? {
        guard let row, row.isLive else { return nil }
        guard let name else { return .init(key: row.id, id: row.id) }
        return try row.entry(in: name)?.key.map { .init(key: $0.text, id: row.id) }
    }

    // MARK: - Questions

    /// One step through an index.
    enum Step {
        case put(OrderedKeys.Element, FileRow)
        case run(RunsCursor)
    }

    /// The other live record that holds a key.
    func holder(
        of key: IndexKey, in name: String, except id: String, reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> String? {
        let range = RowRange(index: name, lower: key.text, upper: key.successor.text, descending: false, limit: nil)
        var found: String?
        try walk(range, reindex: reindex) { step in
            let other =
                switch step {
                case .put(let element, _): element.id
                case .run(let cursor): cursor.id
                }
            found = other == id ? nil : other
            return found == nil
        }
        return found
    }

    func count(of range: RowRange, reindex: (StoredRecord) throws -> [IndexEntry]) throws -> Int {
        let index = try built(range.index, reindex: reindex)
        let (lower, upper) = bounds(of: range)
        let shown = try runs.count(of: range.index == nil ? .records : .entries, from: lower, before: upper)
        let all =
            index.keys.count(from: range.lower, before: range.upper) + shown
            - index.hidden.count(from: range.lower, before: range.upper)
        return min(all, range.limit ?? all)
    }

    /// How many keys begin with the same parts, by these parts in order: a search for each of them, and no look at what lies between.
    func counts(of range: RowRange, parts: Int, reindex: (StoredRecord) throws -> [IndexEntry]) throws -> [KeyCount] {
        var found: [KeyCount] = []
        var rest = RowRange(index: range.index, lower: range.lower, upper: range.upper, descending: false, limit: nil)
        while let next = try firstKey(of: rest, reindex: reindex) {
            let shared = next.first(parts)
            let end = shared.endOfParts
            let upper = range.upper.map { byteOrder($0, end.text) < 0 ? $0 : end.text } ?? end.text
            let part = RowRange(index: range.index, lower: next.text, upper: upper, descending: false, limit: nil)
            found.append(KeyCount(key: shared, count: try count(of: part, reindex: reindex)))
            rest = RowRange(index: range.index, lower: upper, upper: range.upper, descending: false, limit: nil)
        }
        return found
    }

    private func firstKey(of range: RowRange, reindex: (StoredRecord) throws -> [IndexEntry]) throws -> IndexKey? {
        if let lower = range.lower, let upper = range.upper, byteOrder(lower, upper) >= 0 { return nil }
        var found: IndexKey?
        try walk(range, reindex: reindex) { step in
            found = try self.key(of: step, in: range.index)
            return false
        }
        return found
    }

    /// The key of a step in an index; the identifier for nil.
    func key(of step: Step, in index: String?) throws -> IndexKey {
        switch step {
        case .put(let element, _): return IndexKey(text: element.key)
        case .run(let cursor):
            guard let index else { return IndexKey(text: cursor.id) }
            guard let (text, _) = CellKey.text(cursor.key, from: CellKey.keyed(stem, index).bytes.count) else {
                throw StaleIndex()
            }
            return IndexKey(text: text)
        }
    }

    /// Goes through what was put and what stands in the runs, in one order, until the visitor returns false. What is put meanwhile is not met.
    func walk(_ range: RowRange, reindex: (StoredRecord) throws -> [IndexEntry], _ visit: (Step) throws -> Bool) throws {
        let index = try built(range.index, reindex: reindex)
        let limit = range.limit ?? Int.max
        let put = index.keys.elements(
            from: range.lower, before: range.upper, descending: range.descending, limit: range.limit)
        let rows = rows
        var (place, met) = (0, 0)
        func visitPut() throws -> Bool {
            defer { (place, met) = (place + 1, met + 1) }
            guard let row = rows[put[place].id] else { return true }
            return try visit(.put(put[place], row))
        }
        if !runs.isEmpty {
            let (lower, upper) = bounds(of: range)
            let cursor = try RunsCursor(
                runs, range.index == nil ? .records : .entries, from: lower, before: upper, isDescending: range.descending)
            var next = put.first.map { self.key(of: $0, in: range.index) }
            while met < limit, cursor.entry != nil {
                if let key = next, key.withBytes({ compare($0, cursor.key) > 0 }) == range.descending {
                    guard try visitPut() else { return }
                    next = place < put.count ? self.key(of: put[place], in: range.index) : nil
                } else {
                    if rows.isEmpty || rows[cursor.id] == nil {
                        guard try visit(.run(cursor)) else { return }
                        met += 1
                    }
                    try cursor.advance()
                }
            }
        }
        while met < limit, place < put.count { guard try visitPut() else { return } }
    }

    /// The key that the cell of an entry would have.
    private func key(of element: OrderedKeys.Element, in index: String?) -> CellKey {
        guard let index else { return key(of: element.id) }
        return CellKey.keyed(stem, index).with {
            $0.append(element.key)
            $0.append(last: element.id)
        }
    }

    /// The cells of a range.
    private func bounds(of range: RowRange) -> (lower: CellKey, upper: CellKey) {
        guard let index = range.index else {
            return (
                range.lower.map(key(of:)) ?? stem, range.upper.map(key(of:)) ?? stem.end
            )
        }
        let keyed = CellKey.keyed(stem, index)
        func bound(_ text: String) -> CellKey { keyed.with { $0.append(text) } }
        return (range.lower.map(bound) ?? keyed, range.upper.map(bound) ?? keyed.end)
    }

    // MARK: - Indexes

    private func built(_ name: String?, reindex: (StoredRecord) throws -> [IndexEntry]) throws -> Index {
        if let built = indexes[name] { return built }
        if let name { try learn(name, reindex: reindex) }
        var (keys, hidden): ([OrderedKeys.Element], [OrderedKeys.Element]) = ([], [])
        keys.reserveCapacity(rows.count)
        for row in rows.all {
            if let element = try Table.element(of: row, name) { keys.append(element) }
            guard let covered = try beneath(row.id).map({ self.row(row.id, $0) }) else { continue }
            if let element = try Table.element(of: covered, name) { hidden.append(element) }
        }
        let index = Index(keys: OrderedKeys(sorting: keys), hidden: OrderedKeys(sorting: hidden))
        indexes[name] = index
        return index
    }

    /// Computes the entries of an index that live rows lack.
    private func learn(_ name: String, reindex: (StoredRecord) throws -> [IndexEntry]) throws {
        for row in rows.all where row.isLive {
            if try row.entry(in: name) == nil { row.learn(try Table.entry(of: row, in: name, reindex)) }
        }
        let entries = stem.with { $0.append(name) }
        let known = try runs.count(of: .entries, from: entries, before: entries.end)
        guard try known < runs.count(of: .records, from: stem, before: stem.end) else { return }
        let cursor = try RunsCursor(runs, .records, from: stem, before: stem.end)
        while let entry = cursor.entry {
            let id = cursor.id
            let row = self.row(id, Run.Found(entry: entry, keys: cursor.keys, run: cursor.run))
            try cursor.advance()
            guard rows[id] == nil, try row.entry(in: name) == nil else { continue }
            row.learn(try Table.entry(of: row, in: name, reindex))
            _ = try replace(id, with: row)
            learned += 1
        }
    }

    private static func entry(
        of row: FileRow, in name: String, _ reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> IndexEntry {
        try reindex(row.record()).first { $0.name == name } ?? IndexEntry(name: name, unique: false, key: nil)
    }
}
