/// A file that has no name until it is complete, so that a killed process leaves no half-written
/// file.
package enum NamelessFile {
    /// Creates a nameless file in a folder, open for reading and writing.
    ///
    /// - Returns: a descriptor, or -1 where the system or the folder's file system does not support
    ///   such files.
    package static func make(in folder: String, mode: mode_t) -> Int32 {
        #if canImport(Darwin)
            return -1
        #else
            guard access(descriptors, F_OK) == 0 else { return -1 }
            // `O_TMPFILE`, which is a macro that Swift does not import.
            return open(folder, 0o20000000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, mode)
        #endif
    }

    /// Links the file under a name that must not exist yet.
    ///
    /// - Returns: 0, or -1 with `errno`.
    package static func link(_ name: String, to file: Int32) -> Int32 {
        #if canImport(Darwin)
            errno = ENOTSUP
            return -1
        #else
            return linkat(AT_FDCWD, "\(descriptors)/\(file)", AT_FDCWD, name, AT_SYMLINK_FOLLOW)
        #endif
    }

    #if !canImport(Darwin)
        /// The folder through which a nameless file gets its name. A minimal root without it does
        /// not support nameless files.
        private static let descriptors = "/proc/self/fd"
    #endif
}
