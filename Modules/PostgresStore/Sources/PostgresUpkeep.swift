import EngineKit
import Kernel
import Postgres

extension PostgresStoreEngine {
    private static let maintenanceTimeout = Duration.seconds(900)

    /// Rewrites the tables, so that purged data leaves their files.
    ///
    /// - Throws: `erasureUnfinished`.
    func erase() throws {
        do { try rewriteTables() } catch {
            let reason = (error as? Failure)?.message ?? "\(error)"
            throw Failure(
                .erasureUnfinished, "It is done, but the old data is still in the files of the server. \(reason)",
                advice: "Run `doctor --compact` when the server has time and room for it.", kind: .temporary)
        }
    }

    private func rewriteTables() throws {
        try client.use { connection in
            try connection.withStatementTimeout(PostgresStoreEngine.maintenanceTimeout) {
                try connection.run(script: tables.tombstoneDeletion(now: now(), receivedUpTo: peers()))
                for table in ["record", "entry"] {
                    try connection.run(script: "VACUUM (FULL, ANALYZE) \(tables.schema).\(table)")
                }
                try connection.run(script: "UPDATE \(tables.schema).store SET erasing = false WHERE erasing")
            }
        }
    }

    /// Rewrites the tables without unneeded data, such as deletions older than 30 days. A repair
    /// rebuilds the index of entries from the records.
    package func maintain(_ work: Maintenance) throws -> [String] {
        switch work {
        case .upkeep:
            // The server vacuums by itself. An unfinished erasure is finished here.
            guard try isErasing() else { return [] }
            try rewriteTables()
            return ["What was deleted for good has left the server's files."]
        case .compact:
            let sizeBefore = try inspect().bytes
            try rewriteTables()
            return ["The tables had \(sizeBefore) bytes and have \(try inspect().bytes)."]
        case .repair:
            let strayCount = try strayEntries()
            guard strayCount > 0 else { return [] }
            try repair()
            return [
                "\(counted(strayCount, "key")) of indexes without a record, or records without their keys, were made anew."
            ]
        }
    }

    func isErasing() throws -> Bool {
        try client.transaction(.snapshot) {
            try $0.answer("SELECT erasing FROM \(tables.schema).store").first?.bool(0) ?? false
        }
    }

    /// Returns the number of keys without a live record.
    func strayEntries() throws -> Int {
        try client.transaction(.snapshot) { connection in
            try connection.answer(
                """
                SELECT count(*) FROM \(tables.schema).entry e WHERE NOT EXISTS (SELECT 1 FROM \(tables.schema).record r
                WHERE r.partition = e.partition AND r.collection = e.collection AND r.id = e.id AND r.payload IS NOT NULL)
                """
            ).first?.int(0) ?? 0
        }
    }

    /// Deletes keys without a record.
    private func repair() throws {
        try client.transaction(.committed) { connection in
            try connection.answer("SELECT 1 FROM \(tables.schema).store FOR UPDATE")
            try connection.answer(
                """
                DELETE FROM \(tables.schema).entry e WHERE NOT EXISTS (SELECT 1 FROM \(tables.schema).record r
                WHERE r.partition = e.partition AND r.collection = e.collection AND r.id = e.id AND r.payload IS NOT NULL)
                """)
        }
    }

    // MARK: - Contents

    /// Returns a report: the number of records, the size of the tables and all problems.
    package func inspect() throws -> StoreReport {
        let (records, bytes, sequence, isErasing) = try client.transaction(.snapshot) { connection in
            let rows = try connection.answers(to: [
                PostgresStatement("SELECT count(*) FROM \(tables.schema).record WHERE payload IS NOT NULL"),
                PostgresStatement("SELECT sequence, erasing FROM \(tables.schema).store"),
                PostgresStatement(
                    "SELECT (pg_total_relation_size($1::regclass) + pg_total_relation_size($2::regclass))::bigint",
                    [.text("\(tables.schema).record"), .text("\(tables.schema).entry")]),
            ])
            return (
                try rows[0].first?.int(0) ?? 0, try rows[2].first?.int(0) ?? 0, try rows[1].first?.int(0) ?? 0,
                try rows[1].first?.bool(1) ?? false
            )
        }
        var findings: [StoreReport.Finding] = []
        let strayCount = try strayEntries()
        if strayCount > 0 {
            findings.append(.init(.damage, "\(counted(strayCount, "key")) of indexes without a record."))
        }
        if isErasing {
            findings.append(
                .init(
                    .notice,
                    "Something was deleted for good, but its bytes could not be removed from the server's files yet."))
        }
        return StoreReport(
            location: "PostgreSQL, \(client.address), schema \(tables.name)", records: records, bytes: bytes,
            sequence: sequence, findings: findings)
    }

    /// Returns the space used: records by collection and partition, remains of deleted records, and
    /// the index of entries.
    package func space() throws -> [StoreSpace] {
        try client.transaction(.snapshot) { connection in
            let rows = try connection.answers(to: [
                PostgresStatement(
                    """
                    SELECT partition, collection, payload IS NULL AS gone, count(*), min(milliseconds),
                        sum(octet_length(id) + octet_length(entries) + coalesce(octet_length(payload), 0) + 48)::bigint
                    FROM \(tables.schema).record GROUP BY partition, collection, gone ORDER BY partition, collection, gone
                    """),
                PostgresStatement("SELECT pg_total_relation_size($1::regclass)", [.text("\(tables.schema).entry")]),
            ])
            let records = try rows[0].map { row in
                StoreSpace(
                    try row.bool(2) ? .tombstones : .records, try row.text(1), of: Partition(rawValue: try row.text(0)),
                    count: try row.int(3), bytes: try row.int(5), since: Instant(milliseconds: Int64(try row.int(4))))
            }
            return records + [StoreSpace(.index, count: 1, bytes: try rows[1].first?.int(0) ?? 0)]
        }
    }
}
