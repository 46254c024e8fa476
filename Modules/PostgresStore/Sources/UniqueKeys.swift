import EngineKit
import Kernel
import Postgres

/// A key of an index of a collection.
private struct PlacedKey: Hashable {
    let place: PartitionedCollection
    let index: String
    let key: IndexKey
}

extension PostgresTransaction {
    /// Puts records in order, up to the first one whose unique key belongs to another record.
    func putUnique(
        _ records: ArraySlice<StoredRecord>, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws {
        var holders = try holders(of: records, reindex: reindex)
        var keysByRecord: [RecordAddress: [PlacedKey]] = [:]
        for (key, ids) in holders {
            for id in ids {
                let address = RecordAddress(partition: key.place.partition, collection: key.place.collection, id: id)
                keysByRecord[address, default: []].append(key)
            }
        }
        for record in records {
            let place = PartitionedCollection(record.address)
            try record.checkUniqueness { key, index in
                holders[PlacedKey(place: place, index: index, key: key)]?.first { $0 != record.address.id }
            }
            if !holders.isEmpty {
                // The record's previous keys become free, and its new ones are taken.
                for key in keysByRecord.removeValue(forKey: record.address) ?? [] {
                    holders[key]?.remove(record.address.id)
                }
                for entry in record.entries where record.isLive {
                    guard let key = entry.key else { continue }
                    let placedKey = PlacedKey(place: place, index: entry.name, key: key)
                    holders[placedKey, default: []].insert(record.address.id)
                    keysByRecord[record.address, default: []].append(placedKey)
                }
            }
            try add(record)
        }
    }

    /// Returns the holders of the unique keys of some records. A free key has an empty set.
    private func holders(
        of records: ArraySlice<StoredRecord>, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws -> [PlacedKey: Set<String>] {
        var (requested, columns, indexes): ([PlacedKey], EntryColumns, Set<IndexOfPlace>) = ([], EntryColumns(), [])
        for record in records where record.isLive {
            let place = PartitionedCollection(record.address)
            for entry in record.entries where entry.unique {
                guard let key = entry.key else { continue }
                requested.append(PlacedKey(place: place, index: entry.name, key: key))
                columns.append(entry.name, key, isHeld: true, of: record.address)
                indexes.insert(IndexOfPlace(place: place, index: entry.name))
            }
        }
        guard !requested.isEmpty else { return [:] }
        let unknownPlaces = Array(Set(indexes.map(\.place)).filter { shapes[$0] == nil })
        var rows = try ask(unknownPlaces.map(queries.shapes) + [columns.holders(in: queries.tables)])
        for (place, rows) in zip(unknownPlaces, rows) { shapes[place] = Set(try rows.map { try $0.text(0) }) }
        let neededBackfills = indexes.map { IndexBackfill($0.place, index: $0.index, reindex: reindex) }
            .filter { $0.isNeeded(by: shapes[$0.place] ?? []) }
        if !neededBackfills.isEmpty {
            for neededBackfill in neededBackfills { try backfill(neededBackfill) }
            rows = try ask([columns.holders(in: queries.tables)])
        }
        var holders = Dictionary(requested.map { ($0, Set<String>()) }, uniquingKeysWith: { first, _ in first })
        for row in rows.last ?? rows[0] {
            holders[requested[try row.int(0) - 1]]?.insert(String(decoding: try row.data(1), as: UTF8.self))
        }
        return holders
    }

    /// An index of a collection in a partition.
    private struct IndexOfPlace: Hashable {
        let place: PartitionedCollection
        let index: String
    }
}
