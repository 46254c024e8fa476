import Kernel

/// A store for the bytes of photos and videos, which are too large for a record.
///
/// Every failure comes from the path (`BlobPath.failure`).
package protocol BlobStore<Path>: Sendable {
    associatedtype Path: BlobPath

    /// Stores a blob piece by piece.
    ///
    /// After the return the blob survives a power failure. After an error the store is unchanged.
    ///
    /// - Parameter fill: receives a function that stores the next bytes. Its errors are rethrown.
    /// - Throws: `exists` if the path is in use, or `writeFailed`.
    func save(_ path: Path, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws
    /// Returns a blob for random access.
    ///
    /// - Throws: `missing` if no blob has this path, or `unreadable`.
    func source(at path: Path) throws -> ByteSource
    /// Deletes a blob, if it exists.
    ///
    /// - Throws: `notRemoved`.
    func remove(_ path: Path) throws
    /// Returns all blobs, sorted by the text of their paths. Files without a valid path are
    /// ignored.
    func contents() throws -> [Blob<Path>]
    /// Returns the absolute path of a blob's file for external viewers, or nil for a store without
    /// files.
    func file(at path: Path) -> String?
}

extension BlobStore {
    /// Stores bytes from memory.
    ///
    /// - Throws: `exists`, `writeFailed`.
    package func save(_ bytes: [UInt8], at path: Path) throws { try save(path) { write in try write(bytes) } }

    /// Returns the whole contents of a blob.
    ///
    /// - Throws: `missing`, or `unreadable`, also if it exceeds the size limit of a picture.
    package func bytes(at path: Path) throws -> [UInt8] {
        let source = try source(at: path)
        guard source.size <= PictureLimits.largestPicture else {
            throw path.failure(.unreadable(why: "it is too large"))
        }
        return try source.bytes(0, source.size)
    }
}

/// An entry of a blob store.
package struct Blob<Path: BlobPath>: Hashable, Sendable {
    package let path: Path
    /// The size in bytes.
    package let bytes: Int
    /// The time at which the blob was stored.
    package let keptAt: Instant

    package init(path: Path, bytes: Int, keptAt: Instant) {
        self.path = path
        self.bytes = bytes
        self.keptAt = keptAt
    }
}
