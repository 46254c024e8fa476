import Kernel

extension Failure.Code {
    /// Thrown when a backup is cut short, or one of its entries or checksums is wrong.
    package static var backupDamaged: Self { Self() }
}
