import Kernel

extension StoredRecord {
    /// The greatest size of a key in bytes, including the name of its index and the partition,
    /// collection and identifier of its record.
    ///
    /// An index of a PostgreSQL server can always hold this size. All engines keep to it, so that a
    /// store can be copied from any engine to any other.
    public static let greatestKeySize = 2_500
}

extension RecordAddress {
    /// Checks the index entries of a record at this address.
    ///
    /// - Throws: `keyTooLong`.
    public func checkKeys(_ entries: [IndexEntry]) throws {
        let addressSize = partition.rawValue.utf8.count + collection.utf8.count + id.utf8.count
        try check(addressSize, "The identifier “\(id.prefix(20))…”")
        for entry in entries {
            try check(
                addressSize + entry.name.utf8.count + (entry.key?.text.utf8.count ?? 0),
                "The \(entry.name) of “\(id.prefix(20))”")
        }
    }

    private func check(_ size: Int, _ subject: @autoclosure () -> String) throws {
        guard size > StoredRecord.greatestKeySize else { return }
        throw Failure(
            .keyTooLong,
            "\(subject()) in \(collection) is too long to be looked for: \(size) bytes, and there can be \(StoredRecord.greatestKeySize).",
            advice: "Make it shorter; nothing was kept.", kind: .badData)
    }
}
