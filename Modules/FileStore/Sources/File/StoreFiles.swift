import DiskKit
import Kernel

/// The open files of a store and the steps of a commit.
final class StoreFiles {
    let device: String
    /// The latest known time of a stamp in this store, including lost ones.
    private(set) var latest = HybridTime.zero
    private(set) var open: OpenLog
    private(set) var durability: Durability
    let directory: StoreDirectory
    let lock: StoreLock
    let compactionPolicy: FileStore.CompactionPolicy
    let caller: StoreClient
    private let opening: StoreOpener
    private let note: DurabilityNote?
    let peers: Peers
    let now: @Sendable () -> Instant
    /// The number of transactions that this handle has written.
    private(set) var writeCount = 0
    /// Whether an automatic compaction by this handle has failed.
    var hasFailed = false
    /// Whether a background job has accepted the upkeep.
    private var hasRequestedUpkeep = false

    /// Opens a store's files and creates them if they are missing.
    ///
    /// - Parameter notes: a directory elsewhere that records the store's progress.
    init(
        directory: StoreDirectory, compactionPolicy: FileStore.CompactionPolicy, random: RandomSource, notes: String?,
        peers: Peers, caller: StoreClient, createsIfMissing: Bool = true, now: @escaping @Sendable () -> Instant
    ) throws {
        self.directory = directory
        self.compactionPolicy = compactionPolicy
        self.caller = caller
        self.peers = peers
        self.now = now
        let lock = try StoreLock(in: directory, waitLimit: compactionPolicy.waitLimit, caller: caller)
        let opening = StoreOpener(directory: directory, lock: lock, notes: notes)
        self.lock = lock
        self.opening = opening
        let opened =
            try StoreFiles.openIntact(opening)
            ?? lock.locked { try StoreFiles.createOrRepair(opening, random, mayMake: createsIfMissing) }
        ((open, durability), device) = (opened.files, opened.device)
        note = opening.note(of: open)
        latest = max(open.log.latest, note?.read()?.latest ?? .zero)
        if lock.isWritable { Drafts.sweep(in: directory, after: open.generation) }
    }

    /// Returns the files of a store that needs no creation or repair, or nil if the lock is
    /// required.
    private static func openIntact(_ opening: StoreOpener) throws -> (files: StoreOpener.Files, device: String)? {
        guard let files = opening.openWithoutLock(),
            let device = try DeviceRegister.knownName(in: opening.directory, opening.lock)
        else { return nil }
        let recordedMark = opening.note(of: files.open)?.read()
        return opening.isRestored(files.open, recordedMark) ? nil : (files, device)
    }

    private static func createOrRepair(
        _ opening: StoreOpener, _ random: RandomSource, mayMake: Bool
    ) throws -> (files: StoreOpener.Files, device: String) {
        let directory = opening.directory
        let lock = opening.lock
        var random = random
        if lock.isWritable, mayMake { try NewStore.create(in: directory, lock, random: &random) }
        var files = try opening.load()
        let recordedMark = opening.note(of: files.open)?.read()
        let isRestored = opening.isRestored(files.open, recordedMark)
        // Two processes with different `lock` files must not write the register at once.
        let log = files.open.log.file
        if lock.isWritable { try lock.wait(for: log) }
        defer { if lock.isWritable { log.unlock() } }
        let device = try DeviceRegister.assignedName(in: directory, lock, isRestored: isRestored) {
            NewStore.randomName(&random)
        }
        if isRestored, let recordedMark,
            let compaction = try Compaction(of: files.open, in: directory, reached: recordedMark.sequence)
        {
            defer { compaction.release() }
            let restoredSequence = files.open.log.sequence
            try compaction.finish()
            files = try opening.load()
            files.durability.recordMark()
            files.open.reportRestoration(to: restoredSequence, of: recordedMark.sequence)
        }
        return (files, device)
    }

    /// Records the store's durable progress in the directory for notes.
    func recordProgress() {
        guard writeCount > 0, open.health.refusal == nil, durability.durable == open.log.sequence else { return }
        note?.write(DurabilityMark(open.log, of: open.generation))
    }

    /// Reads the commits of other processes.
    func refresh() throws {
        if open.isCurrent, try open.catchUpWithoutLock() { return }
        try reopen()
    }

    /// Reads the whole log and removes a wrong index file.
    func rereadLog() throws {
        // A failed removal is ignored.
        if lock.isWritable { try? IndexFile.remove(of: open.generation, in: directory) }
        try reopen(usesIndex: false)
    }

    /// Reopens the current files.
    private func reopen(usesIndex: Bool = true) throws {
        let knownEnd = durability.lastDurable
        if let files = opening.openWithoutLock(known: knownEnd, usesIndex: usesIndex) {
            return (open, durability) = files
        }
        try lock.locked { try load(usesIndex: usesIndex) }
    }

    /// Loads the current files under the lock. If they lack writes of the open log, it is copied to
    /// quarantine.
    func load(usesIndex: Bool = true) throws {
        let files = try opening.load(known: durability.lastDurable, usesIndex: usesIndex)
        if files.open.health.isDamaged, !open.health.isDamaged, lock.isWritable,
            !directory.refersTo(open.log.file, as: LogHeader.fileName(of: open.generation)),
            try open.log.isUnbroken(in: open.log.file.size())
        {
            // The log has no name any more and would be lost with this handle.
            try Quarantine(in: directory).keep(
                open.log.file, as: DivergedLog.fileName(of: open.generation), to: open.log.end)
        }
        (open, durability) = files
    }

    /// Runs a body under the lock after reading all earlier commits.
    func locked<Value>(_ body: () throws -> Value) throws -> Value {
        if let refusal = open.health.refusal { throw refusal }
        guard lock.isWritable else {
            throw Failure(.readOnlyStore, "\(directory.path) can only be read.", kind: .cannotCreate)
        }
        if !open.isLatest {
            // Before the lock, because reading a new generation takes time.
            try refresh()
        }
        return try lock.locked {
            let log = try lockLog()
            defer { log.unlock() }
            return try body()
        }
    }

    /// Locks the log itself after reading other processes' commits.
    ///
    /// If the `lock` file was replaced, two processes could each hold a different one. The caller
    /// holds the lock.
    ///
    /// - Returns: the log's file, whose lock ends with the transaction.
    func lockLog() throws -> DiskFile {
        while true {
            if let refusal = open.health.refusal { throw refusal }
            let log = open.log.file
            try lock.wait(for: log)
            do {
                if open.isCurrent,
                    try open.catchUp(acknowledged: { max(durability.durable, lock.mark?.sequence ?? 0) })
                {
                    if let refusal = open.health.refusal { throw refusal }
                    return log
                }
                try load()
            } catch {
                log.unlock()
                throw error
            }
            log.unlock()
        }
    }

    /// Writes the line of a transaction. The caller holds the lock.
    ///
    /// - Returns: a function that waits until the line is on disk, or nil if there is nothing
    ///   to write.
    func commit(_ changedRows: [FileRow]) throws -> (() throws -> Void)? {
        guard !changedRows.isEmpty else { return nil }
        let log = open.log
        let durability = durability
        let tables = open.tables
        let sequence = log.sequence + 1
        let line = TransactionLine(changedRows, sequence: sequence, synced: durability.durable)
        guard line.count <= StoreFiles.maxLineLength else {
            throw Failure(
                .transactionTooLarge, "This change would need \(line.count) bytes; the limit is 17 MiB.",
                advice: "Split it into several.", kind: .badData)
        }
        do {
            try open.write(
                line, space: writeCount < compactionPolicy.writesBeforeReserving ? 0 : compactionPolicy.reservedSize)
        } catch {
            try rollBackWrite()
            throw error
        }
        line.recordCommit(changedRows, in: tables, of: log)
        durability.recordAppend(DurabilityMark(log, of: open.generation))
        let file = log.file
        writeCount += 1
        return { try durability.waitUntilDurable(sequence, of: file) }
    }

    /// A record of 16 MiB, and one MiB for its names and keys.
    private static let maxLineLength = 17 << 20

    /// Removes an incomplete line, or makes the handle unusable if that fails.
    private func rollBackWrite() throws {
        do {
            try open.trim()
        } catch {
            throw durability.poison("\(error)")
        }
    }

    // MARK: - Closing

    /// Removes the space reserved for later lines.
    func trimWhenDue() {
        guard writeCount > compactionPolicy.writesBeforeReserving, (try? durability.check()) != nil else { return }
        // Remaining space does no harm.
        try? locked { try open.trim() }
    }

    /// Writes an index file if the next opening would otherwise read much. A background job writes
    /// a long one.
    func indexWhenDue() {
        guard lock.isWritable, open.health.refusal == nil, compactionPolicy.isWorthIndexing(open) else { return }
        guard open.log.end - open.indexedEnd <= compactionPolicy.maxLogSizeAtClose || !requestUpkeep() else { return }
        // A failure here only slows the next opening.
        if let isDone = try? IndexFile.writeUnindexedRows(open.tables, of: open.log, in: directory), isDone {
            open.recordFullIndex()
        }
    }

    /// Asks a background job for upkeep, once.
    ///
    /// - Returns: false if there is none.
    func requestUpkeep() -> Bool {
        if !hasRequestedUpkeep { hasRequestedUpkeep = caller.requestUpkeep?() ?? false }
        return hasRequestedUpkeep
    }
}
