import EngineKit
import Kernel
import Postgres

/// Index entries for records that were stored before the index existed. They are computed once and
/// stored with the other entries, and the records stay unchanged.
struct IndexBackfill: Sendable {
    let place: PartitionedCollection
    let index: String
    /// Returns the entries that a record should have.
    private let reindex: @Sendable (StoredRecord) throws -> [IndexEntry]

    /// The number of records that are completed at once.
    private static let batchSize = 2_000

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
            let extendedShape = EntryBytes.shape(EntryBytes.names(of: shape) + [index], in: place.collection)
            while true {
                let batch = PostgresStatement(
                    """
                    SELECT r.generation, r.milliseconds, r.counter, r.device, r.version, r.payload, r.entries, r.id
                    FROM \(schema).record r WHERE partition = $1 AND shape = $2 AND payload IS NOT NULL
                    LIMIT \(IndexBackfill.batchSize)
                    """, [.text(place.partition.rawValue), .text(shape)])
                guard let rows = try transaction.ask([batch]).last, !rows.isEmpty else { break }
                try store(rows, shape: extendedShape, in: transaction)
            }
        }
    }

    /// Stores the entry of each record in a batch, and the batch's new shape.
    private func store(_ rows: PostgresRows, shape: String, in transaction: PostgresTransaction) throws {
        let tables = transaction.queries.tables
        var addresses = AddressColumns()
        var entries = EntryColumns()
        for row in rows {
            let id = String(decoding: try row.data(7), as: UTF8.self)
            let address = RecordAddress(partition: place.partition, collection: place.collection, id: id)
            addresses.append(address)
            let entry = try reindex(StoreQueries.record(row, at: address)).first { $0.name == index }
            if let entry { try address.checkKeys([entry]) }
            // Two older records may have the same key, so neither holds it exclusively.
            if let key = entry?.key { entries.append(index, key, isHeld: false, of: address) }
        }
        let shapeUpdate = PostgresStatement(
            """
            UPDATE \(tables.schema).record SET shape = $4 WHERE ctid = ANY(ARRAY(
                SELECT line FROM unnest($1, $2, $3) u(partition, collection, id) \(tables.record(of: "u"))))
            """, addresses.values + [.text(shape)])
        _ = try transaction.ask([shapeUpdate] + (entries.isEmpty ? [] : [entries.insert(in: tables)]))
    }
}
