import Kernel

/// A regular file that is open for reading: whatever happens to its name meanwhile, these are its bytes.
public final class RegularFile: @unchecked Sendable {
    // Nothing changes after init, and pread takes its place as an argument.
    private let descriptor: Int32
    /// Its size when it was opened.
    public let size: Int
    /// Whose it is, and who may do what with it.
    let facts: (owner: uid_t, mode: mode_t)
    /// What tells it from every other file, whatever its name is.
    let place: (device: dev_t, number: ino_t)

    /// The file at a path. A symbolic link is not followed, and nothing waits for a FIFO's writer.
    ///
    /// - Throws: `FileTrouble`.
    public convenience init(path: String) throws {
        // A path that begins with a dash is a path all the same: no program reads it.
        try self.init(open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY))
    }

    init(_ descriptor: Int32) throws {
        guard descriptor != -1 else { throw FileTrouble(errno) }
        self.descriptor = descriptor
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            (size, facts, place) = (0, (0, 0), (0, 0))
            throw FileTrouble(errno)
        }
        (size, facts) = (Int(status.st_size), (status.st_uid, status.st_mode))
        place = (status.st_dev, status.st_ino)
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileTrouble.other("it is not a file") }
    }

    deinit { close(descriptor) }

    /// Whether nobody writes it piece by piece at this moment (`Folder.writeNew`), in whatever process. Where a file system knows no locks it always is.
    public func isAtRest() -> Bool { flock(descriptor, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK }

    /// So many bytes from a place on.
    ///
    /// - Throws: `FileTrouble`, also when the file became shorter meanwhile.
    public func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        guard offset >= 0, count >= 0, count <= size - offset else { throw FileTrouble.other("it is cut short") }
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read = pread(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { throw read == 0 ? FileTrouble.other("it became shorter meanwhile") : FileTrouble(errno) }
                filled += read
            }
        }
    }
}
