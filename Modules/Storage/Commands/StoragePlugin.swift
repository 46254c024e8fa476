import Guidance
import Kernel
import Terminal

/// Brings `undo`, `doctor` and `reset` to an app.
public struct StoragePlugin: Plugin {
    public let name = "Storage"
    private let store: any Store
    private let keep: @Sendable (String, [UInt8]) throws -> String
    private let time: TimeSource

    /// The commands over a store.
    ///
    /// - Parameter keep: writes a file beside the data and returns its path.
    public init(
        store: any Store, keep: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) throws -> String, time: TimeSource
    ) {
        (self.store, self.keep, self.time) = (store, keep, time)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(collections: [UndoStep.collection])
        registry.add(StorageHelp.topic, to: .helpTopics)
        // What is verified is what all plugins keep, and each of them may know a checkup.
        registry.add(to: .commands) { [store, keep, time] whole in
            let desk = StorageDesk(store: store, registry: whole, keep: keep, time: time)
            return [desk.undo, desk.doctor, desk.reset]
        }
    }
}
