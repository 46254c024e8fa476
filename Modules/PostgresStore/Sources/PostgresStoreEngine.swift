import EngineKit
import Kernel
import Postgres

/// A store on a PostgreSQL server, shared by several machines.
///
/// A writing transaction first locks the row of the store. Writers therefore run one after the
/// other, each sees all previous changes, and the transaction numbers have no gaps. A reader sees
/// one state, waits for no writer and delays none.
package final class PostgresStoreEngine: Store, StoreEngine {
    let client: PostgresClient
    let queries: StoreQueries
    private let clock: HybridClock
    /// The identifier of this device in stamps.
    private let device: String
    let now: @Sendable () -> Instant
    /// Returns the time up to which other devices have received everything, or nil without other
    /// devices.
    let peers: @Sendable () -> HybridTime?

    package var engine: any StoreEngine { self }
    package let partition = Partition.common

    var tables: Tables { queries.tables }

    /// Opens the store in a schema of a database, and creates it if needed.
    ///
    /// - Parameters:
    ///   - address: The address of the database. Its `?schema=` names the schema, which is
    ///     otherwise `commonplace`.
    ///   - peers: Returns the time up to which other devices have received everything, or nil
    ///     without other devices. It is called before old deletions are forgotten.
    ///   - now: The wall clock of the stamps.
    /// - Throws: `newerStore`, `storeDamaged`, and the `Failure`s of Postgres.
    package convenience init(
        _ address: PostgresAddress, waitLimit: PostgresTimeouts = PostgresTimeouts(),
        peers: @escaping @Sendable () -> HybridTime? = { nil }, now: @escaping @Sendable () -> Instant
    ) throws {
        try self.init(address, waitLimit: waitLimit, migrations: Tables.migrations, peers: peers, now: now)
    }

    package init(
        _ address: PostgresAddress, waitLimit: PostgresTimeouts = PostgresTimeouts(),
        migrations: [@Sendable (Tables) -> String],
        peers: @escaping @Sendable () -> HybridTime? = { nil }, now: @escaping @Sendable () -> Instant
    ) throws {
        client = PostgresClient(address, waitLimit: PostgresStoreEngine.withFixedPlans(waitLimit))
        queries = StoreQueries(tables: Tables(name: address.schema ?? Tables.defaultSchema, form: migrations.count))
        clock = HybridClock(now: now)
        self.peers = peers
        self.now = now
        device = try queries.tables.prepare(client, forms: migrations)
    }

    /// Returns whether the schema of an address holds a store.
    static func exists(_ address: PostgresAddress) throws -> Bool {
        let client = PostgresClient(address)
        defer { try? client.close() }
        return try Tables(name: address.schema ?? Tables.defaultSchema, form: 0).state(client) != nil
    }

    /// Returns the timeouts with settings that fix the query plans.
    ///
    /// Every query uses an index, but the server has no statistics on tables filled a moment ago.
    /// The best plan is therefore the generic one, which is made once.
    private static func withFixedPlans(_ waitLimit: PostgresTimeouts) -> PostgresTimeouts {
        var limits = waitLimit
        limits.settings +=
            ["jit=off", "plan_cache_mode=force_generic_plan"]
            + ["seqscan", "hashjoin", "mergejoin", "bitmapscan"].map { "enable_\($0)=off" }
        return limits
    }

    // MARK: - Transactions

    /// Runs a closure over one state.
    ///
    /// - Throws: The errors of the closure, and the `Failure`s of Postgres.
    package func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        while true {
            var requiredBackfill: IndexBackfill?
            let value: Value? = try transaction(.snapshot) { connection in
                let transaction = PostgresTransaction(connection, queries, clock, device: device, isWriting: false)
                defer { transaction.end() }
                do {
                    let value = try body(transaction)
                    requiredBackfill = transaction.neededBackfill
                    return value
                } catch {
                    requiredBackfill = transaction.neededBackfill
                    guard requiredBackfill != nil else { throw error }
                    return nil
                }
            }
            guard let requiredBackfill else {
                guard let value else { throw Failure.transactionOver }
                return value
            }
            // The closure runs again after the records older than the index have received their
            // entries.
            try writing { try $0.backfill(requiredBackfill) }
        }
    }

    /// Runs a closure and commits its changes atomically. They are durable when this returns.
    ///
    /// - Throws: The errors of the closure, `duplicateKey`, `nestedTransaction`, and the `Failure`s
    ///   of Postgres such as `commitUnknown`.
    package func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        let (value, purges) = try writing { (try body($0), $0.purges) }
        // `doctor` reports what cannot be erased from the files now.
        if purges { try? erase() }
        return value
    }

    /// Runs a closure under the store's lock, and sends its changes with the commit.
    private func writing<Value>(_ body: (PostgresTransaction) throws -> Value) throws -> Value {
        try transaction(.committed) { connection in
            let transaction = PostgresTransaction(connection, queries, clock, device: device, isWriting: true)
            defer { transaction.end() }
            let value = try body(transaction)
            try transaction.checkLock()
            var finalStatements = transaction.waiting.drainStatements(for: tables)
            if let sequence = transaction.waiting.sequence, transaction.hasPut {
                // This time is later than every stamp that the transaction wrote or met.
                let commitTime = clock.tick()
                finalStatements.append(
                    PostgresStatement(
                        """
                        UPDATE \(tables.schema).store
                        SET sequence = $1, milliseconds = $2, counter = $3, erasing = erasing OR $4
                        """,
                        [
                            .int(sequence), .int(Int(commitTime.milliseconds)), .int(commitTime.counter),
                            .bool(transaction.purges),
                        ]))
            }
            connection.appendToCommit(finalStatements)
            return value
        }
    }

    /// Runs a transaction. An SQL error may mean that another process has upgraded the tables
    /// meanwhile.
    private func transaction<Value>(
        _ isolation: PostgresIsolation, _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        do { return try client.transaction(isolation, body) } catch let failure as Failure
            where failure.code == .postgresTrouble
        {
            if let (form, _) = try? tables.state(client), form > tables.form { throw Tables.newer(form) }
            throw failure
        }
    }

    /// Returns the sequence number up to which deletions are forgotten.
    package func lastPrunedSequence() throws -> Int {
        try transaction(.snapshot) { try $0.answer("SELECT forgotten FROM \(tables.schema).store").first?.int(0) ?? 0 }
    }

    package func changes(since sequence: Int, limit: Int) throws -> [Change] {
        let limit = min(max(1, limit), Int.max - 1)
        return try transaction(.snapshot) { connection in
            func changes(_ condition: String, _ values: [PostgresValue]) throws -> [Change] {
                let statement = PostgresStatement(
                    """
                    SELECT partition, collection, id, sequence, generation, payload IS NULL, milliseconds, counter, device
                    FROM \(tables.schema).record WHERE \(condition)
                    """, values)
                return try connection.answer(statement).map { row in
                    let time = HybridTime(milliseconds: Int64(try row.int(6)), counter: try row.int(7))
                    return Change(
                        sequence: try row.int(3), address: try StoreQueries.address(row),
                        stamp: Stamp(
                            generation: try row.int(4), deleted: try row.bool(5), time: time, device: try row.text(8)))
                }
            }
            let batch = try changes("sequence > $1 ORDER BY sequence LIMIT $2", [.int(sequence), .int(limit + 1)])
            guard batch.count > limit, let first = batch.first, batch.last?.sequence == first.sequence else {
                return batch.wholeTransactions(limit: limit)
            }
            // One transaction may have more changes than the limit. It is returned whole.
            return try changes("sequence = $1", [.int(first.sequence)])
        }
    }

    /// Replaces many records in one transaction, for which other writers wait. If everything is
    /// deleted, it is also erased from the files of the tables.
    package func replaceInBulk<Value>(_ replacement: BulkReplacement, closing: (any EngineTransaction) throws -> Value)
        throws
        -> Value
    {
        let (value, purges) = try writing { transaction in
            if replacement.isWhole {
                try replacement.didDelete == nil ? transaction.clear() : transaction.markForPurging(PurgedFiles())
            }
            return (try replacement.perform(in: transaction, closing: closing), transaction.purges)
        }
        if purges { try erase() }
        return value
    }

    package func close() throws { try client.close() }
}
