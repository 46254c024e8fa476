import Kernel
import Pictures
import Sync
import Synchronization

/// A shelf whose blobs are locked while the records beside it are.
///
/// Each file says itself whether it is, so a shelf that is half locked reads as well as any other. Blobs are closed and opened as a whole, in memory.
public struct VaultShelf<Path: BlobPath>: BlobShelf {
    private let shelf: any BlobShelf<Path>
    private let vault: Vault

    /// A shelf over another one.
    public init(over shelf: any BlobShelf<Path>, _ vault: Vault) { (self.shelf, self.vault) = (shelf, vault) }

    /// - Throws: also `vaultBusy`, where something was locked, or opened for good, meanwhile; nothing lies there then.
    public func keep(_ path: Path, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        let lock = try vault.closingLock()
        if let lock {
            let seal = try vault.keeper.seal(of: lock)
            var whole: [UInt8] = []
            try fill { whole += $0 }
            try shelf.keep(SealedFile.sealed(whole, by: seal), at: path)
        } else {
            try shelf.keep(path, fill: fill)
        }
        do {
            guard try vault.closingLock()?.name == lock?.name else { throw Failure.vaultBusy }
        } catch {
            // It lies open among what is locked, or behind a key that is gone.
            try shelf.remove(path)
            throw error
        }
    }

    public func source(at path: Path) throws -> ByteSource {
        let source = try shelf.source(at: path)
        guard let length = try SealedFile.length(head(of: source)) else { return source }
        let opened = OpenedBlob { [vault] in
            let bytes = try source.bytes(0, source.size)
            return try SealedFile.opened(bytes, by: vault.openingSeal(of: bytes))
        }
        return ByteSource(name: source.name, size: length) { offset, count in
            let bytes = try opened.bytes()
            guard offset >= 0, count >= 0, count <= bytes.count - offset else {
                throw path.failure(.unreadable(why: "it is cut short"))
            }
            return Array(bytes[offset..<offset + count])
        }
    }

    public func remove(_ path: Path) throws { try shelf.remove(path) }

    /// With the sizes that blobs have behind their locks.
    public func contents() throws -> [Blob<Path>] {
        let all = try shelf.contents()
        guard try vault.isThere() else { return all }
        return all.map { blob in
            let length = try? SealedFile.length(head(of: shelf.source(at: blob.path)))
            return Blob(path: blob.path, bytes: length.flatMap { $0 } ?? blob.bytes, keptAt: blob.keptAt)
        }
    }

    /// Nil for a blob that is locked: no other program could read it.
    public func file(at path: Path) -> String? {
        guard let source = try? shelf.source(at: path), (try? SealedFile.length(head(of: source))) == .some(nil) else {
            return nil
        }
        return shelf.file(at: path)
    }

    private func head(of source: ByteSource) throws -> [UInt8] { try source.bytes(0, min(SealedFile.head, source.size)) }
}

/// What is opened once, when somebody asks first.
private final class OpenedBlob: Sendable {
    private let whole = Mutex<[UInt8]?>(nil)
    private let open: @Sendable () throws -> [UInt8]

    init(_ open: @escaping @Sendable () throws -> [UInt8]) { self.open = open }

    func bytes() throws -> [UInt8] {
        if let known = whole.withLock({ $0 }) { return known }
        let fresh = try open()
        whole.withLock { $0 = fresh }
        return fresh
    }
}
