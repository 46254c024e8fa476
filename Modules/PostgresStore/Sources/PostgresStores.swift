import Kernel
import Postgres

/// `--store postgres:URL`.
public struct PostgresStores: Plugin {
    /// The plugin's name.
    public let name = "postgres-store"

    /// The offer.
    public init() {}

    /// Offers it.
    public func contribute(to registry: inout Registry) {
        registry.add(
            StoreOffer("postgres", target: .server, place: "on a PostgreSQL server", isLasting: true) { _ in
                throw PostgresLibrary.missing
            },
            to: .stores)
    }
}
