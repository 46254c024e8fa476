import Kernel
import Search

extension SegmentCache {
    /// The longest index that is kept, in bytes.
    public static let largest = 256 << 20

    /// Segments in a folder that is made when the first is kept: a file each, named `….index`, for their owner alone. What cannot be read or
    /// written is passed over; a half-written file never has a segment's name.
    ///
    /// - Parameters:
    ///   - path: the folder; empty for a cache that keeps nothing.
    ///   - isReadOnly: reads what there is and keeps nothing.
    public static func folder(_ path: String, isReadOnly: Bool = false) -> SegmentCache {
        guard !path.isEmpty else { return .none }
        let folder = IndexFolder(path: path)
        return SegmentCache(
            read: { folder.read($0) },
            keep: { name, bytes in
                guard !isReadOnly else { return }
                if let bytes { folder.keep(bytes, as: name) } else { folder.remove(name) }
            })
    }
}

private struct IndexFolder: Sendable {
    let path: String

    func read(_ name: String) -> [UInt8]? {
        let file = open(file(name), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard let size = ownSize(of: file), (1...SegmentCache.largest).contains(size) else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let count = pread(file, buffer.baseAddress?.advanced(by: filled), size - filled, off_t(filled))
                guard count > 0 else { break }
                filled += count
            }
        }
        return bytes.count == size ? bytes : nil
    }

    /// Writes beside the file and gives it its name when it is whole. Not synced: after a power cut its checksum is wrong.
    func keep(_ bytes: [UInt8], as name: String) {
        guard bytes.count <= SegmentCache.largest else { return remove(name) }
        mkdir(path, 0o700)
        let draft = file(name) + ".new"
        let file = open(draft, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        // The lock is on the draft as it was opened; it counts only while the draft still has its name.
        guard flock(file, LOCK_EX | LOCK_NB) == 0, ownSize(of: file) != nil, holds(file, draft), ftruncate(file, 0) == 0 else {
            return
        }
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

    /// The size of a plain file that is ours and that nobody else may write; nil for anything else.
    private func ownSize(of file: Int32) -> Int? {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o022 == 0
        else { return nil }
        return Int(status.st_size)
    }

    private func holds(_ file: Int32, _ name: String) -> Bool {
        var (here, there) = (stat(), stat())
        guard fstat(file, &here) == 0, lstat(name, &there) == 0 else { return false }
        return here.st_ino == there.st_ino && here.st_dev == there.st_dev
    }
}
