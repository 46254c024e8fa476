import Kernel

/// Records in memory by address, with their indexes, for engines that have no indexes of their own.
///
/// An index is sorted at its first use and maintained from then on. The type is not thread-safe:
/// the engine admits one thread at a time.
public final class RecordTables {
    /// A collection in a partition.
    private struct Name: Hashable {
        let partition: Partition
        let collection: String
    }

    private var tables: [Name: RecordTable] = [:]

    public init() {}

    /// Returns the record or tombstone at an address, or nil if there never was a record.
    public func record(at address: RecordAddress) -> StoredRecord? { table(of: address)?.records[address.id] }

    /// Stores a record or a tombstone at its address without any check, or removes it for nil.
    /// Engines use this for what they read back.
    ///
    /// - Returns: the previous record or tombstone.
    @discardableResult
    public func replace(_ address: RecordAddress, with record: StoredRecord?) -> StoredRecord? {
        let name = Name(partition: address.partition, collection: address.collection)
        guard let table = tables[name] else {
            tables[name] = RecordTable()
            return tables[name]?.replace(address.id, with: record)
        }
        return table.replace(address.id, with: record)
    }

    /// Every record and tombstone, in no particular order.
    public var records: [StoredRecord] { tables.values.flatMap(\.records.values) }

    /// The number of records without the tombstones.
    public var liveCount: Int { tables.values.reduce(0) { $0 + $1.liveCount } }

    // MARK: - For transactions

    func table(of scan: IndexScan) -> RecordTable? {
        tables[Name(partition: scan.partition, collection: scan.collection)]
    }

    func addresses(in partition: Partition?) -> [RecordAddress] {
        tables.filter { partition == nil || $0.key.partition == partition }.flatMap { name, table in
            table.records.values.lazy.filter(\.isLive).map(\.address)
        }.sorted(by: RecordAddress.inTextOrder)
    }

    /// Returns the identifier of another record that holds a key of an index.
    func holder(
        of key: IndexKey, in index: String, except address: RecordAddress,
        reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> String? {
        try table(of: address)?.ids(index, from: key.text, before: key.successor.text, limit: 2, reindex: reindex)
            .first { $0 != address.id }
    }

    private func table(of address: RecordAddress) -> RecordTable? {
        tables[Name(partition: address.partition, collection: address.collection)]
    }
}

/// The records of one collection in one partition.
final class RecordTable {
    private struct Index {
        var keys: OrderedKeys
        /// The computed keys of records that are older than the index. The value is nil for a
        /// record without a key.
        var computed: [String: String?] = [:]
    }

    private(set) var records: [String: StoredRecord] = [:]
    private(set) var liveCount = 0
    /// The indexes in use, by name. The records themselves are under nil.
    private var indexes: [String?: Index] = [:]

    func replace(_ id: String, with record: StoredRecord?) -> StoredRecord? {
        let previous = records[id]
        let moves = indexes.map { name, index in
            (name: name, from: key(of: previous, in: name, index), to: key(of: record, in: name, nil))
        }
        for move in moves {
            if let from = move.from { indexes[move.name]?.keys.remove(.init(key: from, id: id)) }
            if let to = move.to { indexes[move.name]?.keys.insert(.init(key: to, id: id)) }
            indexes[move.name]?.computed.removeValue(forKey: id)
        }
        // An index without an entry in this record is sorted again at its next use, when the caller
        // supplies the key function.
        if let record, record.isLive {
            for case let name? in indexes.keys where !record.entries.contains(where: { $0.name == name }) {
                indexes[name] = nil
            }
        }
        liveCount += (record?.isLive == true ? 1 : 0) - (previous?.isLive == true ? 1 : 0)
        records[id] = record
        return previous
    }

    /// Returns the key of a live record in an index, if it has one.
    private func key(of record: StoredRecord?, in name: String?, _ index: Index?) -> String? {
        guard let record, record.isLive else { return nil }
        guard let name else { return record.address.id }
        if let entry = record.entries.first(where: { $0.name == name }) { return entry.key?.text }
        return index?.computed[record.address.id] ?? nil
    }

    /// Returns the identifiers of the records in a range of keys.
    func ids(
        _ name: String?, from lower: String?, before upper: String?, descending: Bool = false, limit: Int? = nil,
        reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> [String] {
        try sorted(name, reindex).elements(from: lower, before: upper, descending: descending, limit: limit).map(\.id)
    }

    /// Returns the keys of a scan with the identifiers of their records, in the order of the scan.
    func elements(of scan: IndexScan) throws -> [OrderedKeys.Element] {
        guard !scan.isEmpty else { return [] }
        return try sorted(scan.index, scan.reindex).elements(
            from: scan.lower?.text, before: scan.upper?.text, descending: scan.descending, limit: scan.limit)
    }

    func count(of scan: IndexScan) throws -> Int {
        guard !scan.isEmpty else { return 0 }
        let total = try sorted(scan.index, scan.reindex).count(from: scan.lower?.text, before: scan.upper?.text)
        return min(total, scan.limit ?? total)
    }

    /// Returns the keys of an index, and sorts them at the first use.
    private func sorted(_ name: String?, _ reindex: (StoredRecord) throws -> [IndexEntry]) throws -> OrderedKeys {
        if let index = indexes[name] { return index.keys }
        var computed: [String: String?] = [:]
        var elements: [OrderedKeys.Element] = []
        elements.reserveCapacity(records.count)
        for (id, record) in records where record.isLive {
            var key = key(of: record, in: name, nil)
            if let name, !record.entries.contains(where: { $0.name == name }) {
                key = try reindex(record).first { $0.name == name }?.key?.text
                computed.updateValue(key, forKey: id)
            }
            if let key { elements.append(.init(key: key, id: id)) }
        }
        let index = Index(keys: OrderedKeys(sorting: elements), computed: computed)
        indexes[name] = index
        return index.keys
    }
}
