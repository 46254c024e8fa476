import Kernel
import Terminal

/// Brings `undo`, `doctor` and `reset` to an app.
public struct StoragePlugin: Plugin {
    public let name = "Storage"
    private let desk: StorageDesk

    /// The commands over a store.
    ///
    /// - Parameters:
    ///   - registry: what all plugins of the app brought: the collections that are verified, the checkups that are made.
    ///   - keep: writes a file beside the data and returns its path.
    public init(
        store: any Store, registry: @escaping @Sendable () -> Registry?,
        keep: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) throws -> String, time: TimeSource
    ) {
        desk = StorageDesk(store: store, registry: registry, keep: keep, time: time)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(collections: [UndoStep.collection])
        for command in [desk.undo, desk.doctor, desk.reset] { registry.add(command, to: .commands) }
    }
}
