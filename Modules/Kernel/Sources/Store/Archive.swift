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
}

extension Store {
    /// Everything in this store's partition, ordered by collection and identifier.
    public func archive() throws -> [ArchivedRecord] { try read { try $0.archive() } }

    /// Every live record of every partition, in the order of their addresses.
    public func exportEverything() throws -> [ExportedRecord] {
        try engine.read { below in
            try below.records(at: below.addresses(in: nil)).compactMap { record in
                try record.flatMap { record in
                    try ArchivedRecord(record).map { ExportedRecord(partition: record.address.partition, record: $0) }
                }
            }
        }
    }
}

extension Transaction {
    /// Everything in this transaction's partition, ordered by collection and identifier.
    public func archive() throws -> [ArchivedRecord] {
        try below.records(at: below.addresses(in: partition)).compactMap { try $0.flatMap(ArchivedRecord.init) }
    }

    /// Brings archived records into this transaction's partition.
    ///
    /// - Parameter collections: every kind of record that this program keeps; each record is checked against its own.
    /// - Throws: `foreignRecord` for a collection that is not among them, `unreadableRecord`, `newerRecord`, `duplicateKey`.
    public func restore(_ records: [ArchivedRecord], collections: [any StoredCollection]) throws {
        let known = byName(collections)
        let fresh = try records.map { record in
            guard let collection = known[record.collection] else {
                throw Failure(
                    .foreignRecord, "The archive holds “\(record.collection)”, which this program does not keep.", kind: .badData
                )
            }
            if case .string(let own)? = record.payload["id"], own != record.id {
                throw Failure(
                    .foreignRecord, "“\(record.id)” in \(record.collection) does not hold its own name.",
                    advice: "Nothing was changed.", kind: .badData)
            }
            var stored = StoredRecord(
                address: RecordAddress(partition: partition, collection: record.collection, id: record.id),
                stamp: Stamp(generation: 0, deleted: false, time: .zero, device: ""), payloadVersion: record.version, entries: [],
                payload: try JSONValue.encode(record.payload))
            stored.entries = try collection.entries(of: stored)
            return stored
        }
        try put(stored: fresh) { try known[$0.address.collection]?.entries(of: $0) ?? $0.entries }
    }
}

/// Of two with one name the first counts.
package func byName(_ collections: [any StoredCollection]) -> [String: any StoredCollection] {
    Dictionary(collections.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}
