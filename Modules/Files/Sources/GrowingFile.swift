import Kernel

/// A file that grows, which one process has at a time: what comes is put behind what is there. Whoever ends lets go of it, however it ends.
public final class GrowingFile: @unchecked Sendable {
    // Nothing changes after init but the file itself, which its one holder writes in turn.
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// How much is in it.
    ///
    /// - Throws: `FileTrouble`.
    public func size() throws -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileTrouble(errno) }
        return Int(status.st_size)
    }

    /// Puts bytes behind what is there.
    ///
    /// - Throws: `FileTrouble`; a part of them may be there then.
    public func append(_ bytes: [UInt8]) throws { try Folder.write(bytes, to: descriptor) }

    /// Begins anew.
    ///
    /// - Throws: `FileTrouble`.
    public func empty() throws { guard ftruncate(descriptor, 0) == 0 else { throw FileTrouble(errno) } }
}

extension Folder {
    /// A file that grows, made where it is not there; nil while another process has it. Links are not followed.
    ///
    /// - Throws: `FileTrouble`.
    public func growing(_ name: String, making: Bool = true) throws -> GrowingFile? {
        for _ in 0..<10 {
            let flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | (making ? O_CREAT : 0)
            let found = openat(descriptor, name, flags, 0o600)
            guard found != -1 else { throw FileTrouble(errno) }
            let file = GrowingFile(found)
            var (mine, named) = (stat(), stat())
            guard fstat(found, &mine) == 0 else { throw FileTrouble(errno) }
            guard mine.st_mode & S_IFMT == S_IFREG else { throw FileTrouble.other("it is not a file") }
            guard flock(found, LOCK_EX | LOCK_NB) == 0 else {
                guard errno == EWOULDBLOCK else { throw FileTrouble(errno) }
                return nil
            }
            // Whoever had it a moment ago may have removed it: then there is another one of this name, or none.
            guard fstatat(descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0, named.st_ino == mine.st_ino else { continue }
            return file
        }
        return nil
    }
}
