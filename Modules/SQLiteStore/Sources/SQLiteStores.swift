import EngineKit
import Kernel

/// `--store sqlite:FILE`.
public struct SQLiteStores: Plugin {
    /// The plugin's name.
    public let name = "sqlite-store"

    /// The offer.
    public init() {}

    /// Offers it.
    public func contribute(to registry: inout Registry) { registry.add(.sqlite, to: .stores) }

    /// Of the library that is linked: `3.40.1`; nil where this build has none.
    public static let version = Database.version
}

extension StoreOffer {
    /// In an SQLite database. A rehearsal makes no file.
    public static let sqlite = StoreOffer("sqlite", target: .file, place: "in an SQLite database", isLasting: true) { ground in
        let isThere = DatabaseFile(path: ground.target).isThere
        return try SQLiteStore(
            path: ground.isRehearsal && !isThere ? nil : ground.target, ids: .timeOrdered(now: ground.now, random: .system()),
            isRehearsal: ground.isRehearsal && isThere, caller: ground.caller, peers: ground.peers, now: ground.now)
    }
}
