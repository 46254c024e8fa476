import Kernel

extension Merge {
    /// Whether two versions say the same to a person.
    func isSame(_ one: StoredRecord, _ other: StoredRecord) -> Bool {
        if one.payload == other.payload { return true }
        guard other.isLive, let kind = kind(of: one) else { return false }
        return kind.saysTheSame(one, as: other)
    }

    private func kind(of record: StoredRecord) -> (any StoredCollection)? {
        replica.settings.kinds.first { $0.name == record.address.collection }
    }

    /// The version in which a record makes room for one that keeps its key; nil where only one of both can stay.
    ///
    /// The key is the first that is free here. Another device may have met others and chosen another one: both versions have one stamp then, of which the
    /// greater bytes stand everywhere, and whoever still shares a key gives way once more. A record gives way to those with lesser identifiers alone, so
    /// that comes to an end: the least of all never does.
    func room(
        for goes: StoredRecord, besides stays: StoredRecord, in below: any EngineTransaction
    ) throws -> StoredRecord? {
        guard let kind = kind(of: goes) else { return nil }
        for attempt in 2...999 {
            // What a newer program wrote cannot be given another key here.
            guard let moved = try? kind.makingRoom(for: goes, attempt: attempt) else { return nil }
            let keys = moved.entries.filter { $0.unique && $0.key != nil }
            guard !keys.contains(where: stays.entries.contains) else { continue }
            if try keys.allSatisfy({ try holders(of: $0, besides: goes, in: below).isEmpty }) { return moved }
        }
        return nil
    }

    /// Who else has a unique key.
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
