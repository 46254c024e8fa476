extension RecordCollection {
    /// The record in a payload, migrated when an older program wrote it.
    ///
    /// - Throws: `newerRecord`, `unreadableRecord`.
    package func decode(_ stored: StoredRecord) throws -> Record {
        guard let payload = stored.payload else { throw unreadable(stored, "it was deleted") }
        try refuseNewer(stored)
        do {
            let current =
                stored.payloadVersion == version
                ? payload : try JSONValue.encode(migrated(JSONValue(payload), from: stored.payloadVersion))
            return try RecordDecoder.decode(Record.self, from: current)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw unreadable(stored, "\(error)")
        }
    }

    /// The payload of a record. What the old payload holds and this program does not know is carried over; a known field that is now
    /// nil stays away.
    func encode(_ record: Record, over old: StoredRecord?) throws -> Data {
        let payload = try RecordEncoder.encode(record)
        guard let old, let before = old.payload else { return payload }
        try refuseNewer(old)
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

    private func refuseNewer(_ stored: StoredRecord) throws {
        guard stored.payloadVersion > version else { return }
        throw Failure(
            .newerRecord, "“\(stored.address.id)” in \(name) was written by a newer version of this program.",
            advice: "Update the program; nothing was changed.")
    }

    private func unreadable(_ stored: StoredRecord, _ why: String) -> Failure {
        Failure(
            .unreadableRecord, "“\(stored.address.id)” in \(name) cannot be read: \(why).",
            advice: "`doctor` lists what is damaged.")
    }
}
