/// A space of records that is isolated from every other: one profile's data. What belongs to nobody lives in `common`.
public struct Partition: RawRepresentable, Hashable, Codable, Sendable {
    /// The partition's name; an opaque text without control characters.
    public let rawValue: String

    /// A partition with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// What belongs to no profile.
    public static let common = Partition(rawValue: "")
}

/// Where a record lives.
public struct RecordAddress: Hashable, Codable, Sendable {
    /// Whose it is.
    public let partition: Partition
    /// The collection's name.
    public let collection: String
    /// The record's identifier.
    public let id: String

    /// Texts in normal form C, without control characters.
    public init(partition: Partition, collection: String, id: String) {
        (self.partition, self.collection, self.id) = (partition, collection, id)
    }
}

/// The version of a record. Of two versions the greater wins, whatever the order in which they arrive.
public struct Stamp: Hashable, Codable, Sendable {
    /// How often the record was restored after a deletion; from 0.
    public let generation: Int
    /// Whether this version is a tombstone. Within a generation a deletion wins over every edit.
    public let deleted: Bool
    /// When, by the writer's hybrid clock.
    public let time: HybridTime
    /// Which device wrote it; decides between equal times.
    public let device: String

    /// A version as an engine reads it back, or as a merge brings it; versions of one's own get their time from the transaction.
    public init(generation: Int, deleted: Bool, time: HybridTime, device: String) {
        (self.generation, self.deleted, self.time, self.device) = (generation, deleted, time, device)
    }
}

extension Stamp: Comparable {
    /// By generation, deletion, time and device.
    public static func < (left: Self, right: Self) -> Bool {
        (left.generation, left.deleted ? 1 : 0, left.time, left.device) < (
            right.generation, right.deleted ? 1 : 0, right.time, right.device
        )
    }
}

/// What one index holds for one record.
public struct IndexEntry: Hashable, Codable, Sendable {
    /// The stored name of the index.
    public let name: String
    /// Whether the key must differ from every other in the partition and collection.
    public let unique: Bool
    /// The key, or nil when the record is not in the index.
    public let key: IndexKey?

    /// A key that is nil leaves the record out of the index, and out of uniqueness.
    public init(name: String, unique: Bool, key: IndexKey?) { (self.name, self.unique, self.key) = (name, unique, key) }
}

/// A record as an engine keeps it: address, version, index entries and undecoded payload.
public struct StoredRecord: Hashable, Sendable {
    /// Where it lives.
    public let address: RecordAddress
    /// Its version.
    public let stamp: Stamp
    /// The version of the payload's form, from 1.
    public let payloadVersion: Int
    /// What the indexes hold for it; empty for a tombstone.
    public internal(set) var entries: [IndexEntry]
    /// One JSON object, or nil for a tombstone.
    public let payload: Data?

    /// A record. `payload` is nil exactly when the stamp says deleted.
    public init(address: RecordAddress, stamp: Stamp, payloadVersion: Int, entries: [IndexEntry], payload: Data?) {
        (self.address, self.stamp, self.payloadVersion, self.entries, self.payload) = (
            address, stamp, payloadVersion, entries, payload
        )
    }

    /// Whether this is a live record and not a tombstone.
    public var isLive: Bool {
        if case .some = payload { true } else { false }
    }
}

extension StoredRecord: Codable {
    private enum CodingKeys: CodingKey { case address, stamp, version, entries, payload }

    /// Reads what `encode` wrote; an engine judges it with `checkForm` when it comes from a file that others may have written.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            address: try values.decode(RecordAddress.self, forKey: .address),
            stamp: try values.decode(Stamp.self, forKey: .stamp),
            payloadVersion: try values.decode(Int.self, forKey: .version),
            entries: try values.decode([IndexEntry].self, forKey: .entries),
            payload: try values.decodeIfPresent(String.self, forKey: .payload).map { Data($0.utf8) })
    }

    /// Writes all of it, the payload as a text that people can read.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(address, forKey: .address)
        try values.encode(stamp, forKey: .stamp)
        try values.encode(payloadVersion, forKey: .version)
        try values.encode(entries, forKey: .entries)
        try values.encodeIfPresent(payload.map { String(decoding: $0, as: UTF8.self) }, forKey: .payload)
    }
}

/// One committed change, as the feed gives it.
public struct Change: Hashable, Sendable {
    /// The number of the transaction; contiguous from 1.
    public let sequence: Int
    /// What changed.
    public let address: RecordAddress
    /// The version it changed to.
    public let stamp: Stamp

    /// A change under the number of its transaction.
    public init(sequence: Int, address: RecordAddress, stamp: Stamp) {
        (self.sequence, self.address, self.stamp) = (sequence, address, stamp)
    }
}
