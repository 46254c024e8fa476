/// What can be asked of an open file or folder.
package enum OpenFile {
    /// Brings what was written to the medium, with everything that is needed to find it; of a folder, which names it has.
    ///
    /// - Returns: 0, or -1 with `errno`.
    package static func sync(_ file: Int32) -> Int32 {
        #if canImport(Darwin)
            // fsync alone leaves the bytes in the drive's own cache. A file system that cannot ask its drive, such as one on another machine, is
            // asked for as much as it can.
            if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
            return [ENOTSUP, EOPNOTSUPP, ENOTTY, EINVAL].contains(errno) ? fsync(file) : -1
        #else
            return fdatasync(file)
        #endif
    }

    /// Whether nobody else has it open: a lease is given to nobody else's file, and taken back at once. False where the system gives none.
    package static func isAlone(_ file: Int32) -> Bool {
        #if canImport(Darwin)
            return false
        #else
            // `F_SETLEASE`, which the module of the C library does not show.
            let leasing: Int32 = 1024
            guard fcntl(file, leasing, F_WRLCK) == 0 else { return false }
            return fcntl(file, leasing, F_UNLCK) == 0
        #endif
    }
}
