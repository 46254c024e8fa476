/// The identity of a file, as the system numbers files.
///
/// It is read without the times of the file. After a program reads a file's time, Linux gives the
/// next write a new time. Every sync must then store that time too, which costs a third of all
/// syncs.
package struct FileID: Equatable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    /// Reads the device and inode numbers of a named file in an open directory without following a
    /// link. The result is nil if the file does not exist or cannot be read.
    package init?(_ name: String, in directory: Int32) { self.init(directory, name, AT_SYMLINK_NOFOLLOW) }

    /// Reads the device and inode numbers of an open file. The result is nil if it cannot be read.
    package init?(of file: Int32) { self.init(file, "", FileID.emptyPath) }

    private init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    #if canImport(Darwin)
        /// Reads the numbers of a name in an open folder, or of an open file for an empty name.
        private init?(_ descriptor: Int32, _ name: String, _ flags: Int32) {
            self.init(byStat: descriptor, name, flags)
        }
        private static let emptyPath: Int32 = 0
    #else
        private init?(_ descriptor: Int32, _ name: String, _ flags: Int32) {
            guard let statx = FileID.statx else {
                self.init(byStat: descriptor, name, flags)
                return
            }
            // 256 bytes, the same on every machine: the inode at 32, the two halves of the device
            // at 136.
            let numbers = withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { buffer -> FileID? in
                guard let start = buffer.baseAddress, statx(descriptor, name, flags, FileID.inodeMask, start) == 0
                else {
                    return nil
                }
                return FileID(
                    device: start.load(fromByteOffset: 136, as: UInt64.self),
                    inode: start.load(fromByteOffset: 32, as: UInt64.self))
            }
            guard let numbers else { return nil }
            self = numbers
        }

        /// The signature of `statx` in C.
        private typealias Statx =
            @convention(c) (
                Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer
            ) -> Int32
        /// `statx` of glibc 2.28 and musl 1.2.4, which the module of the C library does not export.
        private static let statx = dlsym(nil, "statx").map { unsafeBitCast($0, to: Statx.self) }
        /// `STATX_INO`.
        private static let inodeMask: UInt32 = 0x100
        /// `AT_EMPTY_PATH`.
        private static let emptyPath: Int32 = 0x1000
    #endif

    /// Reads the numbers with `stat`, which also reads the times of the file.
    private init?(byStat descriptor: Int32, _ name: String, _ flags: Int32) {
        var status = stat()
        guard (name.isEmpty ? fstat(descriptor, &status) : fstatat(descriptor, name, &status, flags)) == 0 else {
            return nil
        }
        self.init(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
    }
}
