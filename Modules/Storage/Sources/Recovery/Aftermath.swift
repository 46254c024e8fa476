import Kernel

/// What is still to be done in files for transactions that are committed: a record of its own, written by the same transaction and taken away
/// when all is done. So a process that is killed leaves nothing behind that the next one does not finish.
package struct Aftermath: Codable {
    private(set) var id = "due"
    /// Files below the directory that go.
    var files: Set<String> = []
    /// Drafts that go, by the names of their files.
    var drafts: Set<String> = []
    /// Folders that are emptied.
    var emptied: [String] = []
    /// Folders whose files stay; what arrives comes beside them. Nil in what an older program wrote.
    var joined: [String]?
    /// The hidden folders in both whose contents take the place of what was there, or come beside it.
    var arriving: String?
    /// The generation of the log in which nothing stands any more that is to go; nil when the log has yet to be rewritten.
    var clean: Int?
    /// Whether everything was exchanged for something else. Nil in what an older program wrote.
    private(set) var isWhole: Bool?

    static let address = RecordAddress(partition: .common, collection: collection, id: "due")
    /// Where it is kept.
    package static let collection = "aftermath"

    init() {}

    init(_ record: StoredRecord) throws {
        guard let payload = record.payload else { return }
        self = try JSONDecoder().decode(Aftermath.self, from: payload)
    }

    init(_ renewal: Renewal) {
        (emptied, joined, arriving) = (renewal.emptied, renewal.joined, renewal.staged)
        isWhole = renewal.isWhole
    }

    mutating func add(_ forgotten: Forgotten) {
        clean = nil
        files.formUnion(forgotten.files)
        drafts.formUnion(forgotten.drafts)
    }

    /// The record, in place of what stands there.
    func record(over old: StoredRecord?, time: HybridTime, device: String) throws -> StoredRecord {
        StoredRecord(
            address: Aftermath.address, stamp: Aftermath.stamp(over: old, deleted: false, time, device), payloadVersion: 1,
            entries: [], payload: try JSONValue.encoder.encode(self))
    }

    /// What stands there when all is done.
    static func done(_ old: StoredRecord, time: HybridTime, device: String) -> StoredRecord {
        StoredRecord(
            address: address, stamp: stamp(over: old, deleted: true, time, device), payloadVersion: 1, entries: [], payload: nil)
    }

    private static func stamp(over old: StoredRecord?, deleted: Bool, _ time: HybridTime, _ device: String) -> Stamp {
        let generation = (old?.stamp.generation ?? 0) + (old?.stamp.deleted == true && !deleted ? 1 : 0)
        return Stamp(generation: generation, deleted: deleted, time: time, device: device)
    }

    // MARK: - In the files

    /// Lets go what is to go, and lets come what is to come. Doing it again changes nothing.
    func settle(in root: BesideFolder, _ surroundings: Surroundings) throws {
        for name in surroundings.caches { try root.folder(name)?.removeAll() }
        for file in files { try Aftermath.remove(file, in: root) }
        if let drafts = surroundings.drafts { try removeDrafts(in: root, drafts) }
        for name in emptied { try settle(name, in: root) }
        for name in joined ?? [] { try join(name, in: root) }
        try root.sync()
    }

    private func settle(_ name: String, in root: BesideFolder) throws {
        guard let folder = root.folder(name) else { return }
        guard let arriving else {
            try folder.removeAll()
            return try root.dissolve(name)
        }
        // The name of what comes says how far this has got: what was there goes before anything has come, and nothing of what has come.
        let landed = arriving + "-landed"
        if let staged = folder.folder(arriving) {
            try staged.sync()
            try folder.removeAll(except: [arriving])
            try folder.rename(arriving, to: landed)
        } else if folder.folder(landed) == nil {
            return
        }
        guard let staged = folder.folder(landed) else { return }
        for child in staged.names { try staged.move(child, to: folder) }
        try folder.sync()
        try folder.dissolve(landed)
    }

    /// What arrives comes in under names that are free; what is there already stays as it is.
    private func join(_ name: String, in root: BesideFolder) throws {
        guard let arriving, let folder = root.folder(name), let staged = folder.folder(arriving) else { return }
        try staged.sync()
        let taken = Set(folder.names)
        for child in staged.names where !taken.contains(child) { try staged.move(child, to: folder) }
        try folder.sync()
        try folder.remove(arriving)
        if folder.names.isEmpty { try root.dissolve(name) }
    }

    /// Nothing but names below the root is looked at.
    private static func remove(_ path: String, in root: BesideFolder) throws {
        var parts = path.split(separator: "/").map(String.init)
        guard let name = parts.popLast(), !(parts + [name]).contains("..") else { return }
        var folder: BesideFolder? = root
        for part in parts { folder = folder?.folder(part) }
        guard let folder else { return }
        try folder.remove(name)
        try folder.sync()
    }

    /// With whatever an editor left beside them.
    private func removeDrafts(in root: BesideFolder, _ name: String) throws {
        guard !drafts.isEmpty, let all = root.folder(name) else { return }
        for each in all.names {
            guard let folder = all.folder(each), folder.names.contains(where: { drafts.contains($0) }) else { continue }
            try all.remove(each)
        }
        try all.sync()
    }
}
