import DiskKit
import Kernel

/// The log that a store works on, recovered if necessary.
///
/// It is repaired only under the store's lock, and opened again when another process has replaced
/// it.
final class OpenLog {
    let log: Log
    private(set) var tables = Tables()
    let generation: Int
    /// The problems found, and the reason to refuse writes.
    private(set) var health = LogHealth()
    /// Whether an incomplete line at the end was left unchanged, because this handle had no lock.
    ///
    /// A writer may be writing it now or may have died there.
    private(set) var hasIncompleteTail = false
    /// The end of the indexed part.
    private(set) var indexedEnd = 0
    /// The length of the file. Under the lock, everything after the last line is space for later
    /// lines.
    private var size = 0
    private let currentFile: DiskFile?
    private let directory: StoreDirectory
    private static let maxInMemory = 8 << 20

    /// Whether every line was read.
    private var isRead = false
    private let usesIndex: Bool
    private let isWritable: Bool
    private let mayRepair: Bool
    /// The durable ends that were recorded before the log was opened.
    private let witnesses: [DurabilityMark]
    private var acknowledged: Int { witnesses.reduce(0) { max($0, $1.sequence) } }

    /// Opens the log.
    ///
    /// - Parameter mayRepair: whether the caller holds the lock.
    /// - Throws: `StaleIndex` if an index file has wrong contents, `newerStore`, `storeDamaged` if
    ///   there is no log, `unsafeStore`, `diskTrouble`.
    init(
        in directory: StoreDirectory, witnesses: [DurabilityMark], isWritable: Bool, mayRepair: Bool,
        usesIndex: Bool = true
    ) throws {
        self.directory = directory
        self.usesIndex = usesIndex
        self.mayRepair = mayRepair
        self.witnesses = witnesses
        self.isWritable = isWritable
        currentFile = try directory.open("CURRENT", flags: O_RDONLY)
        let namedGeneration = try currentFile.flatMap { try Generations.named(by: $0) }
        guard let generation = try namedGeneration ?? Generations.longest(in: directory) else {
            throw Failure(
                .storeDamaged, "\(directory.path) has no log.", advice: "Restore it from a backup.", kind: .badData)
        }
        self.generation = generation
        let name = LogHeader.fileName(of: generation)
        log = try Log(directory.existing(name, flags: isWritable ? O_RDWR : O_RDONLY))
        if namedGeneration == nil {
            health.recordDamage("\(directory.path)/CURRENT is missing or damaged; \(name) was read.")
        }
        if !isWritable {
            health.refuse(
                Failure(
                    .readOnlyStore, "\(directory.path) can only be read.", advice: "Check who owns it.",
                    kind: .cannotCreate)
            )
        }
        try readAll()
        for path in try Quarantine(in: directory).paths()
        where !health.findings.contains(where: { $0.message.contains(path) }) {
            health.addNotice("\(path) holds bytes of a change that was never finished.")
        }
    }

    /// Records that the directory was restored from an older state.
    func reportRestoration(to last: Int, of reached: Int) {
        health.addNotice(
            "\(directory.path) was restored from an older copy: it ends with change \(last), but change \(reached) was already written here. It writes under a new device name from now on."
        )
    }

    /// Records that an index file covers the whole log.
    func recordFullIndex() { indexedEnd = log.end }

    /// Records loose bytes at the end that could not be set aside.
    func reportIncompleteTail() {
        health.addNotice(
            "The end from byte \(log.end) of \(log.file.path) belongs to a change that was never finished; it was skipped."
        )
    }

    /// Whether this is still the file that `CURRENT` names.
    var isCurrent: Bool {
        isLatest && (currentFile == nil || directory.refersTo(log.file, as: LogHeader.fileName(of: generation)))
    }

    /// Whether `CURRENT` has not been replaced.
    var isLatest: Bool { currentFile.map { directory.refersTo($0, as: "CURRENT") } ?? true }

    /// Reads other processes' commits without the lock, and leaves an incomplete line for later.
    ///
    /// - Returns: false if data read earlier is gone.
    func catchUpWithoutLock() throws -> Bool {
        size = try log.file.size()
        guard size != log.end, !health.isDamaged else { return true }
        guard try log.isUnbroken(in: size) else { return false }
        _ = try log.read(to: size, isTail: true, into: tables)
        return true
    }

    /// Reads other processes' commits and repairs what a killed writer left. The caller holds the
    /// lock.
    ///
    /// - Returns: false if data read earlier is gone.
    func catchUp(acknowledged: () -> Int) throws -> Bool {
        size = try log.file.size()
        guard try log.isUnbroken(in: size) else { return false }
        guard size > log.end, let bad = try log.read(to: size, isTail: true, into: tables) else { return true }
        try repair(bad, size: size, acknowledged: acknowledged(), into: tables, isLocked: true)
        return true
    }

    /// Writes a line, and reserves space if there is none and more lines are expected.
    ///
    /// A file that does not grow is synced without its size.
    func write(_ line: TransactionLine, space: Int) throws {
        let end = log.end + line.count
        if end > size, line.count < space {
            do {
                // A complete line stays even if the reserved space is incomplete. Other processes
                // may have read it already.
                let paddedLine = line.pieces.reduce([], +) + [UInt8](repeating: 10, count: space)
                let writtenCount = try paddedLine.withUnsafeBytes {
                    try log.file.write($0, at: log.end, atLeast: line.count)
                }
                return size = log.end + writtenCount
            } catch let failure as Failure where failure.code == .diskFull {
                // Without the reserved space, the line may fit.
            }
        }
        _ = try line.pieces.reduce(log.end) { offset, piece in
            try log.file.write(piece, at: offset)
            return offset + piece.count
        }
        size = max(size, end)
    }

    /// Removes the remains of a failed write and unused space. The caller holds the lock.
    func trim() throws {
        guard try log.file.size() > log.end else { return }
        try log.file.truncate(to: log.end)
        size = log.end
    }

    /// Reads every line again and compares its checksum.
    func verified() throws -> [StoreReport.Finding] {
        let asideFindings = directory.names().filter { $0.hasPrefix("aside-") }.map {
            StoreReport.Finding(.notice, "\(directory.path)/\($0) had the name of a new log, and was set aside.")
        }
        let backupFindings = directory.names().filter { $0.hasPrefix("backup-") }.map {
            StoreReport.Finding(
                .notice,
                "\(directory.path)/\($0) is the log from before its records were converted to the current form.")
        }
        let remoteFindings =
            directory.isRemote
            ? [
                StoreReport.Finding(
                    .notice,
                    "\(directory.path) is on a network or FUSE file system, where locks and saving may not be reliable."
                )
            ] : []
        return try asideFindings + backupFindings + Drafts.findings(in: directory, after: generation) + remoteFindings
            + log.unreadableRanges().map {
                .init(
                    .damage,
                    "\(log.file.path) is damaged at byte \($0.offset): change \($0.after + 1) cannot be read.")
            }
    }

    // MARK: - Recovery

    private func readAll() throws {
        size = try log.file.size()
        guard let header = log.header else {
            let bad = Log.BadRange(offset: 0, end: size, after: 0)
            return try keepDamaged(bad, size: size, acknowledged: acknowledged, into: tables)
        }
        try check(header)
        let runs = usesIndex ? try IndexFile.runs(of: log, in: directory) : nil
        if let runs {
            tables = Tables(over: runs)
            indexedEnd = log.end
            try readLines(header, to: size, into: tables)
        } else {
            let builder = RunBuilder(spillingInto: isWritable ? directory : nil, of: generation)
            try readLines(header, to: size, into: builder)
            try collect(builder)
        }
        if !health.isDamaged, log.sequence < acknowledged { reportMissing(upTo: acknowledged) }
        isRead = runs == nil
        for witness in witnesses { try checkBranch(witness) }
    }

    /// Makes a run of what was read. A long one is written as an index file, which limits memory.
    private func collect(_ builder: RunBuilder) throws {
        let isWritten = isWritable && !health.isDamaged && log.end > OpenLog.maxInMemory
        var runs = Runs()
        let run = try IndexFile.run(builder, of: log, in: directory, isWritten: isWritten)
        runs.add(run)
        tables = Tables(over: runs)
        if run.source.isFile { indexedEnd = log.end }
    }

    /// Checks that the last known line is in this log, which another branch of the history would
    /// lack.
    ///
    /// - Throws: `StaleIndex` if only a full read of the log can tell.
    func checkBranch(_ witness: DurabilityMark) throws {
        guard !health.isDamaged, witness.generation == generation, let knownLine = witness.last,
            log.sequence >= witness.sequence,
            witness.size != log.end || knownLine != log.last,
            try log.frame(at: knownLine.offset, before: witness.size) != knownLine.checksum
        else { return }
        // A damaged line is no branch, and the indexed part was not read.
        guard isRead else { throw StaleIndex() }
        var mark = DurabilityMark(generation: generation, sequence: witness.sequence, size: 0)
        (mark.last, mark.latest) = (try log.mark(of: witness.sequence), nil)
        health.reportFork(
            "\(log.file.path) is another branch of the history than the one that was written here. Here was \(witness.summary); there is \(mark.summary), and its last is \(DurabilityMark(log, of: generation).summary). What was written here last is not in it."
        )
    }

    private func readLines(_ header: LogHeader, to size: Int, into sink: any LogSink) throws {
        if let bad = try log.read(to: size, into: sink) {
            try repair(bad, size: size, acknowledged: acknowledged, into: sink, isLocked: mayRepair)
        } else if !log.isWhole {
            health.recordDamage(
                "\(log.file.path) ends at byte \(log.end) with \(log.kept) of the \(header.kept) lines of the changes up to \(header.previousSequence); the others are lost."
            )
        }
    }

    private func check(_ header: LogHeader) throws {
        if header.format > LogHeader.format {
            throw Failure(
                .newerStore, "\(log.file.path) was written by a newer version of this program.",
                advice: "Update the program.")
        }
        if header.schema > LogHeader.schema {
            health.refuse(
                Failure(
                    .newerStore,
                    "\(log.file.path) was written by a newer version of this program and can only be read.",
                    advice: "Update the program."))
        }
    }

    /// Moves unacknowledged bytes to quarantine and reports acknowledged ones as damage.
    private func repair(
        _ bad: Log.BadRange, size: Int, acknowledged: Int, into sink: any LogSink, isLocked: Bool
    ) throws {
        guard bad.afterKept == nil else {
            return try keepDamaged(bad, size: size, acknowledged: acknowledged, into: sink)
        }
        let lastDurable = max(acknowledged, try log.greatestSynced(bad.offset, to: size))
        guard bad.after >= lastDurable else {
            return try keepDamaged(bad, size: size, acknowledged: acknowledged, into: sink)
        }
        guard isLocked else { return hasIncompleteTail = true }
        let description =
            "\(size - bad.offset) bytes at byte \(bad.offset) of \(log.file.path), after change \(bad.after), belong to a change that was never finished"
        guard health.refusal == nil else { return health.addNotice("\(description); they were skipped.") }
        let copyPath = try Quarantine(in: directory).keep(log.file, of: generation, from: bad.offset, to: size)
        try log.file.truncate(to: bad.offset)
        try log.file.sync()
        health.addNotice("\(description); they were moved to \(copyPath).")
    }

    private func keepDamaged(_ bad: Log.BadRange, size: Int, acknowledged: Int, into sink: any LogSink) throws {
        let badRanges = try log.salvage(from: bad, to: size, into: sink)
        for range in badRanges {
            let next = log.starts.first { $0.sequence > range.after }?.sequence
            let lostCount = next.map { $0 - range.after - 1 } ?? max(0, acknowledged - range.after)
            let lostDescription =
                range.afterKept != nil
                ? "records of the changes \(range.after) to \(next ?? log.header?.previousSequence ?? 0)"
                : lostCount == 0
                    ? "nothing that is known to have been saved"
                    : lostCount == 1 ? "change \(range.after + 1)" : "\(lostCount) changes from \(range.after + 1) on"
            health.recordDamage(
                "\(log.file.path) is damaged at byte \(range.offset), \(range.end - range.offset) bytes long; lost: \(lostDescription)."
            )
        }
        if badRanges.isEmpty {
            health.recordDamage("\(log.file.path) is damaged at byte \(bad.offset): its first line is missing.")
        }
        if log.sequence < acknowledged { reportMissing(upTo: acknowledged) }
    }

    // MARK: - Reports

    private func reportMissing(upTo last: Int) {
        let lostDescription =
            last == log.sequence + 1
            ? "change \(last), which had been saved" : "changes \(log.sequence + 1) to \(last), which had been saved"
        health.recordDamage(
            "\(log.file.path) ends at byte \(log.end) with change \(log.sequence); lost: \(lostDescription).")
    }
}
