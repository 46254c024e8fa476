import Guidance
import Interface
import Kernel
import Programs

/// A plugin that adds `undo`, `doctor` and `store copy` to an app, and the app's commands for
/// backups.
public struct StoragePlugin: Plugin {
    public let name = "Storage"
    private let store: any Store
    private let time: TimeSource
    private let backgroundJob: BackgroundJob?
    private let engines: StoreEngines?
    private let backups: @Sendable (Registry) -> [Command]

    /// Creates the plugin for a store.
    ///
    /// - Parameters:
    ///   - backgroundJob: runs `doctor --compact` in the background after the app closes a store
    ///     that needs it. Nil for no background work.
    ///   - engines: the engines between which records can be copied. Nil for none.
    ///   - backups: returns the commands that back up, restore and erase the data of all plugins.
    package init(
        store: any Store, time: TimeSource, backgroundJob: BackgroundJob? = nil, engines: StoreEngines? = nil,
        backups: @escaping @Sendable (Registry) -> [Command] = { _ in [] }
    ) {
        self.store = store
        self.time = time
        self.backgroundJob = backgroundJob
        self.engines = engines
        self.backups = backups
    }

    public func contribute(to registry: inout Registry) {
        registry.add(.local([UndoStep.collection, UndoStep.parts]))
        registry.add(StorageHelp.topic, to: .helpTopics)
        registry.add(StorageHelp.news, to: .news)
        registry.add(all: StorageHelp.groups, to: .commandGroups)
        // The commands check the data of all plugins, and each plugin may add a check.
        registry.add(to: .commands) { [store, time, backgroundJob, engines, backups] completeRegistry in
            let commands = MaintenanceCommands(
                store: store, registry: completeRegistry, time: time, backgroundJob: backgroundJob)
            return [commands.undo, commands.doctor] + backups(completeRegistry)
                + (engines.map { [StoreCommand(engines: $0).copy] } ?? [])
        }
    }
}
