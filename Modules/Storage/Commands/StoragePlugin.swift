import Guidance
import Kernel
import Programs
import Terminal

/// Brings `undo`, `doctor`, `backup`, `restore`, `reset` and `store copy` to an app.
public struct StoragePlugin: Plugin {
    public let name = "Storage"
    private let store: any Store
    private let place: StorePlace
    private let time: TimeSource
    private let servant: Servant?
    private let engines: StoreEngines?
    private let beneath: RecordsBeneath?

    /// The commands over a store, with the place where files lie beside it.
    ///
    /// - Parameters:
    ///   - servant: runs `doctor --compact` in the background when a store that is closed asks for it; nil for nobody.
    ///   - engines: between which records can be copied; nil for none.
    ///   - beneath: the records as they lie, where the store shows them otherwise; nil where it does not.
    public init(
        store: any Store, place: StorePlace, time: TimeSource, servant: Servant? = nil, engines: StoreEngines? = nil,
        beneath: RecordsBeneath? = nil
    ) {
        (self.store, self.place, self.time, self.servant, self.engines) = (store, place, time, servant, engines)
        self.beneath = beneath
    }

    public func contribute(to registry: inout Registry) {
        registry.add(.staying([UndoStep.collection, UndoStep.parts]))
        registry.add(StorageHelp.topic, to: .helpTopics)
        registry.add(StorageHelp.news, to: .news)
        registry.add(all: StorageHelp.groups, to: .commandGroups)
        // What is verified, taken along and erased is what all plugins keep, and each of them may know a checkup.
        registry.add(to: .commands) { [store, place, time, servant, engines, beneath] whole in
            let desk = StorageDesk(store: store, registry: whole, time: time, servant: servant)
            let backups = BackupDesk(store: store, registry: whole, place: place, time: time, beneath: beneath)
            return [desk.undo, desk.doctor, backups.backup, backups.restore, ResetDesk(backup: backups).reset]
                + (engines.map { [StoreDesk(engines: $0).copy] } ?? [])
        }
    }
}
