import Kernel
import Synchronization

/// Blobs in memory.
public final class MemoryShelf<Path: BlobPath>: BlobShelf {
    private let blobs = Mutex<[Path: (bytes: [UInt8], keptAt: Instant)]>([:])
    private let now: @Sendable () -> Instant

    /// An empty shelf.
    public init(now: @escaping @Sendable () -> Instant) { self.now = now }

    public func keep(_ path: Path, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        var whole: [UInt8] = []
        try fill { whole += $0 }
        let (kept, time) = (whole, now())
        try blobs.withLock {
            guard $0[path] == nil else { throw path.failure(.exists) }
            $0[path] = (kept, time)
        }
    }

    public func source(at path: Path) throws -> ByteSource {
        guard let blob = blobs.withLock({ $0[path] }) else { throw path.failure(.missing) }
        return ByteSource(name: path.components.last ?? "", blob.bytes)
    }

    public func remove(_ path: Path) throws { blobs.withLock { $0[path] = nil } }

    public func contents() throws -> [Blob<Path>] {
        blobs.withLock { $0.map { Blob(path: $0.key, bytes: $0.value.bytes.count, keptAt: $0.value.keptAt) } }
            .sorted { $0.path.description < $1.path.description }
    }

    public func file(at path: Path) -> String? { nil }
}
