import Kernel

/// An open file of a store; closed when nobody holds it any more.
final class DiskFile: Sendable {
    let path: String
    let descriptor: Int32
    let system: any FileSystem

    init(path: String, descriptor: Int32, system: any FileSystem) {
        (self.path, self.descriptor, self.system) = (path, descriptor, system)
        numbers = FileNumbers(of: descriptor)
    }

    deinit { system.close(descriptor) }

    func status() throws -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure.disk("look at", path, Int(errno)) }
        return status
    }

    /// Which file it is, for as long as it is open; nil where that could not be looked at.
    let numbers: FileNumbers?

    /// Its size, asked for without its times (`FileNumbers`); reading and writing say themselves where.
    func size() throws -> Int {
        let size = lseek(descriptor, 0, SEEK_END)
        guard size >= 0 else { throw Failure.disk("look at", path, Int(errno)) }
        return Int(size)
    }

    /// As many bytes as there are from an offset, at most `count`.
    func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
    }

    /// The same as data, not copied.
    func data(_ count: Int, at offset: Int) throws -> ReadBytes { try ReadBytes.read(count) { try read(into: $0, at: offset) } }

    /// Fills the buffer unless the file ends before.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        var filled = 0
        while filled < buffer.count {
            let some = system.read(
                descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), at: offset + filled)
            guard some >= 0 else { throw Failure.disk("read", path, -some) }
            guard some > 0 else { break }
            filled += some
        }
        return filled
    }

    /// One system call; fewer bytes than given count as a failure.
    func write(_ bytes: [UInt8], at offset: Int) throws { try bytes.withUnsafeBytes { try write($0, at: offset) } }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws { _ = try write(bytes, at: offset, atLeast: bytes.count) }

    /// One system call; fewer bytes than are needed count as a failure.
    ///
    /// - Returns: how many were written.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int, atLeast needed: Int) throws -> Int {
        let written = system.write(descriptor, bytes, at: offset)
        guard written >= 0 else { throw Failure.disk("write", path, -written, size: needed) }
        guard written >= needed else { throw Failure.disk("write", path, Int(ENOSPC), size: needed) }
        return written
    }

    func sync() throws {
        let result = system.sync(descriptor)
        guard result >= 0 else { throw Failure.disk("write", path, -result) }
    }

    func truncate(to size: Int) throws {
        let result = system.truncate(descriptor, to: size)
        guard result >= 0 else { throw Failure.disk("shorten", path, -result) }
    }

    /// Runs a body while no other holder of this lock runs one.
    func locked<Value>(_ body: () throws -> Value) throws -> Value {
        guard try lock(LockPatience()) else { throw Failure.busy(path, by: "another program", LockPatience()) }
        defer { unlock() }
        return try body()
    }

    /// Whether the lock could be had at once.
    func tryLock() throws -> Bool { try hasLock(system.tryLock(descriptor)) }

    /// Whether the lock could be had in so many microseconds.
    func waitForLock(atMost limit: Int) throws -> Bool { try hasLock(system.waitForLock(descriptor, atMost: limit)) }

    private func hasLock(_ result: Int) throws -> Bool {
        guard result >= 0 || result == -Int(EWOULDBLOCK) else { throw Failure.disk("lock", path, -result) }
        return result >= 0
    }

    func unlock() { system.unlock(descriptor) }
}

extension Failure {
    /// Somebody has held a lock for as long as it was waited for.
    static func busy(_ path: String, by others: String, _ patience: LockPatience) -> Failure {
        Failure(
            .storeBusy,
            "\(path) is in use by \(others), and was not free for \(counted(patience.endsAfter / 1_000_000, "second")).",
            advice: "Try again when that is done, or end it.", kind: .temporary)
    }

    /// A system call that failed, in words.
    ///
    /// - Parameter size: how many bytes wanted room: a disk that is far from full may have too little for them.
    static func disk(_ action: String, _ path: String, _ number: Int, size: Int? = nil) -> Failure {
        let reason = String(cString: strerror(Int32(number)))
        switch Int32(number) {
        case ENOSPC, EDQUOT, EFBIG:
            let needed = size.map { $0 < 1024 ? counted($0, "byte") : "\(($0 + 1023) / 1024) KB" }
            return Failure(
                .diskFull,
                needed.map { "There is no room for \($0) more in \(path): \(reason)." }
                    ?? "There is no room to \(action) \(path): \(reason).",
                advice: needed == nil
                    ? "Nothing was changed. Free some space and try again."
                    : "Nothing was changed. Free that much space and try again.",
                kind: .temporary
            )
        case EACCES, EROFS, EPERM:
            return Failure(
                .readOnlyStore, "You may not \(action) \(path): \(reason).", advice: "Check who owns it.", kind: .cannotCreate)
        default:
            return Failure(.diskTrouble, "Could not \(action) \(path): \(reason).", kind: .temporary)
        }
    }
}
