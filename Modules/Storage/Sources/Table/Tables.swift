import EngineKit
import Kernel

/// The records of a store by address, with their indexes: what the engines here have in common.
///
/// Not safe for several threads; its owner lets one in at a time.
final class Tables<Row: TableRow> {
    private(set) var present: [TableName: Table<Row>] = [:]
    /// The tables of an index file that nobody has asked for yet.
    private(set) var unread: [TableName: StoredTable] = [:]
    private var last: (name: TableName, table: Table<Row>)?
    /// The name of the device that wrote the row which was read last.
    var lastDevice = ""
    /// Whether an index file turned out not to hold what it should: what was answered since counts for nothing.
    private(set) var isStale = false
    // Kept as sums: a write must not look at every table that there is.
    private(set) var liveCount = 0
    /// The bytes that all rows take in a file.
    private(set) var weight = 0
    /// Those of the tombstones among them, by age.
    private(set) var tombstones = Tombstones()

    init() {}

    /// Tables over what was read; what is put later hides what stands there.
    init(over images: [TableImage]) {
        for image in images {
            present[image.name] = Table(over: image)
            (liveCount, weight) = (liveCount + image.liveCount, weight + image.weight)
            tombstones.add(image.tombstones)
        }
    }

    /// Tables over an index file.
    init(over stored: [StoredTable], tombstones: Tombstones) {
        for table in stored {
            unread[table.name] = table
            (liveCount, weight) = (liveCount + table.liveCount, weight + table.weight)
        }
        self.tombstones = tombstones
    }

    func row(at address: RecordAddress) throws -> Row? { try known(address)?.row(address.id) }

    /// - Returns: what stood there before.
    @discardableResult
    func replace(_ address: RecordAddress, with row: Row?) throws -> Row? {
        let old = try noticing { try table(for: address).replace(address.id, with: row) }
        if let row { count(row, row.weight, 1) }
        if let old { count(old, -old.weight, -1) }
        return old
    }

    /// The table that was used last.
    var lastName: TableName? { last?.name }

    /// Notes that rows which are here have got their places in a file.
    func haveGrown(_ rows: [Row]) {
        for row in rows {
            (try? known(row.address))?.hasGrown(by: row.weight)
            count(row, row.weight, 0)
        }
    }

    private func count(_ row: Row, _ bytes: Int, _ number: Int) {
        weight += bytes
        if row.isLive { liveCount += number } else if bytes != 0 { tombstones.add(bytes, at: row.stamp.time.milliseconds) }
    }

    /// Visits the rows of a scan, as they are when it begins, until the visitor returns false.
    func forEachRow(of scan: IndexScan, _ visit: (Row) throws -> Bool) throws {
        guard let table = try table(name(of: scan)) else { return }
        for row in try noticing({ try table.places(of: scan) }) {
            guard let row = table.row(at: row), try visit(row) else { return }
        }
    }

    func count(of scan: IndexScan) throws -> Int { try noticing { try table(name(of: scan))?.count(of: scan) ?? 0 } }

    /// Visits the keys of a scan, as they are when it begins, until the visitor returns false.
    func forEachKey(of scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        guard let table = try table(name(of: scan)) else { return }
        for key in try noticing({ try table.keys(of: scan) }) { guard try visit(key) else { return } }
    }

    /// How many keys of a scan begin with the same parts.
    func counts(of scan: IndexScan, parts: Int) throws -> [KeyCount] {
        try noticing { try table(name(of: scan))?.counts(of: scan, parts: parts) ?? [] }
    }

    /// The other live record of the collection and partition that holds a key.
    func holder(
        of key: IndexKey, in index: String, except address: RecordAddress, reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> String? {
        try noticing { try known(address)?.holder(of: key, in: index, except: address.id, reindex: reindex) }
    }

    /// The addresses of live records, by the bytes of partition, collection and identifier.
    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        for name in unread.keys where partition == nil || name.partition == partition { _ = try table(name) }
        return present.filter { partition == nil || $0.key.partition == partition }.flatMap { name, table in
            table.liveIDs().map { RecordAddress(partition: name.partition, collection: name.collection, id: $0) }
        }.sorted(by: RecordAddress.inTextOrder)
    }

    /// Whether an index was computed that an index file did not have.
    var hasLearned: Bool { present.values.contains { $0.image?.hasLearned == true } }

    /// The table of an address. Changes come in runs of one collection, so the last one is tried first.
    private func table(for address: RecordAddress) throws -> Table<Row> {
        if let known = try known(address) { return known }
        let name = name(of: address)
        let table = Table<Row>()
        present[name] = table
        last = (name, table)
        return table
    }

    private func known(_ address: RecordAddress) throws -> Table<Row>? {
        if let last, last.name.collection == address.collection, last.name.partition == address.partition { return last.table }
        let name = name(of: address)
        guard let table = try table(name) else { return nil }
        last = (name, table)
        return table
    }

    /// The table of a name, read if need be.
    private func table(_ name: TableName) throws -> Table<Row>? {
        if let table = present[name] { return table }
        guard let stored = unread[name] else { return nil }
        let table = Table<Row>(over: try noticing { try stored.load() })
        unread[name] = nil
        present[name] = table
        return table
    }

    /// Reads tables that will be asked for.
    func load(_ names: some Sequence<TableName>) throws { for name in names { _ = try table(name) } }

    /// Keeps in mind that an index file was stale, whatever becomes of the error.
    private func noticing<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as StaleIndex {
            isStale = true
            throw error
        }
    }

    private func name(of address: RecordAddress) -> TableName {
        TableName(partition: address.partition, collection: address.collection)
    }

    private func name(of scan: IndexScan) -> TableName { TableName(partition: scan.partition, collection: scan.collection) }
}
