import Kernel

/// The open files of a store, and the steps of a commit.
final class StoreFiles {
    let device: String
    /// The latest time that is known to have been given to a stamp of this store, here or in what was lost.
    private(set) var latest = HybridTime.zero
    private(set) var open: OpenLog
    private(set) var durability: Durability
    let directory: StoreDirectory
    let lock: StoreLock
    let economy: FileStore.Economy
    let caller: StoreCaller
    private let opening: StoreOpening
    private let reach: ReachNote?
    let peers: Peers
    let now: @Sendable () -> Instant
    /// How many transactions this handle has written.
    private(set) var written = 0
    /// Whether a compaction that this handle tried unasked has failed.
    var hasFailed = false
    /// Whether somebody was asked for upkeep, and said that he would.
    private var hasAsked = false

    /// Opens a store's files, and makes them when there are none.
    ///
    /// - Parameter notes: a directory elsewhere, in which it is noted how far the store has got.
    init(
        directory: StoreDirectory, economy: FileStore.Economy, random: RandomSource, notes: String?, peers: Peers,
        caller: StoreCaller, mayMake: Bool = true, now: @escaping @Sendable () -> Instant
    ) throws {
        (self.directory, self.economy, self.caller, self.peers, self.now) = (directory, economy, caller, peers, now)
        let lock = try StoreLock(in: directory, patience: economy.patience, caller: caller)
        let opening = StoreOpening(directory: directory, lock: lock, notes: notes)
        (self.lock, self.opening) = (lock, opening)
        let found = try StoreFiles.intact(opening) ?? lock.locked { try StoreFiles.made(opening, random, mayMake: mayMake) }
        ((open, durability), device) = (found.files, found.device)
        reach = opening.note(of: open)
        latest = max(open.log.latest, reach?.read()?.latest ?? .zero)
        if lock.isWritable { Drafts.sweep(in: directory, after: open.generation) }
    }

    /// A store to which nothing need be done; nil where something must be made or mended, under the lock.
    private static func intact(_ opening: StoreOpening) throws -> (files: StoreOpening.Files, device: String)? {
        guard let files = opening.glance(), let device = try DeviceRegister.known(in: opening.directory, opening.lock) else {
            return nil
        }
        let reached = opening.note(of: files.open)?.read()
        return opening.isRestored(files.open, reached) ? nil : (files, device)
    }

    private static func made(
        _ opening: StoreOpening, _ random: RandomSource, mayMake: Bool
    ) throws -> (files: StoreOpening.Files, device: String) {
        let (directory, lock) = (opening.directory, opening.lock)
        var random = random
        if lock.isWritable, mayMake { try NewStore.make(in: directory, lock, random: &random) }
        var files = try opening.load()
        let reached = opening.note(of: files.open)?.read()
        let isRestored = opening.isRestored(files.open, reached)
        // Two who each hold what they take for the lock must not write the register at once.
        let log = files.open.log.file
        if lock.isWritable { try lock.wait(for: log) }
        defer { if lock.isWritable { log.unlock() } }
        let device = try DeviceRegister.own(in: directory, lock, isRestored: isRestored) { NewStore.name(&random) }
        if isRestored, let reached, let compaction = try Compaction(of: files.open, in: directory, reached: reached.sequence) {
            defer { compaction.letGo() }
            let last = files.open.log.sequence
            try compaction.finish()
            files = try opening.load()
            files.durability.noteWitness()
            files.open.noteRestoration(to: last, of: reached.sequence)
        }
        return (files, device)
    }

    /// Notes elsewhere how far the store has got, as far as that is known to be on the medium.
    func noteReach() {
        guard written > 0, open.health.refusal == nil, durability.durable == open.log.sequence else { return }
        reach?.write(LengthWitness(open.log, of: open.generation))
    }

    /// Takes what others have committed.
    func refresh() throws {
        if open.isCurrent, try open.glance() { return }
        try reopen()
    }

    /// Reads all of the log, and forgets an index file that did not hold what it should.
    func readAnew() throws {
        // What cannot be removed is passed over.
        if lock.isWritable { try? IndexFile.remove(of: open.generation, in: directory) }
        try reopen(usesIndex: false)
    }

    /// Reads what there is now in place of what was open.
    private func reopen(usesIndex: Bool = true) throws {
        let known = durability.secured
        if let files = opening.glance(known: known, usesIndex: usesIndex) { return (open, durability) = files }
        try lock.locked { try load(usesIndex: usesIndex) }
    }

    /// The same with the lock held. When what was written here is not in it, the log that has it is kept.
    func load(usesIndex: Bool = true) throws {
        let files = try opening.load(known: durability.secured, usesIndex: usesIndex)
        if files.open.health.isDamaged, !open.health.isDamaged, lock.isWritable,
            !directory.holds(open.log.file, as: LogHeader.fileName(of: open.generation)),
            try open.log.isUnbroken(in: open.log.file.size())
        {
            // It has no name any more, and would be gone with this handle.
            try Quarantine(in: directory).keep(open.log.file, as: OtherBranch.fileName(of: open.generation), to: open.log.end)
        }
        (open, durability) = files
    }

    /// Runs a body with the lock held and everything known that was committed before.
    func locked<Value>(_ body: () throws -> Value) throws -> Value {
        if let refusal = open.health.refusal { throw refusal }
        guard lock.isWritable else { throw Failure(.readOnlyStore, "\(directory.path) can only be read.", kind: .cannotCreate) }
        if !open.isLatest {
            // Before the lock is taken: reading a new generation takes its time.
            try refresh()
        }
        return try lock.locked {
            let log = try takeLog()
            defer { log.unlock() }
            return try body()
        }
    }

    /// Takes in what others have written, and holds the log itself: should somebody have put another file in the place of `lock`, two could
    /// each hold what they take for it. With the lock held.
    ///
    /// - Returns: the log's file; its lock ends with the transaction.
    func takeLog() throws -> DiskFile {
        while true {
            if let refusal = open.health.refusal { throw refusal }
            let log = open.log.file
            try lock.wait(for: log)
            do {
                if open.isCurrent, try open.catchUp(acknowledged: { max(durability.durable, lock.witness?.sequence ?? 0) }) {
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

    /// Writes a transaction's line. With the lock held.
    ///
    /// - Returns: what waits until the line is on the medium; nil when there is nothing to write.
    func commit(_ changed: [FileRow]) throws -> (() throws -> Void)? {
        guard !changed.isEmpty else { return nil }
        let (log, durability, tables) = (open.log, durability, open.tables)
        let sequence = log.sequence + 1
        let line = TransactionLine(changed, sequence: sequence, synced: durability.durable)
        guard line.count <= StoreFiles.greatestLine else {
            throw Failure(
                .transactionTooLarge, "This change would need \(line.count) bytes; the limit is 17 MiB.",
                advice: "Split it into several.", kind: .badData)
        }
        do {
            try open.write(line, space: written < economy.writesBeforeSpace ? 0 : economy.space)
        } catch {
            try takeBack()
            throw error
        }
        line.settle(changed, in: tables, of: log)
        durability.appended(LengthWitness(log, of: open.generation))
        let file = log.file
        written += 1
        return { try durability.reach(sequence, of: file) }
    }

    /// A record of 16 MiB, and a mebibyte for its names and keys.
    private static let greatestLine = 17 << 20

    private func takeBack() throws {
        do {
            try open.trim()
        } catch {
            throw durability.poison("\(error)")
        }
    }

    // MARK: - At the end

    /// Takes away the space that was prepared for more lines.
    func trimWhenDue() {
        guard written > economy.writesBeforeSpace, (try? durability.check()) != nil else { return }
        // Space that stays takes room and nothing else.
        try? locked { try open.trim() }
    }

    /// Writes an index file when the next opening would have to read much without it; one that takes long, somebody else, where somebody will.
    func indexWhenDue() {
        guard lock.isWritable, open.health.refusal == nil, economy.isWorthIndexing(open) else { return }
        guard open.log.end - open.indexedEnd <= economy.greatestLogAtClosing || !askForUpkeep() else { return }
        // What fails here costs the next opening some time.
        if let isDone = try? IndexFile.settle(open.tables, of: open.log, in: directory), isDone { open.noteIndex() }
    }

    /// Asks somebody who has time to see to the store, once.
    ///
    /// - Returns: false where nobody will.
    func askForUpkeep() -> Bool {
        if !hasAsked { hasAsked = caller.upkeep?() ?? false }
        return hasAsked
    }
}
