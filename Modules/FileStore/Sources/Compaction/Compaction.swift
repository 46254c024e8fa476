import DiskKit
import Kernel

/// A writer of a log's next generation with only the current records and the tombstones that are
/// recent enough.
///
/// Every operation keeps the number of its transaction.
///
/// The writer compares checksums and copies bytes, so that damage never gets a fresh checksum. It
/// takes the store's lock only to copy the lines that arrive meanwhile.
final class Compaction {
    private let oldLog: OpenLog
    private let nextGeneration: NextGeneration
    /// The end of the copied part of the old log.
    private var copiedEnd: Int
    /// The current length of the new file.
    private(set) var size = 0

    /// Whether this compaction copies the given log.
    func copies(_ log: OpenLog) -> Bool { log === oldLog }

    /// Copies the current operations.
    ///
    /// - Parameters:
    ///   - lost: the last known transaction number of a damaged log, whose unreadable lines are
    ///     skipped. Numbers up to it are not reused. Nil for a log that must be whole.
    ///   - reached: the last transaction number assigned elsewhere, which is not reused either.
    ///   - expiry: decides which tombstones are dropped. Nil to keep all.
    ///   - progress: receives the number of copied records and the total.
    ///   - form: returns the new form of a record, or nil to keep it.
    /// - Returns: nil if another process is compacting.
    /// - Throws: `storeDamaged` if a line of the old log is unreadable. `diskFull`, `diskTrouble`.
    init?(
        of oldLog: OpenLog, in directory: StoreDirectory, lost: Int? = nil, reached: Int = 0,
        expiry: TombstoneExpiry? = nil,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
        form: ((StoredRecord) throws -> StoredRecord?)? = nil
    ) throws {
        guard let nextGeneration = try NextGeneration(after: oldLog, in: directory) else { return nil }
        self.oldLog = oldLog
        self.nextGeneration = nextGeneration
        copiedEnd = oldLog.log.end
        let previousSequence = max(oldLog.log.sequence, lost ?? 0, reached)
        var expiry = expiry ?? TombstoneExpiry(after: oldLog)
        // The header counts the following lines and the dropped tombstones, which are known only at
        // the end. Its space stays free until then.
        let start = Compaction.header(of: oldLog, previousSequence, kept: 0, expiry).paddedLine.count
        let total = oldLog.tables.liveCount
        // The report also follows a failure.
        defer { progress(total, total) }
        let (kept, end) = try copy(from: start, isDamaged: lost != nil, &expiry, { progress($0, total) }, form)
        size = end
        try nextGeneration.file.write(
            Compaction.header(of: oldLog, previousSequence, kept: kept, expiry).paddedLine, at: 0)
        try nextGeneration.file.sync()
    }

    /// Writes the index file, and then indexes what other processes have added meanwhile.
    ///
    /// Without it, every process that waits for the exchange would read the log line by line.
    func index() throws {
        let runs = try nextGeneration.read(to: size, isIndexed: true)
        guard let log = runs.latest?.log, try oldLog.catchUpWithoutLock() else { return }
        try copyTail()
        try nextGeneration.file.sync()
        let tables = Tables(over: runs)
        guard try log.read(to: size, into: tables) == nil else { return }
        _ = try IndexFile.writeUnindexedRows(tables, of: log, in: nextGeneration.directory)
    }

    /// Removes an uninstalled generation and releases its lock.
    func release() { nextGeneration.release() }

    /// Installs the new generation.
    ///
    /// The caller holds the store's lock and has read the old log to its end.
    func finish() throws {
        try copyTail()
        try nextGeneration.file.sync()
        try nextGeneration.install()
    }

    /// Appends the lines that other processes have added to the old log since the last copy.
    private func copyTail() throws {
        let tailLength = oldLog.log.end - copiedEnd
        guard tailLength > 0 else { return }
        var text: [UInt8] = []
        try oldLog.log.forEachGoodLine(from: copiedEnd, to: oldLog.log.end) { _, line, _ in
            text.append(contentsOf: line)
            text.append(10)
        }
        try nextGeneration.file.write(text, at: size)
        copiedEnd = oldLog.log.end
        size = size + text.count
    }

    // MARK: - Current records

    static func header(of oldLog: OpenLog, _ before: Int, kept: Int, _ expiry: TombstoneExpiry) -> LogHeader {
        LogHeader(
            store: oldLog.log.header?.store ?? "repaired", generation: oldLog.generation + 1, before: before,
            kept: kept,
            horizon: expiry.horizon, mark: expiry.mark)
    }

    private func copy(
        from start: Int, isDamaged: Bool, _ expiry: inout TombstoneExpiry, _ progress: (Int) -> Void,
        _ form: ((StoredRecord) throws -> StoredRecord?)?
    ) throws -> (kept: Int, end: Int) {
        var writer = CompactedLineWriter(file: nextGeneration.file, at: start)
        // Progress is reported about a hundred times and at the end.
        let total = oldLog.tables.liveCount
        let step = max(1, oldLog.tables.liveCount / 100)
        var doneCount = 0
        try oldLog.forEachCurrent(skippingBad: isDamaged) { operation, line, bytes, offset in
            let number = operation.sequence ?? line.sequence
            if expiry.shouldDrop(operation, go: number) { return }
            if !operation.version.deleted {
                doneCount += 1
                if doneCount < total, doneCount % step == 0 { progress(doneCount) }
            }
            if !operation.version.deleted,
                let convertedRecord = try form?(oldLog.record(of: operation, at: offset, in: bytes))
            {
                try TransactionLine.withOperation(of: convertedRecord) { try writer.add($0, of: number) }
            } else {
                try writer.add(bytes[operation.body], of: number)
            }
        }
        return try writer.finish()
    }
}
