import Kernel
import Postgres

/// Changes waiting to be sent, one for each address, with their SQL.
struct PendingPuts {
    /// The waiting records by address.
    private var records: [RecordAddress: (record: StoredRecord, isNew: Bool)] = [:]
    /// The addresses in the order of their first change.
    private var order: [RecordAddress] = []
    /// The sum of the payloads' bytes.
    private var size = 0
    /// The cursors to close with the next statements.
    private var finishedCursors: [String] = []
    /// The number of the transaction, common to all its records, or nil before the store's row is
    /// locked.
    var sequence: Int?

    /// Whether enough changes wait to be sent.
    var isHeavy: Bool { order.count >= 5_000 || size >= 4 << 20 }

    /// Adds a record to the waiting changes.
    ///
    /// - Parameter isNew: Whether the address has no record and no tombstone.
    mutating func add(_ record: StoredRecord, isNew: Bool) {
        let previous = records.updateValue((record, isNew), forKey: record.address)
        if let previous { records[record.address]?.isNew = previous.isNew } else { order.append(record.address) }
        size += record.payload?.count ?? 0
    }

    /// Records that a cursor was read to its end.
    mutating func close(_ cursor: String) { finishedCursors.append(cursor) }

    /// Returns the statements that put the waiting records, and empties the list.
    ///
    /// Old rows are deleted and new ones inserted. This is twice as fast as asking the server to
    /// detect conflicts.
    mutating func drainStatements(for tables: Tables) -> [PostgresStatement] {
        var statements = finishedCursors.map { PostgresStatement("CLOSE \($0)", isPrepared: false) }
        finishedCursors = []
        guard let sequence, !order.isEmpty else { return statements }
        var replaced = AddressColumns()
        var addresses = AddressColumns()
        var columns = RecordColumns()
        var entries = EntryColumns()
        for case let (record, isNew)? in order.map({ records[$0] }) {
            addresses.append(record.address)
            if !isNew { replaced.append(record.address) }
            columns.append(record)
            if record.isLive { entries.append(record.entries, of: record.address) }
        }
        records = [:]
        order = []
        size = 0
        if !replaced.isEmpty { statements.append(replaced.delete(in: tables)) }
        statements.append(columns.insert(in: tables, sequence: sequence, addresses))
        if !entries.isEmpty { statements.append(entries.insert(in: tables)) }
        return statements
    }
}

extension AddressColumns {
    /// Returns a statement that deletes the records at the addresses, with their keys.
    fileprivate func delete(in tables: Tables) -> PostgresStatement {
        func delete(_ table: String, _ lines: String) -> String {
            """
            DELETE FROM \(tables.schema).\(table) WHERE ctid = ANY(ARRAY(
                SELECT line FROM unnest($1, $2, $3) u(partition, collection, id) \(lines)))
            """
        }
        return PostgresStatement(
            "WITH keys AS (\(delete("entry", tables.keys(of: "u")))) \(delete("record", tables.record(of: "u")))",
            values)
    }
}

/// The columns of the table of records, without the addresses.
private struct RecordColumns {
    private var generations = PostgresArray(of: .int)
    private var milliseconds = PostgresArray(of: .int)
    private var counters = PostgresArray(of: .int)
    private var versions = PostgresArray(of: .int)
    private var devices = PostgresArray(of: .text)
    private var shapes = PostgresArray(of: .text)
    private var entries = PostgresArray(of: .bytes)
    private var payloads = PostgresArray(of: .text)
    /// Most records of a collection are in the same indexes as the previous one.
    private var previous = (collection: "", names: [String](), shape: "")

    mutating func append(_ record: StoredRecord) {
        generations.append(record.stamp.generation)
        milliseconds.append(Int(record.stamp.time.milliseconds))
        counters.append(record.stamp.time.counter)
        versions.append(record.payloadVersion)
        devices.append(record.stamp.device)
        let collection = record.address.collection
        let names = record.entries.map(\.name)
        if (previous.collection, previous.names) != (collection, names) || previous.shape.isEmpty {
            previous = (collection, names, EntryBytes.shape(names, in: collection))
        }
        shapes.append(previous.shape)
        entries.append(EntryBytes.encode(record.entries))
        if let payload = record.payload { payloads.append(payload) } else { payloads.appendNull() }
    }

    func insert(in tables: Tables, sequence: Int, _ addresses: AddressColumns) -> PostgresStatement {
        let columns = [generations, milliseconds, counters, versions, devices, shapes, entries, payloads]
        let names = "generation, milliseconds, counter, version, device, shape, entries, payload"
        return PostgresStatement(
            """
            INSERT INTO \(tables.schema).record (partition, collection, id, sequence, \(names))
            SELECT partition, collection, id, $12::bigint, \(names) FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
                u(partition, collection, id, \(names))
            """, addresses.values + columns.map { .array($0) } + [.int(sequence)])
    }
}

/// The columns of the index of entries.
struct EntryColumns {
    private var addresses = AddressColumns()
    private var names = PostgresArray(of: .text)
    private var keys = PostgresArray(of: .bytes)
    /// A flag for each key, true if its record holds it exclusively.
    private var heldFlags = PostgresArray(of: .bool)

    var isEmpty: Bool { names.count == 0 }

    mutating func append(_ name: String, _ key: IndexKey, isHeld: Bool, of address: RecordAddress) {
        addresses.append(address)
        names.append(name)
        keys.append(key.text)
        heldFlags.append(isHeld)
    }

    /// Appends the keys of a record, each once.
    mutating func append(_ entries: [IndexEntry], of address: RecordAddress) {
        for (index, entry) in entries.enumerated() {
            guard let key = entry.key, !entries[..<index].contains(where: { $0.name == entry.name && $0.key == key })
            else { continue }
            append(entry.name, key, isHeld: entry.unique, of: address)
        }
    }

    func insert(in tables: Tables) -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO \(tables.schema).entry (partition, collection, id, name, key, held)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6)
            """, addresses.values + [.array(names), .array(keys), .array(heldFlags)])
    }

    /// Returns the query for the current holders of the keys: the position of the key and an
    /// identifier.
    func holders(in tables: Tables) -> PostgresStatement {
        PostgresStatement(
            """
            SELECT u.place, e.id FROM unnest($1, $2, $3, $4, $5) WITH ORDINALITY u(partition, collection, id, name, key, place)
            CROSS JOIN LATERAL (SELECT t.id FROM \(tables.schema).entry t WHERE t.partition = u.partition
                AND t.collection = u.collection AND t.name = u.name AND t.key = u.key OFFSET 0) e
            """, addresses.values + [.array(names), .array(keys)])
    }
}
