import Kernel

/// A regular file that is open for reading, with the same bytes even if its name changes.
package final class RegularFile: @unchecked Sendable {
    // Nothing changes after init, and `pread` takes its position as an argument.
    private let descriptor: Int32
    package let size: Int
    let ownership: (owner: uid_t, mode: mode_t)
    /// A mark that identifies the file independently of its name.
    let identity: (device: dev_t, number: ino_t)

    /// Opens the file at a path. It does not follow a symbolic link or wait for the writer of a
    /// FIFO.
    ///
    /// - Throws: `FileError`.
    package convenience init(path: String) throws {
        // A path that begins with a dash is safe here, because no program parses it.
        try self.init(open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY))
    }

    init(_ descriptor: Int32) throws {
        guard descriptor != -1 else { throw FileError(errno) }
        self.descriptor = descriptor
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            size = 0
            ownership = (0, 0)
            identity = (0, 0)
            throw FileError(errno)
        }
        size = Int(status.st_size)
        ownership = (status.st_uid, status.st_mode)
        identity = (status.st_dev, status.st_ino)
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileError.other("it is not a file") }
    }

    deinit { close(descriptor) }

    /// Whether no process is writing it in pieces at this moment (`Folder.writeNew`). The result is
    /// true on a file system without locks.
    package func isAtRest() -> Bool { flock(descriptor, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK }

    /// Returns `count` bytes from an offset.
    ///
    /// - Throws: `FileError`, also if the file has become shorter meanwhile.
    package func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        guard offset >= 0, count >= 0, count <= size - offset else { throw FileError.other("it is cut short") }
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let readCount = pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
                if readCount < 0, errno == EINTR { continue }
                guard readCount > 0 else {
                    throw readCount == 0 ? FileError.other("it became shorter meanwhile") : FileError(errno)
                }
                filled += readCount
            }
        }
    }
}
