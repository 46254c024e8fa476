import Kernel

/// A version of a record that does not stand at its address, with its payload in a record of its own, byte for byte.
struct KeptVersion: Codable, Hashable, Sendable {
    static let collection = "sync.versions"

    let address: RecordAddress
    let stamp: Stamp
    let version: Int
    let entries: [IndexEntry]
    /// Where its payload is kept; nil for a tombstone.
    let payload: String?

    /// Keeps a version under a name.
    static func keep(_ record: StoredRecord, as name: String, in below: any EngineTransaction) throws -> KeptVersion {
        if let payload = record.payload {
            let place = place(of: name, in: record.address.partition)
            try below.put(
                StoredRecord(
                    address: place, stamp: try stamp(at: place, isDeleted: false, in: below), payloadVersion: 1, entries: [],
                    payload: payload))
        }
        return KeptVersion(
            address: record.address, stamp: record.stamp, version: record.payloadVersion, entries: record.entries,
            payload: record.isLive ? name : nil)
    }

    /// The version as it was; nil when its payload is gone.
    func record(in below: any EngineTransaction) throws -> StoredRecord? {
        var bytes: Data?
        if let payload {
            bytes = try below.record(at: KeptVersion.place(of: payload, in: address.partition))?.payload
            guard bytes != nil else { return nil }
        }
        return StoredRecord(address: address, stamp: stamp, payloadVersion: version, entries: entries, payload: bytes)
    }

    /// Lets go of its payload.
    func remove(in below: any EngineTransaction) throws {
        guard let payload else { return }
        let place = KeptVersion.place(of: payload, in: address.partition)
        guard try below.record(at: place)?.isLive == true else { return }
        try below.put(
            StoredRecord(
                address: place, stamp: try KeptVersion.stamp(at: place, isDeleted: true, in: below), payloadVersion: 1,
                entries: [],
                payload: nil))
    }

    /// Where its payload is kept; nil for a tombstone.
    var place: RecordAddress? { payload.map { KeptVersion.place(of: $0, in: address.partition) } }

    private static func place(of name: String, in partition: Partition) -> RecordAddress {
        RecordAddress(partition: partition, collection: collection, id: name)
    }

    private static func stamp(at place: RecordAddress, isDeleted: Bool, in below: any EngineTransaction) throws -> Stamp {
        let old = try below.record(at: place)?.stamp
        let generation = (old?.generation ?? below.firstGeneration) + (old?.deleted == true && !isDeleted ? 1 : 0)
        return Stamp(generation: generation, deleted: isDeleted, time: below.time, device: below.device)
    }
}

extension StoredRecord {
    /// A name for this version: the same wherever it is met.
    var versionName: String {
        let words = [
            address.partition.rawValue, address.collection, address.id, "\(stamp.generation)", stamp.deleted ? "1" : "0",
            stamp.time.description, stamp.device,
        ]
        var sum = SHA256()
        sum.add(Array(words.joined(separator: "\u{1}").utf8))
        if let payload { sum.add(Array(payload)) }
        return sum.digest.prefix(16).letters
    }

    /// Whether this version stands, of two at one address: the greater stamp, and where a copied device has made two of one stamp, the greater bytes.
    package func wins(over other: StoredRecord) -> Bool {
        if stamp != other.stamp { return stamp > other.stamp }
        guard let payload, let others = other.payload else { return false }
        return others.lexicographicallyPrecedes(payload)
    }
}
