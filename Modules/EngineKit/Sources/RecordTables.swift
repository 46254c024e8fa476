import Kernel

/// Records in memory by address, with their indexes: what an engine stands on that has no indexes of its own.
///
/// An index is sorted when it is asked for the first time and kept from then on. Not safe for several threads: the engine lets one in at a time.
public final class RecordTables {
    private struct Name: Hashable {
        let partition: Partition
        let collection: String
    }

    private var tables: [Name: RecordTable] = [:]

    /// Tables without a record.
    public init() {}

    /// What stands at an address, a tombstone too; nil where there never was a record.
    public func record(at address: RecordAddress) -> StoredRecord? { table(of: address)?.records[address.id] }

    /// Puts a record or a tombstone at its address, or takes away what stands there for nil; nothing is judged. For what an engine reads back.
    ///
    /// - Returns: what stood there before.
    @discardableResult
    public func replace(_ address: RecordAddress, with record: StoredRecord?) -> StoredRecord? {
        let name = Name(partition: address.partition, collection: address.collection)
        guard let table = tables[name] else {
            tables[name] = RecordTable()
            return tables[name]?.replace(address.id, with: record)
        }
        return table.replace(address.id, with: record)
    }

    /// Every record and tombstone, in no order.
    public var records: [StoredRecord] { tables.values.flatMap(\.records.values) }

    /// How many records there are, without the tombstones.
    public var liveCount: Int { tables.values.reduce(0) { $0 + $1.liveCount } }

    // MARK: - For transactions

    func table(of scan: IndexScan) -> RecordTable? { tables[Name(partition: scan.partition, collection: scan.collection)] }

    func addresses(in partition: Partition?) -> [RecordAddress] {
        tables.filter { partition == nil || $0.key.partition == partition }.flatMap { name, table in
            table.records.values.lazy.filter(\.isLive).map(\.address)
        }.sorted(by: RecordAddress.inTextOrder)
    }

    func holder(
        of key: IndexKey, in index: String, except address: RecordAddress, reindex: (StoredRecord) throws -> [IndexEntry]
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
        /// The keys of records that are older than the index, as they were worked out; nil for one that has no key.
        var computed: [String: String?] = [:]
    }

    private(set) var records: [String: StoredRecord] = [:]
    private(set) var liveCount = 0
    private var indexes: [String?: Index] = [:]

    func replace(_ id: String, with record: StoredRecord?) -> StoredRecord? {
        let old = records[id]
        let moves = indexes.map { name, index in
            (name: name, from: key(of: old, in: name, index), to: key(of: record, in: name, nil))
        }
        for move in moves {
            if let from = move.from { indexes[move.name]?.keys.remove(.init(key: from, id: id)) }
            if let to = move.to { indexes[move.name]?.keys.insert(.init(key: to, id: id)) }
            indexes[move.name]?.computed.removeValue(forKey: id)
        }
        // An index that a record has no entry of is sorted anew when somebody asks, who then says how.
        if let record, record.isLive {
            for case let name? in indexes.keys where !record.entries.contains(where: { $0.name == name }) { indexes[name] = nil }
        }
        liveCount += (record?.isLive == true ? 1 : 0) - (old?.isLive == true ? 1 : 0)
        records[id] = record
        return old
    }

    private func key(of record: StoredRecord?, in name: String?, _ index: Index?) -> String? {
        guard let record, record.isLive else { return nil }
        guard let name else { return record.address.id }
        if let entry = record.entries.first(where: { $0.name == name }) { return entry.key?.text }
        return index?.computed[record.address.id] ?? nil
    }

    func ids(
        _ name: String?, from lower: String?, before upper: String?, descending: Bool = false, limit: Int? = nil,
        reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> [String] {
        try sorted(name, reindex).elements(from: lower, before: upper, descending: descending, limit: limit).map(\.id)
    }

    /// The keys of a scan with the identifiers of their records, in its order.
    func elements(of scan: IndexScan) throws -> [OrderedKeys.Element] {
        if let lower = scan.lower, let upper = scan.upper, lower >= upper { return [] }
        return try sorted(scan.index, scan.reindex).elements(
            from: scan.lower?.text, before: scan.upper?.text, descending: scan.descending, limit: scan.limit.map { max(0, $0) })
    }

    func count(of scan: IndexScan) throws -> Int {
        if let lower = scan.lower, let upper = scan.upper, lower >= upper { return 0 }
        let all = try sorted(scan.index, scan.reindex).count(from: scan.lower?.text, before: scan.upper?.text)
        return min(all, scan.limit.map { max(0, $0) } ?? all)
    }

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
