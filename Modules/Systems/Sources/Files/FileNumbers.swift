/// Which file something is, as the system numbers files.
///
/// Asked for without its times: where a file's time was looked at, Linux gives the next write a time of its own, which every sync then brings to
/// the medium beside what was written. That costs a third of all syncs, and nobody wants the time.
package struct FileNumbers: Equatable, Sendable {
    /// The file system that it lies on.
    package let device: UInt64
    /// Its number there.
    package let inode: UInt64

    /// What stands under a name in an open directory, itself where it is a link; nil where nothing does, or it cannot be looked at.
    package init?(_ name: String, in directory: Int32) { self.init(directory, name, AT_SYMLINK_NOFOLLOW) }

    /// An open file.
    package init?(of file: Int32) { self.init(file, "", FileNumbers.itself) }

    private init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }

    #if canImport(Darwin)
        private init?(_ place: Int32, _ name: String, _ flags: Int32) { self.init(timed: place, name, flags) }
        private static let itself: Int32 = 0
    #else
        private init?(_ place: Int32, _ name: String, _ flags: Int32) {
            guard let statx = FileNumbers.statx else {
                self.init(timed: place, name, flags)
                return
            }
            // 256 bytes, the same on every machine: the inode at 32, the two halves of the device at 136.
            let found = withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { found -> FileNumbers? in
                guard let start = found.baseAddress, statx(place, name, flags, FileNumbers.wanted, start) == 0 else { return nil }
                return FileNumbers(
                    device: start.load(fromByteOffset: 136, as: UInt64.self),
                    inode: start.load(fromByteOffset: 32, as: UInt64.self))
            }
            guard let found else { return nil }
            self = found
        }

        private typealias Statx =
            @convention(c) (
                Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer
            ) -> Int32
        /// Of glibc 2.28 and musl 1.2.4; the module of the C library does not show it.
        private static let statx = dlsym(nil, "statx").map { unsafeBitCast($0, to: Statx.self) }
        /// `STATX_INO`.
        private static let wanted: UInt32 = 0x100
        /// `AT_EMPTY_PATH`.
        private static let itself: Int32 = 0x1000
    #endif

    private init?(timed place: Int32, _ name: String, _ flags: Int32) {
        var status = stat()
        guard (name.isEmpty ? fstat(place, &status) : fstatat(place, name, &status, flags)) == 0 else { return nil }
        self.init(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
    }
}
