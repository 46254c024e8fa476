import Kernel

/// A stored version of a record that is not the current one. Its payload is a separate record, byte
/// for byte.
struct StoredVersion: Codable, Hashable, Sendable {
    static let collection = "sync.versions"

    let address: RecordAddress
    let stamp: Stamp
    let version: Int
    let entries: [IndexEntry]
    /// The ID of the record with the payload, or nil for a tombstone.
    let payload: String?

    /// Stores the payload as a record of its own and returns the version that refers to it.
    static func save(_ record: StoredRecord, as name: String, in below: any EngineTransaction) throws -> StoredVersion {
        if let payload = record.payload {
            let place = place(of: name, in: record.address.partition)
            try below.put(
                StoredRecord(
                    address: place, stamp: try stamp(at: place, isDeleted: false, in: below), payloadVersion: 1,
                    entries: [], payload: payload))
        }
        return StoredVersion(
            address: record.address, stamp: record.stamp, version: record.payloadVersion, entries: record.entries,
            payload: record.isLive ? name : nil)
    }

    /// Returns the original version, or nil if its payload is gone.
    func record(in below: any EngineTransaction) throws -> StoredRecord? {
        var bytes: Data?
        if let payload {
            bytes = try below.record(at: StoredVersion.place(of: payload, in: address.partition))?.payload
            guard bytes != nil else { return nil }
        }
        return StoredRecord(address: address, stamp: stamp, payloadVersion: version, entries: entries, payload: bytes)
    }

    /// Deletes the record with the payload, if there is one.
    func remove(in below: any EngineTransaction) throws {
        guard let payload else { return }
        let place = StoredVersion.place(of: payload, in: address.partition)
        guard try below.record(at: place)?.isLive == true else { return }
        try below.put(
            StoredRecord(
                address: place, stamp: try StoredVersion.stamp(at: place, isDeleted: true, in: below),
                payloadVersion: 1,
                entries: [], payload: nil))
    }

    /// The address of the payload, or nil for a tombstone.
    var place: RecordAddress? { payload.map { StoredVersion.place(of: $0, in: address.partition) } }

    private static func place(of name: String, in partition: Partition) -> RecordAddress {
        RecordAddress(partition: partition, collection: collection, id: name)
    }

    private static func stamp(at place: RecordAddress, isDeleted: Bool, in below: any EngineTransaction) throws -> Stamp
    {
        let oldStamp = try below.record(at: place)?.stamp
        let generation =
            (oldStamp?.generation ?? below.firstGeneration) + (oldStamp?.deleted == true && !isDeleted ? 1 : 0)
        return Stamp(generation: generation, deleted: isDeleted, time: below.time, device: below.device)
    }
}

extension StoredRecord {
    /// A name for this version that is the same on every device.
    var versionName: String {
        let components = [
            address.partition.rawValue, address.collection, address.id, "\(stamp.generation)",
            stamp.deleted ? "1" : "0", stamp.time.description, stamp.device,
        ]
        var hash = SHA256()
        hash.add(Array(components.joined(separator: "\u{1}").utf8))
        if let payload { hash.add(Array(payload)) }
        return hash.digest.prefix(16).letters
    }

    /// Returns whether this version wins over another one of the same record.
    ///
    /// The greater stamp wins. For equal stamps, which a copied device can create, the greater
    /// bytes win.
    package func wins(over other: StoredRecord) -> Bool {
        if stamp != other.stamp { return stamp > other.stamp }
        guard let payload, let otherPayload = other.payload else { return false }
        return otherPayload.lexicographicallyPrecedes(payload)
    }
}
