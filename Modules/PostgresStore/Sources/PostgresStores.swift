import Kernel
import Postgres

/// A plugin for `--store postgres:URL`.
package struct PostgresStores: Plugin {
    package let name = "postgres-store"

    package init() {}

    package func contribute(to registry: inout Registry) { registry.add(.postgres, to: .stores) }
}

extension StoreProvider {
    /// The provider of stores on a PostgreSQL server. A dry run creates no tables.
    public static let postgres = StoreProvider(
        "postgres", target: .server, place: "on a PostgreSQL server", isPersistent: true
    ) {
        context in
        let address = try PostgresAddress(context.target)
        guard try !context.isDryRun || PostgresStoreEngine.exists(address) else { return EmptyStore(now: context.now) }
        return try PostgresStoreEngine(address, peers: context.peers, now: context.now)
    }
}
