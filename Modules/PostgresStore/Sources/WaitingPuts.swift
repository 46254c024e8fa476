import Kernel
import Postgres

/// Records that are to be put, each address once, and how that is said to the server.
struct WaitingPuts {
    private var records: [RecordAddress: StoredRecord] = [:]
    private var order: [RecordAddress] = []
    private var size = 0
    private var closing: [String] = []
    /// The number of the transaction, which every record of it bears.
    var sequence = 0

    /// Whether so much waits that it goes on its way.
    var isHeavy: Bool { order.count >= 10_000 || size >= 8 << 20 }

    mutating func add(_ record: StoredRecord) {
        if records.updateValue(record, forKey: record.address) == nil { order.append(record.address) }
        size += record.payload?.count ?? 0
    }

    /// Notes that a cursor is read to its end.
    mutating func close(_ cursor: String) { closing.append(cursor) }

    /// The statements that put what waits; nothing waits any more.
    mutating func take(for tables: Tables) -> [PostgresStatement] {
        var statements = closing.map { PostgresStatement("CLOSE \($0)", isPrepared: false) }
        closing = []
        guard !order.isEmpty else { return statements }
        var (addresses, columns, entries) = (AddressColumns(), RecordColumns(), EntryColumns())
        for case let record? in order.map({ records[$0] }) {
            addresses.append(record.address)
            columns.append(record)
            for entry in record.entries where record.isLive {
                guard let key = entry.key else { continue }
                entries.append(entry.name, key, isHeld: entry.unique, of: record.address)
            }
        }
        (records, order, size) = ([:], [], 0)
        statements += [
            columns.upsert(in: tables, sequence: sequence, addresses),
            PostgresStatement(
                """
                DELETE FROM \(tables.schema).entry e USING unnest($1, $2, $3) u(partition, collection, id)
                WHERE e.partition = u.partition AND e.collection = u.collection AND e.id = u.id
                """, addresses.values),
        ]
        if !entries.isEmpty { statements.append(entries.insert(in: tables)) }
        return statements
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

    mutating func append(_ record: StoredRecord) {
        generations.append(record.stamp.generation)
        milliseconds.append(Int(record.stamp.time.milliseconds))
        counters.append(record.stamp.time.counter)
        versions.append(record.payloadVersion)
        devices.append(record.stamp.device)
        shapes.append(EntryBytes.shape(record.entries.map(\.name), in: record.address.collection))
        entries.append(EntryBytes.encode(record.entries))
        if let payload = record.payload { payloads.append(payload) } else { payloads.appendNull() }
    }

    func upsert(in tables: Tables, sequence: Int, _ addresses: AddressColumns) -> PostgresStatement {
        let columns = [generations, milliseconds, counters, versions, devices, shapes, entries, payloads]
        let names = "generation, milliseconds, counter, version, device, shape, entries, payload"
        let changes = ["sequence"] + names.split(separator: ", ").map(String.init)
        return PostgresStatement(
            """
            INSERT INTO \(tables.schema).record (partition, collection, id, sequence, \(names))
            SELECT partition, collection, id, $12::bigint, \(names) FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
                u(partition, collection, id, \(names))
            ON CONFLICT (partition, collection, id) DO UPDATE SET
            \(changes.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
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

    func insert(in tables: Tables) -> PostgresStatement {
        PostgresStatement(
            """
            INSERT INTO \(tables.schema).entry (partition, collection, id, name, key, held)
            SELECT * FROM unnest($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
            """, addresses.values + [.array(names), .array(keys), .array(helds)])
    }

    /// Who has the keys now: the place of the key, and an identifier.
    func holders(in tables: Tables) -> PostgresStatement {
        PostgresStatement(
            """
            SELECT u.place, e.id FROM unnest($1, $2, $3, $4, $5) WITH ORDINALITY u(partition, collection, id, name, key, place)
            JOIN \(tables.schema).entry e ON e.partition = u.partition AND e.collection = u.collection AND e.name = u.name
                AND e.key = u.key
            """, addresses.values + [.array(names), .array(keys)])
    }
}
