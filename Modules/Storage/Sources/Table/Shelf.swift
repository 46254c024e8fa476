import Kernel

/// A record as a table holds it: whole in memory, or as a place in a file.
protocol TableRow {
    /// A row that holds the record in memory.
    init(_ record: StoredRecord)
    var id: String { get }
    var stamp: Stamp { get }
    var isLive: Bool { get }
    /// The bytes it takes in a file; 0 where there is none.
    var weight: Int { get }
    /// What an index holds for the row; nil when the row was written before the index existed.
    func entry(in index: String) throws -> IndexEntry?
    func record() throws -> StoredRecord
}

extension StoredRecord: TableRow {
    init(_ record: StoredRecord) { self = record }
    var id: String { address.id }
    var weight: Int { 0 }
    func entry(in index: String) -> IndexEntry? { entries.first { $0.name == index } }
    func record() -> StoredRecord { self }
}

/// The records of one collection in one partition, with the indexes that somebody has asked for so far.
///
/// A class, so that a table can keep hold of the one it used last.
final class Shelf<Row: TableRow> {
    private struct Index {
        var keys: OrderedKeys
        /// The keys of rows that lack an entry, computed from their payload.
        var adopted: [String: IndexKey?]
    }

    private(set) var rows: [String: Row] = [:]
    private(set) var liveCount = 0
    /// The bytes that the rows take in a file, tombstones included.
    private(set) var weight = 0
    private var indexes: [String?: Index] = [:]

    /// Puts a row in place of the one with its identifier, or takes that away for nil. Throws before anything is changed.
    func replace(_ id: String, with row: Row?) throws {
        guard !indexes.isEmpty else {
            let old = if let row { rows.updateValue(row, forKey: id) } else { rows.removeValue(forKey: id) }
            weigh(row, insteadOf: old)
            return
        }
        let old = rows[id]
        let moves = try indexes.map { name, index in
            (name: name, from: try element(of: old, name, index), to: try element(of: row, name, nil))
        }
        for move in moves {
            if let from = move.from { indexes[move.name]?.keys.remove(from) }
            if let to = move.to { indexes[move.name]?.keys.insert(to) }
        }
        for (name, index) in indexes {
            if index.adopted[id] != nil { indexes[name]?.adopted[id] = nil }
        }
        try forgetIndexes(lacking: row)
        weigh(row, insteadOf: old)
        rows[id] = row
    }

    private func weigh(_ row: Row?, insteadOf old: Row?) {
        liveCount += (row?.isLive == true ? 1 : 0) - (old?.isLive == true ? 1 : 0)
        weight += (row?.weight ?? 0) - (old?.weight ?? 0)
    }

    /// Changes where a row's content stands, and nothing that an index knows of.
    func relocate(_ id: String, to row: Row) {
        weight += row.weight - (rows[id]?.weight ?? 0)
        rows[id] = row
    }

    /// The other live record that holds a key.
    func holder(
        of key: IndexKey, in name: String, except id: String, reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> String? {
        try build(name, reindex: reindex)
        let found = indexes[name]?.keys.ids(from: key.text, before: key.successor.text, descending: false, limit: 2) ?? []
        return found.first { $0 != id }
    }

    func rows(of scan: IndexScan) throws -> [Row] {
        try build(scan.index, reindex: scan.reindex)
        guard let keys = indexes[scan.index]?.keys, !isEmpty(scan) else { return [] }
        return keys.ids(
            from: scan.lower?.text, before: scan.upper?.text, descending: scan.descending, limit: scan.limit.map { max(0, $0) }
        ).compactMap { rows[$0] }
    }

    func count(of scan: IndexScan) throws -> Int {
        try build(scan.index, reindex: scan.reindex)
        guard let keys = indexes[scan.index]?.keys, !isEmpty(scan) else { return 0 }
        let all = keys.count(from: scan.lower?.text, before: scan.upper?.text)
        return min(all, scan.limit.map { max(0, $0) } ?? all)
    }

    // MARK: - Indexes

    private func isEmpty(_ scan: IndexScan) -> Bool {
        guard let lower = scan.lower, let upper = scan.upper else { return false }
        return lower >= upper
    }

    private func element(of row: Row?, _ name: String?, _ index: Index?) throws -> OrderedKeys.Element? {
        guard let row, row.isLive else { return nil }
        guard let name else { return .init(key: row.id, id: row.id) }
        let key = try row.entry(in: name).map(\.key) ?? index?.adopted[row.id] ?? nil
        return key.map { .init(key: $0.text, id: row.id) }
    }

    /// A row that lacks an entry of an index makes it incomplete; it is built anew when somebody asks, who then says how.
    private func forgetIndexes(lacking row: Row?) throws {
        guard let row, row.isLive else { return }
        for case let name? in indexes.keys where try row.entry(in: name) == nil { indexes[name] = nil }
    }

    private func build(_ name: String?, reindex: (StoredRecord) throws -> [IndexEntry]) throws {
        guard indexes[name] == nil else { return }
        var elements: [OrderedKeys.Element] = []
        var adopted: [String: IndexKey?] = [:]
        elements.reserveCapacity(liveCount)
        for row in rows.values where row.isLive {
            guard let name else {
                elements.append(.init(key: row.id, id: row.id))
                continue
            }
            let entry = try row.entry(in: name)
            let key = try entry.map(\.key) ?? reindex(row.record()).first { $0.name == name }?.key
            if entry == nil { adopted.updateValue(key, forKey: row.id) }
            if let key { elements.append(.init(key: key.text, id: row.id)) }
        }
        indexes[name] = Index(keys: OrderedKeys(sorting: elements), adopted: adopted)
    }
}
