import Kernel
import Synchronization

/// A store for `--dry-run` that records changes in memory and leaves the underlying store
/// unchanged.
///
/// For a blob larger than a picture it records only the size, so a dry run never loads a video into
/// memory.
package final class DryRunBlobStore<Path: BlobPath>: BlobStore {
    /// The blobs that the dry run added and removed.
    private struct Changes {
        var added: [Path: (blob: Blob<Path>, bytes: [UInt8])] = [:]
        var removed: Set<Path> = []
    }

    private let base: any BlobStore<Path>
    private let changes = Mutex(Changes())
    private let now: @Sendable () -> Instant

    package init(over base: any BlobStore<Path>, now: @escaping @Sendable () -> Instant) {
        self.base = base
        self.now = now
    }

    package func save(_ path: Path, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        guard (try? source(at: path)) == nil else { throw path.failure(.exists) }
        var size = 0
        var bytes = [UInt8]()
        try fill { piece in
            size += piece.count
            if size <= PictureLimits.largestPicture { bytes += piece } else { bytes = [] }
        }
        let added = (Blob(path: path, bytes: size, keptAt: now()), bytes)
        changes.withLock { $0.added[path] = added }
    }

    package func source(at path: Path) throws -> ByteSource {
        let (added, isRemoved) = changes.withLock { ($0.added[path], $0.removed.contains(path)) }
        guard let added else {
            guard !isRemoved else { throw path.failure(.missing) }
            return try base.source(at: path)
        }
        guard added.blob.bytes == added.bytes.count else {
            throw path.failure(.unreadable(why: "it was only rehearsed"))
        }
        return ByteSource(name: path.components.last ?? "", added.bytes)
    }

    package func remove(_ path: Path) throws {
        changes.withLock {
            $0.added[path] = nil
            $0.removed.insert(path)
        }
    }

    package func contents() throws -> [Blob<Path>] {
        let stored = try base.contents()
        return changes.withLock { changes in
            stored.filter { !changes.removed.contains($0.path) } + changes.added.values.map(\.blob)
        }
        .sorted { $0.path.description < $1.path.description }
    }

    package func file(at path: Path) -> String? {
        changes.withLock { $0.added[path] != nil || $0.removed.contains(path) } ? nil : base.file(at: path)
    }
}
