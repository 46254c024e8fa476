import Kernel

extension Failure.Code {
    /// Thrown when another process is already restoring a backup into this folder.
    package static var alreadyRestoring: Self { .systemFailure() }
    /// Thrown when a store folder has another owner, is writable by others or lacks a parent.
    package static var unsafeStore: Self { .systemFailure() }
}
