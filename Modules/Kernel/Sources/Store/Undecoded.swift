/// What is needed of a record to decode it.
struct Undecoded: Sendable {
    let id: String
    let version: Int
    let payload: Data?

    init(_ stored: StoredRecord) { (id, version, payload) = (stored.address.id, stored.payloadVersion, stored.payload) }
}

/// Records of a scan that wait until there are enough of them to be decoded.
struct Waiting {
    private(set) var records: [Undecoded] = []
    private var weight = 0

    /// So many, or so many bytes, are worth sharing out.
    private static let most = (records: 2_048, bytes: 1 << 20)

    /// - Returns: whether there are enough for once.
    mutating func add(_ record: StoredRecord) -> Bool {
        records.append(Undecoded(record))
        weight += record.payload?.count ?? 0
        return records.count >= Waiting.most.records || weight >= Waiting.most.bytes
    }

    mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        weight = 0
    }
}
