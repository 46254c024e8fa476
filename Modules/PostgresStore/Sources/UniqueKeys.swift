import EngineKit
import Kernel
import Postgres

/// A key of an index of a collection.
private struct PlacedKey: Hashable {
    let place: RecordPlace
    let index: String
    let key: IndexKey
}

extension PostgresTransaction {
    /// Puts records, each as if it came behind those before it: up to the first whose key another one has.
    func keep(
        _ records: ArraySlice<StoredRecord>, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws {
        var holders = try holders(of: records, reindex: reindex)
        var held: [RecordAddress: [PlacedKey]] = [:]
        for (key, ids) in holders {
            for id in ids {
                let address = RecordAddress(partition: key.place.partition, collection: key.place.collection, id: id)
                held[address, default: []].append(key)
            }
        }
        for record in records {
            let place = RecordPlace(record.address)
            try record.checkUniqueness { key, index in
                holders[PlacedKey(place: place, index: index, key: key)]?.first { $0 != record.address.id }
            }
            if !holders.isEmpty {
                // Its former keys are free, and those it brings are taken.
                for key in held.removeValue(forKey: record.address) ?? [] { holders[key]?.remove(record.address.id) }
                for entry in record.entries where record.isLive {
                    guard let key = entry.key else { continue }
                    let placed = PlacedKey(place: place, index: entry.name, key: key)
                    holders[placed, default: []].insert(record.address.id)
                    held[record.address, default: []].append(placed)
                }
            }
            try note(record)
        }
    }

    /// Who has the unique keys of some records: an entry for each key, with nobody in it where it is free.
    private func holders(
        of records: ArraySlice<StoredRecord>, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws -> [PlacedKey: Set<String>] {
        var (asked, columns, indexes): ([PlacedKey], EntryColumns, Set<IndexOfPlace>) = ([], EntryColumns(), [])
        for record in records where record.isLive {
            let place = RecordPlace(record.address)
            for entry in record.entries where entry.unique {
                guard let key = entry.key else { continue }
                asked.append(PlacedKey(place: place, index: entry.name, key: key))
                columns.append(entry.name, key, isHeld: true, of: record.address)
                indexes.insert(IndexOfPlace(place: place, index: entry.name))
            }
        }
        guard !asked.isEmpty else { return [:] }
        let unknown = Array(Set(indexes.map(\.place)).filter { shapes[$0] == nil })
        var rows = try ask(unknown.map(questions.shapes) + [columns.holders(in: questions.tables)])
        for (place, rows) in zip(unknown, rows) { shapes[place] = Set(try rows.map { try $0.text(0) }) }
        let older = indexes.map { Adoption($0.place, index: $0.index, reindex: reindex) }
            .filter { $0.isNeeded(by: shapes[$0.place] ?? []) }
        if !older.isEmpty {
            for one in older { try adopt(one) }
            rows = try ask([columns.holders(in: questions.tables)])
        }
        var found = Dictionary(asked.map { ($0, Set<String>()) }, uniquingKeysWith: { first, _ in first })
        for row in rows.last ?? rows[0] {
            found[asked[try row.int(0) - 1]]?.insert(String(decoding: try row.data(1), as: UTF8.self))
        }
        return found
    }

    private struct IndexOfPlace: Hashable {
        let place: RecordPlace
        let index: String
    }
}
