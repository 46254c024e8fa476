import EngineKit
import Kernel
import Postgres

/// Entries of an index for the records of a collection that were written before there was such an index: worked out once, and kept beside those that
/// were put. The records themselves stay as they are.
struct Adoption: Sendable {
    let place: RecordPlace
    let index: String
    private let reindex: @Sendable (StoredRecord) throws -> [IndexEntry]

    private static let batch = 2_000

    init(_ place: RecordPlace, index: String, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) {
        (self.place, self.index, self.reindex) = (place, index, reindex)
    }

    /// Whether some records lack the entry.
    func isNeeded(by shapes: Set<String>) -> Bool { shapes.contains { !EntryBytes.names(of: $0).contains(index) } }

    /// Gives it to them, in a transaction that writes.
    func perform(in transaction: PostgresTransaction) throws {
        let schema = transaction.questions.tables.schema
        let known =
            try transaction.ask([transaction.questions.shapes(of: place)]).last.map { try $0.map { try $0.text(0) } } ?? []
        for shape in known where !EntryBytes.names(of: shape).contains(index) {
            let next = EntryBytes.shape(EntryBytes.names(of: shape) + [index], in: place.collection)
            while true {
                let some = PostgresStatement(
                    """
                    SELECT r.generation, r.milliseconds, r.counter, r.device, r.version, r.payload, r.entries, r.id
                    FROM \(schema).record r WHERE partition = $1 AND shape = $2 AND payload IS NOT NULL
                    LIMIT \(Adoption.batch)
                    """, [.text(place.partition.rawValue), .text(shape)])
                guard let rows = try transaction.ask([some]).last, !rows.isEmpty else { break }
                try give(rows, shape: next, in: transaction)
            }
        }
    }

    private func give(_ rows: PostgresRows, shape: String, in transaction: PostgresTransaction) throws {
        let tables = transaction.questions.tables
        var (addresses, entries) = (AddressColumns(), EntryColumns())
        for row in rows {
            let id = String(decoding: try row.data(7), as: UTF8.self)
            let address = RecordAddress(partition: place.partition, collection: place.collection, id: id)
            addresses.append(address)
            let found = try reindex(Questions.record(row, at: address)).first { $0.name == index }
            if let found { try address.checkKeys([found]) }
            // Two older ones may have the same key, so that nobody holds it alone.
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
