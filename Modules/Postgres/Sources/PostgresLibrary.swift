import Kernel

/// The client library of PostgreSQL, libpq. It is loaded on first use, by a build that knows its
/// functions.
package enum PostgresLibrary {
    /// The version of libpq in the server's format, such as `150014`. It is nil if the build or the
    /// machine lacks libpq.
    package static var version: Int? { (try? LibraryCalls.shared.get()).map { Int($0.version()) } }

    /// The error of every function in a build without PostgreSQL.
    package static let missing = Failure(
        .noPostgres, "This build has no PostgreSQL.",
        advice: "Install libpq-dev (Debian) and build again: swift build --traits Postgres.", kind: .missingProgram)

    /// The error of every function if the machine lacks libpq.
    static let notInstalled = Failure(
        .noPostgres, "The client library of PostgreSQL, libpq, is not installed here.",
        advice: "Install it: apt-get install libpq5, or brew install libpq.", kind: .missingProgram)
}
