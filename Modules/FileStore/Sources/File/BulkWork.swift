import DiskKit
import EngineKit
import Kernel

/// The bulk work of a file store.
extension StoreFiles {
    /// Writes and installs the next generation together with its transaction.
    ///
    /// - Returns: the result of the transaction, and whether work on files is pending.
    func performBulkReplacement<Value>(
        _ replacement: BulkReplacement, clock: HybridClock, _ closing: (any EngineTransaction) throws -> Value
    ) throws -> (Value, Bool) {
        while true {
            guard let result = try attempt(replacement, clock, closing) else { continue }
            // Other processes already use the new generation, and the work is done. A later cleanup
            // or generation removes the rest.
            if replacement.isWhole { try? removeBranches() }
            try? removeOlderGenerations()
            return result
        }
    }

    /// Returns nil if another generation was installed meanwhile.
    private func attempt<Value>(
        _ replacement: BulkReplacement, _ clock: HybridClock, _ closing: (any EngineTransaction) throws -> Value
    ) throws -> (Value, Bool)? {
        var total = 0
        let draft = try lock.retryDuringRewrite {
            try refresh()
            if let refusal = open.health.refusal { throw refusal }
            clock.receive(open.log.latest)
            total = replacement.isWhole ? 0 : open.tables.liveCount
            let replacement = replacement.reportingProgress(caller.onRewriteProgress, of: total)
            return try BulkReplacementWriter(
                replacement, of: open, in: directory, expiry: expiry(), time: clock.tick(), device: device)
        }
        defer { draft.release() }
        // The report also follows a failure.
        defer { caller.onRewriteProgress(total, total) }
        try draft.fill(isWorthIndexing: compactionPolicy.isWorthIndexing)
        guard !open.tables.isStale else { throw StaleIndex() }
        return try locked { try install(draft, replacement, clock, closing) }
    }

    private func install<Value>(
        _ draft: BulkReplacementWriter, _ replacement: BulkReplacement, _ clock: HybridClock,
        _ closing: (any EngineTransaction) throws -> Value
    ) throws -> (Value, Bool)? {
        guard draft.replaces(open) else { return nil }
        let tables = open.tables
        clock.receive(open.log.latest)
        let transaction = FileTransaction(tables: tables, of: open.log, clock: clock, device: device, isWriting: true)
        var result: (value: Value, forgets: Bool, last: [StoredRecord])
        do {
            let value = try closing(transaction)
            if replacement.isWhole {
                var cleanup = PendingCleanup(replacement)
                cleanup.clean = open.generation + 1
                let oldRecord = try transaction.record(at: PendingCleanup.address)
                try transaction.put(cleanup.record(over: oldRecord, time: transaction.time, device: device)) {
                    $0.entries
                }
            } else if let purgedFiles = transaction.purgedFiles {
                try transaction.put(pendingCleanup(of: purgedFiles, in: transaction)) { $0.entries }
            }
            let last = try transaction.changedRows().map { try $0.record() }
            result = (value, replacement.isWhole || transaction.purgedFiles != nil, last)
        } catch {
            try transaction.rollBack()
            throw error
        }
        let time = transaction.time
        try transaction.rollBack()
        guard !tables.isStale else { throw StaleIndex() }
        try draft.finish(result.last, at: time)
        try reload()
        return (result.value, result.forgets)
    }
}

extension BulkReplacement {
    /// Returns the same work with progress reports on the copied and deleted records, until the
    /// first new record arrives.
    fileprivate func reportingProgress(_ report: @escaping (_ doneCount: Int, _ total: Int) -> Void, of total: Int)
        -> BulkReplacement
    {
        var workWithReports = self
        var doneCount = 0
        var hasArrivals = false
        func step() {
            doneCount += 1
            // About a hundred reports, so that the first already shows progress.
            if !hasArrivals, doneCount < total, doneCount % max(1, total / 100) == 0 { report(doneCount, total) }
        }
        workWithReports.shouldDelete = { [shouldDelete, didDelete] address, stamp in
            let isDeleted = try shouldDelete(address, stamp)
            if !isDeleted || didDelete == nil { step() }
            return isDeleted
        }
        workWithReports.didDelete = didDelete.map { didDelete in
            { record, tombstone, arrivals in
                try didDelete(record, tombstone, arrivals)
                step()
            }
        }
        workWithReports.addRecords = { [addRecords] arrivals in
            hasArrivals = true
            report(total, total)
            try addRecords(arrivals)
        }
        return workWithReports
    }
}
