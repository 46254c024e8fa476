import DiskKit
import Kernel
import Synchronization

/// The lock of a store: the file `lock`, which contains the durability mark and the holder.
///
/// The file under this name counts. After a replacement, the lock is taken on the new file. Because
/// another process may still hold the old one, writers also lock the log itself
/// (`StoreFiles.locked`).
final class StoreLock: Sendable {
    private static let name = "lock"
    private static let maxReplacements = 100

    let isWritable: Bool
    private let directory: StoreDirectory
    private let file: Mutex<DiskFile?>
    private let waitLimit: LockTimeout
    private let caller: StoreClient
    private let holderLine: [UInt8]?

    init(in directory: StoreDirectory, waitLimit: LockTimeout, caller: StoreClient) throws {
        self.directory = directory
        self.waitLimit = waitLimit
        self.caller = caller
        let holder = LockHolder(process: Int(getpid()), machine: directory.system.machine, command: caller.command)
        holderLine = directory.access == .owner ? holder.line : nil
        do {
            file = Mutex(try directory.open(StoreLock.name, flags: O_RDWR | O_CREAT))
            isWritable = true
        } catch let failure as Failure where failure.code == .readOnlyStore {
            file = Mutex(try directory.open(StoreLock.name, flags: O_RDONLY))
            isWritable = false
        }
    }

    private var currentFile: DiskFile? { file.withLock { $0 } }

    var inode: Int? { currentFile?.numbers.map { Int(truncatingIfNeeded: $0.inode) } }

    // MARK: - Locking

    /// Runs a body under the lock.
    ///
    /// - Throws: `storeBusy` after the timeout, and the body's errors.
    func locked<Value>(_ body: () throws -> Value) throws -> Value {
        let file = try acquire()
        defer { file?.unlock() }
        return try body()
    }

    /// Runs a body if the lock is free.
    ///
    /// - Returns: nil if another process holds it.
    func lockedIfFree<Value>(_ body: () throws -> Value) throws -> Value? {
        guard let file = currentFile else { return try body() }
        guard try file.tryLock() else { return nil }
        defer { file.unlock() }
        guard directory.refersTo(file, as: StoreLock.name) else { return nil }
        return try body()
    }

    private func acquire() throws -> DiskFile? {
        for _ in 0..<StoreLock.maxReplacements {
            guard let file = currentFile else { return nil }
            try wait(for: file)
            if directory.refersTo(file, as: StoreLock.name) {
                writeHolder(file)
                return file
            }
            file.unlock()
            let newFile = try directory.existing(StoreLock.name, flags: isWritable ? O_RDWR | O_CREAT : O_RDONLY)
            self.file.withLock { $0 = newFile }
        }
        throw Failure(
            .storeBusy, "Something keeps removing \(directory.path)/lock.",
            advice: "Find out what removes it, and stop it.",
            kind: .temporary)
    }

    /// Writes the holder's line, unless it is already there.
    private func writeHolder(_ file: DiskFile) {
        guard isWritable, let holderLine, (try? file.read(holderLine.count, at: LockHolder.offset)) != holderLine else {
            return
        }
        // A failed write only leaves the name out of a message.
        try? file.write(holderLine, at: LockHolder.offset)
    }

    // MARK: - Waiting

    /// Waits for the lock of a file, either the store's or the log's.
    func wait(for file: DiskFile) throws {
        let isLocked = try file.lock(waitLimit) {
            caller.onWait("Waiting for \(holderSummary), which uses \(directory.path) …")
        }
        guard isLocked else { throw Failure.busy(directory.path, by: holderSummary, waitLimit) }
    }

    /// Repeats a body that fails while another process writes the next generation.
    ///
    /// - Parameter body: returns nil while another process is writing.
    /// - Throws: `storeBusy` after the timeout, and the body's errors.
    func retryDuringRewrite<Value>(_ body: () throws -> Value?) throws -> Value {
        var waited = 0
        while true {
            if let value = try body() { return value }
            guard waited < waitLimit.timeout else { throw Failure.busy(directory.path, by: holderSummary, waitLimit) }
            let pause = 20_000
            directory.system.pause(pause)
            if waited < waitLimit.reportAfter, waited + pause >= waitLimit.reportAfter {
                caller.onWait("Waiting for \(holderSummary), which rewrites \(directory.path) …")
            }
            waited += pause
        }
    }

    private var holderSummary: String {
        let machine = directory.system.machine
        guard let file = currentFile, let holder = LockHolder(in: file), holder.mayExist(seenFrom: machine) else {
            return "another program"
        }
        return holder.summary(seenFrom: machine)
    }

    // MARK: - The durability mark

    /// The durable end of the log, if it is recorded.
    var mark: DurabilityMark? { recordedMark.flatMap { DurabilityMark($0) } }

    private var recordedMark: [UInt8]? { try? currentFile?.read(DurabilityMark.maxLength, at: 0) }

    /// Records a durable end. It is not synced, and a failure is ignored, because an older mark is
    /// also true.
    ///
    /// Another process may have recorded a later one or another generation meanwhile.
    func record(_ mark: DurabilityMark) {
        guard isWritable, recordedMark.map({ !mark.isKnown(to: $0) }) ?? true else { return }
        try? currentFile?.write(mark.line, at: 0)
    }
}
