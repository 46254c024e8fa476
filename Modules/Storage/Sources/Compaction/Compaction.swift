import Kernel

/// The next generation of a log while it is being written: only what is current, with the tombstones that are not too old, each with the number of
/// its transaction.
///
/// What the old log holds is copied as bytes after its checksums were compared, so damage is never copied under a fresh checksum. Written
/// beside the store without its lock; only the lines that arrive meanwhile are copied with the lock held.
final class Compaction {
    private let old: OpenLog
    private let next: NextGeneration
    /// Up to where the old log has been copied.
    private var copied: Int
    /// How long it is so far.
    private(set) var size = 0

    /// Whether a log is the one that was copied.
    func isOf(_ log: OpenLog) -> Bool { log === old }

    /// Copies what is current.
    ///
    /// - Returns: nil when another process is at it.
    /// - Throws: `storeDamaged` when a line of the old log cannot be read; `diskFull`, `diskTrouble`.
    ///
    /// - Parameter lost: up to which transaction a damaged log is known to have reached, when it is to be rewritten without what cannot be
    ///   read; those numbers are not given out again. Nil for a log that must be whole.
    /// - Parameter reached: up to which transaction numbers were given out elsewhere, which are not given out again.
    /// - Parameter expiry: which tombstones leave; nil when all stay.
    /// - Parameter telling: told how many of how many records are copied.
    /// - Parameter form: what a record is to become; nil for what stays.
    init?(
        of old: OpenLog, in directory: StoreDirectory, lost: Int? = nil, reached: Int = 0, expiry: Expiry? = nil,
        telling: (_ done: Int, _ total: Int) -> Void = { _, _ in }, form: ((StoredRecord) throws -> StoredRecord?)? = nil
    ) throws {
        guard let next = try NextGeneration(after: old, in: directory) else { return nil }
        (self.old, self.next) = (old, next)
        copied = old.log.end
        let before = max(old.log.sequence, lost ?? 0, reached)
        var expiry = expiry ?? Expiry(after: old)
        // The header says how many lines follow and what has left, which is known behind them: its place is kept free.
        let start = Compaction.header(of: old, before, kept: 0, expiry).roomyLine.count
        let total = old.tables.liveCount
        // Also where it fails.
        defer { telling(total, total) }
        let (kept, end) = try copy(from: start, isDamaged: lost != nil, &expiry, { telling($0, total) }, form)
        size = end
        try next.file.write(Compaction.header(of: old, before, kept: kept, expiry).roomyLine, at: 0)
        try next.file.sync()
    }

    /// Writes the index file of what is there so far, and then of what others have added while it was written: else everybody who waits for the
    /// exchange would read that line by line.
    func index() throws {
        let runs = try next.read(to: size, isIndexed: true)
        guard let log = runs.latest?.log, try old.glance() else { return }
        try copyTail()
        try next.file.sync()
        let tables = Tables(over: runs)
        guard try log.read(to: size, into: tables) == nil else { return }
        _ = try IndexFile.settle(tables, of: log, in: next.directory)
    }

    /// Removes what was not put in place, and lets others at it.
    func letGo() { next.letGo() }

    /// Puts the new generation in the old one's place. With the store's lock held, and the old log read to its end.
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
        (copied, size) = (old.log.end, size + text.count)
    }

    // MARK: - What is current

    static func header(of old: OpenLog, _ before: Int, kept: Int, _ expiry: Expiry) -> LogHeader {
        LogHeader(
            store: old.log.header?.store ?? "repaired", generation: old.generation + 1, before: before, kept: kept,
            horizon: expiry.horizon, mark: expiry.mark)
    }

    private func copy(
        from start: Int, isDamaged: Bool, _ expiry: inout Expiry, _ telling: (Int) -> Void,
        _ form: ((StoredRecord) throws -> StoredRecord?)?
    ) throws -> (kept: Int, end: Int) {
        var writer = KeptLines(file: next.file, at: start)
        // A hundred times, and all of it at the end.
        let (total, step) = (old.tables.liveCount, max(1, old.tables.liveCount / 100))
        var done = 0
        try old.forEachCurrent(passingOverBad: isDamaged) { operation, line, bytes, place in
            let number = operation.sequence ?? line.sequence
            if expiry.lets(operation, go: number) { return }
            if !operation.version.deleted {
                done += 1
                if done < total, done % step == 0 { telling(done) }
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
