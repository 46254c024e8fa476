import Kernel

#if Postgres
    import CPostgres
#endif

/// The client library of PostgreSQL that this build was linked with, if it was.
public enum PostgresLibrary {
    #if Postgres
        /// Its version, as the server's is written: `150014`.
        public static let version: Int? = Int(PQlibVersion())
    #else
        /// Its version; nil where this build has none.
        public static let version: Int? = nil
    #endif

    /// What everything here throws in a build without.
    public static let missing = Failure(
        .noPostgres, "This build has no PostgreSQL.",
        advice: "Install libpq-dev (Debian) and build again: swift build --traits Postgres.", kind: .missingProgram)
}
