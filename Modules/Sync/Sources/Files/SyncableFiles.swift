import Kernel

/// A file that records on this device refer to.
package struct SyncableFile: Hashable, Sendable {
    /// The path, which is the same on every device.
    package let path: String
    /// The priority: 0 for thumbnails and other urgent files. Files with the same priority are
    /// sorted by size.
    package let order: Int

    package init(path: String, order: Int = 1) {
        self.path = path
        self.order = order
    }
}

/// The files to sync, from all features of the app.
package struct SyncableFiles: Sendable {
    /// Returns every file that a live record refers to, except files that are switched off.
    let referencedFiles: @Sendable () throws -> [SyncableFile]
    /// Returns whether a record on this device could refer to a path. False for files that are
    /// switched off or belong to another app.
    let isInScope: @Sendable (_ path: String) -> Bool

    package init(
        named: @escaping @Sendable () throws -> [SyncableFile],
        isInScope judges: @escaping @Sendable (_ path: String) -> Bool
    ) {
        self.referencedFiles = named
        self.isInScope = judges
    }
}

/// The limits of one round of files, so that records never wait for files. Each round transfers at
/// least one part.
package struct FileLimits: Sendable {
    /// The approximate number of bytes to transfer, or nil for no limit.
    package var bytes: Int?
    /// The time at which the round ends, or nil for no limit.
    package var until: Instant?

    package init(bytes: Int? = nil, until: Instant? = nil) {
        self.bytes = bytes
        self.until = until
    }
}
