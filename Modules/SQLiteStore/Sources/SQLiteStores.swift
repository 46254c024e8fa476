import EngineKit
import Kernel

/// A plugin for `--store sqlite:FILE`.
package struct SQLiteStores: Plugin {
    package let name = "sqlite-store"

    package init() {}

    package func contribute(to registry: inout Registry) { registry.add(.sqlite, to: .stores) }

    /// The version of the linked library, such as `3.40.1`, or nil without SQLite.
    package static let version = Database.version
}

extension StoreProvider {
    /// The provider of stores in an SQLite database. A dry run creates no file.
    public static let sqlite = StoreProvider(
        "sqlite", target: .file, place: "in an SQLite database", isPersistent: true
    ) {
        context in
        let fileExists = DatabaseFile(path: context.target).exists
        return try SQLiteStoreEngine(
            path: context.isDryRun && !fileExists ? nil : context.target,
            ids: .timeOrdered(now: context.now, random: .system()),
            isDryRun: context.isDryRun && fileExists, caller: context.caller, peers: context.peers, now: context.now)
    }
}
