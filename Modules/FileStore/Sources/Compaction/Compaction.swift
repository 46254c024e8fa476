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
    private let old: OpenLog
    private let next: NextGeneration
    /// The end of the copied part of the old log.
    private var copied: Int
    /// The current length of the new file.
    private(set) var size = 0

    /// Whether this compaction copies the given log.
    func copies(_ log: OpenLog) -> Bool { log === old }

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
        of old: OpenLog, in directory: StoreDirectory, lost: Int? = nil, reached: Int = 0,
        expiry: TombstoneExpiry? = nil,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
        form: ((StoredRecord) throws -> StoredRecord?)? = nil
    ) throws {
        guard let next = try NextGeneration(after: old, in: directory) else { return nil }
        self.old = old
        self.next = next
        copied = old.log.end
        let before = max(old.log.sequence, lost ?? 0, reached)
        var expiry = expiry ?? TombstoneExpiry(after: old)
        // The header counts the following lines and the dropped tombstones, which are known only at
        // the end. Its space stays free until then.
        let start = Compaction.header(of: old, before, kept: 0, expiry).paddedLine.count
        let total = old.tables.liveCount
        // The report also follows a failure.
        defer { progress(total, total) }
        let (kept, end) = try copy(from: start, isDamaged: lost != nil, &expiry, { progress($0, total) }, form)
        size = end
        try next.file.write(Compaction.header(of: old, before, kept: kept, expiry).paddedLine, at: 0)
        try next.file.sync()
    }

    /// Writes the index file, and then indexes what other processes have added meanwhile.
    ///
    /// Without it, every process that waits for the exchange would read the log line by line.
    func index() throws {
        let runs = try next.read(to: size, isIndexed: true)
        guard let log = runs.latest?.log, try old.catchUpWithoutLock() else { return }
        try copyTail()
        try next.file.sync()
        let tables = Tables(over: runs)
        guard try log.read(to: size, into: tables) == nil else { return }
        _ = try IndexFile.writeUnindexedRows(tables, of: log, in: next.directory)
    }

    /// Removes an uninstalled generation and releases its lock.
    func release() { next.release() }

    /// Installs the new generation.
    ///
    /// The caller holds the store's lock and has read the old log to its end.
    func finish() throws {
        try copyTail()
        try next.file.sync()
        try next.install()
    }

    private func copyTail() throws {
        let bytes = old.log.end - copied
        guard bytes > 0 else { return }
        var text: [UInt8] = []
        try old.log.forEachGoodLine(from: copied, to: old.log.end) { _, line, _ in
            text.append(contentsOf: line)
            text.append(10)
        }
        try next.file.write(text, at: size)
        copied = old.log.end
        size = size + text.count
    }

    // MARK: - Current records

    static func header(of old: OpenLog, _ before: Int, kept: Int, _ expiry: TombstoneExpiry) -> LogHeader {
        LogHeader(
            store: old.log.header?.store ?? "repaired", generation: old.generation + 1, before: before, kept: kept,
            horizon: expiry.horizon, mark: expiry.mark)
    }

    private func copy(
        from start: Int, isDamaged: Bool, _ expiry: inout TombstoneExpiry, _ progress: (Int) -> Void,
        _ form: ((StoredRecord) throws -> StoredRecord?)?
    ) throws -> (kept: Int, end: Int) {
        var writer = CompactedLineWriter(file: next.file, at: start)
        // Progress is reported about a hundred times and at the end.
        let total = old.tables.liveCount
        let step = max(1, old.tables.liveCount / 100)
        var done = 0
        try old.forEachCurrent(skippingBad: isDamaged) { operation, line, bytes, place in
            let number = operation.sequence ?? line.sequence
            if expiry.shouldDrop(operation, go: number) { return }
            if !operation.version.deleted {
                done += 1
                if done < total, done % step == 0 { progress(done) }
            }
            if !operation.version.deleted, let changed = try form?(old.record(of: operation, at: place, in: bytes)) {
                try TransactionLine.withOperation(of: changed) { try writer.add($0, of: number) }
            } else {
                try writer.add(bytes[operation.body], of: number)
            }
        }
        return try writer.finish()
    }
}
