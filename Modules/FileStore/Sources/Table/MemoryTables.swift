import EngineKit
import Kernel

/// The records of a store by address with their indexes: the contents of the runs, and the later
/// rows over them.
///
/// The type is not thread-safe. Its owner admits one thread at a time.
final class Tables {
    let runs: Runs
    private(set) var tablesByName: [TableName: Table] = [:]
    private var lastTable: Table?
    /// The device of the row that was read last.
    var lastDevice = ""
    // Stored as totals, because a write must not visit every table.
    private(set) var liveCount: Int
    /// The bytes of all rows in a file.
    private(set) var weight: Int
    private(set) var tombstones: Tombstones

    /// Creates tables.
    ///
    /// - Parameter runs: the contents that later rows hide.
    init(over runs: Runs = Runs()) {
        self.runs = runs
        liveCount = runs.liveCount
        weight = runs.weight
        tombstones = runs.tombstones
    }

    func row(at address: RecordAddress) throws -> FileRow? { try table(of: address).row(address.id) }

    func stamp(at address: RecordAddress) throws -> Stamp? { try table(of: address).stamp(address.id) }

    /// Replaces a row.
    ///
    /// - Returns: the previous row.
    @discardableResult
    func replace(_ address: RecordAddress, with row: FileRow?) throws -> FileRow? {
        let previous = try table(of: address).replace(address.id, with: row)
        if let row { count(row, row.weight, 1) }
        if let previous { count(previous, -previous.weight, -1) }
        return previous
    }

    var lastName: TableName? { lastTable?.name }

    /// Updates the totals for rows that were written to a file.
    func addWeights(_ rows: [FileRow]) { for row in rows { count(row, row.weight, 0) } }

    private func count(_ row: FileRow, _ bytes: Int, _ number: Int) {
        weight += bytes
        if row.isLive {
            liveCount += number
        } else if bytes != 0 {
            tombstones.add(bytes, at: row.stamp.time.milliseconds)
        }
    }

    /// Visits the records of a scan until the visitor returns false.
    ///
    /// - Parameter isChanging: whether the visitor may put records. The scan skips these.
    func forEachRecord(of scan: IndexScan, isChanging: Bool, _ visit: (StoredRecord) throws -> Bool) throws {
        guard let range = RowRange(scan) else { return }
        let table = table(TableName(partition: scan.partition, collection: scan.collection))
        func record(_ row: FileRow) throws -> StoredRecord { try scan.wantsEntries ? row.record() : row.bareRecord() }
        func row(_ step: Table.Step) throws -> FileRow? {
            switch step {
            case .put(_, let row): return row
            case .run(let cursor):
                guard let entry = cursor.entry else { return nil }
                // The cell of a key contains everything except the entries.
                guard !scan.wantsEntries else { return try table.row(cursor.id) }
                return table.row(cursor.id, Run.RecordData(entry: entry, keys: [], run: cursor.run))
            }
        }
        guard isChanging else {
            return try table.forEachRow(range, reindex: scan.reindex) {
                try row($0).map { try visit(record($0)) } ?? true
            }
        }
        var rows: [FileRow] = []
        try table.forEachRow(range, reindex: scan.reindex) { step in
            if let row = try row(step) { rows.append(row) }
            return true
        }
        for row in rows { guard try visit(record(row)) else { return } }
    }

    func count(of scan: IndexScan) throws -> Int {
        guard let range = RowRange(scan) else { return 0 }
        return try table(of: scan).count(of: range, reindex: scan.reindex)
    }

    /// Visits the keys of a scan, as they are at its beginning, until the visitor returns false.
    func forEachKey(of scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        guard let range = RowRange(scan) else { return }
        let table = table(of: scan)
        var keys: [IndexKey] = []
        try table.forEachRow(range, reindex: scan.reindex) { step in
            keys.append(try table.key(of: step, in: range.index))
            return true
        }
        for key in keys { guard try visit(key) else { return } }
    }

    /// Returns the number of keys for each combination of their first parts.
    func counts(of scan: IndexScan, parts: Int) throws -> [KeyCount] {
        guard let range = RowRange(scan) else { return [] }
        return try table(of: scan).counts(of: range, parts: parts, reindex: scan.reindex)
    }

    /// Visits all keys of an index with the addresses of their records.
    func forEachKey(
        of index: String, in name: TableName, _ reindex: (StoredRecord) throws -> [IndexEntry],
        _ visit: (IndexKey, RecordAddress) throws -> Void
    ) throws {
        let table = table(name)
        let allKeys = RowRange(index: index, lower: nil, upper: nil, descending: false, limit: nil)
        try table.forEachRow(allKeys, reindex: reindex) { step in
            let id =
                switch step {
                case .put(let element, _): element.id
                case .run(let cursor): cursor.id
                }
            try visit(
                table.key(of: step, in: index),
                RecordAddress(partition: name.partition, collection: name.collection, id: id))
            return true
        }
    }

    /// Returns the other live record of the collection and partition that holds a key.
    func holder(
        of key: IndexKey, in index: String, except address: RecordAddress,
        reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> String? {
        try table(of: address).holder(of: key, in: index, except: address.id, reindex: reindex)
    }

    /// Visits the addresses of live records by the bytes of partition, collection and identifier.
    /// Records that are put meanwhile are skipped.
    func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        let putRows = tablesByName.values.filter { partition == nil || $0.name.partition == partition }
            .flatMap { table in table.rows.all.filter(\.isLive).map { (key: table.key(of: $0.id), row: $0) } }
            .sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
        let overridingRows = tablesByName.mapValues(\.rows)
        let prefix = partition.map { CellKey($0) } ?? CellKey()
        var index = 0
        let cursor = try RunsCursor(
            runs, .records, from: prefix, before: partition == nil ? CellKey.beyond : prefix.end)
        while cursor.entry != nil {
            while index < putRows.count, putRows[index].key.withBytes({ compare($0, cursor.key) < 0 }) {
                try visit(putRows[index].row.address)
                index += 1
            }
            guard let address = CellKey.address(cursor.key) else { throw StaleIndex() }
            if overridingRows[TableName(partition: address.partition, collection: address.collection)]?[address.id]
                == nil
            {
                try visit(address)
            }
            try cursor.advance()
        }
        for (_, row) in putRows[index...] { try visit(row.address) }
    }

    /// Returns the offsets in the log of all current operations, including tombstones, in order.
    func currentOffsets() throws -> [Int] {
        let putOffsets = tablesByName.values.flatMap { $0.rows.all.compactMap(\.place) }
        let hiddenKeys = tablesByName.values.flatMap { table in table.rows.ids.map { table.key(of: $0).bytes } }
        let hiddenKeySet = Set(hiddenKeys)
        var offsets = putOffsets
        let cursor = try RunsCursor(runs, .records, from: CellKey(), before: CellKey.beyond, isLiveOnly: false)
        while let entry = cursor.entry {
            if hiddenKeySet.isEmpty || !hiddenKeySet.contains(Array(cursor.key)) { offsets.append(Int(entry.place)) }
            try cursor.advance()
        }
        return offsets.sorted()
    }

    /// Whether an index file had wrong contents. All answers since then are invalid.
    var isStale: Bool { runs.isStale }

    /// Whether entries were computed for so many records that an index file should keep them.
    var hasComputedEntries: Bool { tablesByName.values.contains { $0.computedCount >= Tables.minComputedEntries } }

    private static let minComputedEntries = 500

    /// Returns the table of an address.
    ///
    /// It tries the last one first, because successive changes usually concern one collection.
    private func table(of address: RecordAddress) -> Table {
        if let lastTable, lastTable.name.collection == address.collection, lastTable.name.partition == address.partition
        {
            return lastTable
        }
        return table(TableName(partition: address.partition, collection: address.collection))
    }

    private func table(of scan: IndexScan) -> Table {
        table(TableName(partition: scan.partition, collection: scan.collection))
    }

    private func table(_ name: TableName) -> Table {
        let table = tablesByName[name] ?? Table(name, over: runs)
        tablesByName[name] = table
        lastTable = table
        return table
    }
}
