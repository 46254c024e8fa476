import EngineKit
import Kernel
import Postgres

/// A store on a PostgreSQL server, for several machines at a time.
///
/// Whoever writes takes the row of the store first, so that one comes behind the other: what a transaction sees is what all before it have left, and
/// the numbers of transactions have no gap. Whoever reads sees one state, waits for nobody, and nobody waits for them.
public final class PostgresStore: Store, StoreEngine {
    let client: PostgresClient
    let questions: Questions
    private let clock: HybridClock
    private let device: String
    let now: @Sendable () -> Instant
    /// Up to which time other devices have taken in everything; nil where there is none.
    let peers: @Sendable () -> HybridTime?

    /// The store itself.
    public var engine: any StoreEngine { self }
    /// What belongs to no profile.
    public let partition = Partition.common

    var tables: Tables { questions.tables }

    /// Opens the store in a schema of a database, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - address: of the database; a `?schema=` in it says where the store lies, else it is `commonplace`.
    ///   - peers: up to which time other devices have taken in everything; nil where there is none. Asked before old deletions are forgotten.
    ///   - now: the wall clock behind the stamps.
    /// - Throws: `newerStore`, `storeDamaged`; `Failure`s of Postgres.
    public convenience init(
        _ address: PostgresAddress, patience: PostgresPatience = PostgresPatience(),
        peers: @escaping @Sendable () -> HybridTime? = { nil }, now: @escaping @Sendable () -> Instant
    ) throws {
        try self.init(address, patience: patience, forms: Tables.forms, peers: peers, now: now)
    }

    package init(
        _ address: PostgresAddress, patience: PostgresPatience = PostgresPatience(), forms: [@Sendable (Tables) -> String],
        peers: @escaping @Sendable () -> HybridTime? = { nil }, now: @escaping @Sendable () -> Instant
    ) throws {
        client = PostgresClient(address, patience: PostgresStore.planned(patience))
        questions = Questions(tables: Tables(name: address.schema ?? Tables.usual, form: forms.count))
        (clock, self.peers, self.now) = (HybridClock(now: now), peers, now)
        device = try questions.tables.prepare(client, forms: forms)
    }

    /// Whether there is a store already.
    static func isThere(_ address: PostgresAddress) throws -> Bool {
        let client = PostgresClient(address)
        defer { try? client.close() }
        return try Tables(name: address.schema ?? Tables.usual, form: 0).state(client) != nil
    }

    /// Every question here goes by an index, which the server would not know of tables that were filled a moment ago; and so no plan is better than the
    /// one for all parameters, which is made once.
    private static func planned(_ patience: PostgresPatience) -> PostgresPatience {
        var planned = patience
        planned.settings +=
            ["jit=off", "plan_cache_mode=force_generic_plan"]
            + ["seqscan", "hashjoin", "mergejoin", "bitmapscan"].map { "enable_\($0)=off" }
        return planned
    }

    // MARK: - Transactions

    /// Runs a body over one state.
    ///
    /// - Throws: what the body throws; `Failure`s of Postgres.
    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        while true {
            var wanted: Adoption?
            let value: Value? = try transaction(.snapshot) { connection in
                let transaction = PostgresTransaction(connection, questions, clock, device: device, isWriting: false)
                defer { transaction.end() }
                do {
                    let value = try body(transaction)
                    wanted = transaction.wanted
                    return value
                } catch {
                    wanted = transaction.wanted
                    guard wanted != nil else { throw error }
                    return nil
                }
            }
            guard let wanted else {
                guard let value else { throw Failure.transactionOver }
                return value
            }
            // Once more, when the records that are older than the index have their entries.
            try writing { try $0.adopt(wanted) }
        }
    }

    /// Runs a body and commits what it put: all of it or nothing, durable when this returns.
    ///
    /// - Throws: what the body throws; `duplicateKey`, `nestedTransaction`; `Failure`s of Postgres, `commitUnknown` among them.
    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        let (value, forgets) = try writing { (try body($0), $0.forgets) }
        // What cannot leave the files now, doctor knows of.
        if forgets { try? erase() }
        return value
    }

    private func writing<Value>(_ body: (PostgresTransaction) throws -> Value) throws -> Value {
        try transaction(.committed) { connection in
            let transaction = PostgresTransaction(connection, questions, clock, device: device, isWriting: true)
            defer { transaction.end() }
            let value = try body(transaction)
            try transaction.checkTurn()
            var last = transaction.waiting.take(for: tables)
            if let sequence = transaction.waiting.sequence, transaction.hasPut {
                // Later than everything that this brought, and what it met.
                let reached = clock.tick()
                last.append(
                    PostgresStatement(
                        """
                        UPDATE \(tables.schema).store
                        SET sequence = $1, milliseconds = $2, counter = $3, erasing = erasing OR $4
                        """,
                        [
                            .int(sequence), .int(Int(reached.milliseconds)), .int(reached.counter),
                            .bool(transaction.forgets),
                        ]))
            }
            connection.lastly(last)
            return value
        }
    }

    /// What the server does not understand may be asked of tables that somebody has brought to a newer form meanwhile.
    private func transaction<Value>(
        _ isolation: PostgresIsolation, _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        do { return try client.transaction(isolation, body) } catch let failure as Failure where failure.code == .postgresTrouble
        {
            if let (form, _) = try? tables.state(client), form > tables.form { throw Tables.newer(form) }
            throw failure
        }
    }

    /// Up to which number deletions are no longer known.
    public func forgottenDeletions() throws -> Int {
        try transaction(.snapshot) { try $0.answer("SELECT forgotten FROM \(tables.schema).store").first?.int(0) ?? 0 }
    }

    /// What leads from a number to the present state.
    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
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
                        sequence: try row.int(3), address: try Questions.address(row),
                        stamp: Stamp(
                            generation: try row.int(4), deleted: try row.bool(5), time: time, device: try row.text(8)))
                }
            }
            let some = try changes("sequence > $1 ORDER BY sequence LIMIT $2", [.int(sequence), .int(limit + 1)])
            guard some.count > limit, let first = some.first, some.last?.sequence == first.sequence else {
                return some.wholeTransactions(limit: limit)
            }
            // One transaction that is longer than asked for.
            return try changes("sequence = $1", [.int(first.sequence)])
        }
    }

    /// Bulk work in one transaction, for which others who write wait. Where everything goes, it goes from the tables' files too.
    public func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value {
        let (value, forgets) = try writing { transaction in
            if renewal.isWhole { try renewal.parting == nil ? transaction.clear() : transaction.forget(Forgotten()) }
            return (try renewal.perform(in: transaction, closing: closing), transaction.forgets)
        }
        if forgets { try erase() }
        return value
    }

    /// Lets go of the connection.
    public func close() throws { try client.close() }
}
