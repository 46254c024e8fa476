import EngineKit
import Kernel
import Postgres

/// Index entries for records that were stored before the index existed. They are computed once and
/// stored with the other entries, and the records stay unchanged.
struct IndexBackfill: Sendable {
    let place: PartitionedCollection
    let index: String
    private let reindex: @Sendable (StoredRecord) throws -> [IndexEntry]

    private static let batch = 2_000

    init(
        _ place: PartitionedCollection, index: String,
        reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) {
        self.place = place
        self.index = index
        self.reindex = reindex
    }

    /// Returns whether some records lack the entry.
    func isNeeded(by shapes: Set<String>) -> Bool { shapes.contains { !EntryBytes.names(of: $0).contains(index) } }

    /// Adds the missing entries in a writing transaction.
    func perform(in transaction: PostgresTransaction) throws {
        let schema = transaction.queries.tables.schema
        let shapes =
            try transaction.ask([transaction.queries.shapes(of: place)]).last.map { try $0.map { try $0.text(0) } }
            ?? []
        for shape in shapes where !EntryBytes.names(of: shape).contains(index) {
            let next = EntryBytes.shape(EntryBytes.names(of: shape) + [index], in: place.collection)
            while true {
                let some = PostgresStatement(
                    """
                    SELECT r.generation, r.milliseconds, r.counter, r.device, r.version, r.payload, r.entries, r.id
                    FROM \(schema).record r WHERE partition = $1 AND shape = $2 AND payload IS NOT NULL
                    LIMIT \(IndexBackfill.batch)
                    """, [.text(place.partition.rawValue), .text(shape)])
                guard let rows = try transaction.ask([some]).last, !rows.isEmpty else { break }
                try store(rows, shape: next, in: transaction)
            }
        }
    }

    private func store(_ rows: PostgresRows, shape: String, in transaction: PostgresTransaction) throws {
        let tables = transaction.queries.tables
        var addresses = AddressColumns()
        var entries = EntryColumns()
        for row in rows {
            let id = String(decoding: try row.data(7), as: UTF8.self)
            let address = RecordAddress(partition: place.partition, collection: place.collection, id: id)
            addresses.append(address)
            let found = try reindex(StoreQueries.record(row, at: address)).first { $0.name == index }
            if let found { try address.checkKeys([found]) }
            // Two older records may have the same key, so neither holds it exclusively.
            if let key = found?.key { entries.append(index, key, isHeld: false, of: address) }
        }
        let mark = PostgresStatement(
            """
            UPDATE \(tables.schema).record SET shape = $4 WHERE ctid = ANY(ARRAY(
                SELECT line FROM unnest($1, $2, $3) u(partition, collection, id) \(tables.record(of: "u"))))
            """, addresses.values + [.text(shape)])
        _ = try transaction.ask([mark] + (entries.isEmpty ? [] : [entries.insert(in: tables)]))
    }
}
