import Kernel

/// The log that a store works on, read and, when need be, recovered. Mended only while the store's lock is held; opened anew when another
/// process has put something else in its place.
final class OpenLog {
    let log: Log
    private(set) var tables = Tables()
    let generation: Int
    /// What was found wrong, and why nothing may be written for it.
    private(set) var health = LogHealth()
    /// Whether something stands behind the last line that is none, and was left there because nobody held the lock: half a line that somebody
    /// is writing at this moment, or was when it died.
    private(set) var hasLooseEnd = false
    /// Up to where an index file speaks.
    private(set) var indexedEnd = 0
    /// How long the file is; with the lock held, all behind the last line is space for lines to come.
    private var size = 0
    private let current: DiskFile?
    private let directory: StoreDirectory
    private static let greatestInMemory = 8 << 20

    /// Whether every line was read.
    private var isRead = false
    private let usesIndex: Bool
    private let isWritable: Bool
    private let mayMend: Bool
    /// Up to where the log is known to have been durable, by whoever noted it. Noted before the log was opened.
    private let witnesses: [LengthWitness]
    private var acknowledged: Int { witnesses.reduce(0) { max($0, $1.sequence) } }

    /// - Parameter mayMend: whether the lock is held.
    /// - Throws: `StaleIndex` when an index file does not hold what it should; `newerStore`, `storeDamaged` when not even a log can be found,
    ///   `unsafeStore`, `diskTrouble`.
    init(
        in directory: StoreDirectory, witnesses: [LengthWitness], isWritable: Bool, mayMend: Bool, usesIndex: Bool = true
    ) throws {
        (self.directory, self.usesIndex, self.mayMend, self.witnesses) = (directory, usesIndex, mayMend, witnesses)
        self.isWritable = isWritable
        current = try directory.open("CURRENT", flags: O_RDONLY)
        let named = try current.flatMap { try Generations.named(by: $0) }
        guard let generation = try named ?? Generations.likeliest(in: directory) else {
            throw Failure(
                .storeDamaged, "\(directory.path) has no log.", advice: "Restore it from a backup.", kind: .badData)
        }
        self.generation = generation
        let name = LogHeader.fileName(of: generation)
        log = try Log(directory.existing(name, flags: isWritable ? O_RDWR : O_RDONLY))
        if named == nil { health.damage("\(directory.path)/CURRENT is missing or damaged; \(name) was read.") }
        if !isWritable {
            health.refuse(
                Failure(.readOnlyStore, "\(directory.path) can only be read.", advice: "Check who owns it.", kind: .cannotCreate)
            )
        }
        try readAll()
        for path in try Quarantine(in: directory).paths() where !health.findings.contains(where: { $0.message.contains(path) }) {
            health.notice("\(path) holds bytes of a change that was never finished.")
        }
    }

    /// Notes that the directory was brought back from an older state.
    func noteRestoration(to last: Int, of reached: Int) {
        health.notice(
            "\(directory.path) was restored from an older copy: it ends with change \(last), but change \(reached) was already written here. It writes under a new device name from now on."
        )
    }

    /// Notes that an index file speaks for all of the log.
    func noteIndex() { indexedEnd = log.end }

    /// Notes what stands behind the last line and could not be put aside.
    func noteLooseEnd() {
        health.notice(
            "What stands at byte \(log.end) of \(log.file.path) belongs to a change that was never finished; it was skipped.")
    }

    /// Whether this is still the store's log: what `CURRENT` names, and the file that stands under that name.
    var isCurrent: Bool { isLatest && (current == nil || directory.holds(log.file, as: LogHeader.fileName(of: generation))) }

    /// Whether `CURRENT` names no other log meanwhile.
    var isLatest: Bool { current.map { directory.holds($0, as: "CURRENT") } ?? true }

    /// Takes what others have committed, without the lock: a line that is only half there is left for later.
    ///
    /// - Returns: false when what was taken before is not there any more.
    func glance() throws -> Bool {
        size = try log.file.size()
        guard size != log.end, !health.isDamaged else { return true }
        guard try log.isUnbroken(in: size) else { return false }
        _ = try log.read(to: size, isTail: true, into: tables)
        return true
    }

    /// Takes what others have committed, and mends what a writer left that died. Only while the lock is held.
    ///
    /// - Returns: false when what was taken before is not there any more.
    func catchUp(acknowledged: () -> Int) throws -> Bool {
        size = try log.file.size()
        guard try log.isUnbroken(in: size) else { return false }
        guard size > log.end, let bad = try log.read(to: size, isTail: true, into: tables) else { return true }
        try mend(bad, size: size, acknowledged: acknowledged(), into: tables, isLocked: true)
        return true
    }

    /// Writes a line, and space behind it when there is none left and more lines of that size are to be expected there: a file that does not
    /// grow is synced without its size.
    func write(_ line: TransactionLine, space: Int) throws {
        let end = log.end + line.count
        if end > size, line.count < space {
            do {
                // A line that is wholly there stays, however little came of the space: others may have taken it already.
                let spaced = line.pieces.reduce([], +) + [UInt8](repeating: 10, count: space)
                let written = try spaced.withUnsafeBytes { try log.file.write($0, at: log.end, atLeast: line.count) }
                return size = log.end + written
            } catch let failure as Failure where failure.code == .diskFull {
                // Without it there may be room.
            }
        }
        _ = try line.pieces.reduce(log.end) { place, piece in
            try log.file.write(piece, at: place)
            return place + piece.count
        }
        size = max(size, end)
    }

    /// Takes away what a failed write has left, or space that nobody needs. With the lock held.
    func trim() throws {
        guard try log.file.size() > log.end else { return }
        try log.file.truncate(to: log.end)
        size = log.end
    }

    /// Reads every line again and compares its checksum.
    func verified() throws -> [StoreReport.Finding] {
        let aside = directory.names().filter { $0.hasPrefix("aside-") }.map {
            StoreReport.Finding(.notice, "\(directory.path)/\($0) was in the place of a new log, and was kept.")
        }
        let backups = directory.names().filter { $0.hasPrefix("backup-") }.map {
            StoreReport.Finding(
                .notice, "\(directory.path)/\($0) is the log from before its records were converted to the current form.")
        }
        let remote =
            directory.isRemote
            ? [
                StoreReport.Finding(
                    .notice,
                    "\(directory.path) is on a network or FUSE file system, where locks and saving may not be reliable."
                )
            ] : []
        return try aside + backups + Drafts.findings(in: directory, after: generation) + remote
            + log.unreadable().map {
                .init(
                    .damage,
                    "\(log.file.path) is damaged at byte \($0.offset): change \($0.after + 1) cannot be read.")
            }
    }

    // MARK: - Recovery

    private func readAll() throws {
        size = try log.file.size()
        guard let header = log.header else {
            let bad = Log.BadStretch(offset: 0, end: size, after: 0)
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
        if !health.isDamaged, log.sequence < acknowledged { missing(upTo: acknowledged) }
        isRead = runs == nil
        for witness in witnesses { try checkBranch(witness) }
    }

    /// Makes a run of what was read; of much of it at once the one that an index file would hold, so that not all of it is in memory.
    private func collect(_ builder: RunBuilder) throws {
        let isWritten = isWritable && !health.isDamaged && log.end > OpenLog.greatestInMemory
        var runs = Runs()
        let run = try IndexFile.run(builder, of: log, in: directory, isWritten: isWritten)
        runs.add(run)
        tables = Tables(over: runs)
        if run.source.isFile { indexedEnd = log.end }
    }

    /// Whether the line that was known to be the last is in this log; a log that another branch of the history has written has another there.
    ///
    /// - Throws: `StaleIndex` when only reading all of the log can tell.
    func checkBranch(_ witness: LengthWitness) throws {
        guard !health.isDamaged, witness.generation == generation, let known = witness.last, log.sequence >= witness.sequence,
            witness.size != log.end || known != log.last, try log.frame(at: known.offset, before: witness.size) != known.checksum
        else { return }
        // A line that is damaged is no branch, and what an index file speaks for has not been read.
        guard isRead else { throw StaleIndex() }
        var other = LengthWitness(generation: generation, sequence: witness.sequence, size: 0)
        (other.last, other.latest) = (try log.mark(of: witness.sequence), nil)
        health.fork(
            "\(log.file.path) is another branch of the history than the one that was written here. Here was \(witness.inWords); there is \(other.inWords), and its last is \(LengthWitness(log, of: generation).inWords). What was written here last is not in it."
        )
    }

    private func readLines(_ header: LogHeader, to size: Int, into sink: any LogSink) throws {
        if let bad = try log.read(to: size, into: sink) {
            try mend(bad, size: size, acknowledged: acknowledged, into: sink, isLocked: mayMend)
        } else if !log.isWhole {
            health.damage(
                "\(log.file.path) ends at byte \(log.end) with \(log.kept) of the \(header.kept) lines of the changes up to \(header.before); the others are lost."
            )
        }
    }

    private func check(_ header: LogHeader) throws {
        if header.format > LogHeader.format {
            throw Failure(
                .newerStore, "\(log.file.path) was written by a newer version of this program.", advice: "Update the program.")
        }
        if header.schema > LogHeader.schema {
            health.refuse(
                Failure(
                    .newerStore, "\(log.file.path) was written by a newer version of this program and can only be read.",
                    advice: "Update the program."))
        }
    }

    /// What was never acknowledged goes to quarantine; what was, is damage.
    private func mend(
        _ bad: Log.BadStretch, size: Int, acknowledged: Int, into sink: any LogSink, isLocked: Bool
    ) throws {
        guard bad.afterKept == nil else { return try keepDamaged(bad, size: size, acknowledged: acknowledged, into: sink) }
        let known = max(acknowledged, try log.syncedBehind(bad.offset, to: size))
        guard bad.after >= known else { return try keepDamaged(bad, size: size, acknowledged: acknowledged, into: sink) }
        guard isLocked else { return hasLooseEnd = true }
        let what =
            "\(size - bad.offset) bytes at byte \(bad.offset) of \(log.file.path), after change \(bad.after), belong to a change that was never finished"
        guard health.refusal == nil else { return health.notice("\(what); they were skipped.") }
        let kept = try Quarantine(in: directory).keep(log.file, of: generation, from: bad.offset, to: size)
        try log.file.truncate(to: bad.offset)
        try log.file.sync()
        health.notice("\(what); they were moved to \(kept).")
    }

    private func keepDamaged(_ bad: Log.BadStretch, size: Int, acknowledged: Int, into sink: any LogSink) throws {
        let stretches = try log.salvage(from: bad, to: size, into: sink)
        for stretch in stretches {
            let next = log.starts.first { $0.sequence > stretch.after }?.sequence
            let lost = next.map { $0 - stretch.after - 1 } ?? max(0, acknowledged - stretch.after)
            let what =
                stretch.afterKept != nil
                ? "records of the changes \(stretch.after) to \(next ?? log.header?.before ?? 0)"
                : lost == 0
                    ? "nothing that is known to have been saved"
                    : lost == 1 ? "change \(stretch.after + 1)" : "\(lost) changes from \(stretch.after + 1) on"
            health.damage(
                "\(log.file.path) is damaged at byte \(stretch.offset), \(stretch.end - stretch.offset) bytes long; lost: \(what)."
            )
        }
        if stretches.isEmpty { health.damage("\(log.file.path) is damaged at byte \(bad.offset): its first line is missing.") }
        if log.sequence < acknowledged { missing(upTo: acknowledged) }
    }

    // MARK: - Words

    private func missing(upTo last: Int) {
        let lost =
            last == log.sequence + 1
            ? "change \(last), which had been saved" : "changes \(log.sequence + 1) to \(last), which had been saved"
        health.damage("\(log.file.path) ends at byte \(log.end) with change \(log.sequence); lost: \(lost).")
    }
}
