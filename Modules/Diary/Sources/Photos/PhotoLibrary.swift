import Kernel
import Synchronization

/// Where photos lie, as bytes.
public protocol PhotoLibrary: Sendable {
    /// Keeps a photo. When this returns it survives a power cut; when it throws, nothing lies at the path that was not there before.
    ///
    /// - Throws: `photoExists` when something lies there already; `photoNotKept`.
    func keep(_ bytes: [UInt8], at path: PhotoPath) throws
    /// The bytes of a photo.
    ///
    /// - Throws: `loadFailed` when there is none or it cannot be read.
    func bytes(at path: PhotoPath) throws -> [UInt8]
    /// Removes a photo; nothing happens when there is none.
    ///
    /// - Throws: `photoNotRemoved`.
    func remove(_ path: PhotoPath) throws
    /// Everything that lies here, in the order of the paths' text. Files that are no photos of a diary are passed over.
    func contents() throws -> [KeptPhoto]
    /// The absolute path of a photo's file for programs that show it; nil where there are no files.
    func file(at path: PhotoPath) -> String?
}

/// A photo in a library.
public struct KeptPhoto: Hashable, Sendable {
    /// Where it lies.
    public let path: PhotoPath
    /// Its size.
    public let bytes: Int
    /// When it was put there.
    public let keptAt: Instant

    /// A photo in a library.
    public init(path: PhotoPath, bytes: Int, keptAt: Instant) { (self.path, self.bytes, self.keptAt) = (path, bytes, keptAt) }
}

extension Failure {
    /// Something lies at a photo's path already.
    public static func photoExists(_ path: PhotoPath) -> Failure {
        Failure(.photoExists, "There is a photo at \(path) already.", advice: "Nothing was overwritten.", kind: .cannotCreate)
    }

    /// No photo lies at a path.
    public static func photoMissing(_ path: PhotoPath) -> Failure {
        Failure(.loadFailed, "The photo \(path) is not there.", advice: "`doctor` lists what is missing.", kind: .missingInput)
    }
}

/// Photos in memory.
public final class MemoryPhotoLibrary: PhotoLibrary {
    private let photos = Mutex<[PhotoPath: (bytes: [UInt8], keptAt: Instant)]>([:])
    private let now: @Sendable () -> Instant

    /// An empty library.
    public init(now: @escaping @Sendable () -> Instant) { self.now = now }

    public func keep(_ bytes: [UInt8], at path: PhotoPath) throws {
        let time = now()
        try photos.withLock {
            guard $0[path] == nil else { throw Failure.photoExists(path) }
            $0[path] = (bytes, time)
        }
    }

    public func bytes(at path: PhotoPath) throws -> [UInt8] {
        guard let photo = photos.withLock({ $0[path] }) else { throw Failure.photoMissing(path) }
        return photo.bytes
    }

    public func remove(_ path: PhotoPath) throws { photos.withLock { $0[path] = nil } }

    public func contents() throws -> [KeptPhoto] {
        photos.withLock { $0.map { KeptPhoto(path: $0.key, bytes: $0.value.bytes.count, keptAt: $0.value.keptAt) } }
            .sorted { $0.path.description < $1.path.description }
    }

    public func file(at path: PhotoPath) -> String? { nil }
}
