/// A file that has no name until it is whole, so that not even a kill leaves half of it.
package enum NamelessFile {
    /// Makes one in a folder, open for reading and writing.
    ///
    /// - Returns: a descriptor, or -1 where the system, or the file system of the folder, knows no such files.
    package static func make(in folder: String, mode: mode_t) -> Int32 {
        #if canImport(Darwin)
            return -1
        #else
            guard access(descriptors, F_OK) == 0 else { return -1 }
            // O_TMPFILE, which is a macro that Swift does not see.
            return open(folder, 0o20000000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, mode)
        #endif
    }

    /// Gives it a name that nothing has.
    ///
    /// - Returns: 0, or -1 with `errno`.
    package static func give(_ name: String, to file: Int32) -> Int32 {
        #if canImport(Darwin)
            errno = ENOTSUP
            return -1
        #else
            return linkat(AT_FDCWD, "\(descriptors)/\(file)", AT_FDCWD, name, AT_SYMLINK_FOLLOW)
        #endif
    }

    #if !canImport(Darwin)
        /// Where a bare root has nothing, no file without a name could be given one.
        private static let descriptors = "/proc/self/fd"
    #endif
}
