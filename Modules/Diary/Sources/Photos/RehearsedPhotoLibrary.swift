import Kernel
import Synchronization

/// A library whose changes stay in memory, before a real one that never learns of them: what `--dry-run` puts in its place.
public final class RehearsedPhotoLibrary: PhotoLibrary {
    private let real: any PhotoLibrary
    private let added: MemoryPhotoLibrary
    private let removed = Mutex<Set<PhotoPath>>([])

    /// Shows a library as it would be.
    public init(over real: any PhotoLibrary, now: @escaping @Sendable () -> Instant) {
        self.real = real
        added = MemoryPhotoLibrary(now: now)
    }

    public func keep(_ bytes: [UInt8], at path: PhotoPath) throws {
        guard try !isVisible(path) else { throw Failure.photoExists(path) }
        try added.keep(bytes, at: path)
    }

    public func bytes(at path: PhotoPath) throws -> [UInt8] {
        if let bytes = try? added.bytes(at: path) { return bytes }
        guard !isRemoved(path) else { throw Failure.photoMissing(path) }
        return try real.bytes(at: path)
    }

    public func remove(_ path: PhotoPath) throws {
        try added.remove(path)
        removed.withLock { _ = $0.insert(path) }
    }

    public func contents() throws -> [KeptPhoto] {
        (try real.contents().filter { !isRemoved($0.path) } + added.contents())
            .sorted { $0.path.description < $1.path.description }
    }

    public func file(at path: PhotoPath) -> String? { real.file(at: path) }

    private func isRemoved(_ path: PhotoPath) -> Bool { removed.withLock { $0.contains(path) } }

    private func isVisible(_ path: PhotoPath) throws -> Bool {
        try !isRemoved(path) && real.contents().contains { $0.path == path }
    }
}
