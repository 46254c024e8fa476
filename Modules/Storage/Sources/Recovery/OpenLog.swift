import Kernel

/// The log that a store works on, read and, when need be, recovered. Made and mended only while the store's lock is held; opened anew when
/// another process has put a new generation in its place.
final class OpenLog {
    let log: Log
    private(set) var tables = Tables<FileRow>()
    let generation: Int
    /// What was found wrong, and why nothing may be written for it.
    private(set) var health = LogHealth()
    /// Up to where an index file speaks.
    private(set) var indexedEnd = 0
    /// How long the file is; with the lock held, all behind the last line is space for lines to come.
    private var size = 0
    private let current: DiskFile?
    private let directory: StoreDirectory
    private let usesIndex: Bool

    /// - Throws: `StaleIndex` when an index file does not hold what it should; `newerStore`, `storeDamaged` when not even a log can be found, `unsafeStore`, `diskTrouble`.
    init(in directory: StoreDirectory, witness: LengthWitness?, isWritable: Bool, usesIndex: Bool = true) throws {
        (self.directory, self.usesIndex) = (directory, usesIndex)
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
        try readAll(witness: witness?.generation == generation ? witness : nil)
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

    /// Whether this is still the store's log.
    func isCurrent() throws -> Bool {
        guard let current else { return true }
        return try directory.holds(current, as: "CURRENT")
    }

    /// Takes what others have committed, without the lock: a line that is only half there is left for later.
    func glance() throws {
        size = try log.file.size()
        guard size != log.end, !health.isDamaged else { return }
        guard size > log.end else { throw cut(to: size) }
        guard try !isSpace() else { return }
        _ = try log.read(to: size, isTail: true, into: tables)
    }

    /// Takes what others have committed, and mends what a writer left that died. Only while the lock is held.
    func catchUp(acknowledged: () throws -> Int) throws {
        size = try log.file.size()
        guard size >= log.end else { throw cut(to: size) }
        guard size > log.end, try !isSpace(), let bad = try log.read(to: size, isTail: true, into: tables) else { return }
        try mend(bad, size: size, acknowledged: acknowledged(), into: tables)
        if let refusal = health.refusal { throw refusal }
    }

    /// Whether nothing has been written where the next line goes. A writer puts its lines there and nowhere else; what a power cut may have
    /// left behind is looked for when a log is opened.
    private func isSpace() throws -> Bool { try log.file.read(1, at: log.end) == [10] }

    /// Writes a line, and space behind it when there is none left and more lines of that size are to be expected there: a file that does not
    /// grow is synced without its size.
    func write(_ line: [UInt8], space: Int) throws {
        let end = log.end + line.count
        guard end > size, line.count < space else {
            try log.file.write(line, at: log.end)
            return size = max(size, end)
        }
        try log.file.write(line + [UInt8](repeating: 10, count: space), at: log.end)
        size = end + space
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
        return try aside + backups + remote
            + log.unreadable().map {
                .init(
                    .damage,
                    "\(log.file.path) is damaged at byte \($0.offset): change \($0.after + 1) cannot be read.")
            }
    }

    // MARK: - Recovery

    private func readAll(witness: LengthWitness?) throws {
        size = try log.file.size()
        guard let header = log.header else {
            let bad = Log.BadStretch(offset: 0, end: size, after: 0)
            return try keepDamaged(bad, size: size, acknowledged: witness?.sequence ?? 0, into: tables)
        }
        try check(header)
        if usesIndex, let stored = try IndexFile.tables(of: log, in: directory) {
            tables = Tables(over: stored)
            indexedEnd = log.end
            try readLines(header, to: size, witness, into: tables)
        } else {
            let builder = ImageBuilder()
            try readLines(header, to: size, witness, into: builder)
            tables = Tables(over: builder.images(of: log))
        }
        if !health.isDamaged, let witness, log.sequence < witness.sequence { missing(upTo: witness.sequence) }
    }

    private func readLines(_ header: LogHeader, to size: Int, _ witness: LengthWitness?, into sink: any LogSink) throws {
        if let bad = try log.read(to: size, into: sink) {
            try mend(bad, size: size, acknowledged: witness?.sequence ?? 0, into: sink)
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
    private func mend(_ bad: Log.BadStretch, size: Int, acknowledged: Int, into sink: any LogSink) throws {
        guard bad.afterKept == nil else { return try keepDamaged(bad, size: size, acknowledged: acknowledged, into: sink) }
        let known = max(acknowledged, try log.syncedBehind(bad.offset, to: size))
        guard bad.after >= known else { return try keepDamaged(bad, size: size, acknowledged: acknowledged, into: sink) }
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
        health.damage(
            "\(log.file.path) ends at byte \(log.end) with change \(log.sequence); lost: changes \(log.sequence + 1) to \(last), which had been saved."
        )
    }

    private func cut(to size: Int) -> Failure {
        health.damage("\(log.file.path) was cut from \(log.end) to \(size) bytes while it was in use.")
        return log.damaged(at: size, "the data after it")
    }
}
