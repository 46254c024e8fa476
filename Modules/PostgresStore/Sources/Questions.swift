import Kernel
import Postgres

/// The SQL of queries, and the decoding of their rows.
struct StoreQueries: Sendable {
    let tables: Tables

    /// A statement that locks the store's row, the first step of every writer.
    var storeLock: PostgresStatement {
        PostgresStatement(
            "SELECT sequence, milliseconds, counter, form, generation FROM \(tables.schema).store FOR UPDATE")
    }

    // MARK: - Records

    /// The columns of a record's stamp, version and payload.
    private static let stamp = "r.generation, r.milliseconds, r.counter, r.device, r.version, r.payload"

    /// Returns the query for the record at an address.
    func record(at address: RecordAddress) -> PostgresStatement {
        PostgresStatement(
            "SELECT \(StoreQueries.stamp), r.entries FROM \(tables.schema).record r WHERE partition = $1 AND collection = $2 AND id = $3",
            [.text(address.partition.rawValue), .text(address.collection), .bytes(Data(address.id.utf8))])
    }

    /// Returns the query for the records at several addresses, each with its index in the list.
    func records(at addresses: [RecordAddress]) -> PostgresStatement {
        var columns = AddressColumns()
        for address in addresses { columns.append(address) }
        return PostgresStatement(
            """
            SELECT \(StoreQueries.stamp), r.entries, u.place FROM unnest($1, $2, $3) WITH ORDINALITY u(partition, collection, id, place)
            \(tables.record(of: "u"))
            """, columns.values)
    }

    /// Decodes a record from a row. Its entries are in column 6, if requested.
    static func record(_ row: PostgresRow, at address: RecordAddress, hasEntries: Bool = true) throws -> StoredRecord {
        let payload = try row.dataIfAny(5)
        let time = HybridTime(milliseconds: Int64(try row.int(1)), counter: try row.int(2))
        let stamp = Stamp(generation: try row.int(0), deleted: payload == nil, time: time, device: try row.text(3))
        return StoredRecord(
            address: address, stamp: stamp, payloadVersion: try row.int(4),
            entries: hasEntries ? try EntryBytes.decode(try row.data(6)) : [], payload: payload)
    }

    // MARK: - Scans

    /// Returns the query for the records of a scan, each with its identifier in the last column.
    func page(_ scan: IndexScan) -> PostgresStatement {
        var (condition, values) = range(scan)
        // Without an index, the scan visits the records themselves.
        let from =
            scan.index == nil
            ? "\(tables.schema).record e"
            : "\(tables.schema).entry e \(tables.record(of: "e"))"
        let columns = StoreQueries.stamp + (scan.wantsEntries ? ", r.entries" : "")
        let limit = limit(scan, &values)
        return PostgresStatement(
            """
            SELECT \(scan.index == nil ? columns.replacing("r.", with: "e.") : columns), e.id FROM \(from)
            WHERE \(condition) ORDER BY \(order(scan))\(limit)
            """, values)
    }

    static func records(_ rows: PostgresRows, of scan: IndexScan) throws -> [StoredRecord] {
        let idColumn = scan.wantsEntries ? 7 : 6
        return try rows.map { row in
            let id = String(decoding: try row.data(idColumn), as: UTF8.self)
            let address = RecordAddress(partition: scan.partition, collection: scan.collection, id: id)
            return try record(row, at: address, hasEntries: scan.wantsEntries)
        }
    }

    func count(_ scan: IndexScan) -> PostgresStatement {
        var (condition, values) = range(scan)
        let rows = "SELECT 1 FROM \(table(scan)) e WHERE \(condition)\(limit(scan, &values))"
        return PostgresStatement("SELECT count(*) FROM (\(rows)) AS found", values)
    }

    func keys(_ scan: IndexScan) -> PostgresStatement {
        var (condition, values) = range(scan)
        let column = scan.index == nil ? "id" : "key"
        let limit = limit(scan, &values)
        return PostgresStatement(
            "SELECT e.\(column) FROM \(table(scan)) e WHERE \(condition) ORDER BY \(order(scan))\(limit)", values)
    }

    static func key(_ row: PostgresRow) throws -> IndexKey {
        IndexKey(text: String(decoding: try row.data(0), as: UTF8.self))
    }

    /// Returns the query for the number of records by key, or by the first part of the key. The
    /// reader merges equal prefixes.
    func counts(_ scan: IndexScan, parts: Int) -> PostgresStatement {
        let (condition, values) = range(scan)
        let column = scan.index == nil ? "e.id" : "e.key"
        let end = "position('\\x01'::bytea IN \(column))"
        let groupKey =
            parts == 1
            ? "CASE WHEN \(end) > 0 THEN substring(\(column) FROM 1 FOR \(end) - 1) ELSE \(column) END" : column
        return PostgresStatement(
            "SELECT \(groupKey) AS shared, count(*) FROM \(table(scan)) e WHERE \(condition) GROUP BY shared ORDER BY shared",
            values)
    }

    static func counts(_ rows: PostgresRows, parts: Int) throws -> [KeyCount] {
        var counts: [KeyCount] = []
        for row in rows {
            let key = try key(row).first(parts)
            let count = try row.int(1)
            if let last = counts.last, last.key == key {
                counts[counts.count - 1] = KeyCount(key: key, count: last.count + count)
            } else {
                counts.append(KeyCount(key: key, count: count))
            }
        }
        return counts
    }

    private func table(_ scan: IndexScan) -> String { "\(tables.schema).\(scan.index == nil ? "record" : "entry")" }

    private func order(_ scan: IndexScan) -> String {
        let direction = scan.descending ? " DESC" : ""
        return (scan.index == nil ? ["e.id"] : ["e.key", "e.id"]).map { $0 + direction }.joined(separator: ", ")
    }

    private func limit(_ scan: IndexScan, _ values: inout [PostgresValue]) -> String {
        guard let limit = scan.limit else { return "" }
        values.append(.int(max(0, limit)))
        return " LIMIT $\(values.count)"
    }

    /// Returns the SQL condition of a scan, with its parameters.
    private func range(_ scan: IndexScan) -> (condition: String, values: [PostgresValue]) {
        var parts = ["e.partition = $1", "e.collection = $2"]
        var values: [PostgresValue] = [.text(scan.partition.rawValue), .text(scan.collection)]
        func add(_ condition: String, _ value: PostgresValue) {
            values.append(value)
            parts.append("\(condition) $\(values.count)")
        }
        if let index = scan.index { add("e.name =", .text(index)) } else { parts.append("e.payload IS NOT NULL") }
        let column = scan.index == nil ? "e.id" : "e.key"
        if let lower = scan.lower { add("\(column) >=", .bytes(Data(lower.text.utf8))) }
        if let upper = scan.upper { add("\(column) <", .bytes(Data(upper.text.utf8))) }
        return (parts.joined(separator: " AND "), values)
    }

    // MARK: - Addresses and shapes

    /// Returns the query for the addresses of all live records, in byte order.
    func addresses(in partition: Partition?) -> PostgresStatement {
        PostgresStatement(
            """
            SELECT partition, collection, id FROM \(tables.schema).record WHERE payload IS NOT NULL
            \(partition == nil ? "" : "AND partition = $1") ORDER BY partition, collection, id
            """, partition.map { [.text($0.rawValue)] } ?? [])
    }

    static func address(_ row: PostgresRow) throws -> RecordAddress {
        RecordAddress(
            partition: Partition(rawValue: try row.text(0)), collection: try row.text(1),
            id: String(decoding: try row.data(2), as: UTF8.self))
    }

    /// Returns the query for the shapes of a collection's live records. It takes one step for each
    /// shape, whatever the number of records.
    func shapes(of place: PartitionedCollection) -> PostgresStatement {
        let source = "FROM \(tables.schema).record WHERE partition = $1 AND shape < $3 AND payload IS NOT NULL"
        let (lower, upper) = EntryBytes.shapes(in: place.collection)
        return PostgresStatement(
            """
            WITH RECURSIVE known AS (
                (SELECT shape \(source) AND shape >= $2 ORDER BY shape LIMIT 1)
                UNION ALL
                SELECT (SELECT shape \(source) AND shape > known.shape ORDER BY shape LIMIT 1) FROM known WHERE known.shape IS NOT NULL
            ) SELECT shape FROM known WHERE shape IS NOT NULL
            """, [.text(place.partition.rawValue), .text(lower), .text(upper)])
    }
}

/// The records of one collection in one partition.
struct PartitionedCollection: Hashable, Sendable {
    let partition: Partition
    let collection: String

    init(_ address: RecordAddress) {
        partition = address.partition
        collection = address.collection
    }
    init(_ scan: IndexScan) {
        partition = scan.partition
        collection = scan.collection
    }
}

/// Addresses as columns.
struct AddressColumns {
    private var partitions = PostgresArray(of: .text)
    private var collections = PostgresArray(of: .text)
    private var ids = PostgresArray(of: .bytes)

    mutating func append(_ address: RecordAddress) {
        partitions.append(address.partition.rawValue)
        collections.append(address.collection)
        ids.append(address.id)
    }

    var isEmpty: Bool { ids.count == 0 }
    var values: [PostgresValue] { [.array(partitions), .array(collections), .array(ids)] }
}
