import Kernel

#if SQLite
    import CSQLite
#endif

/// `--store sqlite:FILE`.
public struct SQLiteStores: Plugin {
    /// The plugin's name.
    public let name = "sqlite-store"

    /// The offer.
    public init() {}

    /// Offers it.
    public func contribute(to registry: inout Registry) {
        registry.add(
            StoreOffer("sqlite", target: .file, place: "in an SQLite database", isLasting: true) { _ in
                throw SQLiteStores.notBuilt
            },
            to: .stores)
    }

    #if SQLite
        /// Of the library that is linked: `3.40.1`.
        public static let version: String? = String(cString: sqlite3_libversion())
    #else
        /// Of the library that is linked: `3.40.1`; nil where this build has none.
        public static let version: String? = nil
    #endif

    static let notBuilt = Failure(
        .noSQLite, "This build has no SQLite.",
        advice: "Install libsqlite3-dev (Debian) and build again: swift build --traits SQLite.", kind: .missingProgram)
}
