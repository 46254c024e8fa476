import Guidance
import Kernel
import Terminal

/// Brings `undo`, `doctor` and `reset` to an app.
public struct StoragePlugin: Plugin {
    public let name = "Storage"
    private let store: any Store
    private let copies: KeptCopies
    private let time: TimeSource

    /// The commands over a store, with the place where copies of it are kept.
    public init(store: any Store, copies: KeptCopies, time: TimeSource) {
        (self.store, self.copies, self.time) = (store, copies, time)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(collections: [UndoStep.collection])
        registry.add(StorageHelp.topic, to: .helpTopics)
        registry.add(all: StorageHelp.groups, to: .commandGroups)
        // What is verified is what all plugins keep, and each of them may know a checkup.
        registry.add(to: .commands) { [store, copies, time] whole in
            let desk = StorageDesk(store: store, registry: whole, keep: copies.keep, time: time)
            return [desk.undo, desk.doctor, desk.reset]
        }
    }
}
