/// Folders on another machine or served by a program, where locks and syncs may be weaker and
/// processes share no memory.
package enum RemoteFolder {
    /// Whether an open folder is remote. The result is false if the system cannot tell.
    package static func isRemote(_ folder: Int32) -> Bool {
        #if canImport(Darwin)
            var status = statfs()
            return fstatfs(folder, &status) == 0 && isRemote(status)
        #else
            var status = stat()
            return fstat(folder, &status) == 0 && isRemote(status)
        #endif
    }

    /// Whether the folder at a path is remote. The result is false if the system cannot tell.
    package static func isRemote(_ path: String) -> Bool {
        #if canImport(Darwin)
            var status = statfs()
            return statfs(path, &status) == 0 && isRemote(status)
        #else
            var status = stat()
            return stat(path, &status) == 0 && isRemote(status)
        #endif
    }

    #if canImport(Darwin)
        private static func isRemote(_ status: statfs) -> Bool { status.f_flags & UInt32(MNT_LOCAL) == 0 }
    #else
        private static func isRemote(_ status: stat) -> Bool {
            (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)).map {
                MountTable($0).isRemote(UInt64(status.st_dev))
            } ?? false
        }
    #endif
}
