import EngineKit
import Kernel

/// A store in an SQLite database: durable when `write` returns, shared by threads, handles and processes.
///
/// SQLite keeps transactions apart and brings them to the medium; the schema is `Schema`, and the README says what stands where.
public final class SQLiteStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: everything mutable is touched only inside the turnstile.
    private let turnstile = Turnstile()
    let file: DatabaseFile?
    let now: @Sendable () -> Instant
    /// Up to which time other devices have taken in everything; nil where there is none.
    let peers: @Sendable () -> HybridTime?
    private let clock: HybridClock
    private var connection: (database: Database, state: StoreState)?

    /// The store itself.
    public var engine: any StoreEngine { self }
    /// What belongs to no profile.
    public let partition = Partition.common

    /// Opens the store of a database file, and makes it when there is none.
    ///
    /// - Parameters:
    ///   - path: of the file; its journal lies beside it. Nil for a database in memory.
    ///   - ids: names for the stamps that are written here, one for every copy of the file on every machine.
    ///   - isRehearsal: whether only reads will come, and nothing may be changed.
    ///   - caller: who uses it, and how it hears that it has to wait for somebody else.
    ///   - peers: up to which time other devices have taken in everything; nil where there is none. Asked before old deletions are forgotten.
    ///   - now: the wall clock behind the stamps; it may go back.
    /// - Throws: `noSQLite`, `noDatabase`, `foreignDatabase`, `newerStore`, `storeDamaged`, `readOnlyStore`, `diskTrouble`, `storeBusy`.
    public convenience init(
        path: String?, ids: IDSource, isRehearsal: Bool = false, caller: StoreCaller = StoreCaller(),
        peers: @escaping @Sendable () -> HybridTime? = { nil }, now: @escaping @Sendable () -> Instant
    ) throws {
        try self.init(
            file: path.map { DatabaseFile(path: $0) }, ids: ids, isRehearsal: isRehearsal, caller: caller,
            limits: Patience.Limits(), peers: peers, now: now)
    }

    init(
        file: DatabaseFile?, ids: IDSource, isRehearsal: Bool = false,
        caller: StoreCaller = StoreCaller(),
        limits: Patience.Limits, peers: @escaping @Sendable () -> HybridTime? = { nil },
        now: @escaping @Sendable () -> Instant
    ) throws {
        guard Database.version != nil else { throw Failure.notBuilt }
        (self.file, self.peers, self.now, clock) = (file, peers, now, HybridClock(now: now))
        let patience = Patience(limits, file: file, say: caller.hasToWait)
        let database: Database = try SQLiteStore.open(file, patience, isRehearsal: isRehearsal)
        let device = try SQLiteStore.device(
            in: database, at: file?.place ?? "memory", ids, mayNote: !isRehearsal)
        let state = StoreState(of: database, device: device)
        connection = (database, state)
        // What is damaged inside shows when it is asked for; whoever was killed while something went for good left the rest to us.
        guard !isRehearsal, !database.isReadOnly, try database.fact(.erasing) != nil else { return }
        try? erase()
    }

    private static func open(_ file: DatabaseFile?, _ patience: Patience, isRehearsal: Bool) throws
        -> Database
    {
        try file?.prepare()
        let database: Database = try Database.open(file?.path, patience)
        do {
            try Schema.prepare(database, isRemote: file?.isRemote ?? false, isRehearsal: isRehearsal)
            if isRehearsal { database.leaveJournal() }
            return database
        } catch let failure as Failure where [.readOnlyStore, .diskTrouble].contains(failure.code) {
            // Where nothing can be made beside the file, what stands in it can be read for all that.
            guard let file, file.hasNoJournal,
                let fixed = try? Database.open(file.path, patience, isFixed: true)
            else {
                throw failure
            }
            guard (try? Schema.prepare(fixed, isRemote: true, isRehearsal: true)) != nil,
                try fixed.number("PRAGMA application_id") == Schema.application
            else { throw failure }
            return fixed
        }
    }

    /// The name of this file on this machine, for stamps.
    private static func device(
        in database: Database, at place: String, _ ids: IDSource, mayNote: Bool
    ) throws -> String {
        let known = try database.text("SELECT name FROM devices WHERE place = ?", [.text(place)])
        if let known { return known }
        let name = ids.next(SQLiteStore.self).rawValue
        // Nobody writes under a name that is not noted.
        guard mayNote, !database.isReadOnly else { return name }
        try database.tell("INSERT OR IGNORE INTO devices VALUES(?, ?)", [.text(place), .text(name)])
        return try database.text("SELECT name FROM devices WHERE place = ?", [.text(place)]) ?? name
    }

    // MARK: - Transactions

    /// Runs a body over one state, whatever others commit meanwhile.
    ///
    /// - Throws: what the body throws; `nestedTransaction`, `storeClosed`, `storeDamaged`, `storeBusy`, `diskTrouble`; `readOnlyStore` where an
    ///   index is younger than records of a file that cannot be written to.
    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try pass { database, state in
            let (first, wantsNotes) = try attempt(database, state, isWriting: false, mayNote: false, body)
            guard wantsNotes else { return try first.get() }
            // An index is younger than records: once more, and what is worked out stays.
            return try attempt(database, state, isWriting: false, mayNote: true, body).0.get()
        }
    }

    /// Runs a body and commits what it put: all of it or nothing, on the medium when this returns.
    ///
    /// - Throws: what the body throws; `nestedTransaction`, `storeClosed`, `storeDamaged`, `readOnlyStore`, `diskFull`, `diskTrouble`,
    ///   `storeBusy`; `erasureUnfinished` when all was committed and what was purged has yet to go from the file.
    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try write(clearing: false, body)
    }

    /// Bulk work, in one transaction. Where everything goes, no byte of it stays in the file.
    ///
    /// - Throws: what the functions throw, `duplicateKey`, and as `write`.
    public func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value)
        throws -> Value
    {
        try write(clearing: renewal.isWhole && renewal.parting == nil) { transaction in
            if renewal.isWhole { transaction.forget(Forgotten()) }
            return try renewal.perform(in: transaction, closing: closing)
        }
    }

    private func write<Value>(clearing: Bool, _ body: (any EngineTransaction) throws -> Value) throws
        -> Value
    {
        let (value, forgets) = try pass { database, state in
            var forgets = false
            let (outcome, _) = try attempt(database, state, isWriting: true, mayNote: true) {
                transaction in
                if clearing { try clear(database, state) }
                let value = try body(transaction)
                forgets = transaction.forgotten != nil
                if forgets { try database.note(.erasing, 1) }
                return value
            }
            return (try outcome.get(), forgets)
        }
        if forgets { try finishErasing() }
        return value
    }

    /// One transaction of the database.
    ///
    /// - Returns: what the body gave, and whether it needs one that writes. What is thrown besides is the database's.
    private func attempt<Value>(
        _ database: Database, _ state: StoreState, isWriting: Bool, mayNote: Bool,
        _ body: (SQLiteTransaction) throws -> Value
    ) throws -> (Result<Value, any Error>, wantsNotes: Bool) {
        try database.run(mayNote ? database.queries.beginWriting : database.queries.begin)
        do {
            try state.refresh()
            clock.receive(state.reached)
            let transaction = SQLiteTransaction(
                state, over: database, clock, isWriting: isWriting, mayNote: mayNote)
            defer { transaction.end() }
            let outcome = Result { try body(transaction) }
            if case .failure = outcome, isWriting {
                takeBack(database, state)
            } else {
                if isWriting { try state.note(transaction) }
                try database.run(database.queries.commit)
                state.take(transaction)
            }
            return (outcome, transaction.wantsNotes)
        } catch {
            takeBack(database, state)
            throw error
        }
    }

    private func takeBack(_ database: Database, _ state: StoreState) {
        // A full disk may have taken it back already.
        if database.isInTransaction { try? database.run("ROLLBACK") }
        state.forget()
    }

    // MARK: - The feed

    /// The last change of every record that was changed since a number.
    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try looking { database, state in
            let most = min(max(1, limit), Int(Int32.max))
            let first =
                min(max(0, sequence), state.sequence) * Schema.placesOfTransaction
                + Schema.placesOfTransaction
            let text =
                "SELECT place, section, id, gone, generation, milliseconds, counter, device FROM records WHERE place >= ? AND place < ? ORDER BY place LIMIT ?"
            func some(from first: Int, before end: Int, limit: Int) throws -> [Change] {
                try database.ask(text, [.number(first), .number(end), .number(limit)]) { row in
                    var found: [Change] = []
                    while try row.step() {
                        let stamp = Stamp(
                            generation: row.number(4), deleted: row.number(3) != 0,
                            time: HybridTime(milliseconds: Int64(row.number(5)), counter: row.number(6)),
                            device: row.text(7))
                        found.append(
                            Change(
                                sequence: row.number(0) / Schema.placesOfTransaction,
                                address: try state.sections.address(row.number(1), row.text(2)), stamp: stamp))
                    }
                    return found
                }
            }
            let found = try some(from: first, before: .max, limit: most + 1)
            // One transaction may be longer than what was asked for: then it comes whole.
            if found.count > most, let number = found.first?.sequence, found.last?.sequence == number {
                return try some(
                    from: first, before: (number + 1) * Schema.placesOfTransaction, limit: Int(Int32.max))
            }
            return found.wholeTransactions(limit: most)
        }
    }

    /// Where tombstones have left, the number of the last transaction that had one of them.
    public func forgottenDeletions() throws -> Int { try looking { $1.forgotten } }

    // MARK: - Handles

    /// Lets go of the file.
    public func close() throws { try turnstile.pass { connection = nil } }

    func pass<Value>(_ body: (Database, StoreState) throws -> Value) throws -> Value {
        try turnstile.pass {
            guard let connection else { throw Failure.storeClosed }
            return try body(connection.database, connection.state)
        }
    }

    /// A look at one state.
    func looking<Value>(_ body: (Database, StoreState) throws -> Value) throws -> Value {
        try pass { database, state in
            try database.run(database.queries.begin)
            defer { try? database.run("ROLLBACK") }
            try state.refresh()
            return try body(database, state)
        }
    }
}
