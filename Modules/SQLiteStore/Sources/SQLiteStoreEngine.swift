import EngineKit
import Kernel

/// A store in an SQLite database: durable when `write` returns, and shared by threads, handles and
/// processes.
///
/// SQLite isolates transactions and makes them durable. `Schema` defines the tables, and the README
/// explains them.
package final class SQLiteStoreEngine: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: all mutable state is used only inside the lock.
    private let lock = NonReentrantLock()
    let file: DatabaseFile?
    let now: @Sendable () -> Instant
    /// Returns the time up to which other devices have received everything, or nil without other
    /// devices.
    let peers: @Sendable () -> HybridTime?
    private let clock: HybridClock
    private var connection: (database: Database, state: StoreState)?

    package var engine: any StoreEngine { self }
    package let partition = Partition.common

    /// Opens the store of a database file, and creates it if needed.
    ///
    /// - Parameters:
    ///   - path: The path of the file, with its journal next to it. Nil means a database in memory.
    ///   - ids: The source of device names for stamps, one for each copy of the file on each
    ///     machine.
    ///   - isDryRun: Whether the store is only read and must not change.
    ///   - caller: The client, which is informed when it must wait for another process.
    ///   - peers: Returns the time up to which other devices have received everything, or nil
    ///     without other devices. It is called before old deletions are forgotten.
    ///   - now: The wall clock of the stamps. It may go back.
    /// - Throws: `noSQLite`, `noDatabase`, `foreignDatabase`, `newerStore`, `storeDamaged`,
    ///   `readOnlyStore`, `diskTrouble`, `storeBusy`.
    package convenience init(
        path: String?, ids: IDSource, isDryRun: Bool = false, caller: StoreClient = StoreClient(),
        peers: @escaping @Sendable () -> HybridTime? = { nil }, now: @escaping @Sendable () -> Instant
    ) throws {
        try self.init(
            file: path.map { DatabaseFile(path: $0) }, ids: ids, isDryRun: isDryRun, caller: caller,
            limits: BusyTimeout.Limits(), peers: peers, now: now)
    }

    init(
        file: DatabaseFile?, ids: IDSource, isDryRun: Bool = false, caller: StoreClient = StoreClient(),
        limits: BusyTimeout.Limits, peers: @escaping @Sendable () -> HybridTime? = { nil },
        now: @escaping @Sendable () -> Instant
    ) throws {
        guard Database.version != nil else { throw Failure.notBuilt }
        self.file = file
        self.peers = peers
        self.now = now
        clock = HybridClock(now: now)
        let waitLimit = BusyTimeout(limits, file: file, report: caller.onWait)
        let database: Database = try SQLiteStoreEngine.open(file, waitLimit, isDryRun: isDryRun)
        let device = try SQLiteStoreEngine.device(
            in: database, at: file?.identity ?? "memory", ids, mayStore: !isDryRun)
        let state = StoreState(of: database, device: device)
        connection = (database, state)
        // Damage inside the file shows when it is read. If a process was killed during an erasure,
        // this process finishes it.
        guard !isDryRun, !database.isReadOnly, try database.fact(.erasing) != nil else { return }
        try? erase()
    }

    private static func open(_ file: DatabaseFile?, _ waitLimit: BusyTimeout, isDryRun: Bool) throws
        -> Database
    {
        try file?.prepare()
        let database: Database = try Database.open(file?.path, waitLimit)
        do {
            try Schema.prepare(database, isRemote: file?.isRemote ?? false, isDryRun: isDryRun)
            if isDryRun { database.keepJournalOnClose() }
            return database
        } catch let failure as Failure where [.readOnlyStore, .diskTrouble].contains(failure.code) {
            // If no file can be created next to the database, its content is still readable.
            guard let file, file.hasNoJournal,
                let immutable = try? Database.open(file.path, waitLimit, isFixed: true)
            else { throw failure }
            guard (try? Schema.prepare(immutable, isRemote: true, isDryRun: true)) != nil,
                try immutable.number("PRAGMA application_id") == Schema.application
            else { throw failure }
            return immutable
        }
    }

    /// Returns the device name of this file on this machine, for stamps.
    private static func device(
        in database: Database, at place: String, _ ids: IDSource, mayStore: Bool
    ) throws -> String {
        let storedName = try database.text("SELECT name FROM devices WHERE place = ?", [.text(place)])
        if let storedName { return storedName }
        let name = ids.next(SQLiteStoreEngine.self).rawValue
        // A device name is used only after it was stored.
        guard mayStore, !database.isReadOnly else { return name }
        try database.execute("INSERT OR IGNORE INTO devices VALUES(?, ?)", [.text(place), .text(name)])
        return try database.text("SELECT name FROM devices WHERE place = ?", [.text(place)]) ?? name
    }

    // MARK: - Transactions

    /// Runs a closure over one state, whatever others commit meanwhile.
    ///
    /// - Throws: The errors of the closure, `nestedTransaction`, `storeClosed`, `storeDamaged`,
    ///   `storeBusy`, `diskTrouble`. It throws `readOnlyStore` if a read-only file has records
    ///   older than an index.
    package func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try withConnection { database, state in
            let (outcome, needsStoredKeys) = try attempt(database, state, isWriting: false, mayStore: false, body)
            guard needsStoredKeys else { return try outcome.get() }
            // Some records are older than an index. The closure runs again, and the computed keys
            // are stored.
            return try attempt(database, state, isWriting: false, mayStore: true, body).0.get()
        }
    }

    /// Runs a closure and commits its changes atomically. They are durable when this returns.
    ///
    /// - Throws: The errors of the closure, `nestedTransaction`, `storeClosed`, `storeDamaged`,
    ///   `readOnlyStore`, `diskFull`, `diskTrouble`, `storeBusy`. `erasureUnfinished` means that
    ///   all was committed, but purged data is still in the file.
    package func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try write(clearing: false, body)
    }

    /// Replaces many records in one transaction. If everything is deleted, no byte of it remains in
    /// the file.
    ///
    /// - Throws: The errors of the closures, `duplicateKey`, and the errors of `write`.
    package func replaceInBulk<Value>(_ replacement: BulkReplacement, closing: (any EngineTransaction) throws -> Value)
        throws -> Value
    {
        try write(clearing: replacement.isWhole && replacement.didDelete == nil) { transaction in
            if replacement.isWhole { transaction.markForPurging(PurgedFiles()) }
            return try replacement.perform(in: transaction, closing: closing)
        }
    }

    private func write<Value>(clearing: Bool, _ body: (any EngineTransaction) throws -> Value) throws
        -> Value
    {
        let (value, purges) = try withConnection { database, state in
            var purges = false
            let (outcome, _) = try attempt(database, state, isWriting: true, mayStore: true) {
                transaction in
                if clearing { try clear(database, state) }
                let value = try body(transaction)
                purges = transaction.purgedFiles != nil
                if purges { try database.setFact(.erasing, 1) }
                return value
            }
            return (try outcome.get(), purges)
        }
        if purges { try finishErasing() }
        return value
    }

    /// Runs one transaction of the database.
    ///
    /// - Returns: The result of the closure, and whether it needs a writing transaction. Errors
    ///   thrown by this function are those of the database.
    private func attempt<Value>(
        _ database: Database, _ state: StoreState, isWriting: Bool, mayStore: Bool,
        _ body: (SQLiteTransaction) throws -> Value
    ) throws -> (Result<Value, any Error>, wantsNotes: Bool) {
        try database.run(mayStore ? database.queries.beginWriting : database.queries.begin)
        do {
            try state.refresh()
            clock.receive(state.latestTime)
            let transaction = SQLiteTransaction(
                state, over: database, clock, isWriting: isWriting, mayStore: mayStore)
            defer { transaction.end() }
            let outcome = Result { try body(transaction) }
            if case .failure = outcome, isWriting {
                rollBack(database, state)
            } else {
                if isWriting { try state.saveFacts(transaction) }
                try database.run(database.queries.commit)
                state.apply(transaction)
            }
            return (outcome, transaction.needsStoredKeys)
        } catch {
            rollBack(database, state)
            throw error
        }
    }

    private func rollBack(_ database: Database, _ state: StoreState) {
        // A full disk may already have caused a rollback.
        if database.isInTransaction { try? database.run("ROLLBACK") }
        state.forget()
    }

    // MARK: - The feed

    package func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try withSnapshot { database, state in
            let maximumCount = min(max(1, limit), Int(Int32.max))
            let first =
                min(max(0, sequence), state.sequence) * Schema.placesOfTransaction
                + Schema.placesOfTransaction
            let selectChanges =
                "SELECT place, section, id, gone, generation, milliseconds, counter, device FROM records WHERE place >= ? AND place < ? ORDER BY place LIMIT ?"
            func fetchChanges(from first: Int, before end: Int, limit: Int) throws -> [Change] {
                try database.withStatement(selectChanges, [.number(first), .number(end), .number(limit)]) { row in
                    var changes: [Change] = []
                    while try row.step() {
                        let stamp = Stamp(
                            generation: row.number(4), deleted: row.number(3) != 0,
                            time: HybridTime(milliseconds: Int64(row.number(5)), counter: row.number(6)),
                            device: row.text(7))
                        changes.append(
                            Change(
                                sequence: row.number(0) / Schema.placesOfTransaction,
                                address: try state.sections.address(row.number(1), row.text(2)), stamp: stamp))
                    }
                    return changes
                }
            }
            let changes = try fetchChanges(from: first, before: .max, limit: maximumCount + 1)
            // One transaction may have more changes than the limit. It is returned whole.
            if changes.count > maximumCount, let number = changes.first?.sequence, changes.last?.sequence == number {
                return try fetchChanges(
                    from: first, before: (number + 1) * Schema.placesOfTransaction, limit: Int(Int32.max))
            }
            return changes.wholeTransactions(limit: maximumCount)
        }
    }

    package func lastPrunedSequence() throws -> Int { try withSnapshot { $1.forgotten } }

    // MARK: - Connections

    package func close() throws { try lock.withLock { connection = nil } }

    func withConnection<Value>(_ body: (Database, StoreState) throws -> Value) throws -> Value {
        try lock.withLock {
            guard let connection else { throw Failure.storeClosed }
            return try body(connection.database, connection.state)
        }
    }

    /// Runs a closure over one state of the database.
    func withSnapshot<Value>(_ body: (Database, StoreState) throws -> Value) throws -> Value {
        try withConnection { database, state in
            try database.run(database.queries.begin)
            defer { try? database.run("ROLLBACK") }
            try state.refresh()
            return try body(database, state)
        }
    }
}
