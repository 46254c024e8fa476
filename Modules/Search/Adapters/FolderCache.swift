import Kernel
import Search

extension SegmentCache {
    /// The maximum size of a cached index, in bytes.
    package static let maximumBytes = 256 << 20

    /// Creates a cache of one `….index` file per segment, readable only by the owner.
    ///
    /// The first write creates the folder. The cache ignores read and write errors. A partly
    /// written file never has a segment's name.
    ///
    /// - Parameters:
    ///   - path: the folder, or an empty string for a cache that stores nothing.
    ///   - isReadOnly: whether the cache only reads.
    package static func folder(_ path: String, isReadOnly: Bool = false) -> SegmentCache {
        guard !path.isEmpty else { return .none }
        let folder = IndexFolder(path: path)
        return SegmentCache(
            read: { folder.read($0) },
            write: { name, bytes in
                guard !isReadOnly else { return }
                if let bytes { folder.write(bytes, as: name) } else { folder.remove(name) }
            })
    }
}

/// The folder of the cached index files.
private struct IndexFolder: Sendable {
    let path: String

    /// Returns the contents of a file, or nil if it is missing, untrusted or too large.
    func read(_ name: String) -> [UInt8]? {
        let file = open(file(name), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard let size = sizeIfTrusted(of: file), (1...SegmentCache.maximumBytes).contains(size) else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filledBytes in
            while filledBytes < size {
                let count = pread(
                    file, buffer.baseAddress?.advanced(by: filledBytes), size - filledBytes, off_t(filledBytes))
                guard count > 0 else { break }
                filledBytes += count
            }
        }
        return bytes.count == size ? bytes : nil
    }

    /// Writes a draft and renames it once complete. The file is not synced, because the checksum
    /// detects damage after a power failure.
    func write(_ bytes: [UInt8], as name: String) {
        guard bytes.count <= SegmentCache.maximumBytes else { return remove(name) }
        mkdir(path, 0o700)
        let draft = file(name) + ".new"
        let file = open(draft, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        // The lock applies to the opened draft, so it counts only while the draft still has its
        // name.
        guard flock(file, LOCK_EX | LOCK_NB) == 0, sizeIfTrusted(of: file) != nil, isFile(file, at: draft),
            ftruncate(file, 0) == 0
        else { return }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(file, $0.baseAddress?.advanced(by: written), bytes.count - written, off_t(written))
            }
            guard count > 0 else {
                _ = unlink(draft)
                return
            }
            written += count
        }
        _ = rename(draft, self.file(name))
    }

    func remove(_ name: String) { _ = unlink(file(name)) }

    private func file(_ name: String) -> String { "\(path)/\(name).index" }

    /// Returns the size of a regular file that only the current user owns and may write, or `nil`
    /// for any other file.
    private func sizeIfTrusted(of file: Int32) -> Int? {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o022 == 0
        else { return nil }
        return Int(status.st_size)
    }

    /// Returns whether an open file is still the one at a path.
    private func isFile(_ file: Int32, at name: String) -> Bool {
        var openedStatus = stat()
        var pathStatus = stat()
        guard fstat(file, &openedStatus) == 0, lstat(name, &pathStatus) == 0 else { return false }
        return openedStatus.st_ino == pathStatus.st_ino && openedStatus.st_dev == pathStatus.st_dev
    }
}
