import Kernel

extension Failure.Code {
    /// Thrown by `import` for a damaged, encrypted or unsafe ZIP archive.
    package static var archiveBroken: Self { Self() }
    /// Thrown by `export` when a file in the output folder cannot be written.
    package static var folderNotWritten: Self { Self() }
    /// Thrown by `import` when the source is missing, unreadable or of an unknown kind.
    package static var importUnknown: Self { Self() }
}
