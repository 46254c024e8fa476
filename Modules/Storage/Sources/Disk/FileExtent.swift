import Kernel

/// How much a file or a folder with everything in it takes, and how old it is.
struct FileExtent {
    private(set) var bytes = 0
    private(set) var files = 0
    /// When what is in it was put there, in milliseconds: when the newest was, and the oldest.
    private(set) var newest: Int64 = 0
    private(set) var oldest: Int64?

    mutating func add(_ other: FileExtent) {
        (bytes, files, newest) = (bytes + other.bytes, files + other.files, max(newest, other.newest))
        oldest = [oldest, other.oldest].compactMap(\.self).min()
    }
}

extension BesideFolder {
    /// Of something in here; nil when it is not there. No symbolic link is followed.
    func extent(of name: String) -> FileExtent? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFDIR else { return FileExtent(status) }
        var whole = FileExtent()
        if let folder = folder(name) {
            for child in folder.names { if let extent = folder.extent(of: child) { whole.add(extent) } }
        }
        return whole
    }
}

extension FileExtent {
    fileprivate init(_ status: stat) {
        // The later of the two: a file that was moved here has been here since then, however old its contents.
        newest = max(status.contentsChanged.milliseconds, status.anythingChanged.milliseconds)
        (bytes, files, oldest) = (Int(status.st_size), 1, newest)
    }
}
