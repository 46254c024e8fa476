import Kernel

extension StoredRecord {
    /// The greatest size of one record's payload, or of one transaction in a file: 16 MiB.
    public static let greatestSize = 16 << 20

    /// Checks a record before it is stored, regardless of its writer.
    ///
    /// - Throws: `invalidRecord`, `recordTooLarge`, `keyTooLong`.
    public func checkForm() throws {
        guard stamp.deleted != isLive else {
            throw Failure(
                .invalidRecord, "A deletion must have no payload, and every other record must have one.", kind: .badData
            )
        }
        let numbers = 0...Int(UInt32.max)
        guard numbers.contains(stamp.generation), numbers.contains(stamp.time.counter),
            numbers.contains(payloadVersion),
            (0..<1_000_000_000_000_000).contains(stamp.time.milliseconds)
        else {
            throw Failure(
                .invalidRecord, "The version of “\(address.id)” in \(address.collection) makes no sense.",
                kind: .badData)
        }
        try address.checkKeys(entries)
        try payload?.withUnsafeBytes { bytes in
            guard bytes.count <= StoredRecord.greatestSize else {
                throw Failure(
                    .recordTooLarge,
                    "“\(address.id)” in \(address.collection) has \(bytes.count) bytes; a record can have 16 MiB.",
                    advice: "Split it, or keep large contents in files of their own.", kind: .badData)
            }
            guard bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}"), bytes.hasNoControls else {
                throw Failure(
                    .invalidRecord, "“\(address.id)” in \(address.collection) is not one JSON object on one line.",
                    kind: .badData)
            }
        }
    }

    /// Checks the unique keys of a record before it is stored.
    ///
    /// - Parameter holder: returns the identifier of another live record of the collection and
    ///   partition that holds a key of an index, if there is one.
    /// - Throws: `duplicateKey` when another live record holds the key of a unique entry.
    public func checkUniqueness(holder: (IndexKey, String) throws -> String?) throws {
        guard isLive else { return }
        for entry in entries where entry.unique {
            guard let key = entry.key, let holderID = try holder(key, entry.name) else { continue }
            throw Failure.duplicateKey(
                entry.name,
                of: RecordAddress(partition: address.partition, collection: address.collection, id: holderID))
        }
    }
}

extension Failure {
    /// Returns the failure for a key of a unique index that another record holds.
    package static func duplicateKey(_ index: String, of holder: RecordAddress) -> Failure {
        Failure(
            .duplicateKey, "“\(holder.id)” in \(holder.collection) already has this \(index).",
            advice: "Choose another, or change the one that has it.")
    }
}
