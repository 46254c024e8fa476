extension Transaction {
    /// Writes a derived record, such as a count of others, with the lowest stamp above the current
    /// version.
    ///
    /// Any later edit by a person therefore wins, even on a device that did not know of the record.
    /// Every device that computes the same value writes the same version. The call does nothing if
    /// the record does not exist or is unchanged.
    ///
    /// - Throws: the same as `put`.
    public func putDerived<Record: Storable>(_ record: Record) throws {
        let collection = Record.collection
        guard let old = try below.record(at: address(of: record.id)), old.isLive else { return }
        let payload = try collection.encode(record, over: old)
        guard payload != old.payload || collection.version != old.payloadVersion else { return }
        let new = old.amended(payload, version: collection.version, entries: collection.entries(of: record))
        try below.put(new) { try collection.entries(of: $0) }
        journal?.record(old, replacedBy: new)
    }
}

extension StoredRecord {
    /// Returns the record with another payload and the lowest stamp above its own, which is the
    /// same on every device.
    func amended(_ payload: Data, version: Int, entries: [IndexEntry]) -> StoredRecord {
        StoredRecord(
            address: address,
            stamp: Stamp(generation: stamp.generation, deleted: false, time: stamp.time.next, device: stamp.device),
            payloadVersion: version, entries: entries, payload: payload)
    }
}

extension RecordCollection {
    /// Returns the record under another unique key, by `resolveDuplicateKey`, or nil without one.
    public func rekeyed(for record: StoredRecord, attempt: Int) throws -> StoredRecord? {
        guard let resolveDuplicateKey else { return nil }
        let rekeyed = resolveDuplicateKey(try decode(record), attempt)
        return record.amended(try encode(rekeyed, over: record), version: version, entries: entries(of: rekeyed))
    }

    /// Compares the payloads without the derived fields.
    public func isEquivalent(_ one: StoredRecord, to other: StoredRecord) -> Bool {
        if one.payload == other.payload { return true }
        guard !derived.isEmpty, let one = one.payload, let other = other.payload,
            case .object(let mine)? = try? JSONValue(one), case .object(let theirs)? = try? JSONValue(other)
        else { return false }
        return mine.filter { !derived.contains($0.key) } == theirs.filter { !derived.contains($0.key) }
    }
}
