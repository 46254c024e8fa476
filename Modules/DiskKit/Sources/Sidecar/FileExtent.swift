import Kernel

/// The size and age of a file, or of a folder with all its contents.
package struct FileExtent {
    package private(set) var bytes = 0
    package private(set) var files = 0
    /// The times in milliseconds at which the newest and the oldest content arrived.
    package private(set) var newest: Int64 = 0
    package private(set) var oldest: Int64?

    package init() {}

    package mutating func add(_ other: FileExtent) {
        bytes = bytes + other.bytes
        files = files + other.files
        newest = max(newest, other.newest)
        oldest = [oldest, other.oldest].compactMap(\.self).min()
    }
}

extension SidecarFolder {
    /// Returns the extent of an item in this folder, or nil if it is missing. Symbolic links are
    /// not followed.
    package func extent(of name: String) -> FileExtent? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFDIR else { return FileExtent(status) }
        var total = FileExtent()
        if let folder = folder(name) {
            for child in folder.names { if let extent = folder.extent(of: child) { total.add(extent) } }
        }
        return total
    }
}

extension FileExtent {
    fileprivate init(_ status: stat) {
        // The later of the two, because a moved file counts from its arrival and not from its last
        // edit.
        newest = max(status.contentsChanged.milliseconds, status.anythingChanged.milliseconds)
        bytes = Int(status.st_size)
        files = 1
        oldest = newest
    }
}
