import EngineKit
import Kernel

/// A store in a directory: a plain text log is the truth. Safe with several threads, handles and processes at once.
///
/// `write` returns once the transaction is on the medium. Readers may see a transaction a moment before that. The form of the files is in
/// the module's README.
public final class FileStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: everything mutable is touched only inside the turnstile.

    private let turnstile = Turnstile()
    let path: String
    private let device: String
    private let clock: HybridClock
    private let surroundings: Surroundings
    private var files: StoreFiles?

    /// The store itself.
    public var engine: any StoreEngine { self }
    /// What belongs to no profile.
    public let partition = Partition.common

    /// Opens a store, and makes it when there is none. Ignores SIGXFSZ from then on, so that a file-size limit is an error and no death.
    ///
    /// - Parameters:
    ///   - directory: made when it is missing; must be the caller's own and no symbolic link.
    ///   - random: where a new store's name and device come from.
    ///   - notes: a directory elsewhere on this machine, in which it is noted how far the store has got, so that a directory brought back from
    ///     an old backup is noticed: it then writes under a new name, and gives no number out twice. Nil to note nothing.
    ///   - surroundings: what lies beside the log and goes with records that go for good.
    ///   - peers: what other devices have of it.
    ///   - mayMake: false where a store that is missing must not be made anew: then nothing is.
    ///   - caller: who uses it, and how it hears that it has to wait for somebody else.
    ///   - now: the wall clock behind the stamps; it may go back.
    /// - Throws: `unsafeStore`, `newerStore`, `storeDamaged` when no log can be found at all, `readOnlyStore`, `diskFull`, `diskTrouble`,
    ///   `storeBusy` where something must be made or mended and somebody else holds the store for too long.
    public convenience init(
        directory: String, access: StoreAccess = .owner, random: RandomSource = .system(), notes: String? = nil,
        surroundings: Surroundings = Surroundings(), peers: Peers = .none, mayMake: Bool = true,
        caller: StoreCaller = StoreCaller(), now: @escaping @Sendable () -> Instant
    ) throws {
        try self.init(
            directory: directory, access: access, random: random, notes: notes, surroundings: surroundings, peers: peers,
            mayMake: mayMake, caller: caller, economy: Economy(), system: SystemCalls(), now: now)
    }

    package init(
        directory: String, access: StoreAccess = .owner, random: RandomSource = .system(), notes: String? = nil,
        surroundings: Surroundings = Surroundings(), peers: Peers = .none, mayMake: Bool = true,
        caller: StoreCaller = StoreCaller(), economy: Economy = Economy(), system: any FileSystem = SystemCalls(),
        now: @escaping @Sendable () -> Instant
    ) throws {
        signal(SIGXFSZ, SIG_IGN)
        let files = try StoreFiles(
            directory: StoreDirectory(path: directory, access: access, system: system, mayMake: mayMake), economy: economy,
            random: random, notes: notes, peers: peers, caller: caller, mayMake: mayMake, now: now)
        (path, self.surroundings) = (directory, surroundings)
        device = files.device
        clock = HybridClock(startingAt: files.latest, now: now)
        self.files = files
        // What a killed process left to be done. What fails here, `inspect` names, and the next handle tries again; what was staged for a
        // restore is only removed once it is known that nobody waits for it.
        guard (try? files.finish(surroundings, clock: clock)) != nil else { return }
        try? Staging.sweep(files.directory)
    }

    /// Whether a store keeps its files in a folder.
    @Sendable public static func isIn(_ folder: String) -> Bool {
        ["CURRENT", "device", "lock"].allSatisfy { access("\(folder)/\($0)", F_OK) == 0 }
    }

    /// Runs a body over the present state, what other processes have committed included.
    ///
    /// - Throws: what the body throws; `nestedTransaction`, `storeClosed`, `storeDamaged`, `diskTrouble`, `storeNeedsReopening`.
    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try pass { files in
            try files.refresh()
            clock.receive(files.open.log.latest)
            let transaction = FileTransaction(
                tables: files.open.tables, of: files.open.log, clock: clock, device: device, isWriting: false)
            defer { transaction.end() }
            return try body(transaction)
        }
    }

    /// Runs a body and commits what it put: all of it or nothing, on the medium when this returns.
    ///
    /// - Throws: what the body throws; `nestedTransaction`, `storeClosed`, `storeDamaged`, `readOnlyStore`, `transactionTooLarge`,
    ///   `diskFull`, `diskTrouble`, `storeBusy`; `outcomeUnknown` when the disk failed at the last step, and `storeNeedsReopening` ever after;
    ///   `erasureUnfinished` when all was committed and what was purged has yet to go from the files.
    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        let (value, secure, forgets, isDue) = try pass { files in
            let (value, secure, forgets) = try files.locked {
                let log = files.open
                clock.receive(log.log.latest)
                let transaction = FileTransaction(
                    tables: log.tables, of: log.log, clock: clock, device: device, isWriting: true)
                do {
                    let value = try body(transaction)
                    if let forgotten = transaction.forgotten {
                        try transaction.put(files.aftermath(of: forgotten, in: transaction))
                    }
                    transaction.end()
                    guard !log.tables.isStale else { throw StaleIndex() }
                    return (value, try files.commit(transaction.changed()), transaction.forgotten != nil)
                } catch {
                    try transaction.rollBack()
                    throw error
                }
            }
            return (value, secure, forgets, files.isOverdue(by: 2))
        }
        // Outside the lock: others write their lines meanwhile, and one sync may serve several.
        try secure?()
        if forgets {
            // Other branches of the history come in before: their files go as every copy does.
            _ = try? recoverBranches()
            try finish()
        } else if secure != nil, isDue {
            try? pass { $0.compactWhenDue(isLast: false) }
        }
        return value
    }

    /// Bulk work as the next generation of the log: written beside the store, while other processes read and write.
    ///
    /// - Throws: what the functions throw; `duplicateKey`, `nestedTransaction`, `storeDamaged`, `readOnlyStore`, `diskFull`, `diskTrouble`,
    ///   `storeBusy`, when nothing was changed; `erasureUnfinished`.
    public func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value {
        let (value, forgets) = try pass { try $0.renew(renewal, clock: clock, closing) }
        if forgets {
            // As behind a transaction; where everything went, other branches did.
            if !renewal.isWhole { _ = try? recoverBranches() }
            try finish()
        }
        return value
    }

    private func finish() throws {
        do {
            try pass { try $0.finish(surroundings, clock: clock) }
        } catch {
            let reason = (error as? Failure)?.message ?? "\(error)"
            throw Failure(
                .erasureUnfinished, "It is done, but the old data is still in the files of \(path). \(reason)",
                advice: "When that is corrected, the next command removes it; `doctor` tells you when nothing is left.",
                kind: .temporary)
        }
    }

    /// The name that a store was given when it was made, and keeps in every place to which its directory is moved or copied; nil where no
    /// store is. Looks and makes nothing.
    ///
    /// - Throws: `unsafeStore`, `readOnlyStore`, `diskTrouble` for a directory that is missing or cannot be looked at.
    package static func name(
        in directory: String, access: StoreAccess = .owner, system: any FileSystem = SystemCalls()
    ) throws -> String? {
        let place = try StoreDirectory(path: directory, access: access, system: system, mayMake: false)
        let named = try place.open("CURRENT", flags: O_RDONLY).flatMap { try Generations.named(by: $0) }
        guard let generation = try named ?? Generations.likeliest(in: place) else { return nil }
        return try place.open(LogHeader.fileName(of: generation), flags: O_RDONLY).flatMap { try Log($0).header?.store }
    }

    /// The first damage that was met while the log was read, as `inspect` would say it; nil when there was none. Looks at nothing anew.
    public var knownDamage: String? {
        try? turnstile.pass { files?.open.health.findings.first { $0.severity == .damage }?.message }
    }

    /// Changes from the log itself, those of other processes included.
    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try pass { files in
            try files.refresh()
            return try files.open.log.changes(since: sequence, limit: limit)
        }
    }

    /// Where tombstones have left, the number of the last transaction that had one of them.
    public func forgottenDeletions() throws -> Int {
        try pass { files in
            try files.refresh()
            return files.open.log.header?.horizon?.sequence ?? 0
        }
    }

    /// What the store holds, and everything that was found wrong. Reads and verifies the whole log.
    public func inspect() throws -> StoreReport {
        try pass { files in
            try files.refresh()
            let log = files.open
            return StoreReport(
                location: path, records: log.tables.liveCount, bytes: log.log.end, sequence: log.log.sequence,
                findings: try log.health.findings + log.verified() + files.unfinished() + files.branches())
        }
    }

    /// Rewrites the log: so that only current records stand in it, each with its stamp, and tombstones that are not too old; or, when it is damaged, with what can
    /// be read of it, and the damaged one kept in `quarantine/`. Others may write during a compaction, and wait for a repair. A repair also
    /// brings in what other branches of the history hold that lie beside the log.
    ///
    /// - Throws: `storeDamaged`, `readOnlyStore`, `diskFull`, `diskTrouble`; nothing is changed then.
    public func maintain(_ work: Maintenance) throws -> [String] {
        guard work != .repair else { return try pass { try $0.repair() } + recoverBranches() }
        return try pass { files in
            if work == .upkeep {
                try files.refresh()
                guard files.isOverdue() else { return [] }
            }
            let before = files.open.log.end
            guard try files.compact() else { return ["Another program is compacting the store."] }
            return try ["The log had \(before) bytes and has \(files.open.log.end)."] + files.tidy()
        }
    }

    /// Rewrites the log with what becomes of its records. The log as it was is kept as `backup-….jsonl`.
    ///
    /// - Throws: what the function throws; `storeDamaged`, `readOnlyStore`, `diskFull`, `diskTrouble`; nothing is changed then.
    public func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] {
        try pass { files in
            var count = 0
            func changed(_ record: StoredRecord, _ form: (StoredRecord) throws -> StoredRecord?) throws -> StoredRecord? {
                guard let changed = try form(record) else { return nil }
                guard changed.address == record.address, changed.stamp == record.stamp else {
                    throw Failure(.invalidRecord, "A record was to be rewritten as another one.", kind: .badData)
                }
                try changed.checkForm()
                count += 1
                return changed
            }
            let isDone = try withoutActuallyEscaping(form) { form in
                try files.compact(keepsBackup: true) { try changed($0, form) }
            }
            guard isDone else { return ["Another program is compacting the store."] }
            let backup = StoreFiles.backupName(of: files.open.generation - 1)
            return ["\(count) records were converted to the current form. The old log is kept as \(path)/\(backup)."]
        }
    }

    /// Lets go of the files; first rewrites a log that has grown too long by what was written here, and indexes what was added, or has somebody do
    /// it who has time (`StoreCaller`).
    /// The first who writes on a day lets go of what was kept aside for too long.
    public func close() throws {
        try turnstile.pass {
            files?.compactWhenDue(isLast: true)
            files?.noteReach()
            files?.trimWhenDue()
            files?.tidyWhenDue()
            files?.indexWhenDue()
            files?.handOverWhenDue()
            files = nil
        }
    }

    func pass<Value>(_ body: (StoreFiles) throws -> Value) throws -> Value {
        try turnstile.pass {
            guard let files else { throw Failure.storeClosed }
            try files.durability.check()
            do {
                let value = try body(files)
                guard files.open.tables.isStale else { return value }
            } catch {
                guard error is StaleIndex || files.open.tables.isStale else { throw error }
            }
            // The index file was damaged behind our back, and nothing was written: once more, from the log itself.
            try files.readAnew()
            return try body(files)
        }
    }
}
