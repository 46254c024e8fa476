/// The system calls on an open file or folder.
package enum OpenFile {
    /// Syncs the written data and the metadata needed to find it to the medium. For a folder, syncs
    /// its names.
    ///
    /// - Returns: 0, or -1 with `errno`.
    package static func sync(_ file: Int32) -> Int32 {
        #if canImport(Darwin)
            // `fsync` alone leaves the bytes in the drive's own cache. Some file systems cannot
            // flush their drive, such as one on another machine. They get a plain `fsync`.
            if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
            return [ENOTSUP, EOPNOTSUPP, ENOTTY, EINVAL].contains(errno) ? fsync(file) : -1
        #else
            return fdatasync(file)
        #endif
    }

    /// Whether no other process has the file open.
    ///
    /// The system grants a lease only on a file that no other process has open. The lease is
    /// released at once. The result is false where the system grants none.
    package static func isExclusivelyOpen(_ file: Int32) -> Bool {
        #if canImport(Darwin)
            return false
        #else
            // `F_SETLEASE`, which the module of the C library does not export.
            let setLeaseCommand: Int32 = 1024
            guard fcntl(file, setLeaseCommand, F_WRLCK) == 0 else { return false }
            return fcntl(file, setLeaseCommand, F_UNLCK) == 0
        #endif
    }
}
