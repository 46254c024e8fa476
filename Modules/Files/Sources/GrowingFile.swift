import Kernel

/// A file that grows by appending and is held by one process at a time. A process that ends in any
/// way releases it.
package final class GrowingFile: @unchecked Sendable {
    // Only the file itself changes after init, and its single holder writes it.
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Returns the size in bytes.
    ///
    /// - Throws: `FileError`.
    package func size() throws -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(errno) }
        return Int(status.st_size)
    }

    /// Appends bytes.
    ///
    /// - Throws: `FileError`. A part of the bytes may be written then.
    package func append(_ bytes: [UInt8]) throws { try Folder.write(bytes, to: descriptor) }

    /// Empties the file.
    ///
    /// - Throws: `FileError`.
    package func truncate() throws { guard ftruncate(descriptor, 0) == 0 else { throw FileError(errno) } }
}

extension Folder {
    /// Opens a growing file and creates it if `making` is true, or returns nil while another
    /// process holds it. Links are not followed.
    ///
    /// - Throws: `FileError`.
    package func growingFile(_ name: String, making: Bool = true) throws -> GrowingFile? {
        for _ in 0..<10 {
            let flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | (making ? O_CREAT : 0)
            let opened = openat(descriptor, name, flags, 0o600)
            guard opened != -1 else { throw FileError(errno) }
            let file = GrowingFile(opened)
            var status = stat()
            var statusByName = stat()
            guard fstat(opened, &status) == 0 else { throw FileError(errno) }
            guard status.st_mode & S_IFMT == S_IFREG else { throw FileError.other("it is not a file") }
            guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
                guard errno == EWOULDBLOCK else { throw FileError(errno) }
                return nil
            }
            // The previous holder may have removed it a moment ago. Then another file has this
            // name, or none does.
            guard fstatat(descriptor, name, &statusByName, AT_SYMLINK_NOFOLLOW) == 0,
                statusByName.st_ino == status.st_ino
            else {
                continue
            }
            return file
        }
        return nil
    }
}
