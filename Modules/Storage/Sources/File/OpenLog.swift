import Foundation
import Kernel

/// The log that a store works on, read and, when need be, recovered. Made and mended only while the store's lock is held; opened anew when
/// another process has put a new generation in its place.
final class OpenLog {
    let log: Log
    private(set) var table = RecordTable<FileRow>()
    let generation: Int
    /// What a person should know of this log.
    private(set) var findings: [StoreReport.Finding] = []
    /// Why nothing may be written; nil when all is well.
    private(set) var refusal: Failure?
    /// Up to where an index file speaks.
    private var indexedEnd = 0
    /// How long the file is; with the lock held, all behind the last line is space for lines to come.
    private var size = 0
    private let current: DiskFile?
    private let directory: StoreDirectory
    private let usesIndex: Bool

    /// - Throws: `StaleIndex` when an index file does not hold what it should; `newerStore`, `storeDamaged` when not even a log can be found, `unsafeStore`, `diskTrouble`.
    init(in directory: StoreDirectory, witness: LengthWitness?, isWritable: Bool, usesIndex: Bool = true) throws {
        (self.directory, self.usesIndex) = (directory, usesIndex)
        current = try directory.open("CURRENT", flags: O_RDONLY)
        let named = try current.flatMap { try OpenLog.generation(in: $0) }
        guard let generation = try named ?? OpenLog.likeliest(in: directory) else {
            throw Failure(
                "storeDamaged", "\(directory.path) has no log.", advice: "Restore it from a backup.", kind: .badData)
        }
        self.generation = generation
        let name = OpenLog.name(of: generation)
        log = try Log(directory.existing(name, flags: isWritable ? O_RDWR : O_RDONLY))
        if named == nil { damage("\(directory.path)/CURRENT is missing or damaged; \(name) was read.") }
        if !isWritable {
            refuse(
                Failure("readOnlyStore", "\(directory.path) can only be read.", advice: "Check who owns it.", kind: .cannotCreate)
            )
        }
        try readAll(witness: witness?.generation == generation ? witness : nil)
        try listQuarantine()
    }

    static func name(of generation: Int) -> String { "log-\(generation).jsonl" }

    /// The generations whose logs lie in a directory.
    static func generations(in directory: StoreDirectory) -> [Int] {
        directory.names().compactMap { name in
            guard name.hasPrefix("log-"), name.hasSuffix(".jsonl") else { return nil }
            return Int(name.dropFirst(4).dropLast(6))
        }
    }

    /// Of several logs without a word on which one counts, the one that goes furthest.
    private static func likeliest(in directory: StoreDirectory) throws -> Int? {
        let all = generations(in: directory).sorted()
        guard all.count > 1 else { return all.first }
        return try all.map { generation in
            let log = try Log(directory.existing(name(of: generation), flags: O_RDONLY))
            _ = try log.read(to: log.file.size(), into: ImageBuilder())
            return (generation: generation, sequence: log.sequence)
        }.max { ($0.sequence, $0.generation) < ($1.sequence, $1.generation) }?.generation
    }

    /// How long the log may be beside what it would be if only current records stood in it.
    func isOverdue(_ economy: FileStore.Economy, by factor: Int = 1) -> Bool {
        refusal == nil && log.end > economy.leastLog * factor && log.end > economy.slack * factor * (table.weight + 1)
    }

    /// Whether so much stands behind what the index file speaks for that a new one pays.
    func isWorthIndexing(_ economy: FileStore.Economy) -> Bool {
        log.end - indexedEnd > economy.leastTail + indexedEnd / 16 || table.hasLearned
    }

    /// Notes that the directory was brought back from an older state.
    func noteRestoration(to last: Int, of reached: Int) {
        findings.append(
            .init(
                .notice,
                "\(directory.path) was brought back from an older state: it ended with transaction \(last), and \(reached) had been written here. It writes under a new name from now on, and the numbers in between are not given out again."
            ))
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
        guard size != log.end, refusal?.code != "storeDamaged" else { return }
        guard size > log.end else { throw cut(to: size) }
        guard try !isSpace() else { return }
        _ = try log.read(to: size, isTail: true, into: table)
    }

    /// Takes what others have committed, and mends what a writer left that died. Only while the lock is held.
    func catchUp(acknowledged: () throws -> Int) throws {
        size = try log.file.size()
        guard size >= log.end else { throw cut(to: size) }
        guard size > log.end, try !isSpace(), let bad = try log.read(to: size, isTail: true, into: table) else { return }
        try mend(bad, size: size, acknowledged: acknowledged(), into: table)
        if let refusal { throw refusal }
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
            StoreReport.Finding(.notice, "\(directory.path)/\($0) was found where a new log was to be written, and kept.")
        }
        let backups = directory.names().filter { $0.hasPrefix("backup-") }.map {
            StoreReport.Finding(
                .notice, "\(directory.path)/\($0) is the log as it was before its records were brought to their present form.")
        }
        let remote =
            directory.isRemote
            ? [
                StoreReport.Finding(
                    .notice,
                    "\(directory.path) lies on a network or FUSE file system; whether its locks and syncs can be relied on is not known."
                )
            ] : []
        return try aside + backups + remote
            + log.unreadable().map {
                .init(
                    .damage,
                    "\(log.file.path) is damaged at byte \($0.offset): transaction \($0.after + 1) cannot be read.")
            }
    }

    // MARK: - Recovery

    private func readAll(witness: LengthWitness?) throws {
        size = try log.file.size()
        guard let header = log.header else {
            let bad = Log.BadStretch(offset: 0, end: size, after: 0)
            return try keepDamaged(bad, size: size, acknowledged: witness?.sequence ?? 0, into: table)
        }
        try check(header)
        if usesIndex, let shelves = try IndexFile.shelves(of: log, in: directory) {
            table = RecordTable(over: shelves)
            indexedEnd = log.end
            try readLines(header, to: size, witness, into: table)
        } else {
            let builder = ImageBuilder()
            try readLines(header, to: size, witness, into: builder)
            table = RecordTable(over: builder.images(of: log))
        }
        if refusal?.code != "storeDamaged", let witness, log.sequence < witness.sequence { missing(upTo: witness.sequence) }
    }

    private func readLines(_ header: LogHeader, to size: Int, _ witness: LengthWitness?, into sink: any LogSink) throws {
        if let bad = try log.read(to: size, into: sink) {
            try mend(bad, size: size, acknowledged: witness?.sequence ?? 0, into: sink)
        } else if !log.isWhole {
            damage(
                "\(log.file.path) ends at byte \(log.end) with \(log.kept) of the \(header.kept) lines that were kept of transactions up to \(header.before); the others are lost."
            )
        }
    }

    private func check(_ header: LogHeader) throws {
        if header.format > LogHeader.format {
            throw Failure(
                "newerStore", "\(log.file.path) was written by a newer version of this program.", advice: "Update the program.")
        }
        if header.schema > LogHeader.schema {
            refuse(
                Failure(
                    "newerStore", "\(log.file.path) was written by a newer version of this program and can only be read.",
                    advice: "Update the program."))
        }
    }

    /// What was never acknowledged goes to quarantine; what was, is damage.
    private func mend(_ bad: Log.BadStretch, size: Int, acknowledged: Int, into sink: any LogSink) throws {
        guard bad.afterKept == nil else { return try keepDamaged(bad, size: size, acknowledged: acknowledged, into: sink) }
        let known = max(acknowledged, try log.syncedBehind(bad.offset, to: size))
        guard bad.after >= known else { return try keepDamaged(bad, size: size, acknowledged: acknowledged, into: sink) }
        let what =
            "\(size - bad.offset) bytes at byte \(bad.offset) of \(log.file.path), behind transaction \(bad.after), were never acknowledged"
        guard refusal == nil else { return findings.append(.init(.notice, "\(what); they were passed over.")) }
        let kept = try quarantine(from: bad.offset, to: size)
        try log.file.truncate(to: bad.offset)
        try log.file.sync()
        findings.append(.init(.notice, "\(what); they were moved to \(kept)."))
    }

    private func keepDamaged(_ bad: Log.BadStretch, size: Int, acknowledged: Int, into sink: any LogSink) throws {
        let stretches = try log.salvage(from: bad, to: size, into: sink)
        for stretch in stretches {
            let next = log.starts.first { $0.sequence > stretch.after }?.sequence
            let lost = next.map { $0 - stretch.after - 1 } ?? max(0, acknowledged - stretch.after)
            let what =
                stretch.afterKept != nil
                ? "records that were kept of transactions \(stretch.after) to \(next ?? log.header?.before ?? 0)"
                : lost == 0
                    ? "nothing that is known to have been acknowledged"
                    : lost == 1 ? "transaction \(stretch.after + 1)" : "\(lost) transactions from \(stretch.after + 1) on"
            damage(
                "\(log.file.path) is damaged at byte \(stretch.offset), \(stretch.end - stretch.offset) bytes long; lost: \(what)."
            )
        }
        if stretches.isEmpty { damage("\(log.file.path) is damaged at byte \(bad.offset): its first line is missing.") }
        if log.sequence < acknowledged { missing(upTo: acknowledged) }
    }

    /// Copies a stretch of the log to where nothing is ever removed from.
    ///
    /// - Returns: the copy's path.
    func quarantine(from offset: Int, to size: Int) throws -> String {
        guard let shelf = try directory.subdirectory("quarantine", mayMake: true) else {
            throw Failure.disk("make", "quarantine", Int(ENOENT))
        }
        let taken = Set(shelf.names())
        let names = (0...taken.count).map { "log-\(generation)-at-\(offset)\($0 == 0 ? "" : "-\($0)").bytes" }
        let name = names.first { !taken.contains($0) } ?? "log-\(generation)-at-\(offset).bytes"
        let copy = try shelf.existing(name, flags: O_RDWR | O_CREAT | O_EXCL)
        var place = offset
        while place < size {
            let bytes = try log.file.read(min(1 << 20, size - place), at: place)
            guard !bytes.isEmpty else { break }
            try copy.write(bytes, at: place - offset)
            place += bytes.count
        }
        try copy.sync()
        try shelf.sync()
        return copy.path
    }

    private func listQuarantine() throws {
        guard let shelf = try directory.subdirectory("quarantine", mayMake: false) else { return }
        for name in shelf.names() where !findings.contains(where: { $0.message.contains(name) }) {
            findings.append(.init(.notice, "\(shelf.path)/\(name) holds bytes that were never acknowledged."))
        }
    }

    // MARK: - Words

    private func missing(upTo last: Int) {
        damage(
            "\(log.file.path) ends at byte \(log.end) with transaction \(log.sequence); lost: transactions \(log.sequence + 1) to \(last), which were acknowledged."
        )
    }

    private func damage(_ message: String) {
        findings.append(.init(.damage, message))
        refuse(
            Failure(
                "storeDamaged", message, advice: "Nothing is written any more; save a copy, then restore a backup.",
                kind: .badData))
    }

    private func refuse(_ failure: Failure) { if refusal == nil || failure.code == "storeDamaged" { refusal = failure } }

    private func cut(to size: Int) -> Failure {
        damage("\(log.file.path) was cut from \(log.end) to \(size) bytes while it was in use.")
        return log.damaged(at: size, "what stood behind it")
    }

    private static func generation(in file: DiskFile) throws -> Int? {
        let bytes = try file.read(128, at: 0)
        guard let newline = bytes.firstIndex(of: 10) else { return nil }
        return bytes.withUnsafeBytes { LoggedLine.body(of: UnsafeRawBufferPointer(rebasing: $0[..<newline]))?.sequence }
    }
}
