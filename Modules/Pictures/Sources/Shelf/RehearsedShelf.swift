import Kernel
import Synchronization

/// A shelf whose changes stay in memory, before a real one that never learns of them: what `--dry-run` puts in its place.
///
/// Of what is larger than a picture only the size is remembered: a rehearsal does not hold a video.
public final class RehearsedShelf<Path: BlobPath>: BlobShelf {
    private struct Changes {
        var added: [Path: (blob: Blob<Path>, bytes: [UInt8])] = [:]
        var removed: Set<Path> = []
    }

    private let real: any BlobShelf<Path>
    private let changes = Mutex(Changes())
    private let now: @Sendable () -> Instant

    /// Shows a shelf as it would be.
    public init(over real: any BlobShelf<Path>, now: @escaping @Sendable () -> Instant) { (self.real, self.now) = (real, now) }

    public func keep(_ path: Path, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        guard (try? source(at: path)) == nil else { throw path.failure(.exists) }
        var (size, bytes) = (0, [UInt8]())
        try fill { piece in
            size += piece.count
            if size <= PictureLimits.largestPicture { bytes += piece } else { bytes = [] }
        }
        let added = (Blob(path: path, bytes: size, keptAt: now()), bytes)
        changes.withLock { $0.added[path] = added }
    }

    public func source(at path: Path) throws -> ByteSource {
        let (added, isRemoved) = changes.withLock { ($0.added[path], $0.removed.contains(path)) }
        guard let added else {
            guard !isRemoved else { throw path.failure(.missing) }
            return try real.source(at: path)
        }
        guard added.blob.bytes == added.bytes.count else { throw path.failure(.unreadable(why: "it was only rehearsed")) }
        return ByteSource(name: path.components.last ?? "", added.bytes)
    }

    public func remove(_ path: Path) throws {
        changes.withLock {
            $0.added[path] = nil
            $0.removed.insert(path)
        }
    }

    public func contents() throws -> [Blob<Path>] {
        let kept = try real.contents()
        return changes.withLock { changes in
            kept.filter { !changes.removed.contains($0.path) } + changes.added.values.map(\.blob)
        }
        .sorted { $0.path.description < $1.path.description }
    }

    public func file(at path: Path) -> String? {
        changes.withLock { $0.added[path] != nil || $0.removed.contains(path) } ? nil : real.file(at: path)
    }
}
