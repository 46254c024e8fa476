import Kernel

/// The location of a record in a log, with its index entries. The entry's device is ignored here.
struct LogLocation {
    let entry: RowEntry
    let keys: ArraySlice<UInt8>
    let log: Log

    /// Returns one index entry without decoding the others, or nil if the record is older than the
    /// index.
    func entry(in index: String, of address: RecordAddress) throws -> IndexEntry? {
        try keys.withUnsafeBytes { bytes in
            var entries = ScannedEntries(bytes)
            let found = entries.entry(named: index)?.entry
            if entries.isBroken { throw brokenEntries(of: address) }
            return found
        }
    }

    /// Returns the record. Its payload is read and verified only here.
    func record(at address: RecordAddress, _ stamp: Stamp) throws -> StoredRecord {
        try record(at: address, stamp, with: entries(of: address))
    }

    /// Returns the record without its index entries, which have five times as many strings as the
    /// record itself.
    func bareRecord(at address: RecordAddress, _ stamp: Stamp) throws -> StoredRecord {
        try record(at: address, stamp, with: [])
    }

    private func record(at address: RecordAddress, _ stamp: Stamp, with entries: [IndexEntry]) throws -> StoredRecord {
        StoredRecord(
            address: address, stamp: stamp, payloadVersion: Int(entry.version), entries: entries,
            payload: stamp.deleted ? nil : try payload(of: address))
    }

    private func entries(of address: RecordAddress) throws -> [IndexEntry] {
        try keys.withUnsafeBytes { bytes in
            var entries = ScannedEntries(bytes)
            var indexEntries: [IndexEntry] = []
            while let next = entries.next() { indexEntries.append(next.entry) }
            if entries.isBroken { throw brokenEntries(of: address) }
            return indexEntries
        }
    }

    private func payload(of address: RecordAddress) throws -> Data {
        let offset = Int(entry.place) + Int(entry.offset)
        guard let payload = try log.payload(Int(entry.size), at: offset, checksum: entry.checksum) else {
            throw log.damaged(at: offset, "“\(address.id)” in \(address.collection)")
        }
        return payload
    }

    /// Returns the text of index entries with one more entry.
    static func text(_ keys: ArraySlice<UInt8>, with entry: IndexEntry) -> ArraySlice<UInt8> {
        var writer = LineWriter()
        writer.append(keys.dropLast())
        writer.text(keys.count > 2 ? ",[" : "[")
        writer.string(entry.name)
        writer.text(entry.unique ? ",true," : ",false,")
        if let key = entry.key { writer.string(key.text) } else { writer.text("null") }
        writer.text("]]")
        return writer.bytes[...]
    }

    private func brokenEntries(of address: RecordAddress) -> Failure {
        log.damaged(at: Int(entry.place), "the index entries of “\(address.id)”")
    }
}
