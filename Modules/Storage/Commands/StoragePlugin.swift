import Guidance
import Kernel
import Programs
import Terminal

/// Brings `undo`, `doctor`, `backup`, `restore` and `reset` to an app.
public struct StoragePlugin: Plugin {
    public let name = "Storage"
    private let store: any Store
    private let place: StorePlace
    private let time: TimeSource
    private let servant: Servant?

    /// The commands over a store, with the place where files lie beside it.
    ///
    /// - Parameter servant: runs `doctor --compact` in the background when a store that is closed asks for it; nil for nobody.
    public init(store: any Store, place: StorePlace, time: TimeSource, servant: Servant? = nil) {
        (self.store, self.place, self.time, self.servant) = (store, place, time, servant)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(collections: [UndoStep.collection, UndoStep.parts])
        registry.add(StorageHelp.topic, to: .helpTopics)
        registry.add(StorageHelp.news, to: .news)
        registry.add(all: StorageHelp.groups, to: .commandGroups)
        // What is verified, taken along and erased is what all plugins keep, and each of them may know a checkup.
        registry.add(to: .commands) { [store, place, time, servant] whole in
            let desk = StorageDesk(store: store, registry: whole, time: time, servant: servant)
            let backups = BackupDesk(store: store, registry: whole, place: place, time: time)
            return [desk.undo, desk.doctor, backups.backup, backups.restore, ResetDesk(backup: backups).reset]
        }
    }
}
