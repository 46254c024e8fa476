import EngineKit
import Kernel

/// The records of a store by address, with their indexes: what the runs of its log say, and what was put since.
///
/// Not safe for several threads; its owner lets one in at a time.
final class Tables {
    let runs: Runs
    /// Those that somebody has asked for.
    private(set) var present: [TableName: Table] = [:]
    private var last: Table?
    /// The name of the device that wrote the row which was read last.
    var lastDevice = ""
    // Kept as sums: a write must not look at every table that there is.
    private(set) var liveCount: Int
    /// The bytes that all rows take in a file.
    private(set) var weight: Int
    /// Those of the tombstones among them, by age.
    private(set) var tombstones: Tombstones

    /// - Parameter runs: what is put later hides what stands there.
    init(over runs: Runs = Runs()) {
        self.runs = runs
        (liveCount, weight, tombstones) = (runs.liveCount, runs.weight, runs.tombstones)
    }

    func row(at address: RecordAddress) throws -> FileRow? { try table(of: address).row(address.id) }

    func stamp(at address: RecordAddress) throws -> Stamp? { try table(of: address).stamp(address.id) }

    /// - Returns: what stood there before.
    @discardableResult
    func replace(_ address: RecordAddress, with row: FileRow?) throws -> FileRow? {
        let old = try table(of: address).replace(address.id, with: row)
        if let row { count(row, row.weight, 1) }
        if let old { count(old, -old.weight, -1) }
        return old
    }

    /// The table that was used last.
    var lastName: TableName? { last?.name }

    /// Notes that rows which are here have got their places in a file.
    func haveGrown(_ rows: [FileRow]) { for row in rows { count(row, row.weight, 0) } }

    private func count(_ row: FileRow, _ bytes: Int, _ number: Int) {
        weight += bytes
        if row.isLive { liveCount += number } else if bytes != 0 { tombstones.add(bytes, at: row.stamp.time.milliseconds) }
    }

    /// Visits the records of a scan until the visitor returns false.
    ///
    /// - Parameter isChanging: whether the visitor may put something: what it puts is not met.
    func forEachRecord(of scan: IndexScan, isChanging: Bool, _ visit: (StoredRecord) throws -> Bool) throws {
        guard let range = RowRange(scan) else { return }
        let table = table(TableName(partition: scan.partition, collection: scan.collection))
        func record(_ row: FileRow) throws -> StoredRecord { try scan.wantsEntries ? row.record() : row.bareRecord() }
        func row(_ step: Table.Step) throws -> FileRow? {
            switch step {
            case .put(_, let row): return row
            case .run(let cursor):
                guard let entry = cursor.entry else { return nil }
                // The cell of a key says all but the entries.
                guard !scan.wantsEntries else { return try table.row(cursor.id) }
                return table.row(cursor.id, Run.Found(entry: entry, keys: [], run: cursor.run))
            }
        }
        guard isChanging else {
            return try table.walk(range, reindex: scan.reindex) { try row($0).map { try visit(record($0)) } ?? true }
        }
        var rows: [FileRow] = []
        try table.walk(range, reindex: scan.reindex) { step in
            if let row = try row(step) { rows.append(row) }
            return true
        }
        for row in rows { guard try visit(record(row)) else { return } }
    }

    func count(of scan: IndexScan) throws -> Int {
        guard let range = RowRange(scan) else { return 0 }
        return try table(of: scan).count(of: range, reindex: scan.reindex)
    }

    /// Visits the keys of a scan, as they are when it begins, until the visitor returns false.
    func forEachKey(of scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        guard let range = RowRange(scan) else { return }
        let table = table(of: scan)
        var keys: [IndexKey] = []
        try table.walk(range, reindex: scan.reindex) { step in
            keys.append(try table.key(of: step, in: range.index))
            return true
        }
        for key in keys { guard try visit(key) else { return } }
    }

    /// How many keys of a scan begin with the same parts.
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
        let all = RowRange(index: index, lower: nil, upper: nil, descending: false, limit: nil)
        try table.walk(all, reindex: reindex) { step in
            let id =
                switch step {
                case .put(let element, _): element.id
                case .run(let cursor): cursor.id
                }
            try visit(
                table.key(of: step, in: index), RecordAddress(partition: name.partition, collection: name.collection, id: id))
            return true
        }
    }

    /// The other live record of the collection and partition that holds a key.
    func holder(
        of key: IndexKey, in index: String, except address: RecordAddress, reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> String? {
        try table(of: address).holder(of: key, in: index, except: address.id, reindex: reindex)
    }

    /// Visits the addresses of live records, by the bytes of partition, collection and identifier. What is put meanwhile is not met.
    func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        let put = present.values.filter { partition == nil || $0.name.partition == partition }
            .flatMap { table in table.rows.all.filter(\.isLive).map { (key: table.key(of: $0.id), row: $0) } }
            .sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
        let hidden = present.mapValues(\.rows)
        let all = partition.map { CellKey($0) } ?? CellKey()
        var place = 0
        let cursor = try RunsCursor(runs, .records, from: all, before: partition == nil ? CellKey.beyond : all.end)
        while cursor.entry != nil {
            while place < put.count, put[place].key.withBytes({ compare($0, cursor.key) < 0 }) {
                try visit(put[place].row.address)
                place += 1
            }
            guard let address = CellKey.address(cursor.key) else { throw StaleIndex() }
            if hidden[TableName(partition: address.partition, collection: address.collection)]?[address.id] == nil {
                try visit(address)
            }
            try cursor.advance()
        }
        for (_, row) in put[place...] { try visit(row.address) }
    }

    /// Where in the log all stand that count, tombstones too, in order.
    func places() throws -> [Int] {
        let put = present.values.flatMap { $0.rows.all.compactMap(\.place) }
        let hidden = present.values.flatMap { table in table.rows.ids.map { table.key(of: $0).bytes } }
        let covered = Set(hidden)
        var found = put
        let cursor = try RunsCursor(runs, .records, from: CellKey(), before: CellKey.beyond, isLiveOnly: false)
        while let entry = cursor.entry {
            if covered.isEmpty || !covered.contains(Array(cursor.key)) { found.append(Int(entry.place)) }
            try cursor.advance()
        }
        return found.sorted()
    }

    /// Whether an index file turned out not to hold what it should: what was answered since counts for nothing.
    var isStale: Bool { runs.isStale }

    /// Whether entries of an index were computed of so many records that it is worth telling the next one who asks.
    var hasLearned: Bool { present.values.contains { $0.learned >= Tables.worthTelling } }

    private static let worthTelling = 500

    /// The table of an address. Changes come in runs of one collection, so the last one is tried first.
    private func table(of address: RecordAddress) -> Table {
        if let last, last.name.collection == address.collection, last.name.partition == address.partition { return last }
        return table(TableName(partition: address.partition, collection: address.collection))
    }

    private func table(of scan: IndexScan) -> Table { table(TableName(partition: scan.partition, collection: scan.collection)) }

    private func table(_ name: TableName) -> Table {
        let table = present[name] ?? Table(name, over: runs)
        present[name] = table
        last = table
        return table
    }
}
