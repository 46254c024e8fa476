extension Transaction {
    /// Keeps a record with what follows from other records, such as a count of them, in place of the version that stands: as the least version behind
    /// that one. So whatever a person writes later wins over it, also where they did not know of it, and every device that comes to the same writes the
    /// same version. Nothing happens where no record stands, and where it stands so already.
    ///
    /// - Throws: as `put`.
    public func amend<Record: Storable>(_ record: Record) throws {
        let collection = Record.collection
        guard let old = try below.record(at: address(of: record.id)), old.isLive else { return }
        let payload = try collection.encode(record, over: old)
        guard payload != old.payload || collection.version != old.payloadVersion else { return }
        let new = old.amended(payload, version: collection.version, entries: collection.entries(of: record))
        try below.put(new) { try collection.entries(of: $0) }
        journal?.note(old, replacedBy: new)
    }
}

extension StoredRecord {
    /// The least version behind this one, with another payload: the same wherever it is made.
    func amended(_ payload: Data, version: Int, entries: [IndexEntry]) -> StoredRecord {
        StoredRecord(
            address: address,
            stamp: Stamp(generation: stamp.generation, deleted: false, time: stamp.time.next, device: stamp.device),
            payloadVersion: version, entries: entries, payload: payload)
    }
}

extension RecordCollection {
    /// The same record under another unique key, by the collection's `room`; nil where it has none.
    public func makingRoom(for record: StoredRecord, attempt: Int) throws -> StoredRecord? {
        guard let room else { return nil }
        let moved = room(try decode(record), attempt)
        return record.amended(try encode(moved, over: record), version: version, entries: entries(of: moved))
    }

    /// By their payloads, without the fields that are derived.
    public func saysTheSame(_ one: StoredRecord, as other: StoredRecord) -> Bool {
        if one.payload == other.payload { return true }
        guard !derived.isEmpty, let one = one.payload, let other = other.payload,
            case .object(let mine)? = try? JSONValue(one), case .object(let theirs)? = try? JSONValue(other)
        else { return false }
        return mine.filter { !derived.contains($0.key) } == theirs.filter { !derived.contains($0.key) }
    }
}
