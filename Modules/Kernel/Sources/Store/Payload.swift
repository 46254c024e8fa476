extension RecordCollection {
    /// Decodes the record of a payload and migrates it if an older program wrote it.
    ///
    /// - Throws: `newerRecord`, `unreadableRecord`.
    package func decode(_ stored: StoredRecord) throws -> Record {
        var reader = RecordReader(capacity: stored.payload?.count ?? 0)
        return try decode(UndecodedRecord(stored), with: &reader)
    }

    /// Decodes several records and keeps their order.
    ///
    /// - Throws: the error of the first record that cannot be decoded.
    func decode(_ undecodedRecords: [UndecodedRecord]) throws -> [Record] {
        var reader = RecordReader(capacity: 512)
        var records: [Record] = []
        records.reserveCapacity(undecodedRecords.count)
        for undecoded in undecodedRecords { records.append(try decode(undecoded, with: &reader)) }
        return records
    }

    @inline(__always) private func decode(_ undecoded: UndecodedRecord, with reader: inout RecordReader) throws
        -> Record
    {
        guard let payload = undecoded.payload else { throw unreadable(undecoded.id, "it was deleted") }
        do {
            guard undecoded.version == version else {
                try refuseNewer(undecoded.id, undecoded.version)
                return try reader.decode(
                    Record.self, from: JSONValue.encode(migrated(JSONValue(payload), from: undecoded.version)))
            }
            return try reader.decode(Record.self, from: payload)
        } catch let failure as Failure { throw failure } catch { throw unreadable(undecoded.id, "\(error)") }
    }

    /// Encodes a record. Fields of the old payload that this program does not know are carried
    /// over, but a known field that is now nil stays absent.
    func encode(_ record: Record, over previous: StoredRecord?) throws -> Data {
        let payload = try RecordEncoder.encode(record)
        guard let previous, let previousPayload = previous.payload else { return payload }
        try refuseNewer(previous.address.id, previous.payloadVersion)
        guard let knownPayload = try? RecordEncoder.encode(decode(previous)), knownPayload != previousPayload,
            previous.payloadVersion == version
        else { return payload }
        let unknownFields = try JSONValue(previousPayload).removing(JSONValue(knownPayload))
        guard let unknownFields else { return payload }
        return try JSONValue.encode(JSONValue(payload).adding(unknownFields))
    }

    /// Migrates a record through the steps of its migrations. The result is decoded once, so that
    /// no unreadable payload is stored.
    public func migrated(_ record: StoredRecord) throws -> StoredRecord? {
        guard let payload = record.payload, record.payloadVersion < version else { return nil }
        let entries = try entries(of: record)
        return StoredRecord(
            address: record.address, stamp: record.stamp, payloadVersion: version, entries: entries,
            payload: try JSONValue.encode(migrated(JSONValue(payload), from: record.payloadVersion)))
    }

    private func migrated(_ payload: JSONValue, from storedVersion: Int) throws -> JSONValue {
        try (storedVersion..<version).reduce(payload) { value, step in
            guard let migration = migrations[step] else {
                throw Failure(
                    .missingMigration, "There is no migration from version \(step) of \(name) to version \(step + 1).")
            }
            return try migration(value)
        }
    }

    /// Throws `newerRecord` for a version above that of this program.
    private func refuseNewer(_ id: String, _ storedVersion: Int) throws {
        guard storedVersion > version else { return }
        throw Failure(
            .newerRecord, "“\(id)” in \(name) was written by a newer version of this program.",
            advice: "Update the program; nothing was changed.")
    }

    private func unreadable(_ id: String, _ reason: String) -> Failure {
        Failure(
            .unreadableRecord, "“\(id)” in \(name) cannot be read: \(reason).",
            advice: "`doctor` lists what is damaged.")
    }
}

/// The parts of a record that decoding needs.
struct UndecodedRecord: Sendable {
    let id: String
    let version: Int
    let payload: Data?

    init(_ stored: StoredRecord) {
        id = stored.address.id
        version = stored.payloadVersion
        payload = stored.payload
    }
}

/// The records of a scan that are collected until a batch can be decoded.
struct DecodingBatch {
    private(set) var records: [UndecodedRecord] = []
    private var byteCount = 0

    /// The size of a batch that is worth passing to another core.
    private static let limit = (records: 512, bytes: 1 << 20)

    /// Adds a record.
    ///
    /// - Returns: whether the batch is full.
    mutating func add(_ record: StoredRecord) -> Bool {
        records.append(UndecodedRecord(record))
        byteCount += record.payload?.count ?? 0
        return records.count >= DecodingBatch.limit.records || byteCount >= DecodingBatch.limit.bytes
    }

    /// Returns the collected records and starts an empty batch.
    mutating func drain() -> [UndecodedRecord] {
        defer { self = DecodingBatch() }
        return records
    }
}
