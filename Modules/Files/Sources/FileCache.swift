import Kernel
import Synchronization

/// A cache of the values of small files, each valid while its file is unchanged.
///
/// A caller that asks often gets the value at once, and the file is read once.
package final class FileCache: Sendable {
    /// A mark that identifies a file at its path and changes with every change of the file.
    private struct Mark: Equatable {
        let identity: [UInt64]
        let times: [Int]

        init?(of path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            identity = [
                UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_mode), UInt64(status.st_uid),
                UInt64(status.st_size),
            ]
            times = [status.contentsChanged, status.anythingChanged].flatMap { [$0.tv_sec, $0.tv_nsec] }
        }
    }

    private let entries = Mutex<[String: (mark: Mark, value: any Sendable)]>([:])

    package init() {}

    /// Returns the value of a file, and calls the given function only if the file has changed since
    /// the last call.
    package func value<Value: Sendable>(of path: String, _ read: () throws -> Value) rethrows -> Value {
        // The mark is taken before the read: a file that changes during the read is read again.
        guard let mark = Mark(of: path) else { return try read() }
        if let cached = entries.withLock({ $0[path] }), cached.mark == mark, let value = cached.value as? Value {
            return value
        }
        let value = try read()
        entries.withLock { $0[path] = (mark, value) }
        return value
    }

    /// Discards the value of a file. Call it after writing the file, because two writes may be too
    /// close for its times to differ.
    package func forget(_ path: String) { entries.withLock { $0[path] = nil } }
}
