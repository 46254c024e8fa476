import Kernel

/// The engines of this house: `--store file`, which is taken when nothing is said, and `--store memory`.
public struct HouseStores: Plugin {
    /// The plugin's name.
    public let name = "storage"

    /// Both engines.
    public init() {}

    /// Offers them.
    public func contribute(to registry: inout Registry) { registry.add(all: [.file, .memory], to: .stores) }
}

extension StoreOffer {
    /// In a directory of the app. A rehearsal makes none.
    public static let file = StoreOffer("file", place: "in files", isLasting: true, isIn: FileStore.isIn) { ground in
        let directory = try ground.directory()
        let isThere = FileManager.default.fileExists(atPath: directory)
        guard isThere || !ground.isRehearsal else { return MemoryStore(now: ground.now) }
        let store = try FileStore(
            directory: directory, notes: ground.notes, surroundings: .ofApp,
            peers: Peers(haveSeen: ground.peers), caller: ground.caller, now: ground.now)
        ground.report(store.knownDamage)
        return store
    }

    /// Nowhere: gone when the program ends.
    public static let memory = StoreOffer("memory", place: "in memory only", isLasting: false) { MemoryStore(now: $0.now) }
}
