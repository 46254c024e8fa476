import Kernel

extension Failure.Code {
    /// Thrown when a path of a pack is a pipe, a device or another special file.
    package static var notAnOrdinaryFile: Self { Self() }
    /// Thrown when sqlite3 fails to create an Anki package, or the temporary folder is unwritable.
    static var packageNotMade: Self { Self() }
    /// Thrown when the Anki collection in a package is larger than 256 MB.
    static var packageTooLarge: Self { Self() }
    /// Thrown when an installed pack cannot be written or removed, for example on a full disk.
    package static var packNotLaid: Self { Self() }
    /// Thrown when the system refuses to open a pack file, or a read of it fails midway.
    package static var unreadableFile: Self { Self() }
}
