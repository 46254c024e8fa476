import DiskKit
import Kernel

/// The rewriting of a file store's log.
extension StoreFiles {
    /// Rewrites a log that has grown too long. A continuing writer does so only at twice the limit.
    func compactWhenDue(isLast: Bool) {
        guard writeCount > 0, !hasFailed, isOverdue(by: isLast ? 1 : 2), !isLast || !isDeferred else { return }
        compactIgnoringFailure()
    }

    /// Asks a background job to rewrite a long log, and rewrites it here if there is none.
    func requestUpkeepWhenDue() {
        guard writeCount > 0, !hasFailed, isOverdue(), isDeferred else { return }
        // Another process may have done it meanwhile.
        guard (try? refresh()) != nil, isOverdue(), !requestUpkeep() else { return }
        compactIgnoringFailure()
    }

    private func compactIgnoringFailure() {
        do {
            try compact()
        } catch {
            // The old log still has all writes, and the next handle tries again.
            hasFailed = true
        }
    }

    /// Whether the log exceeds the limit for a rewrite, multiplied by a factor.
    ///
    /// If a background job rewrites it, tombstones do not count, because they can expire overnight.
    func isOverdue(by factor: Int = 1) -> Bool {
        let expired = factor == 1 || caller.requestUpkeep == nil ? expiry().weight(in: open.tables.tombstones) : 0
        return compactionPolicy.isOverdue(open, expired: expired, by: factor)
    }

    /// Whether a rewrite takes so long that a background job should do it after the store is
    /// closed.
    private var isDeferred: Bool {
        caller.requestUpkeep != nil && open.log.end > compactionPolicy.maxLogSizeAtClose && !isOverdue(by: 2)
    }

    /// Rewrites the log with only its current records while other processes write.
    ///
    /// - Returns: whether it was done. False if another process is doing it or has done it.
    /// - Throws: the reason for a write refusal, `storeDamaged`, `diskFull`, `diskTrouble`.
    @discardableResult
    func compact(
        keepsBackup: Bool = false, form: ((StoredRecord) throws -> StoredRecord?)? = nil
    ) throws -> Bool {
        guard try replaceLog(form: form) else { return false }
        // Other processes already use the new generation.
        if keepsBackup { try keepBackup(of: open.generation - 1) }
        try removeOlderGenerations()
        return true
    }

    private func replaceLog(form: ((StoredRecord) throws -> StoredRecord?)?) throws -> Bool {
        try refresh()
        if let refusal = open.health.refusal { throw refusal }
        let compaction = try Compaction(
            of: open, in: directory, expiry: expiry(), progress: caller.onRewriteProgress, form: form)
        guard let compaction else { return false }
        defer { compaction.release() }
        // A failure here only slows the next opening.
        if compactionPolicy.isWorthIndexing(compaction.size) { try? compaction.index() }
        return try locked {
            guard compaction.copies(open) else { return false }
            try compaction.finish()
            try reload()
            return true
        }
    }

    /// Rewrites a damaged log from its readable part and keeps the damaged file.
    ///
    /// - Returns: sentences about the repair and the losses, empty if the log is intact.
    /// - Throws: `readOnlyStore`, `newerStore`, `diskFull`, `diskTrouble`. `storeDamaged` if
    ///   nothing is left to repair from.
    func repair() throws -> [String] {
        guard lock.isWritable else { return try locked { [] } }
        return try lock.locked {
            // The index file may describe unverified lines.
            try IndexFile.remove(of: open.generation, in: directory)
            let lastKnown = max(lock.mark?.sequence ?? 0, durability.lastDurable?.sequence ?? 0)
            try load()
            try lock.wait(for: open.log.file)
            let log = open.log.file
            defer { log.unlock() }
            guard let refusal = open.health.refusal else { return [] }
            guard refusal.code == .storeDamaged else { throw refusal }
            let damageMessages = open.health.findings.filter { $0.severity == .damage }.map(\.message)
            let copy = try Quarantine(in: directory).keep(
                open.log.file, of: open.generation, from: 0, to: open.log.file.size())
            guard
                let compaction = try Compaction(
                    of: open, in: directory, lost: lastKnown, progress: caller.onRewriteProgress)
            else { return ["Another program is rewriting the store."] }
            defer { compaction.release() }
            try compaction.finish()
            try reload()
            try removeOlderGenerations()
            return damageMessages + [
                "The damaged log is kept as \(copy).", "\(open.tables.liveCount) records are safe.",
            ]
        }
    }

    /// Returns the name of the log before a conversion. Only the last one is kept.
    static func backupName(of generation: Int) -> String { "backup-\(generation).jsonl" }

    private func keepBackup(of generation: Int) throws {
        guard try directory.open(LogHeader.fileName(of: generation), flags: O_RDONLY) != nil else { return }
        let olderBackups = directory.names().filter { $0.hasPrefix("backup-") && $0.hasSuffix(".jsonl") }
        try directory.rename(LogHeader.fileName(of: generation), to: StoreFiles.backupName(of: generation))
        for name in olderBackups { try directory.remove(name) }
    }

    /// Returns the expiry rule for a rewrite now.
    func expiry() -> TombstoneExpiry {
        TombstoneExpiry(
            after: open, at: now().milliseconds, reached: latest, age: compactionPolicy.tombstoneAge,
            leap: compactionPolicy.maxClockLead,
            peers)
    }

    /// Opens the generation that this handle has just installed. The caller holds the lock.
    func reload() throws {
        try load()
        durability.recordMark()
    }

    /// Removes older generations.
    ///
    /// A log under an older name stays if another process has continued it, until its records are
    /// merged.
    func removeOlderGenerations() throws {
        for generation in Generations.withFiles(in: directory) where generation < open.generation {
            let name = LogHeader.fileName(of: generation)
            let longFiles = DiskFile.long([name] + IndexFile.names(of: generation, in: directory), in: directory)
            try IndexFile.remove(of: generation, in: directory)
            let isPrevious = generation == open.generation - 1
            if try isPrevious || !DivergedLog.isBranch(generation, in: directory, excluding: open, of: device) {
                try directory.remove(name)
                for file in longFiles { file.truncateGradually() }
            }
        }
    }
}
