import Kernel
import Synchronization

/// What small files said when they were last read, each for as long as it is the same file: who asks often is told at once what became of it, and it is
/// read once.
public final class SeenFiles: Sendable {
    /// What tells one file from the next at its path, and from itself when it was changed.
    private struct Mark: Equatable {
        let place: [UInt64]
        let times: [Int]

        init?(of path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            place = [
                UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_mode), UInt64(status.st_uid),
                UInt64(status.st_size),
            ]
            times = [status.contentsChanged, status.anythingChanged].flatMap { [$0.tv_sec, $0.tv_nsec] }
        }
    }

    private let seen = Mutex<[String: (mark: Mark, value: any Sendable)]>([:])

    /// Nothing was read yet.
    public init() {}

    /// What a file says, by a function that reads it: not called where the file is the one that it has read before.
    public func value<Value: Sendable>(of path: String, _ read: () throws -> Value) rethrows -> Value {
        // A mark from before the reading: what is changed meanwhile is read once more.
        guard let mark = Mark(of: path) else { return try read() }
        if let known = seen.withLock({ $0[path] }), known.mark == mark, let value = known.value as? Value { return value }
        let value = try read()
        seen.withLock { $0[path] = (mark, value) }
        return value
    }

    /// Whoever has just written a file reads it anew: two writings may be too close for its times.
    public func forget(_ path: String) { seen.withLock { $0[path] = nil } }
}
