/// An isolated space of records: the data of one profile. `common` has data without a profile.
public struct Partition: RawRepresentable, Hashable, Codable, Sendable {
    /// The opaque name, without control characters.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let common = Partition(rawValue: "")
}

/// The place of a record: its partition, its collection and its identifier.
public struct RecordAddress: Hashable, Codable, Sendable {
    public let partition: Partition
    public let collection: String
    public let id: String

    public init(partition: Partition, collection: String, id: String) {
        self.partition = partition
        self.collection = collection
        self.id = id
    }
}

/// The version of a record. The greater version wins, whatever the order of arrival.
public struct Stamp: Hashable, Codable, Sendable {
    /// The number of restorations after a deletion, from 0.
    public let generation: Int
    /// Whether this version is a tombstone. Within a generation, a deletion wins over every edit.
    public let deleted: Bool
    /// The time of the writer's hybrid clock.
    public let time: HybridTime
    /// The writing device, which decides between equal times.
    public let device: String

    /// Creates a version that an engine has read or a merge has received. Local versions get their
    /// time from the transaction.
    public init(generation: Int, deleted: Bool, time: HybridTime, device: String) {
        self.generation = generation
        self.deleted = deleted
        self.time = time
        self.device = device
    }
}

extension Stamp: Comparable {
    /// Compares generation, deletion, time and device, in this order.
    public static func < (left: Self, right: Self) -> Bool {
        (left.generation, left.deleted ? 1 : 0, left.time, left.device) < (
            right.generation, right.deleted ? 1 : 0, right.time, right.device
        )
    }
}

/// The entry of one record in one index.
public struct IndexEntry: Hashable, Codable, Sendable {
    public let name: String
    /// Whether the key must be unique in the partition and collection.
    public let unique: Bool
    /// The key, or nil if the record is not in the index.
    public let key: IndexKey?

    /// Creates an entry. A nil key excludes the record from the index and from its uniqueness.
    public init(name: String, unique: Bool, key: IndexKey?) {
        self.name = name
        self.unique = unique
        self.key = key
    }
}

/// A record as an engine keeps it: address, version, index entries and undecoded payload.
public struct StoredRecord: Hashable, Sendable {
    public let address: RecordAddress
    public let stamp: Stamp
    /// The version of the payload's form, from 1.
    public let payloadVersion: Int
    /// The index entries, empty for a tombstone.
    public internal(set) var entries: [IndexEntry]
    /// One JSON object, or nil for a tombstone.
    public let payload: Data?

    public init(address: RecordAddress, stamp: Stamp, payloadVersion: Int, entries: [IndexEntry], payload: Data?) {
        self.address = address
        self.stamp = stamp
        self.payloadVersion = payloadVersion
        self.entries = entries
        self.payload = payload
    }

    /// Whether this is a live record and not a tombstone.
    public var isLive: Bool {
        if case .some = payload { true } else { false }
    }
}

extension StoredRecord: Codable {
    private enum CodingKeys: CodingKey { case address, stamp, version, entries, payload }

    /// Reads the output of `encode`. An engine checks it with `checkForm` if it comes from a file
    /// that others may have written.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            address: try values.decode(RecordAddress.self, forKey: .address),
            stamp: try values.decode(Stamp.self, forKey: .stamp),
            payloadVersion: try values.decode(Int.self, forKey: .version),
            entries: try values.decode([IndexEntry].self, forKey: .entries),
            payload: try values.decodeIfPresent(String.self, forKey: .payload).map { Data($0.utf8) })
    }

    /// Writes the whole record, with the payload as readable text.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(address, forKey: .address)
        try values.encode(stamp, forKey: .stamp)
        try values.encode(payloadVersion, forKey: .version)
        try values.encode(entries, forKey: .entries)
        try values.encodeIfPresent(payload.map { String(decoding: $0, as: UTF8.self) }, forKey: .payload)
    }
}

/// One committed change in the feed.
public struct Change: Hashable, Sendable {
    /// The number of the transaction, contiguous from 1.
    public let sequence: Int
    public let address: RecordAddress
    public let stamp: Stamp

    public init(sequence: Int, address: RecordAddress, stamp: Stamp) {
        self.sequence = sequence
        self.address = address
        self.stamp = stamp
    }
}
