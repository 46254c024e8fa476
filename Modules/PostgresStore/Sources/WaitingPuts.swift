import Kernel
import Postgres

/// Records that are to be put, each address once, and how that is said to the server.
struct WaitingPuts {
    private var records: [RecordAddress: (record: StoredRecord, isNew: Bool)] = [:]
    private var order: [RecordAddress] = []
    private var size = 0
    private var closing: [String] = []
    /// The number of the transaction, which every record of it bears; nil before it is its turn.
    var sequence: Int?

    /// Whether so much waits that it goes on its way.
    var isHeavy: Bool { order.count >= 5_000 || size >= 4 << 20 }

    /// - Parameter isNew: whether nothing stands at its address, not even a tombstone.
    mutating func add(_ record: StoredRecord, isNew: Bool) {
        let old = records.updateValue((record, isNew), forKey: record.address)
        if let old { records[record.address]?.isNew = old.isNew } else { order.append(record.address) }
        size += record.payload?.count ?? 0
    }

    /// Notes that a cursor is read to its end.
    mutating func close(_ cursor: String) { closing.append(cursor) }

    /// The statements that put what waits; nothing waits any more.
    ///
    /// What stood there goes, and what comes is put behind it: twice as fast as asking the server to look for conflicts.
    mutating func take(for tables: Tables) -> [PostgresStatement] {
        var statements = closing.map { PostgresStatement("CLOSE \($0)", isPrepared: false) }
        closing = []
        guard let sequence, !order.isEmpty else { return statements }
        var (former, addresses) = (AddressColumns(), AddressColumns())
        var (columns, entries) = (RecordColumns(), EntryColumns())
        for case let (record, isNew)? in order.map({ records[$0] }) {
            addresses.append(record.address)
            if !isNew { former.append(record.address) }
            columns.append(record)
            if record.isLive { entries.append(record.entries, of: record.address) }
        }
        (records, order, size) = ([:], [], 0)
        if !former.isEmpty { statements.append(former.delete(in: tables)) }
        statements.append(columns.insert(in: tables, sequence: sequence, addresses))
        if !entries.isEmpty { statements.append(entries.insert(in: tables)) }
        return statements
    }
}

extension AddressColumns {
    /// What stands there goes, with its keys.
    fileprivate func delete(in tables: Tables) -> PostgresStatement {
        func delete(_ table: String, _ lines: String) -> String {
            """
            DELETE FROM \(tables.schema).\(table) WHERE ctid = ANY(ARRAY(
                SELECT line FROM unnest($1, $2, $3) u(partition, collection, id) \(lines)))
            """
        }
        return PostgresStatement(
            "WITH keys AS (\(delete("entry", tables.keys(of: "u")))) \(delete("record", tables.record(of: "u")))", values)
    }
}

/// What stands in the table of records, but for the addresses.
private struct RecordColumns {
    private var generations = PostgresArray(of: .int)
    private var milliseconds = PostgresArray(of: .int)
    private var counters = PostgresArray(of: .int)
    private var versions = PostgresArray(of: .int)
    private var devices = PostgresArray(of: .text)
    private var shapes = PostgresArray(of: .text)
    private var entries = PostgresArray(of: .bytes)
    private var payloads = PostgresArray(of: .text)
    /// Most records of a collection are in the same indexes as the one before.
    private var last = (collection: "", names: [String](), shape: "")

    mutating func append(_ record: StoredRecord) {
        generations.append(record.stamp.generation)
        milliseconds.append(Int(record.stamp.time.milliseconds))
        counters.append(record.stamp.time.counter)
        versions.append(record.payloadVersion)
        devices.append(record.stamp.device)
        let (collection, names) = (record.address.collection, record.entries.map(\.name))
        if (last.collection, last.names) != (collection, names) || last.shape.isEmpty {
            last = (collection, names, EntryBytes.shape(names, in: collection))
        }
        shapes.append(last.shape)
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

/// What stands in the index of entries.
struct EntryColumns {
    private var addresses = AddressColumns()
    private var names = PostgresArray(of: .text)
    private var keys = PostgresArray(of: .bytes)
    private var helds = PostgresArray(of: .bool)

    var isEmpty: Bool { names.count == 0 }

    mutating func append(_ name: String, _ key: IndexKey, isHeld: Bool, of address: RecordAddress) {
        addresses.append(address)
        names.append(name)
        keys.append(key.text)
        helds.append(isHeld)
    }

    /// The keys of a record, each once.
    mutating func append(_ entries: [IndexEntry], of address: RecordAddress) {
        for (place, entry) in entries.enumerated() {
            guard let key = entry.key, !entries[..<place].contains(where: { $0.name == entry.name && $0.key == key }) else {
                continue
            }
            append(entry.name, key, isHeld: entry.unique, of: address)
        }
    }

    func insert(in tables: Tables) -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO \(tables.schema).entry (partition, collection, id, name, key, held)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6)
            """, addresses.values + [.array(names), .array(keys), .array(helds)])
    }

    /// Who has the keys now: the place of the key, and an identifier.
    func holders(in tables: Tables) -> PostgresStatement {
        PostgresStatement(
            """
            SELECT u.place, e.id FROM unnest($1, $2, $3, $4, $5) WITH ORDINALITY u(partition, collection, id, name, key, place)
            CROSS JOIN LATERAL (SELECT t.id FROM \(tables.schema).entry t WHERE t.partition = u.partition
                AND t.collection = u.collection AND t.name = u.name AND t.key = u.key OFFSET 0) e
            """, addresses.values + [.array(names), .array(keys)])
    }
}
