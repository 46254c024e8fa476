/// One record of a partition in an archive file: exact and undecoded, without the index entries,
/// which are computed again.
public struct ArchivedRecord: Codable, Hashable, Sendable {
    public let collection: String
    public let id: String
    public let version: Int
    /// One JSON object, including the fields that this program does not know.
    public let payload: JSONValue

    public init(collection: String, id: String, version: Int, payload: JSONValue) {
        self.collection = collection
        self.id = id
        self.version = version
        self.payload = payload
    }

    /// Creates the archived form of a record, or returns nil for a tombstone.
    init?(_ record: StoredRecord) throws {
        guard let payload = record.payload else { return nil }
        collection = record.address.collection
        id = record.address.id
        version = record.payloadVersion
        self.payload = try JSONValue(payload)
    }
}

/// One live record anywhere in a store, as in an export of everything.
public struct ExportedRecord: Codable, Hashable, Sendable {
    public let partition: Partition
    public let record: ArchivedRecord

    public init(partition: Partition, record: ArchivedRecord) {
        self.partition = partition
        self.record = record
    }
}

extension ArchivedRecord {
    /// Returns the stored form of the record, checked by its collection. Its version is not decided
    /// yet.
    ///
    /// - Throws: `foreignRecord` for a collection that is not among them, `unreadableRecord`,
    ///   `newerRecord`.
    func stored(in partition: Partition, _ collections: [String: any StoredCollection]) throws -> StoredRecord {
        guard let collection = collections[self.collection] else {
            throw Failure(
                .foreignRecord, "The archive contains “\(self.collection)”, which this program does not store.",
                kind: .badData)
        }
        if case .string(let storedID)? = payload["id"], storedID != id {
            throw Failure(
                .foreignRecord, "“\(id)” in \(self.collection) contains another identifier.",
                advice: "Nothing was changed.", kind: .badData)
        }
        var stored = StoredRecord(
            address: RecordAddress(partition: partition, collection: self.collection, id: id),
            stamp: Stamp(generation: 0, deleted: false, time: .zero, device: ""), payloadVersion: version, entries: [],
            payload: try JSONValue.encode(payload))
        stored.entries = try collection.entries(of: stored)
        return stored
    }
}

extension Store {
    /// Returns everything in this store's partition, ordered by collection and identifier.
    public func archive() throws -> [ArchivedRecord] { try read { try $0.archive() } }

    /// Returns every live record of every partition, in the order of their addresses.
    public func exportEverything() throws -> [ExportedRecord] {
        var exportedRecords: [ExportedRecord] = []
        try exportEverything { exportedRecords += $0 }
        return exportedRecords
    }

    /// Passes every live record of one moment in batches, for callers that do not hold them all.
    public func exportEverything(_ visit: ([ExportedRecord]) throws -> Void) throws {
        try engine.read { try $0.forEachArchived(in: nil, visit) }
    }
}

extension EngineTransaction {
    /// Visits the live records of a partition, or of the whole store for nil, by address.
    func forEachArchived(in partition: Partition?, _ visit: ([ExportedRecord]) throws -> Void) throws {
        var batch: [RecordAddress] = []
        func visitBatch() throws {
            let records = try records(at: batch).compactMap(\.self)
            batch.removeAll(keepingCapacity: true)
            let archived = ParallelWork.map(records.count, minimumSize: 128) { slice in
                Result { try records[slice].compactMap(ExportedRecord.init) }
            }
            try visit(archived.flatMap { try $0.get() })
        }
        try forEachAddress(in: partition) { address in
            batch.append(address)
            if batch.count == BulkReplacement.batch { try visitBatch() }
        }
        if !batch.isEmpty { try visitBatch() }
    }
}

extension ExportedRecord {
    /// Creates the exported form of a record, or returns nil for a tombstone.
    package init?(_ record: StoredRecord) throws {
        guard let archived = try ArchivedRecord(record) else { return nil }
        self.init(partition: record.address.partition, record: archived)
    }
}

extension Transaction {
    /// Returns everything in this transaction's partition, ordered by collection and identifier.
    public func archive() throws -> [ArchivedRecord] {
        var archivedRecords: [ArchivedRecord] = []
        try archive { archivedRecords += $0 }
        return archivedRecords
    }

    /// Passes everything in this transaction's partition in batches, to bound the memory.
    public func archive(_ visit: ([ArchivedRecord]) throws -> Void) throws {
        try below.forEachArchived(in: partition) { try visit($0.map(\.record)) }
    }

    /// Returns the number of records in this transaction's partition.
    public func recordCount() throws -> Int {
        var count = 0
        try below.forEachAddress(in: partition) { _ in count += 1 }
        return count
    }

    /// Writes archived records to this transaction's partition.
    ///
    /// - Parameter collections: every kind of record that this program keeps. Each record is
    ///   checked by its own collection.
    /// - Throws: `foreignRecord` for a collection that is not among them, `unreadableRecord`,
    ///   `newerRecord`, `duplicateKey`.
    public func restore(_ records: [ArchivedRecord], collections: [any StoredCollection]) throws {
        let collectionByName = collectionsByName(collections)
        let storedRecords = try records.map { try $0.stored(in: partition, collectionByName) }
        try put(stored: storedRecords) { try collectionByName[$0.address.collection]?.entries(of: $0) ?? $0.entries }
    }
}

/// Returns collections by name. The first of two with one name counts.
package func collectionsByName(_ collections: [any StoredCollection]) -> [String: any StoredCollection] {
    Dictionary(collections.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}
