extension RecordCollection {
    /// The record in a payload, migrated when an older program wrote it.
    ///
    /// - Throws: `newerRecord`, `unreadableRecord`.
    package func decode(_ stored: StoredRecord) throws -> Record {
        var reader = RecordReader(room: stored.payload?.count ?? 0)
        return try decode(Undecoded(stored), with: &reader)
    }

    /// Several records, in their order.
    ///
    /// - Throws: as for one: what is wrong with the first that cannot be decoded.
    func decode(_ all: [Undecoded]) throws -> [Record] {
        var reader = RecordReader(room: 512)
        var found: [Record] = []
        found.reserveCapacity(all.count)
        for undecoded in all { found.append(try decode(undecoded, with: &reader)) }
        return found
    }

    @inline(__always)
    private func decode(_ undecoded: Undecoded, with reader: inout RecordReader) throws -> Record {
        guard let payload = undecoded.payload else { throw unreadable(undecoded.id, "it was deleted") }
        do {
            guard undecoded.version == version else {
                try refuseNewer(undecoded.id, undecoded.version)
                return try reader.decode(
                    Record.self, from: JSONValue.encode(migrated(JSONValue(payload), from: undecoded.version)))
            }
            return try reader.decode(Record.self, from: payload)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw unreadable(undecoded.id, "\(error)")
        }
    }

    /// The payload of a record. What the old payload holds and this program does not know is carried over; a known field that is now
    /// nil stays away.
    func encode(_ record: Record, over old: StoredRecord?) throws -> Data {
        let payload = try RecordEncoder.encode(record)
        guard let old, let before = old.payload else { return payload }
        try refuseNewer(old.address.id, old.payloadVersion)
        guard let known = try? RecordEncoder.encode(decode(old)), known != before, old.payloadVersion == version else {
            return payload
        }
        let unknown = try JSONValue(before).removing(JSONValue(known))
        guard let unknown else { return payload }
        return try JSONValue.encode(JSONValue(payload).adding(unknown))
    }

    /// By the steps of its migrations; decoded once, so that nothing is kept that cannot be read.
    public func migrated(_ record: StoredRecord) throws -> StoredRecord? {
        guard let payload = record.payload, record.payloadVersion < version else { return nil }
        let entries = try entries(of: record)
        return StoredRecord(
            address: record.address, stamp: record.stamp, payloadVersion: version, entries: entries,
            payload: try JSONValue.encode(migrated(JSONValue(payload), from: record.payloadVersion)))
    }

    private func migrated(_ payload: JSONValue, from stored: Int) throws -> JSONValue {
        try (stored..<version).reduce(payload) { value, step in
            guard let migration = migrations[step] else {
                throw Failure(.missingMigration, "There is no way from version \(step) of \(name) to version \(step + 1).")
            }
            return try migration(value)
        }
    }

    private func refuseNewer(_ id: String, _ stored: Int) throws {
        guard stored > version else { return }
        throw Failure(
            .newerRecord, "“\(id)” in \(name) was written by a newer version of this program.",
            advice: "Update the program; nothing was changed.")
    }

    private func unreadable(_ id: String, _ why: String) -> Failure {
        Failure(.unreadableRecord, "“\(id)” in \(name) cannot be read: \(why).", advice: "`doctor` lists what is damaged.")
    }
}

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

    /// So many, or so many bytes, are worth giving away.
    private static let most = (records: 512, bytes: 1 << 20)

    /// - Returns: whether there are enough for once.
    mutating func add(_ record: StoredRecord) -> Bool {
        records.append(Undecoded(record))
        weight += record.payload?.count ?? 0
        return records.count >= Waiting.most.records || weight >= Waiting.most.bytes
    }

    /// What waits; nothing does after that.
    mutating func take() -> [Undecoded] {
        defer { self = Waiting() }
        return records
    }
}
