import Kernel

extension StoredRecord {
    /// The most bytes of a key, with the name of its index and where its record lies (partition, collection, identifier): what the index of a PostgreSQL
    /// server can hold in any case. All engines keep to it, so that what one of them has can be copied to any other.
    public static let greatestKeySize = 2_500
}

extension RecordAddress {
    /// Judges what indexes are to hold of a record here.
    ///
    /// - Throws: `keyTooLong`.
    public func checkKeys(_ entries: [IndexEntry]) throws {
        let own = partition.rawValue.utf8.count + collection.utf8.count + id.utf8.count
        try check(own, "The identifier “\(id.prefix(20))…”")
        for entry in entries {
            try check(own + entry.name.utf8.count + (entry.key?.text.utf8.count ?? 0), "The \(entry.name) of “\(id.prefix(20))”")
        }
    }

    private func check(_ size: Int, _ what: @autoclosure () -> String) throws {
        guard size > StoredRecord.greatestKeySize else { return }
        throw Failure(
            .keyTooLong,
            "\(what()) in \(collection) is too long to be looked for: \(size) bytes, and there can be \(StoredRecord.greatestKeySize).",
            advice: "Make it shorter; nothing was kept.", kind: .badData)
    }
}
