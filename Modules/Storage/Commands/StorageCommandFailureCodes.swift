import Kernel

extension Failure.Code {
    /// Thrown when a line of an export is unreadable or the export is cut short.
    package static var exportDamaged: Self { Self() }
    /// Thrown when a file to import is other than an export of this app.
    package static var exportForeign: Self { Self() }
}
