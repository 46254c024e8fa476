import Kernel

extension Failure.Code {
    /// Thrown when the SQLite file at the store's path belongs to another program.
    package static var foreignDatabase: Self { Self() }
    /// Thrown when the store's path is a folder, a special file, or other than an SQLite database.
    package static var noDatabase: Self { Self() }
    /// Thrown when a SQLite store is chosen in a build without SQLite.
    package static var noSQLite: Self { Self() }
}
