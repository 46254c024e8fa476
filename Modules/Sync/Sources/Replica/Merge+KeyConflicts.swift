import Kernel

extension Merge {
    /// Returns whether two versions have the same content for the user.
    func isSame(_ version: StoredRecord, _ otherVersion: StoredRecord) -> Bool {
        if version.payload == otherVersion.payload { return true }
        guard otherVersion.isLive, let kind = kind(of: version) else { return false }
        return kind.isEquivalent(version, to: otherVersion)
    }

    private func kind(of record: StoredRecord) -> (any StoredCollection)? {
        replica.settings.kinds.first { $0.name == record.address.collection }
    }

    /// Returns a version of a losing record with a new unique key, next to the record that keeps
    /// the key. Returns nil if only one of them can stay.
    ///
    /// The new key is the first free one. Devices with other records may choose different keys for
    /// the same version, with equal stamps. Then the version with the greater bytes wins
    /// everywhere, and a record that still shares a key moves again. This ends, because a record
    /// yields only to lesser IDs.
    func rekeyed(
        for losing: StoredRecord, besides winning: StoredRecord, in below: any EngineTransaction
    ) throws -> StoredRecord? {
        guard let kind = kind(of: losing) else { return nil }
        for attempt in 2...999 {
            // A record written by a newer program cannot get another key here.
            guard let rekeyedRecord = try? kind.rekeyed(for: losing, attempt: attempt) else { return nil }
            let keys = rekeyedRecord.entries.filter { $0.unique && $0.key != nil }
            guard !keys.contains(where: winning.entries.contains) else { continue }
            if try keys.allSatisfy({ try holders(of: $0, besides: losing, in: below).isEmpty }) { return rekeyedRecord }
        }
        return nil
    }

    /// Returns the other records with the same unique key.
    func holders(
        of entry: IndexEntry, besides record: StoredRecord, in below: any EngineTransaction
    ) throws -> [StoredRecord] {
        guard let key = entry.key else { return [] }
        let scan = IndexScan(
            partition: record.address.partition, collection: record.address.collection, index: entry.name, lower: key,
            upper: key.successor, reindex: replica.reindex)
        return try below.page(scan).filter { $0.address.id != record.address.id }
    }
}
