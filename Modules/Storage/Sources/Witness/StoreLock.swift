import Kernel
import Synchronization

/// The lock of a store: the file `lock`, in which the witness stands and who holds it.
///
/// It counts for what stands under its name. When somebody has removed or exchanged the file, whoever takes the lock takes that of the new
/// file; and since another may still hold the old one, who writes holds the log itself too (`StoreFiles.locked`).
final class StoreLock: Sendable {
    private static let name = "lock"
    private static let greatestExchanges = 100

    /// Whether anything may be written at all.
    let isWritable: Bool
    private let directory: StoreDirectory
    private let file: Mutex<DiskFile?>
    private let patience: LockPatience
    private let caller: StoreCaller
    private let ownLine: [UInt8]?

    init(in directory: StoreDirectory, patience: LockPatience, caller: StoreCaller) throws {
        (self.directory, self.patience, self.caller) = (directory, patience, caller)
        let holder = LockHolder(process: Int(getpid()), machine: directory.system.machine, command: caller.command)
        ownLine = directory.access == .owner ? holder.line : nil
        do {
            file = Mutex(try directory.open(StoreLock.name, flags: O_RDWR | O_CREAT))
            isWritable = true
        } catch let failure as Failure where failure.code == .readOnlyStore {
            file = Mutex(try directory.open(StoreLock.name, flags: O_RDONLY))
            isWritable = false
        }
    }

    /// The file that is known at this moment.
    private var known: DiskFile? { file.withLock { $0 } }

    /// Which file it is, as the system numbers files.
    var inode: Int? { known?.numbers.map { Int(truncatingIfNeeded: $0.inode) } }

    // MARK: - Holding it

    /// Runs a body while nobody else holds the lock.
    ///
    /// - Throws: `storeBusy` when somebody holds it for too long; what the body throws.
    func locked<Value>(_ body: () throws -> Value) throws -> Value {
        let held = try take()
        defer { held?.unlock() }
        return try body()
    }

    /// Runs a body when the lock can be had at once.
    ///
    /// - Returns: nil when somebody else holds it.
    func lockedAtOnce<Value>(_ body: () throws -> Value) throws -> Value? {
        guard let file = known else { return try body() }
        guard try file.tryLock() else { return nil }
        defer { file.unlock() }
        guard directory.holds(file, as: StoreLock.name) else { return nil }
        return try body()
    }

    private func take() throws -> DiskFile? {
        for _ in 0..<StoreLock.greatestExchanges {
            guard let file = known else { return nil }
            try wait(for: file)
            if directory.holds(file, as: StoreLock.name) {
                sign(file)
                return file
            }
            file.unlock()
            let fresh = try directory.existing(StoreLock.name, flags: isWritable ? O_RDWR | O_CREAT : O_RDONLY)
            self.file.withLock { $0 = fresh }
        }
        throw Failure(
            .storeBusy, "Something removes \(directory.path)/lock all the time.", advice: "Find out what, and end it.",
            kind: .temporary)
    }

    /// Says who holds it, unless that is said already.
    private func sign(_ file: DiskFile) {
        guard isWritable, let ownLine, (try? file.read(ownLine.count, at: LockHolder.offset)) != ownLine else { return }
        // A name that cannot be written is missing in a message, and nothing else.
        try? file.write(ownLine, at: LockHolder.offset)
    }

    // MARK: - Waiting

    /// Returns with the lock of a file: that of this store, or its log.
    func wait(for file: DiskFile) throws {
        let hasCome = try file.lock(patience) { caller.hasToWait("Waiting for \(others), which uses \(directory.path) …") }
        guard hasCome else { throw Failure.busy(directory.path, by: others, patience) }
    }

    /// Returns with what somebody makes who can only do so while nobody else writes the next generation of the log.
    ///
    /// - Parameter body: nil while somebody else is at it.
    /// - Throws: `storeBusy` when that takes too long; what the body throws.
    func waitForRewriting<Value>(_ body: () throws -> Value?) throws -> Value {
        var waited = 0
        while true {
            if let value = try body() { return value }
            guard waited < patience.endsAfter else { throw Failure.busy(directory.path, by: others, patience) }
            let pause = 20_000
            directory.system.pause(pause)
            if waited < patience.saysAfter, waited + pause >= patience.saysAfter {
                caller.hasToWait("Waiting for \(others), which rewrites \(directory.path) …")
            }
            waited += pause
        }
    }

    private var others: String {
        let machine = directory.system.machine
        guard let file = known, let holder = LockHolder(in: file), holder.mayBeThere(seenFrom: machine) else {
            return "another program"
        }
        return holder.inWords(seenFrom: machine)
    }

    // MARK: - The witness

    /// How far the log was known to be durable; nil when nothing says so.
    var witness: LengthWitness? { witnessed.flatMap { LengthWitness($0) } }

    private var witnessed: [UInt8]? { try? known?.read(LengthWitness.greatestLength, at: 0) }

    /// Not synced, and no failure when it cannot be written: the witness only ever says less than is so. Another process may have noted
    /// more meanwhile, or another generation.
    func note(_ witness: LengthWitness) {
        guard isWritable, witnessed.map({ !witness.isKnown(to: $0) }) ?? true else { return }
        try? known?.write(witness.line, at: 0)
    }
}
