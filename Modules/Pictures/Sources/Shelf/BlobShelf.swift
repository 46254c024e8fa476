import Kernel

/// Where photos and videos lie, as bytes: the one port for what is too large to be a record.
///
/// Every failure is the path's own (`BlobPath.failure`).
public protocol BlobShelf<Path>: Sendable {
    /// Which paths there are.
    associatedtype Path: BlobPath

    /// Keeps a blob, piece by piece. When this returns it survives a power cut; when it throws, nothing lies there that was not there
    /// before.
    ///
    /// - Parameter fill: is given what keeps the next bytes; what it throws is thrown on.
    /// - Throws: `exists` when something lies there already; `notKept`.
    func keep(_ path: Path, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws
    /// A blob, to be read where one asks.
    ///
    /// - Throws: `missing` when there is none; `unreadable`.
    func source(at path: Path) throws -> ByteSource
    /// Removes a blob; nothing happens when there is none.
    ///
    /// - Throws: `notRemoved`.
    func remove(_ path: Path) throws
    /// Everything that lies here, in the order of the paths' text. Files that have no such path are passed over.
    func contents() throws -> [Blob<Path>]
    /// The absolute path of a blob's file for programs that show it; nil where there are no files.
    func file(at path: Path) -> String?
}

extension BlobShelf {
    /// Keeps bytes that are in memory.
    ///
    /// - Throws: `exists`, `notKept`.
    public func keep(_ bytes: [UInt8], at path: Path) throws { try keep(path) { write in try write(bytes) } }

    /// The whole of a blob.
    ///
    /// - Throws: `missing`; `unreadable`, also when it is larger than a picture may be.
    public func bytes(at path: Path) throws -> [UInt8] {
        let source = try source(at: path)
        guard source.size <= PictureLimits.largestPicture else { throw path.failure(.unreadable(why: "it is too large")) }
        return try source.bytes(0, source.size)
    }
}

/// What lies on a shelf.
public struct Blob<Path: BlobPath>: Hashable, Sendable {
    /// Where it lies.
    public let path: Path
    /// Its size in bytes.
    public let bytes: Int
    /// When it was put there.
    public let keptAt: Instant

    /// A blob, as a shelf lists it.
    public init(path: Path, bytes: Int, keptAt: Instant) { (self.path, self.bytes, self.keptAt) = (path, bytes, keptAt) }
}
