import Kernel

/// How a file store rewrites its log.
extension StoreFiles {
    /// Rewrites a log that has grown too long for what it holds; a writer that goes on waits for that only when it is twice overdue.
    func compactWhenDue(isLast: Bool) {
        guard written > 0, !hasFailed, isOverdue(by: isLast ? 1 : 2), !isLast || !isLeftToOthers else { return }
        compactUnasked()
    }

    /// Has somebody else rewrite a log that would take long, and does it where nobody will.
    func handOverWhenDue() {
        guard written > 0, !hasFailed, isOverdue(), isLeftToOthers else { return }
        // Somebody may have done it meanwhile.
        guard (try? refresh()) != nil, isOverdue(), !askForUpkeep() else { return }
        compactUnasked()
    }

    private func compactUnasked() {
        do {
            try compact()
        } catch {
            // What was written is safe in the old log; the next handle tries again.
            hasFailed = true
        }
    }

    /// Whether the log is to be rewritten, or so many times as urgently. With tombstones it becomes urgent overnight, so where somebody else
    /// rewrites it, they do not count for that.
    func isOverdue(by factor: Int = 1) -> Bool {
        let expired = factor == 1 || caller.upkeep == nil ? expiry().weight(in: open.tables.tombstones) : 0
        return economy.isOverdue(open, expired: expired, by: factor)
    }

    /// Whether rewriting the log takes so long that whoever closes the store need not wait for it, as long as somebody seems to do it.
    private var isLeftToOthers: Bool {
        caller.upkeep != nil && open.log.end > economy.greatestLogAtClosing && !isOverdue(by: 2)
    }

    /// Rewrites the log with what is current and nothing else. Others write meanwhile.
    ///
    /// - Returns: whether it was done; false when another process is at it or has done it.
    /// - Throws: why nothing may be written; `storeDamaged`, `diskFull`, `diskTrouble`.
    @discardableResult
    func compact(
        keepsBackup: Bool = false, form: ((StoredRecord) throws -> StoredRecord?)? = nil
    ) throws -> Bool {
        guard try exchange(form: form) else { return false }
        // Others go on in the new generation while the old one goes.
        if keepsBackup { try keepBackup(of: open.generation - 1) }
        try removeOlder()
        return true
    }

    private func exchange(form: ((StoredRecord) throws -> StoredRecord?)?) throws -> Bool {
        try refresh()
        if let refusal = open.health.refusal { throw refusal }
        let compaction = try Compaction(of: open, in: directory, expiry: expiry(), telling: caller.rewrites, form: form)
        guard let compaction else { return false }
        defer { compaction.letGo() }
        // What fails here costs the next who opens the store some time.
        if economy.isWorthIndexing(compaction.size) { try? compaction.index() }
        return try locked {
            guard compaction.isOf(open) else { return false }
            try compaction.finish()
            try reload()
            return true
        }
    }

    /// Rewrites a damaged log with what can be read; the damaged one is kept.
    ///
    /// - Returns: what was done, and what could not be kept; nothing when nothing is damaged.
    /// - Throws: `readOnlyStore`, `newerStore`, `diskFull`, `diskTrouble`; `storeDamaged` when there is nothing to repair it from.
    func repair() throws -> [String] {
        guard lock.isWritable else { return try locked { [] } }
        return try lock.locked {
            // What an index file speaks for has not been verified.
            try IndexFile.remove(of: open.generation, in: directory)
            let reached = max(lock.witness?.sequence ?? 0, durability.secured?.sequence ?? 0)
            try load()
            try lock.wait(for: open.log.file)
            let held = open.log.file
            defer { held.unlock() }
            guard let refusal = open.health.refusal else { return [] }
            guard refusal.code == .storeDamaged else { throw refusal }
            let lost = open.health.findings.filter { $0.severity == .damage }.map(\.message)
            let copy = try Quarantine(in: directory).keep(
                open.log.file, of: open.generation, from: 0, to: open.log.file.size())
            guard let compaction = try Compaction(of: open, in: directory, lost: reached, telling: caller.rewrites) else {
                return ["Another program is rewriting the store."]
            }
            defer { compaction.letGo() }
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

    /// Which tombstones leave when the log is rewritten now.
    func expiry() -> Expiry {
        Expiry(
            after: open, at: now().milliseconds, reached: latest, age: economy.tombstoneAge, leap: economy.greatestLeap, peers)
    }

    /// Opens the generation that this handle has just put in place. With the lock held.
    func reload() throws {
        try load()
        durability.noteWitness()
    }

    /// Removes what this generation has overtaken: the one before it, and older ones. A log that came under an older name from where somebody
    /// wrote on in it stays until its records are brought in.
    func removeOlder() throws {
        for generation in Generations.withFiles(in: directory) where generation < open.generation {
            let name = LogHeader.fileName(of: generation)
            let long = DiskFile.long([name] + IndexFile.names(of: generation, in: directory), in: directory)
            try IndexFile.remove(of: generation, in: directory)
            let isBefore = generation == open.generation - 1
            if try isBefore || !OtherBranch.isBranch(generation, in: directory, beside: open, of: device) {
                try directory.remove(name)
                for file in long { file.dwindle() }
            }
        }
    }
}
