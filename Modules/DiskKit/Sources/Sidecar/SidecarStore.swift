import Kernel

/// A store that adds the app's folders to an engine without files in the app's directory.
///
/// When records are purged, it deletes their files, drafts and caches. After a restore, it moves
/// the restored files in.
///
/// Pending work on files is a record of the same transaction (`PendingCleanup`). The next process
/// finishes it after a crash. A file store does this itself.
package final class SidecarStore: Store, StoreEngine {
    private let store: any Store
    private var base: any StoreEngine { store.engine }
    private let path: String
    private let sidecarFolders: SidecarFolders

    package var engine: any StoreEngine { self }
    package let partition = Partition.common

    /// Creates the store over an engine's store.
    ///
    /// - Parameters:
    ///   - path: the directory of the app, created for the first pending work.
    ///   - isDryRun: whether files must stay unchanged.
    package init(over base: any Store, at path: String, _ sidecarFolders: SidecarFolders, isDryRun: Bool) {
        store = base
        self.path = path
        self.sidecarFolders = sidecarFolders
        guard !isDryRun, FileManager.default.fileExists(atPath: path) else { return }
        // `inspect` reports a failure here and the next handle tries again. Staged files are
        // removed only when no restore waits for them.
        guard (try? performPendingCleanup()) != nil, let directory = try? directory() else { return }
        try? StagingArea.sweep(directory)
    }

    private func directory() throws -> StoreDirectory {
        try StoreDirectory(path: path, access: .owner, system: SystemCalls())
    }

    package func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try base.read(body) }

    package func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try performingCleanup { needsCleanup in
            try base.write { below in
                let transaction = PurgeRecordingTransaction(over: below)
                let value = try body(transaction)
                needsCleanup = transaction.purgedFiles != nil
                if let purgedFiles = transaction.purgedFiles {
                    try addCleanup(in: below) { $0.add(purgedFiles) }
                }
                return value
            }
        }
    }

    package func replaceInBulk<Value>(_ replacement: BulkReplacement, closing: (any EngineTransaction) throws -> Value)
        throws
        -> Value
    {
        try performingCleanup { needsCleanup in
            try base.replaceInBulk(replacement) { below in
                let transaction = PurgeRecordingTransaction(over: below)
                let value = try closing(transaction)
                let purgedFiles = transaction.purgedFiles
                needsCleanup = replacement.isWhole || purgedFiles != nil
                if needsCleanup {
                    try addCleanup(in: below) { cleanup in
                        if replacement.isWhole { cleanup = PendingCleanup(replacement) }
                        cleanup.add(purgedFiles ?? PurgedFiles())
                    }
                }
                return value
            }
        }
    }

    /// Adds pending work to the record of the existing pending work.
    private func addCleanup(in transaction: any EngineTransaction, _ change: (inout PendingCleanup) -> Void) throws {
        let oldRecord = try transaction.record(at: PendingCleanup.address)
        var cleanup = try oldRecord.map(PendingCleanup.init) ?? PendingCleanup()
        change(&cleanup)
        try transaction.put(cleanup.record(over: oldRecord, time: transaction.time, device: transaction.device)) {
            $0.entries
        }
    }

    /// Runs a transaction and then the pending work, even if the engine failed to release its own
    /// bytes.
    private func performingCleanup<Value>(_ transaction: (_ needsCleanup: inout Bool) throws -> Value) throws -> Value {
        var needsCleanup = false
        let outcome = Result { try transaction(&needsCleanup) }
        if case .failure(let error) = outcome, (error as? Failure)?.code != .erasureUnfinished { throw error }
        if needsCleanup {
            do { try performPendingCleanup() } catch {
                let reason = (error as? Failure)?.message ?? "\(error)"
                throw Failure(
                    .erasureUnfinished, "It is done, but the old data is still in the files of \(path). \(reason)",
                    advice:
                        "When that is corrected, the next command removes it; `doctor` tells you when nothing is left.",
                    kind: .temporary)
            }
        }
        return try outcome.get()
    }

    /// Performs pending work inside a store transaction, so that one process at a time changes the
    /// files.
    ///
    /// The work is idempotent.
    private func performPendingCleanup() throws {
        while let record = try pendingRecord() {
            let directory = try directory()
            try base.write { transaction in
                guard let current = try transaction.record(at: PendingCleanup.address), current.stamp == record.stamp
                else {
                    return
                }
                try PendingCleanup(current).perform(in: SidecarFolder(directory), sidecarFolders)
                let completedRecord = PendingCleanup.done(current, time: transaction.time, device: transaction.device)
                try transaction.put(completedRecord) { $0.entries }
            }
        }
    }

    /// Returns the record of pending work, if there is any.
    private func pendingRecord() throws -> StoredRecord? {
        let record = try base.read { try $0.record(at: PendingCleanup.address) }
        return record?.isLive == true ? record : nil
    }

    // MARK: - Reports

    package func inspect() throws -> StoreReport {
        let report = try base.inspect()
        guard try pendingRecord() != nil else { return report }
        let finding = StoreReport.Finding(
            .notice, "Something was deleted for good, but its files could not be removed from \(path) yet.")
        return StoreReport(
            location: report.location, records: report.records, bytes: report.bytes, sequence: report.sequence,
            findings: report.findings + [finding])
    }

    /// Returns the usage of the engine and of the folders.
    package func space() throws -> [StoreSpace] {
        let folders = (try? StoreDirectory(path: path, access: .owner, system: SystemCalls(), createsIfMissing: false))
            .map {
                SidecarFolder($0).spaces
            }
        return try base.space() + (folders ?? [])
    }

    package func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try base.changes(since: sequence, limit: limit)
    }
    package func lastPrunedSequence() throws -> Int { try base.lastPrunedSequence() }
    package func maintain(_ work: Maintenance) throws -> [String] { try base.maintain(work) }
    package func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] { try base.rewrite(form) }
    package func close() throws { try store.close() }
}

extension SidecarFolder {
    fileprivate var spaces: [StoreSpace] {
        names.compactMap { name in
            guard folder(name) != nil, let extent = extent(of: name) else { return nil }
            return StoreSpace(
                .folder, name, count: extent.files, bytes: extent.bytes,
                since: extent.oldest.map { Instant(milliseconds: $0) })
        }
    }
}
