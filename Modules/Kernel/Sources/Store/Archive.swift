/// One record of a partition, as it stands in an archive file: exact, undecoded, with the index entries left to be computed anew.
public struct ArchivedRecord: Codable, Hashable, Sendable {
    /// The collection's name.
    public let collection: String
    /// The record's identifier.
    public let id: String
    /// The version of the payload's form.
    public let version: Int
    /// One JSON object, with the fields that this program does not know.
    public let payload: JSONValue

    /// A record of an archive.
    public init(collection: String, id: String, version: Int, payload: JSONValue) {
        (self.collection, self.id, self.version, self.payload) = (collection, id, version, payload)
    }

    /// Nil for a tombstone.
    init?(_ record: StoredRecord) throws {
        guard let payload = record.payload else { return nil }
        (collection, id, version) = (record.address.collection, record.address.id, record.payloadVersion)
        self.payload = try JSONValue(payload)
    }
}

/// One live record anywhere in a store, as it stands in an export of everything.
public struct ExportedRecord: Codable, Hashable, Sendable {
    /// Whose it is.
    public let partition: Partition
    /// As it would stand in an archive of that partition.
    public let record: ArchivedRecord

    /// A record of an archive, and the partition that it is to come into.
    public init(partition: Partition, record: ArchivedRecord) { (self.partition, self.record) = (partition, record) }
}

extension ArchivedRecord {
    /// As an engine keeps it, judged by the collection that it belongs to. Its version is not decided yet.
    ///
    /// - Throws: `foreignRecord` for a collection that is not among them, `unreadableRecord`, `newerRecord`.
    func stored(in partition: Partition, _ collections: [String: any StoredCollection]) throws -> StoredRecord {
        guard let collection = collections[self.collection] else {
            throw Failure(
                .foreignRecord, "The archive holds “\(self.collection)”, which this program does not keep.", kind: .badData)
        }
        if case .string(let own)? = payload["id"], own != id {
            throw Failure(
                .foreignRecord, "“\(id)” in \(self.collection) does not hold its own name.", advice: "Nothing was changed.",
                kind: .badData)
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
    /// Everything in this store's partition, ordered by collection and identifier.
    public func archive() throws -> [ArchivedRecord] { try read { try $0.archive() } }

    /// Every live record of every partition, in the order of their addresses.
    public func exportEverything() throws -> [ExportedRecord] {
        var found: [ExportedRecord] = []
        try exportEverything { found += $0 }
        return found
    }

    /// The same some at a time, for whoever need not hold them all: as they are at one moment.
    public func exportEverything(_ visit: ([ExportedRecord]) throws -> Void) throws {
        try engine.read { try $0.forEachArchived(in: nil, visit) }
    }
}

extension EngineTransaction {
    /// Visits the live records of a partition, or of the whole store for nil, in the order of their addresses.
    func forEachArchived(in partition: Partition?, _ visit: ([ExportedRecord]) throws -> Void) throws {
        var some: [RecordAddress] = []
        func visitSome() throws {
            let records = try records(at: some).compactMap(\.self)
            some.removeAll(keepingCapacity: true)
            let archived = Cores.map(records.count, least: 128) { slice in
                Result { try records[slice].compactMap(ExportedRecord.init) }
            }
            try visit(archived.flatMap { try $0.get() })
        }
        try forEachAddress(in: partition) { address in
            some.append(address)
            if some.count == Renewal.batch { try visitSome() }
        }
        if !some.isEmpty { try visitSome() }
    }
}

extension ExportedRecord {
    /// Nil for a tombstone.
    package init?(_ record: StoredRecord) throws {
        guard let archived = try ArchivedRecord(record) else { return nil }
        self.init(partition: record.address.partition, record: archived)
    }
}

extension Transaction {
    /// Everything in this transaction's partition, ordered by collection and identifier.
    public func archive() throws -> [ArchivedRecord] {
        var found: [ArchivedRecord] = []
        try archive { found += $0 }
        return found
    }

    /// The same some at a time, for whoever need not hold them all.
    public func archive(_ visit: ([ArchivedRecord]) throws -> Void) throws {
        try below.forEachArchived(in: partition) { try visit($0.map(\.record)) }
    }

    /// How many records this transaction's partition has.
    public func size() throws -> Int {
        var count = 0
        try below.forEachAddress(in: partition) { _ in count += 1 }
        return count
    }

    /// Brings archived records into this transaction's partition.
    ///
    /// - Parameter collections: every kind of record that this program keeps; each record is checked against its own.
    /// - Throws: `foreignRecord` for a collection that is not among them, `unreadableRecord`, `newerRecord`, `duplicateKey`.
    public func restore(_ records: [ArchivedRecord], collections: [any StoredCollection]) throws {
        let known = byName(collections)
        let fresh = try records.map { try $0.stored(in: partition, known) }
        try put(stored: fresh) { try known[$0.address.collection]?.entries(of: $0) ?? $0.entries }
    }
}

/// Of two with one name the first counts.
package func byName(_ collections: [any StoredCollection]) -> [String: any StoredCollection] {
    Dictionary(collections.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}
