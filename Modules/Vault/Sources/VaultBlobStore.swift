import Kernel
import Pictures
import Sync
import Synchronization

/// A blob store that encrypts its blobs while the diary is locked.
///
/// Each file states whether it is encrypted, so a partly locked store is readable too. Blobs are
/// encrypted and decrypted as a whole, in memory.
package struct VaultBlobStore<Path: BlobPath>: BlobStore {
    private let blobStore: any BlobStore<Path>
    private let vault: VaultService

    package init(over blobStore: any BlobStore<Path>, _ vault: VaultService) {
        self.blobStore = blobStore
        self.vault = vault
    }

    /// Saves a file, encrypted if the vault has a lock.
    ///
    /// - Throws: Also `vaultBusy` if the diary was locked or unlocked in the meantime. Nothing is
    ///   stored in that case.
    package func save(_ path: Path, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        let lock = try vault.closingLock()
        if let lock {
            let seal = try vault.keeper.seal(of: lock)
            var content: [UInt8] = []
            try fill { content += $0 }
            try blobStore.save(SealedFile.sealed(content, by: seal), at: path)
        } else {
            try blobStore.save(path, fill: fill)
        }
        do {
            guard try vault.closingLock()?.name == lock?.name else { throw Failure.vaultBusy }
        } catch {
            // The file would be plain among encrypted ones, or encrypted with a removed key.
            try blobStore.remove(path)
            throw error
        }
    }

    package func source(at path: Path) throws -> ByteSource {
        let source = try blobStore.source(at: path)
        guard let length = try SealedFile.length(head(of: source)) else { return source }
        let openedBlob = OpenedBlob { [vault] in
            let bytes = try source.bytes(0, source.size)
            return try SealedFile.opened(bytes, by: vault.openingSeal(of: bytes))
        }
        return ByteSource(name: source.name, size: length) { offset, count in
            let bytes = try openedBlob.bytes()
            guard offset >= 0, count >= 0, count <= bytes.count - offset else {
                throw path.failure(.unreadable(why: "it is cut short"))
            }
            return Array(bytes[offset..<offset + count])
        }
    }

    package func remove(_ path: Path) throws { try blobStore.remove(path) }

    /// Returns the blobs with their decrypted sizes.
    package func contents() throws -> [Blob<Path>] {
        let blobs = try blobStore.contents()
        guard try vault.hasLock() else { return blobs }
        return blobs.map { blob in
            let length = try? SealedFile.length(head(of: blobStore.source(at: blob.path)))
            return Blob(path: blob.path, bytes: length.flatMap { $0 } ?? blob.bytes, keptAt: blob.keptAt)
        }
    }

    /// Returns the path, or nil for an encrypted blob, which no other program can read.
    package func file(at path: Path) -> String? {
        guard let source = try? blobStore.source(at: path), (try? SealedFile.length(head(of: source))) == .some(nil)
        else { return nil }
        return blobStore.file(at: path)
    }

    private func head(of source: ByteSource) throws -> [UInt8] {
        try source.bytes(0, min(SealedFile.headLength, source.size))
    }
}

/// A blob that is decrypted once on first use.
private final class OpenedBlob: Sendable {
    private let content = Mutex<[UInt8]?>(nil)
    private let open: @Sendable () throws -> [UInt8]

    init(_ open: @escaping @Sendable () throws -> [UInt8]) { self.open = open }

    func bytes() throws -> [UInt8] {
        if let cached = content.withLock({ $0 }) { return cached }
        let bytes = try open()
        content.withLock { $0 = bytes }
        return bytes
    }
}
