import Kernel
import Postgres

/// `--store postgres:URL`.
public struct PostgresStores: Plugin {
    /// The plugin's name.
    public let name = "postgres-store"

    /// The offer.
    public init() {}

    /// Offers it.
    public func contribute(to registry: inout Registry) { registry.add(.postgres, to: .stores) }
}

extension StoreOffer {
    /// On a PostgreSQL server. A rehearsal makes no tables.
    public static let postgres = StoreOffer("postgres", target: .server, place: "on a PostgreSQL server", isLasting: true) {
        ground in
        let address = try PostgresAddress(ground.target)
        guard try !ground.isRehearsal || PostgresStore.isThere(address) else { return EmptyStore(now: ground.now) }
        return try PostgresStore(address, peers: ground.peers, now: ground.now)
    }
}
