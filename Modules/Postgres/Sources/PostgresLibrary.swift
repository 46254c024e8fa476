import Kernel

/// The client library of PostgreSQL, libpq: found when it is first asked for, by a build that knows its functions.
public enum PostgresLibrary {
    /// Its version, as the server's is written: `150014`; nil where this build knows none, or the machine has none.
    public static var version: Int? { (try? LibraryCalls.found.get()).map { Int($0.version()) } }

    /// What everything here throws in a build without.
    public static let missing = Failure(
        .noPostgres, "This build has no PostgreSQL.",
        advice: "Install libpq-dev (Debian) and build again: swift build --traits Postgres.", kind: .missingProgram)

    /// What everything throws where the build knows the library and the machine has not got it.
    static let notInstalled = Failure(
        .noPostgres, "The client library of PostgreSQL, libpq, is not installed here.",
        advice: "Install it: apt-get install libpq5, or brew install libpq.", kind: .missingProgram)
}
