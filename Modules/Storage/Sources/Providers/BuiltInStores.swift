import DiskKit
// A client that imports Storage names the default engine too.
@_exported import FileStore
import Kernel

/// The built-in engines: `--store file`, which is the default, and `--store memory`.
public struct BuiltInStores: Plugin {
    public let name = "storage"

    public init() {}

    /// Registers both engines.
    public func contribute(to registry: inout Registry) { registry.add(all: [.file, .memory], to: .stores) }
}

extension StoreProvider {
    /// The engine with files in the app's directory. A dry run creates no directory.
    public static let file = StoreProvider("file", place: "in files", isPersistent: true, hasStore: FileStore.hasStore)
    {
        context in
        let directory = try context.directory()
        let directoryExists = FileManager.default.fileExists(atPath: directory)
        guard directoryExists || !context.isDryRun else { return MemoryStore(now: context.now) }
        let store = try FileStore(
            directory: directory, notes: context.notes, sidecarFolders: .app,
            peers: Peers(lastReceivedTime: context.peers), caller: context.caller, now: context.now)
        context.report(store.knownDamage)
        return store
    }

    /// The engine in memory.
    public static let memory = StoreProvider("memory", place: "in memory only", isPersistent: false) {
        MemoryStore(now: $0.now)
    }

    /// Opens the store of an app, whose files are in the app's directory with any engine.
    public func opened(on context: StoreContext) throws -> any Store {
        let store = try open(context)
        guard isPersistent, name != StoreProvider.file.name, let path = try? context.directory() else { return store }
        return SidecarStore(over: store, at: path, .app, isDryRun: context.isDryRun)
    }
}
