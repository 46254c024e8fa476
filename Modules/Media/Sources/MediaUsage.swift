import Kernel
import Pictures

/// The disk space limit for a club's files on this device, chosen by the user or the default.
package struct MediaStorageLimit: Storable, Hashable {
    static let only: Identifier<MediaStorageLimit> = "room"
    package private(set) var id = only
    /// The limit in bytes, or nil for the whole disk.
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
    /// The number of stored files, without partial ones.
    package let files: Int
    /// The total size in bytes, including unreferenced and partial files.
    package let bytes: Int
    /// The size of the unreferenced files in bytes, which a sweep frees.
    package let orphans: Int
    package let partialFiles: [Downloads.PartialFile]
    /// The limit in bytes, or nil for the whole disk.
    package let limit: Int?

    /// Returns the failure for a full store, with advice.
    ///
    /// - Parameter newBytes: the size of the new file in bytes, or nil if it is unknown.
    func fullFailure(adding newBytes: Int?) -> Failure {
        let size = { (bytes: Int) in "\((bytes + 999_999) / 1_000_000) MB" }
        let opening = newBytes.map { "The file has \(size($0)), and" } ?? "There is no room for it:"
        return Failure(
            .mediaFull, "\(opening) \(size(bytes)) of \(size(limit ?? 0)) are in use.",
            advice: "Remove some with `media remove` and `media sweep`, or allow more: `media limit 10GB`.",
            kind: .cannotCreate)
    }
}

extension ClubMedia {
    /// Returns the disk usage of all files, with orphans and partial files.
    package func usage() throws -> MediaUsage {
        let blobs = try blobStore.contents()
        let partialFiles = try downloads.partialFiles()
        let orphans = try check(isDeep: false).orphans
        return MediaUsage(
            files: blobs.count, bytes: blobs.reduce(0) { $0 + $1.bytes } + partialFiles.reduce(0) { $0 + $1.bytes },
            orphans: orphans.reduce(0) { $0 + $1.bytes }, partialFiles: partialFiles, limit: try storageLimit().limit)
    }

    /// Sets the limit in bytes, or removes it for nil. Existing files stay.
    ///
    /// - Throws: `badLimit`.
    package func setLimit(_ limit: Int?) throws -> MediaStorageLimit {
        guard limit.map(MediaStorageLimit.range.contains) ?? true else {
            throw Failure(
                .badLimit, "A limit is 1 MB to 1000 GB.", advice: "For example `media limit 10GB`.", kind: .usage)
        }
        return try store.write(undo: "Changed the limit of the files") { transaction in
            var storageLimit = try transaction.record(MediaStorageLimit.only) ?? MediaStorageLimit()
            storageLimit.limit = limit
            try transaction.put(storageLimit)
            return storageLimit
        }
    }

    /// Returns the stored limit, or the default.
    private func storageLimit() throws -> MediaStorageLimit {
        try store.read { try $0.record(MediaStorageLimit.only) } ?? MediaStorageLimit()
    }

    /// Checks that a new file fits under the limit.
    ///
    /// - Throws: `mediaFull`.
    func checkSpace(_ bytes: Int) throws {
        let usage = try usage()
        if let limit = usage.limit, usage.bytes + bytes > limit { throw usage.fullFailure(adding: bytes) }
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
    init(_ partialFile: Downloads.PartialFile) {
        name = partialFile.address.isEmpty ? "?" : partialFile.address
        bytes = partialFile.bytes
    }
}
