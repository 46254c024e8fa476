import Kernel
import Sync
import Synchronization

/// A file place in memory.
package final class MemoryFiles: FilePlace {
    private let files = Mutex<[String: [Int: [UInt8]]]>([:])

    package init() {}

    package func parts() throws -> [String: Set<Int>] { files.withLock { $0.mapValues { Set($0.keys) } } }

    package func fingerprint() throws -> String { "\(try parts().hashValue)" }

    package func put(_ bytes: [UInt8], as part: FilePart) throws {
        guard part.isValid else { throw Failure.invalidPart }
        files.withLock { $0[part.name, default: [:]][part.number] = bytes }
    }

    package func bytes(of part: FilePart) throws -> [UInt8]? { files.withLock { $0[part.name]?[part.number] } }

    package func remove(_ part: FilePart) throws {
        files.withLock { files in
            files[part.name]?[part.number] = nil
            if files[part.name]?.isEmpty == true { files[part.name] = nil }
        }
    }

    package func remove(_ name: String) throws { files.withLock { $0[name] = nil } }

    package func size() throws -> Int { files.withLock { $0.values.joined().reduce(0) { $0 + $1.value.count } } }
}
