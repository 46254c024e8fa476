import Kernel
import Pictures

/// The disk space limit for a club's files on this device, chosen by the user or the default.
package struct MediaStorageLimit: Storable, Hashable {
    static let only: Identifier<MediaStorageLimit> = "room"
    package private(set) var id = only
    /// The limit in bytes; nil for the whole disk.
    package var limit: Int? = MediaStorageLimit.defaultLimit

    /// The default limit: 5 GB, enough for ten of the largest videos.
    package static let defaultLimit = 5_000_000_000
    /// The valid limits: a megabyte to a terabyte.
    package static let range = 1_000_000...1_000_000_000_000

    package init() {}

    package static let collection = RecordCollection<MediaStorageLimit>("media.room")
}

/// The disk usage of a club's files on this device.
package struct MediaUsage: Hashable, Sendable {
    package let files: Int
    /// The total size in bytes, including unreferenced and partial files.
    package let bytes: Int
    /// The size of the unreferenced files in bytes, which a sweep frees.
    package let orphans: Int
    package let partialFiles: [Downloads.PartialFile]
    /// The limit in bytes; nil for the whole disk.
    package let limit: Int?

    /// Returns the failure for a full store, with advice.
    ///
    /// - Parameter more: the size of the new file in bytes; nil if it is unknown.
    func fullFailure(by more: Int?) -> Failure {
        let size = { (bytes: Int) in "\((bytes + 999_999) / 1_000_000) MB" }
        let it = more.map { "The file has \(size($0)), and" } ?? "There is no room for it:"
        return Failure(
            .mediaFull, "\(it) \(size(bytes)) of \(size(limit ?? 0)) are in use.",
            advice: "Remove some with `media remove` and `media sweep`, or allow more: `media limit 10GB`.",
            kind: .cannotCreate)
    }
}

extension ClubMedia {
    package func usage() throws -> MediaUsage {
        let kept = try blobStore.contents()
        let halves = try downloads.partialFiles()
        let orphans = try check(isDeep: false).orphans
        return MediaUsage(
            files: kept.count, bytes: kept.reduce(0) { $0 + $1.bytes } + halves.reduce(0) { $0 + $1.bytes },
            orphans: orphans.reduce(0) { $0 + $1.bytes }, partialFiles: halves, limit: try storageLimit().limit)
    }

    /// Sets the limit in bytes, or removes it for nil; existing files stay.
    ///
    /// - Throws: `badLimit`.
    package func setLimit(_ limit: Int?) throws -> MediaStorageLimit {
        guard limit.map(MediaStorageLimit.range.contains) ?? true else {
            throw Failure(
                .badLimit, "A limit is 1 MB to 1000 GB.", advice: "For example `media limit 10GB`.", kind: .usage)
        }
        return try store.write(undo: "Changed the limit of the files") { transaction in
            var room = try transaction.record(MediaStorageLimit.only) ?? MediaStorageLimit()
            room.limit = limit
            try transaction.put(room)
            return room
        }
    }

    private func storageLimit() throws -> MediaStorageLimit {
        try store.read { try $0.record(MediaStorageLimit.only) } ?? MediaStorageLimit()
    }

    /// - Throws: `mediaFull` if so many more bytes exceed the limit.
    func checkSpace(_ bytes: Int) throws {
        let usage = try usage()
        if let limit = usage.limit, usage.bytes + bytes > limit { throw usage.fullFailure(by: bytes) }
    }
}

/// A file that a sweep deletes.
package struct SweptFile: Hashable, Sendable {
    /// The file name in the folder, or the address of a partial file.
    package let name: String
    package let bytes: Int

    init(_ orphan: Blob<MediaPath>) {
        name = orphan.path.description
        bytes = orphan.bytes
    }
    init(_ half: Downloads.PartialFile) {
        name = half.address.isEmpty ? "?" : half.address
        bytes = half.bytes
    }
}
