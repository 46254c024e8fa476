import Kernel

extension Failure.Code {
    /// Thrown when the archive is other than a backup, or belongs to another app.
    package static var backupForeign: Self { Self() }
    /// Thrown when a newer version of the app wrote the backup.
    package static var backupNewer: Self { Self() }
    /// Thrown when a file to back up is unreadable. No backup is written.
    package static var cannotBackUp: Self { Self() }
    /// Thrown when local data changes during a restore, or the backup needs a folder for its files.
    package static var cannotRestore: Self { Self() }
}
