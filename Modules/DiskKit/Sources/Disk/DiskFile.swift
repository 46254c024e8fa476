import Kernel

/// An open file of a store, closed when its last reference is released.
package final class DiskFile: Sendable {
    package let path: String
    let descriptor: Int32
    let system: any FileSystem

    package init(path: String, descriptor: Int32, system: any FileSystem) {
        self.path = path
        self.descriptor = descriptor
        self.system = system
        numbers = FileID(of: descriptor)
    }

    deinit { system.close(descriptor) }

    func status() throws -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure.disk("look at", path, Int(errno)) }
        return status
    }

    /// The identity of the file while it is open, or nil if it could not be read.
    package let numbers: FileID?

    /// Returns the size without reading the file's times (`FileID`).
    ///
    /// The seek is harmless, because reads and writes name their offsets.
    package func size() throws -> Int {
        let size = lseek(descriptor, 0, SEEK_END)
        guard size >= 0 else { throw Failure.disk("look at", path, Int(errno)) }
        return Int(size)
    }

    /// Returns up to `count` bytes from an offset.
    package func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
    }

    /// Returns up to `count` bytes from an offset as data, without a copy.
    package func data(_ count: Int, at offset: Int) throws -> ReadBytes {
        try ReadBytes.read(count) { try read(into: $0, at: offset) }
    }

    /// Fills the buffer unless the file ends first.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
        var filled = 0
        while filled < buffer.count {
            let readCount = system.read(
                descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), at: offset + filled)
            guard readCount >= 0 else { throw Failure.disk("read", path, -readCount) }
            guard readCount > 0 else { break }
            filled += readCount
        }
        return filled
    }

    /// Writes bytes in one system call, and treats a partial write as a failure.
    package func write(_ bytes: [UInt8], at offset: Int) throws {
        try bytes.withUnsafeBytes { try write($0, at: offset) }
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        _ = try write(bytes, at: offset, atLeast: bytes.count)
    }

    /// Writes bytes in one system call, and treats fewer than the needed bytes as a failure.
    ///
    /// - Returns: the number of written bytes.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int, atLeast needed: Int) throws -> Int {
        let writtenCount = system.write(descriptor, bytes, at: offset)
        guard writtenCount >= 0 else { throw Failure.disk("write", path, -writtenCount, size: needed) }
        guard writtenCount >= needed else { throw Failure.disk("write", path, Int(ENOSPC), size: needed) }
        return writtenCount
    }

    package func sync() throws {
        let result = system.sync(descriptor)
        guard result >= 0 else { throw Failure.disk("write", path, -result) }
    }

    package func truncate(to size: Int) throws {
        let result = system.truncate(descriptor, to: size)
        guard result >= 0 else { throw Failure.disk("shorten", path, -result) }
    }

    /// Runs a body under the exclusive lock.
    package func locked<Value>(_ body: () throws -> Value) throws -> Value {
        guard try lock(LockTimeout()) else { throw Failure.busy(path, by: "another program", LockTimeout()) }
        defer { unlock() }
        return try body()
    }

    /// Takes the lock if it is free, and returns whether it succeeded.
    package func tryLock() throws -> Bool { try hasLock(system.tryLock(descriptor)) }

    /// Waits for the lock up to a number of microseconds, and returns whether it succeeded.
    func waitForLock(atMost limit: Int) throws -> Bool { try hasLock(system.waitForLock(descriptor, atMost: limit)) }

    private func hasLock(_ result: Int) throws -> Bool {
        guard result >= 0 || result == -Int(EWOULDBLOCK) else { throw Failure.disk("lock", path, -result) }
        return result >= 0
    }

    package func unlock() { system.unlock(descriptor) }
}

extension Failure {
    /// Returns the failure for a lock that stayed taken until the timeout.
    package static func busy(_ path: String, by holder: String, _ waitLimit: LockTimeout) -> Failure {
        Failure(
            .storeBusy,
            "\(path) is in use by \(holder), and was not free for \(counted(waitLimit.timeout / 1_000_000, "second")).",
            advice: "Try again when that is done, or end it.", kind: .temporary)
    }

    /// Returns the failure of a system call.
    ///
    /// - Parameter size: the number of bytes to be written. A nearly full disk may lack space for
    ///   them.
    package static func disk(_ action: String, _ path: String, _ number: Int, size: Int? = nil) -> Failure {
        let reason = String(cString: strerror(Int32(number)))
        switch Int32(number) {
        case ENOSPC, EDQUOT, EFBIG:
            let needed = size.map { $0 < 1024 ? counted($0, "byte") : "\(($0 + 1023) / 1024) KB" }
            return Failure(
                .diskFull,
                needed.map { "There is not enough space for \($0) more in \(path): \(reason)." }
                    ?? "There is not enough space to \(action) \(path): \(reason).",
                advice: needed == nil
                    ? "Nothing was changed. Free some space and try again."
                    : "Nothing was changed. Free that much space and try again.",
                kind: .temporary
            )
        case EACCES, EROFS, EPERM:
            return Failure(
                .readOnlyStore, "You may not \(action) \(path): \(reason).", advice: "Check who owns it.",
                kind: .cannotCreate)
        default:
            return Failure(.diskTrouble, "Could not \(action) \(path): \(reason).", kind: .temporary)
        }
    }
}
