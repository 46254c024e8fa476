/// The earlier record at an address and the stamp that a change left there.
///
/// Its coding is compact, because every undoable change stores one.
struct BeforeImage: Sendable {
    let address: RecordAddress
    private(set) var newStamp: Stamp
    /// The stamp of the replaced record, or nil if there was none.
    let oldStamp: Stamp?
    let payload: String?
    let payloadVersion: Int
    let entries: [IndexEntry]

    init(of old: StoredRecord?, replacedBy new: StoredRecord) {
        address = new.address
        newStamp = new.stamp
        oldStamp = old?.stamp
        payload = old?.payload.map { String(decoding: $0, as: UTF8.self) }
        payloadVersion = old?.payloadVersion ?? new.payloadVersion
        entries = old?.entries ?? []
    }

    init(of old: StoredRecord, leaving stamp: Stamp) {
        address = old.address
        newStamp = stamp
        oldStamp = old.stamp
        payload = old.payload.map { String(decoding: $0, as: UTF8.self) }
        payloadVersion = old.payloadVersion
        entries = old.entries
    }

    /// Returns whether the current record is still the one that the change left. A tombstone may
    /// have been discarded since.
    func isUnchanged(by now: Stamp?) -> Bool { now == newStamp || now == nil && newStamp.deleted }

    /// Returns the same earlier value for a record that has another stamp now.
    func withNewStamp(_ stamp: Stamp) -> BeforeImage {
        var copy = self
        copy.newStamp = stamp
        return copy
    }

    var record: StoredRecord {
        StoredRecord(
            address: address, stamp: newStamp, payloadVersion: payloadVersion, entries: entries,
            payload: payload.map { Data($0.utf8) })
    }
}

extension BeforeImage: Codable {
    /// `at` partition, collection, id · `left`, `was` stamps in one text · `keys` name, `u` or `o`,
    /// key.
    private enum CodingKeys: String, CodingKey {
        case address = "at"
        case left
        case replaced = "was"
        case payload
        case payloadVersion = "version"
        case entries = "keys"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let address = try container.decode([String].self, forKey: .address)
        let keys = try container.decodeIfPresent([[String?]].self, forKey: .entries) ?? []
        guard address.count == 3, let left = Stamp(text: try container.decode(String.self, forKey: .left)),
            keys.allSatisfy({ $0.count == 3 })
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: container.codingPath, debugDescription: "not a before-image"))
        }
        self.address = RecordAddress(partition: Partition(rawValue: address[0]), collection: address[1], id: address[2])
        self.newStamp = left
        oldStamp = try container.decodeIfPresent(String.self, forKey: .replaced).flatMap(Stamp.init(text:))
        payload = try container.decodeIfPresent(String.self, forKey: .payload)
        payloadVersion = try container.decodeIfPresent(Int.self, forKey: .payloadVersion) ?? 1
        entries = keys.map { IndexEntry(name: $0[0] ?? "", unique: $0[1] == "u", key: $0[2].map(IndexKey.init(text:))) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode([address.partition.rawValue, address.collection, address.id], forKey: .address)
        try container.encode(newStamp.text, forKey: .left)
        try container.encodeIfPresent(oldStamp?.text, forKey: .replaced)
        try container.encodeIfPresent(payload, forKey: .payload)
        if payloadVersion != 1 { try container.encode(payloadVersion, forKey: .payloadVersion) }
        if !entries.isEmpty {
            try container.encode(entries.map { [$0.name, $0.unique ? "u" : "o", $0.key?.text] }, forKey: .entries)
        }
    }
}

extension Stamp {
    /// `generation deleted time device` in one text.
    fileprivate var text: String { "\(generation) \(deleted ? 1 : 0) \(time) \(device)" }

    fileprivate init?(text: String) {
        let parts = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let generation = Int(parts[0]), let time = HybridTime(parts[2]) else { return nil }
        self.init(generation: generation, deleted: parts[1] == "1", time: time, device: parts[3])
    }
}
