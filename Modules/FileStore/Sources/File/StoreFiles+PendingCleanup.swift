import DiskKit
import EngineKit
import Kernel

/// The completion of pending file work in a file store.
extension StoreFiles {
    /// Returns the record of the pending work, if any.
    private func pendingRecord() throws -> StoredRecord? {
        guard open.health.refusal == nil, let row = try open.tables.row(at: PendingCleanup.address), row.isLive else {
            return nil
        }
        return try row.record()
    }

    /// Returns the findings about pending work.
    func pendingCleanupFindings() throws -> [StoreReport.Finding] {
        try pendingRecord() == nil
            ? []
            : [
                .init(
                    .notice,
                    "Something was deleted for good, but its bytes could not be removed from the files of \(directory.path) yet."
                )
            ]
    }

    /// Returns the record of pending work that a purging transaction adds to its own line,
    /// including earlier pending work.
    func pendingCleanup(of purgedFiles: PurgedFiles, in transaction: any EngineTransaction) throws -> StoredRecord {
        let oldRecord = try transaction.record(at: PendingCleanup.address)
        var pendingCleanup = try oldRecord.map(PendingCleanup.init) ?? PendingCleanup()
        pendingCleanup.add(purgedFiles)
        return try pendingCleanup.record(over: oldRecord, time: transaction.time, device: device)
    }

    /// Performs the pending work: moves and removes files, rewrites the log, removes all copies of
    /// older data and records completion.
    ///
    /// Other processes may do the same concurrently.
    ///
    /// - Throws: `storeDamaged`, `diskFull`, `diskTrouble`, `readOnlyStore`. The next handle then
    ///   starts over.
    func finishPendingCleanup(_ surroundings: SidecarFolders, clock: HybridClock) throws {
        try refresh()
        while let record = try pendingRecord() {
            let root = SidecarFolder(directory)
            try locked {
                if try pendingRecord()?.stamp == record.stamp {
                    try PendingCleanup(record).perform(in: root, surroundings)
                }
            }
            let pendingCleanup = try PendingCleanup(record)
            try removeCopies(root, pendingCleanup)
            if pendingCleanup.clean == open.generation {
                try removeBranches()
                try removeOlderGenerations()
            } else {
                try rewrite()
            }
            // A process killed during a rewrite may have left a log that was then set aside. It is
            // a copy like the others.
            try removeCopies(root, pendingCleanup)
            let waitUntilDurable = try locked { () -> (() throws -> Void)? in
                // Another process has finished the work or has added to it.
                guard let current = try pendingRecord(), current.stamp == record.stamp else { return nil }
                clock.receive(open.log.latest)
                return try commit(PendingCleanup.done(current, time: clock.tick(), device: device))
            }
            try waitUntilDurable?()
            try refresh()
        }
    }

    /// Compacts the log after a running compaction ends, which may have begun before the last
    /// transaction.
    private func rewrite() throws { try lock.retryDuringRewrite { try compact() ? () : nil } }

    /// Removes logs that were set aside, unreadable bytes and the drafts of killed processes.
    private func removeCopies(_ root: SidecarFolder, _ pendingCleanup: PendingCleanup) throws {
        for name in root.names {
            let isCopy = name.hasPrefix("backup-") || name.hasPrefix("aside-")
            let isDraft = (name.hasPrefix("log-") || name.hasPrefix("index-")) && name.hasSuffix(".new")
            if isCopy || isDraft && name != "\(LogHeader.fileName(of: open.generation + 1)).new" {
                try root.remove(name)
            }
        }
        try root.folder("quarantine")?.removeAll()
        try root.removeEmptyFolder("quarantine")
        try removeRecovered(in: root, keepingDoubtful: pendingCleanup.isWhole != true)
    }

    private func commit(_ record: StoredRecord) throws -> (() throws -> Void)? {
        let row = FileRow(record)
        let tables = open.tables
        let oldRow = try tables.replace(record.address, with: row)
        do { return try commit([row]) } catch {
            try tables.replace(record.address, with: oldRow)
            throw error
        }
    }
}
