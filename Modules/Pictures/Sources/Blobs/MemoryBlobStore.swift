import Kernel
import Synchronization

/// A blob store in memory.
package final class MemoryBlobStore<Path: BlobPath>: BlobStore {
    private let blobs = Mutex<[Path: (bytes: [UInt8], keptAt: Instant)]>([:])
    private let now: @Sendable () -> Instant

    package init(now: @escaping @Sendable () -> Instant) { self.now = now }

    package func save(_ path: Path, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        var bytes: [UInt8] = []
        try fill { bytes += $0 }
        let stored = bytes
        let time = now()
        try blobs.withLock {
            guard $0[path] == nil else { throw path.failure(.exists) }
            $0[path] = (stored, time)
        }
    }

    package func source(at path: Path) throws -> ByteSource {
        guard let blob = blobs.withLock({ $0[path] }) else { throw path.failure(.missing) }
        return ByteSource(name: path.components.last ?? "", blob.bytes)
    }

    package func remove(_ path: Path) throws { blobs.withLock { $0[path] = nil } }

    package func contents() throws -> [Blob<Path>] {
        blobs.withLock { $0.map { Blob(path: $0.key, bytes: $0.value.bytes.count, keptAt: $0.value.keptAt) } }
            .sorted { $0.path.description < $1.path.description }
    }

    package func file(at path: Path) -> String? { nil }
}
