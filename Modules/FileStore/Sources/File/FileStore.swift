import DiskKit
import EngineKit
import Kernel

/// A store in a directory with a plain text log, safe for concurrent threads, handles and
/// processes.
///
/// `write` returns once the transaction is on disk. Readers may see it a moment earlier. The
/// module's README describes the file format.
public final class FileStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: all mutable state is accessed only inside the lock.

    private let lock = NonReentrantLock()
    let path: String
    private let device: String
    private let clock: HybridClock
    private let sidecarFolders: SidecarFolders
    private var files: StoreFiles?

    public var engine: any StoreEngine { self }
    /// The partition without a profile.
    public let partition = Partition.common

    /// Opens a store and creates it if it is missing.
    ///
    /// From then on the process ignores SIGXFSZ, so that a file-size limit causes an error.
    ///
    /// - Parameters:
    ///   - directory: created if it is missing. It must belong to the caller and must not be a
    ///     symbolic link.
    ///   - random: the source of a new store's name and device.
    ///   - notes: a directory elsewhere on this machine that records the store's progress. A
    ///     directory restored from an old backup is then detected, writes under a new name and
    ///     reuses no number. Nil for no record.
    ///   - sidecarFolders: the folders whose contents are purged together with records.
    ///   - peers: the state of the other devices.
    ///   - createsIfMissing: false to leave a missing store missing.
    ///   - caller: the user of the store, and the function that reports a wait for another process.
    ///   - now: the wall clock for the stamps, which may go back.
    /// - Throws: `unsafeStore`, `newerStore`, `storeDamaged` if there is no log, `readOnlyStore`,
    ///   `diskFull`, `diskTrouble`. `storeBusy` if the store must be created or repaired and
    ///   another process holds it too long.
    public convenience init(
        directory: String, access: StoreAccess = .owner, random: RandomSource = .system(), notes: String? = nil,
        sidecarFolders: SidecarFolders = SidecarFolders(), peers: Peers = .none, createsIfMissing: Bool = true,
        caller: StoreClient = StoreClient(), now: @escaping @Sendable () -> Instant
    ) throws {
        try self.init(
            directory: directory, access: access, random: random, notes: notes, sidecarFolders: sidecarFolders,
            peers: peers,
            createsIfMissing: createsIfMissing, caller: caller, compactionPolicy: CompactionPolicy(),
            system: SystemCalls(), now: now)
    }

    package init(
        directory: String, access: StoreAccess = .owner, random: RandomSource = .system(), notes: String? = nil,
        sidecarFolders: SidecarFolders = SidecarFolders(), peers: Peers = .none, createsIfMissing: Bool = true,
        caller: StoreClient = StoreClient(), compactionPolicy: CompactionPolicy = CompactionPolicy(),
        system: any FileSystem = SystemCalls(), now: @escaping @Sendable () -> Instant
    ) throws {
        signal(SIGXFSZ, SIG_IGN)
        let files = try StoreFiles(
            directory: StoreDirectory(
                path: directory, access: access, system: system, createsIfMissing: createsIfMissing),
            compactionPolicy: compactionPolicy, random: random, notes: notes, peers: peers, caller: caller,
            createsIfMissing: createsIfMissing, now: now)
        path = directory
        self.sidecarFolders = sidecarFolders
        device = files.device
        clock = HybridClock(startingAt: files.latest, now: now)
        self.files = files
        // Finishes the work of a killed process. `inspect` reports a failure here and the next
        // handle tries again. Staged files are removed only when no restore waits for them.
        guard (try? files.finishPendingCleanup(sidecarFolders, clock: clock)) != nil else { return }
        try? StagingArea.sweep(files.directory)
    }

    /// Whether a folder contains a store.
    @Sendable public static func hasStore(_ folder: String) -> Bool {
        ["CURRENT", "device", "lock"].allSatisfy { access("\(folder)/\($0)", F_OK) == 0 }
    }

    /// Runs a body over the current state, including the commits of other processes.
    ///
    /// - Throws: the body's errors, `nestedTransaction`, `storeClosed`, `storeDamaged`,
    ///   `diskTrouble`, `storeNeedsReopening`.
    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try withFiles { files in
            try files.refresh()
            clock.receive(files.open.log.latest)
            let transaction = FileTransaction(
                tables: files.open.tables, of: files.open.log, clock: clock, device: device, isWriting: false)
            defer { transaction.end() }
            return try body(transaction)
        }
    }

    /// Runs a body and commits all its changes or none. They are on disk when this returns.
    ///
    /// - Throws: the body's errors, `nestedTransaction`, `storeClosed`, `storeDamaged`,
    ///   `readOnlyStore`, `transactionTooLarge`, `diskFull`, `diskTrouble`, `storeBusy`.
    ///   `outcomeUnknown` if the disk failed at the last step, and `storeNeedsReopening` from then
    ///   on. `erasureUnfinished` if the commit succeeded but purged data is still in the files.
    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        let (value, waitUntilDurable, purges, isDue) = try withFiles { files in
            let (value, waitUntilDurable, purges) = try files.locked {
                let log = files.open
                clock.receive(log.log.latest)
                let transaction = FileTransaction(
                    tables: log.tables, of: log.log, clock: clock, device: device, isWriting: true)
                do {
                    let value = try body(transaction)
                    if let purgedFiles = transaction.purgedFiles {
                        try transaction.put(files.pendingCleanup(of: purgedFiles, in: transaction))
                    }
                    transaction.end()
                    guard !log.tables.isStale else { throw StaleIndex() }
                    return (value, try files.commit(transaction.changedRows()), transaction.purgedFiles != nil)
                } catch {
                    try transaction.rollBack()
                    throw error
                }
            }
            return (value, waitUntilDurable, purges, files.isOverdue(by: 2))
        }
        // Outside the lock, so that other processes can write meanwhile and one sync can serve
        // several.
        try waitUntilDurable?()
        if purges {
            // Other branches are merged first, because their files are deleted like every copy.
            _ = try? recoverBranches()
            try finishErasure()
        } else if waitUntilDurable != nil, isDue {
            try? withFiles { $0.compactWhenDue(isLast: false) }
        }
        return value
    }

    /// Performs bulk work by writing the log's next generation next to the store while other
    /// processes read and write.
    ///
    /// - Throws: the functions' errors, `duplicateKey`, `nestedTransaction`, `storeDamaged`,
    ///   `readOnlyStore`, `diskFull`, `diskTrouble`, `storeBusy`, all with nothing changed.
    ///   `erasureUnfinished`.
    public func replaceInBulk<Value>(_ replacement: BulkReplacement, closing: (any EngineTransaction) throws -> Value)
        throws
        -> Value
    {
        let (value, purges) = try withFiles { try $0.performBulkReplacement(replacement, clock: clock, closing) }
        if purges {
            // As after a transaction. A whole replacement has already removed other branches.
            if !replacement.isWhole { _ = try? recoverBranches() }
            try finishErasure()
        }
        return value
    }

    /// Removes purged data from all files.
    private func finishErasure() throws {
        do {
            try withFiles { try $0.finishPendingCleanup(sidecarFolders, clock: clock) }
        } catch {
            let reason = (error as? Failure)?.message ?? "\(error)"
            throw Failure(
                .erasureUnfinished, "It is done, but the old data is still in the files of \(path). \(reason)",
                advice: "When that is corrected, the next command removes it; `doctor` tells you when nothing is left.",
                kind: .temporary)
        }
    }

    /// Returns the name that a store received at its creation, or nil if there is no store.
    ///
    /// The name stays the same when the directory is moved or copied. The call only reads.
    ///
    /// - Throws: `unsafeStore`, `readOnlyStore`, `diskTrouble` for a missing or unreadable
    ///   directory.
    package static func name(
        in directory: String, access: StoreAccess = .owner, system: any FileSystem = SystemCalls()
    ) throws -> String? {
        let folder = try StoreDirectory(path: directory, access: access, system: system, createsIfMissing: false)
        let namedGeneration = try folder.open("CURRENT", flags: O_RDONLY).flatMap { try Generations.named(by: $0) }
        guard let generation = try namedGeneration ?? Generations.longest(in: folder) else { return nil }
        return try folder.open(LogHeader.fileName(of: generation), flags: O_RDONLY).flatMap {
            try Log($0).header?.store
        }
    }

    /// The first damage found while the log was read, in the words of `inspect`, or nil. The
    /// property reads no file.
    public var knownDamage: String? {
        try? lock.withLock { files?.open.health.findings.first { $0.severity == .damage }?.message }
    }

    /// Returns changes from the log, including those of other processes.
    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try withFiles { files in
            try files.refresh()
            return try files.open.log.changes(since: sequence, limit: limit)
        }
    }

    /// Returns the last transaction number with a dropped tombstone.
    public func lastPrunedSequence() throws -> Int {
        try withFiles { files in
            try files.refresh()
            return files.open.log.header?.horizon?.sequence ?? 0
        }
    }

    /// Reads and verifies the whole log, and returns the store's contents and problems.
    public func inspect() throws -> StoreReport {
        try withFiles { files in
            try files.refresh()
            let log = files.open
            return StoreReport(
                location: path, records: log.tables.liveCount, bytes: log.log.end, sequence: log.log.sequence,
                findings: try log.health.findings + log.verified() + files.pendingCleanupFindings()
                    + files.branchFindings())
        }
    }

    /// Rewrites the log with only its current records, their stamps and the tombstones that are
    /// recent enough.
    ///
    /// A damaged log is rewritten from its readable part, and the damaged file is kept in
    /// `quarantine/`. A repair also merges other branches of the history next to the log.
    ///
    /// Other processes may write during a compaction but wait for a repair.
    ///
    /// - Throws: `storeDamaged`, `readOnlyStore`, `diskFull`, `diskTrouble`. In that case nothing
    ///   is changed.
    public func maintain(_ work: Maintenance) throws -> [String] {
        guard work != .repair else { return try withFiles { try $0.repair() } + recoverBranches() }
        return try withFiles { files in
            if work == .upkeep {
                try files.refresh()
                guard files.isOverdue() else { return [] }
            }
            let before = files.open.log.end
            guard try files.compact() else { return ["Another program is compacting the store."] }
            return try ["The log had \(before) bytes and has \(files.open.log.end)."] + files.deleteExpiredFiles()
        }
    }

    /// Rewrites the log with converted records and keeps the previous log as `backup-….jsonl`.
    ///
    /// - Throws: the function's errors, `storeDamaged`, `readOnlyStore`, `diskFull`, `diskTrouble`.
    ///   In that case nothing is changed.
    public func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] {
        try withFiles { files in
            var count = 0
            func converted(_ record: StoredRecord, _ form: (StoredRecord) throws -> StoredRecord?) throws
                -> StoredRecord?
            {
                guard let convertedRecord = try form(record) else { return nil }
                guard convertedRecord.address == record.address, convertedRecord.stamp == record.stamp else {
                    throw Failure(.invalidRecord, "A conversion changed the identity of a record.", kind: .badData)
                }
                try convertedRecord.checkForm()
                count += 1
                return convertedRecord
            }
            let isDone = try withoutActuallyEscaping(form) { form in
                try files.compact(keepsBackup: true) { try converted($0, form) }
            }
            guard isDone else { return ["Another program is compacting the store."] }
            let backup = StoreFiles.backupName(of: files.open.generation - 1)
            return ["\(count) records were converted to the current form. The old log is kept as \(path)/\(backup)."]
        }
    }

    /// Closes the files.
    ///
    /// If this handle's writes made the log too long, it is rewritten and indexed first, or a
    /// background job does so (`StoreClient`). The first writer of a day also deletes expired
    /// retired files.
    public func close() throws {
        try lock.withLock {
            files?.compactWhenDue(isLast: true)
            files?.recordProgress()
            files?.trimWhenDue()
            files?.deleteExpiredFilesWhenDue()
            files?.indexWhenDue()
            files?.requestUpkeepWhenDue()
            files = nil
        }
    }

    /// Runs a body with the open files, and once more if an index file was wrong.
    func withFiles<Value>(_ body: (StoreFiles) throws -> Value) throws -> Value {
        try lock.withLock {
            guard let files else { throw Failure.storeClosed }
            try files.durability.check()
            do {
                let value = try body(files)
                guard files.open.tables.isStale else { return value }
            } catch {
                guard error is StaleIndex || files.open.tables.isStale else { throw error }
            }
            // The index file was damaged meanwhile and nothing was written. The body runs again
            // over the log itself.
            try files.rereadLog()
            return try body(files)
        }
    }
}
