import Kernel

/// How a file store finishes what transactions leave to be done in files.
extension StoreFiles {
    /// The record of what is to be done; nil when nothing is.
    private func due() throws -> StoredRecord? {
        guard open.health.refusal == nil, let row = try open.tables.row(at: Aftermath.address), row.isLive else { return nil }
        return try row.record()
    }

    /// What a person should know of what is due.
    func unfinished() throws -> [StoreReport.Finding] {
        try due() == nil
            ? []
            : [
                .init(
                    .notice,
                    "Something was deleted for good, but its bytes could not be removed from the files of \(directory.path) yet."
                )
            ]
    }

    /// What a transaction that forgets something puts into its own line: what was due before it, and what is due with it.
    func aftermath(of forgotten: Forgotten, in transaction: any EngineTransaction) throws -> StoredRecord {
        let old = try transaction.record(at: Aftermath.address)
        var aftermath = try old.map(Aftermath.init) ?? Aftermath()
        aftermath.add(forgotten)
        return try aftermath.record(over: old, time: transaction.time, device: device)
    }

    /// Does what is due: lets files go and come, rewrites the log so that nothing older than the present stands in it, removes every copy of
    /// an older one, and notes that it is done. Other processes may be at the same.
    ///
    /// - Throws: `storeDamaged`, `diskFull`, `diskTrouble`, `readOnlyStore`; the next handle begins anew then.
    func finish(_ surroundings: Surroundings, clock: HybridClock) throws {
        try refresh()
        while let record = try due() {
            let root = BesideFolder(directory)
            try locked { if try due()?.stamp == record.stamp { try Aftermath(record).settle(in: root, surroundings) } }
            let aftermath = try Aftermath(record)
            try removeCopies(root, aftermath)
            if aftermath.clean == open.generation {
                try removeBranches()
                try removeOlder()
            } else {
                try rewrite()
            }
            // A process that was killed while it rewrote left a log where this one was to stand: it was kept aside, and is a copy like the others.
            try removeCopies(root, aftermath)
            let secure = try locked { () -> (() throws -> Void)? in
                // Somebody else has finished it, or has begun something more.
                guard let still = try due(), still.stamp == record.stamp else { return nil }
                clock.receive(open.log.latest)
                return try commit(Aftermath.done(still, time: clock.tick(), device: device))
            }
            try secure?()
            try refresh()
        }
    }

    /// Whoever rewrites the log at this moment may have begun before the last transaction: then it is done once more behind them.
    private func rewrite() throws { try lock.waitForRewriting { try compact() ? () : nil } }

    /// Logs that were kept aside, bytes that could not be read, and what killed processes were writing.
    private func removeCopies(_ root: BesideFolder, _ aftermath: Aftermath) throws {
        for name in root.names {
            let isCopy = name.hasPrefix("backup-") || name.hasPrefix("aside-")
            let isDraft = (name.hasPrefix("log-") || name.hasPrefix("index-")) && name.hasSuffix(".new")
            if isCopy || isDraft && name != "\(LogHeader.fileName(of: open.generation + 1)).new" { try root.remove(name) }
        }
        try root.folder("quarantine")?.removeAll()
        try root.dissolve("quarantine")
        try removeRecovered(in: root, keepingDoubtful: aftermath.isWhole != true)
    }

    private func commit(_ record: StoredRecord) throws -> (() throws -> Void)? {
        let (row, tables) = (FileRow(record), open.tables)
        let old = try tables.replace(record.address, with: row)
        do { return try commit([row]) } catch {
            try tables.replace(record.address, with: old)
            throw error
        }
    }
}
