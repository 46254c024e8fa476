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
}

extension Store {
    /// Everything in this store's partition, ordered by collection and identifier.
    public func archive() throws -> [ArchivedRecord] { try read { try $0.archive() } }
}

extension Transaction {
    /// Everything in this transaction's partition, ordered by collection and identifier.
    public func archive() throws -> [ArchivedRecord] {
        try storedRecords().map { record in
            ArchivedRecord(
                collection: record.address.collection, id: record.address.id, version: record.payloadVersion,
                payload: try JSONValue(record.payload ?? Data("null".utf8)))
        }
    }

    /// Brings archived records into this transaction's partition.
    ///
    /// - Parameter collections: every kind of record that this program keeps; each record is checked against its own.
    /// - Throws: `foreignRecord` for a collection that is not among them, `unreadableRecord`, `newerRecord`, `duplicateKey`.
    public func restore(_ records: [ArchivedRecord], collections: [any StoredCollection]) throws {
        let known = Dictionary(collections.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for record in records {
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
            let bare = StoredRecord(
                address: RecordAddress(partition: partition, collection: record.collection, id: record.id),
                stamp: Stamp(generation: 0, deleted: false, time: .zero, device: ""), payloadVersion: record.version, entries: [],
                payload: try JSONValue.encode(record.payload))
            let entries = try collection.entries(of: bare)
            try put(
                stored: StoredRecord(
                    address: bare.address, stamp: bare.stamp, payloadVersion: bare.payloadVersion, entries: entries,
                    payload: bare.payload), reindex: { try collection.entries(of: $0) })
        }
    }
}
