import Kernel

/// The open files of a store, and the steps of a commit.
final class StoreFiles {
    let device: String
    /// The latest time that is known to have been given to a stamp of this store, here or in what was lost.
    private(set) var latest = HybridTime.zero
    private(set) var open: OpenLog
    private(set) var durability: Durability
    let directory: StoreDirectory
    private let lockFile: DiskFile?
    private let isWritable: Bool
    private let economy: FileStore.Economy
    private let reach: ReachNote?
    /// How many transactions this handle has written.
    private var written = 0
    /// Whether a compaction that this handle tried unasked has failed.
    private var hasFailed = false

    /// Opens a store's files, and makes them when there are none.
    ///
    /// - Parameter notes: a directory elsewhere, in which it is noted how far the store has got.
    init(
        directory: StoreDirectory, economy: FileStore.Economy, random: RandomSource, notes: String?, mayMake: Bool = true
    ) throws {
        (self.directory, self.economy) = (directory, economy)
        let (lockFile, isWritable) = try StoreFiles.openLock(in: directory)
        (self.lockFile, self.isWritable) = (lockFile, isWritable)
        try lockFile?.lock()
        defer { lockFile?.unlock() }
        var random = random
        if isWritable, mayMake { try NewStore.make(in: directory, LengthWitness(in: lockFile), random: &random) }
        var (open, durability) = try StoreFiles.load(directory, lockFile, isWritable)
        reach = notes.flatMap { notes in open.log.header.map { ReachNote(in: notes, store: $0.store, of: directory) } }
        let reached = reach?.read()
        let isRestored = isWritable && open.health.refusal == nil && reached.map { $0.sequence > open.log.sequence } == true
        device = try DeviceRegister.own(in: directory, lockFile, isWritable: isWritable, isRestored: isRestored) {
            NewStore.name(&random)
        }
        if isRestored, let reached, let compaction = try Compaction(of: open, in: directory, reached: reached.sequence) {
            let last = open.log.sequence
            try compaction.finish()
            (open, durability) = try StoreFiles.load(directory, lockFile, isWritable)
            durability.noteWitness()
            open.noteRestoration(to: last, of: reached.sequence)
        }
        (self.open, self.durability) = (open, durability)
        latest = max(open.log.latest, reached?.latest ?? .zero)
    }

    /// Notes elsewhere how far the store has got, as far as that is known to be on the medium.
    func noteReach() {
        guard written > 0, open.health.refusal == nil, durability.durable == open.log.sequence else { return }
        reach?.write(sequence: open.log.sequence, latest: open.log.latest)
    }

    /// Takes what others have committed.
    func refresh() throws {
        if try open.isCurrent() { return try open.glance() }
        try lockFile?.lock()
        defer { lockFile?.unlock() }
        (open, durability) = try StoreFiles.load(directory, lockFile, isWritable)
    }

    /// Reads all of the log, and forgets an index file that did not hold what it should.
    func readAnew() throws {
        try lockFile?.lock()
        defer { lockFile?.unlock() }
        // What cannot be removed is passed over.
        if isWritable { try? directory.remove(IndexFile.name(of: open.generation)) }
        (open, durability) = try StoreFiles.load(directory, lockFile, isWritable, usesIndex: false)
    }

    /// Runs a body with the lock held and everything known that was committed before.
    func locked<Value>(_ body: () throws -> Value) throws -> Value {
        if let refusal = open.health.refusal { throw refusal }
        guard let lockFile else { throw Failure(.readOnlyStore, "\(directory.path) can only be read.", kind: .cannotCreate) }
        return try lockFile.locked {
            if try open.isCurrent() {
                try open.catchUp {
                    try max(durability.durable, LengthWitness(in: lockFile)?.sequence ?? 0)
                }
            } else {
                (open, durability) = try StoreFiles.load(directory, lockFile, isWritable)
                if let refusal = open.health.refusal { throw refusal }
            }
            return try body()
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
        guard line.bytes.count <= StoreFiles.greatestLine else {
            throw Failure(
                .transactionTooLarge, "This change would need \(line.bytes.count) bytes; the limit is 17 MiB.",
                advice: "Split it into several.", kind: .badData)
        }
        do {
            try open.write(line.bytes, space: written < economy.writesBeforeSpace ? 0 : economy.space)
        } catch {
            try takeBack()
            throw error
        }
        line.settle(changed, in: tables, of: log)
        durability.appended(LengthWitness(generation: open.generation, sequence: sequence, size: log.end))
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

    // MARK: - Compaction

    /// Rewrites a log that has grown too long for what it holds; a writer that goes on waits for that only when it is twice overdue.
    func compactWhenDue(isLast: Bool) {
        guard written > 0, !hasFailed, economy.isOverdue(open, by: isLast ? 1 : 2) else { return }
        do {
            try compact()
        } catch {
            // What was written is safe in the old log; the next handle tries again.
            hasFailed = true
        }
    }

    /// Takes away the space that was prepared for more lines.
    func trimWhenDue() {
        guard written > economy.writesBeforeSpace, (try? durability.check()) != nil else { return }
        // Space that stays takes room and nothing else.
        try? locked { try open.trim() }
    }

    /// Writes an index file when the next opening would have to read much without it.
    func indexWhenDue() {
        guard isWritable, open.health.refusal == nil, economy.isWorthIndexing(open) else { return }
        // What fails here costs the next opening some time.
        if let isDone = try? IndexFile.write(open.tables, of: open.log, in: directory), isDone { open.noteIndex() }
    }

    /// Rewrites the log with what is current and nothing else. Others write meanwhile.
    ///
    /// - Returns: whether it was done; false when another process is at it or has done it.
    /// - Throws: why nothing may be written; `storeDamaged`, `diskFull`, `diskTrouble`.
    @discardableResult
    func compact(
        keepsBackup: Bool = false, form: (StoredRecord) throws -> StoredRecord? = { _ in nil }
    ) throws -> Bool {
        try refresh()
        if let refusal = open.health.refusal { throw refusal }
        guard let compaction = try Compaction(of: open, in: directory, form: form) else { return false }
        let isDone = try locked {
            guard compaction.isOf(open) else { return false }
            try compaction.finish()
            try reload()
            return true
        }
        guard isDone else { return false }
        if keepsBackup { try keepBackup(of: open.generation - 1) }
        try removeOlder()
        return true
    }

    /// Rewrites a damaged log with what can be read; the damaged one is kept.
    ///
    /// - Returns: what was done, and what could not be kept; nothing when nothing is damaged.
    /// - Throws: `readOnlyStore`, `newerStore`, `diskFull`, `diskTrouble`; `storeDamaged` when there is nothing to repair it from.
    func repair() throws -> [String] {
        guard let lockFile, isWritable else { return try locked { [] } }
        return try lockFile.locked {
            // What an index file speaks for has not been verified.
            try directory.remove(IndexFile.name(of: open.generation))
            let witness = try LengthWitness(in: lockFile)
            (open, durability) = try StoreFiles.load(directory, lockFile, isWritable)
            guard let refusal = open.health.refusal else { return [] }
            guard refusal.code == .storeDamaged else { throw refusal }
            let lost = open.health.findings.filter { $0.severity == .damage }.map(\.message)
            let copy = try Quarantine(in: directory).keep(
                open.log.file, of: open.generation, from: 0, to: open.log.file.size())
            let reached = witness.flatMap { $0.generation == open.generation ? $0.sequence : nil } ?? 0
            guard let compaction = try Compaction(of: open, in: directory, lost: reached) else {
                return ["Another program is rewriting the store."]
            }
            try compaction.finish()
            try reload()
            try removeOlder()
            return lost + ["The damaged log is kept as \(copy).", "\(open.tables.liveCount) records are safe."]
        }
    }

    /// Where a log is that was rewritten in another form; one is kept, the last.
    static func backupName(of generation: Int) -> String { "backup-\(generation).jsonl" }

    private func keepBackup(of generation: Int) throws {
        guard try directory.open(LogHeader.fileName(of: generation), flags: O_RDONLY) != nil else { return }
        let older = directory.names().filter { $0.hasPrefix("backup-") && $0.hasSuffix(".jsonl") }
        try directory.rename(LogHeader.fileName(of: generation), to: StoreFiles.backupName(of: generation))
        for name in older { try directory.remove(name) }
    }

    /// Opens the generation that this handle has just put in place. With the lock held.
    func reload() throws {
        (open, durability) = try StoreFiles.load(directory, lockFile, isWritable)
        durability.noteWitness()
    }

    func removeOlder() throws {
        for generation in Generations.withFiles(in: directory) where generation < open.generation {
            try directory.remove(LogHeader.fileName(of: generation))
            try directory.remove(IndexFile.name(of: generation))
        }
    }

    // MARK: - Opening

    private static func load(
        _ directory: StoreDirectory, _ lockFile: DiskFile?, _ isWritable: Bool, usesIndex: Bool = true
    ) throws -> (OpenLog, Durability) {
        let witness = try LengthWitness(in: lockFile)
        let open: OpenLog
        do {
            open = try OpenLog(in: directory, witness: witness, isWritable: isWritable, usesIndex: usesIndex)
        } catch is StaleIndex {
            open = try OpenLog(in: directory, witness: witness, isWritable: isWritable, usesIndex: false)
        }
        let reached = LengthWitness(generation: open.generation, sequence: open.log.sequence, size: open.log.end)
        let durable = max(open.log.synced, witness?.generation == open.generation ? witness?.sequence ?? 0 : 0)
        return (
            open, Durability(lockFile: lockFile, directory: directory, upTo: reached, durable: min(durable, reached.sequence))
        )
    }

    /// The lock, and whether anything may be written at all.
    private static func openLock(in directory: StoreDirectory) throws -> (DiskFile?, Bool) {
        do {
            return (try directory.open("lock", flags: O_RDWR | O_CREAT), true)
        } catch let failure as Failure where failure.code == .readOnlyStore {
            return (try directory.open("lock", flags: O_RDONLY), false)
        }
    }
}
