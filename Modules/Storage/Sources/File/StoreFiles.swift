import Foundation
import Kernel

/// The open files of a store, and the steps of a commit.
final class StoreFiles {
    let device: String
    private(set) var open: OpenLog
    private(set) var durability: Durability
    private let directory: StoreDirectory
    private let lockFile: DiskFile?
    private let isWritable: Bool

    /// Opens a store's files, and makes them when there are none.
    init(directory: StoreDirectory, random: RandomSource) throws {
        self.directory = directory
        let (lockFile, isWritable) = try StoreFiles.openLock(in: directory)
        (self.lockFile, self.isWritable) = (lockFile, isWritable)
        try lockFile?.lock()
        defer { lockFile?.unlock() }
        var random = random
        if isWritable { try StoreFiles.makeMissing(in: directory, StoreFiles.witness(in: lockFile), random: &random) }
        device = try StoreFiles.device(in: directory)
        (open, durability) = try StoreFiles.load(directory, lockFile, isWritable)
    }

    /// Takes what others have committed.
    func refresh() throws {
        if try open.isCurrent() { return try open.glance() }
        try lockFile?.lock()
        defer { lockFile?.unlock() }
        (open, durability) = try StoreFiles.load(directory, lockFile, isWritable)
    }

    /// Runs a body with the lock held and everything known that was committed before.
    func locked<Value>(_ body: () throws -> Value) throws -> Value {
        if let refusal = open.refusal { throw refusal }
        guard let lockFile else { throw Failure("readOnlyStore", "\(directory.path) can only be read.", kind: .cannotCreate) }
        return try lockFile.locked {
            if try open.isCurrent() {
                try open.catchUp {
                    try max(durability.durable, StoreFiles.witness(in: lockFile)?.sequence ?? 0)
                }
            } else {
                (open, durability) = try StoreFiles.load(directory, lockFile, isWritable)
                if let refusal = open.refusal { throw refusal }
            }
            return try body()
        }
    }

    /// Writes a transaction's line. With the lock held.
    ///
    /// - Returns: what waits until the line is on the medium; nil when there is nothing to write.
    func commit(_ changed: [StoredRecord]) throws -> (() throws -> Void)? {
        guard !changed.isEmpty else { return nil }
        let (log, durability, table) = (open.log, durability, open.table)
        let sequence = log.sequence + 1
        let line = LineWriter.transaction(changed, sequence: sequence, synced: durability.durable)
        guard line.count <= StoreFiles.greatestLine else {
            throw Failure(
                "transactionTooLarge", "A transaction would have \(line.count) bytes; it may have 17 MiB.",
                advice: "Do it in several.", kind: .badData)
        }
        guard let parsed = line.withUnsafeBytes({ LoggedLine(UnsafeRawBufferPointer(rebasing: $0.dropLast())) }) else {
            throw Failure("invalidRecord", "A record cannot be written so that it can be read again.", kind: .badData)
        }
        do {
            try log.file.write(line, at: log.end)
        } catch {
            try takeBack(to: log.end, after: error)
            throw error
        }
        try log.append(parsed, line, into: table)
        durability.appended(LengthWitness(generation: open.generation, sequence: sequence, size: log.end))
        let file = log.file
        return { try durability.reach(sequence, of: file) }
    }

    /// A record of 16 MiB, and a mebibyte for its names and keys.
    private static let greatestLine = 17 << 20

    private func takeBack(to size: Int, after error: any Error) throws {
        do {
            try open.log.file.truncate(to: size)
        } catch {
            throw durability.poison("\(error)")
        }
    }

    // MARK: - Opening

    private static func load(
        _ directory: StoreDirectory, _ lockFile: DiskFile?, _ isWritable: Bool
    ) throws -> (OpenLog, Durability) {
        let witness = try witness(in: lockFile)
        let open = try OpenLog(in: directory, witness: witness, isWritable: isWritable)
        let reached = LengthWitness(generation: open.generation, sequence: open.log.sequence, size: open.log.end)
        let durable = max(open.log.synced, witness?.generation == open.generation ? witness?.sequence ?? 0 : 0)
        return (open, Durability(lockFile: lockFile, upTo: reached, durable: min(durable, reached.sequence)))
    }

    /// The lock, and whether anything may be written at all.
    private static func openLock(in directory: StoreDirectory) throws -> (DiskFile?, Bool) {
        do {
            return (try directory.open("lock", flags: O_RDWR | O_CREAT), true)
        } catch let failure as Failure where failure.code == "readOnlyStore" {
            return (try directory.open("lock", flags: O_RDONLY), false)
        }
    }

    /// Makes a store where there is none. `CURRENT` comes last: without it, nothing was ever acknowledged here.
    private static func makeMissing(in directory: StoreDirectory, _ witness: LengthWitness?, random: inout RandomSource) throws {
        guard try directory.open("CURRENT", flags: O_RDONLY) == nil, try isUnbegun(directory, witness) else { return }
        try directory.replace("device", with: Array("\(name(&random))\n".utf8))
        let log = try directory.existing(OpenLog.name(of: 1), flags: O_RDWR | O_CREAT | O_TRUNC)
        try log.write(LogHeader(store: name(&random), generation: 1, before: 0).line, at: 0)
        try log.sync()
        try directory.replace(
            "CURRENT", with: LineWriter.line(sequence: 1, json: Array("{\"log\":\"\(OpenLog.name(of: 1))\"}".utf8)))
    }

    /// No log, or one that holds no transaction: what is left when making a store was interrupted.
    private static func isUnbegun(_ directory: StoreDirectory, _ witness: LengthWitness?) throws -> Bool {
        guard let generation = OpenLog.generations(in: directory).max() else { return witness == nil }
        guard generation == 1, witness == nil else { return false }
        let log = try Log(directory.existing(OpenLog.name(of: 1), flags: O_RDONLY))
        let size = try log.file.size()
        guard size <= LogHeader.greatestLength else { return false }
        _ = try log.read(to: size, into: RecordTable())
        return log.starts.isEmpty
    }

    private static func witness(in lockFile: DiskFile?) throws -> LengthWitness? {
        try lockFile.flatMap { LengthWitness(try $0.read(LengthWitness.greatestLength, at: 0)) }
    }

    private static func device(in directory: StoreDirectory) throws -> String {
        let bytes = try directory.open("device", flags: O_RDONLY)?.read(65, at: 0) ?? []
        let text = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
        return text.isEmpty ? "unnamed" : text
    }

    /// Sixteen characters of chance.
    private static func name(_ random: inout RandomSource) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String((0..<16).map { _ in alphabet[Int(random.next() & 31)] })
    }
}
