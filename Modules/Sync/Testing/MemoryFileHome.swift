import Kernel
import Sync
import Synchronization

/// Files in memory, at any path.
package final class MemoryFileHome: FileHome {
    private let files = Mutex<[String: [UInt8]]>([:])

    package init() {}

    package func accepts(_ path: String) -> Bool { true }

    package func size(of path: String) throws -> Int? { files.withLock { $0[path]?.count } }

    package func bytes(of path: String, at offset: Int, count: Int) throws -> [UInt8] {
        guard let file = files.withLock({ $0[path] }), offset >= 0, count >= 0, count <= file.count - offset else {
            throw Failure(.fileUnreadable, "There is no such part of \(path).", kind: .missingInput)
        }
        return Array(file[offset..<offset + count])
    }

    package func save(_ path: String, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        var collectedBytes: [UInt8] = []
        try fill { collectedBytes += $0 }
        let bytes = collectedBytes
        files.withLock { if $0[path] == nil { $0[path] = bytes } }
    }

    package func remove(_ path: String) { files.withLock { $0[path] = nil } }

    package func paths() -> [String] { files.withLock { $0.keys.sorted() } }
}
