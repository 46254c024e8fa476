import Kernel

/// What is kept beside a log for a person to look at: bytes that were never acknowledged, files that were in the way, other branches of the history,
/// logs from before a rewriting. None of it is needed for the store to be whole, so it leaves when it is old, or when there is too much of it.
struct Attic {
    /// A season: who comes back from a long journey still finds what was put aside meanwhile.
    static let greatestAge: Int64 = 90 * Tombstones.day
    /// As much as a store of some hundred thousand records.
    static let greatestSize = 64 << 20

    /// What lies together.
    struct Item {
        let kind: StoreSpace.Kind
        /// The folder below the directory, empty for the directory itself, and the name in it.
        let folder: String
        let name: String
        let extent: FileExtent

        var path: String { folder.isEmpty ? name : "\(folder)/\(name)" }

        /// What belongs to one branch bears one name.
        fileprivate var stem: String {
            let stem = name.hasSuffix(".jsonl") ? String(name.dropLast(6)) : name
            let ending = ["-replaced", "-doubtful"].first { stem.hasSuffix($0) }
            return ending.map { String(stem.dropLast($0.count)) } ?? stem
        }
    }

    /// Newest first.
    let items: [Item]

    /// The folders that hold nothing else.
    static let folders: [(name: String, kind: StoreSpace.Kind)] = [
        ("quarantine", .quarantine), ("recovered", .recovered), ("kept", .kept),
    ]

    /// What a file right in the directory is; nil for what is no affair of the attic.
    static func kind(of name: String) -> StoreSpace.Kind? {
        name.hasPrefix("aside-") ? .aside : name.hasPrefix("backup-") && name.hasSuffix(".jsonl") ? .backups : nil
    }

    init(in root: BesideFolder) {
        var items: [Item] = []
        for name in root.names {
            guard let kind = Attic.kind(of: name), let extent = root.extent(of: name) else { continue }
            items.append(Item(kind: kind, folder: "", name: name, extent: extent))
        }
        for (name, kind) in Attic.folders {
            guard let folder = root.folder(name) else { continue }
            for child in folder.names {
                guard let extent = folder.extent(of: child) else { continue }
                items.append(Item(kind: kind, folder: name, name: child, extent: extent))
            }
        }
        self.items = items.sorted { ($0.extent.newest, $0.path) > ($1.extent.newest, $1.path) }
    }

    /// What leaves: what is too old, and the oldest of what is too much; but for the newest of each kind, and for what is the only copy of something
    /// that nobody has brought in yet.
    ///
    /// - Parameter isUnique: asked of files that may be such.
    func leaving(at now: Int64, isUnique: (Item) throws -> Bool) rethrows -> [Item] {
        var newest: [StoreSpace.Kind: String] = [:]
        for item in items where newest[item.kind] == nil { newest[item.kind] = item.stem }
        let stay = { (item: Item) in newest[item.kind] == item.stem }
        var size = items.reduce(0) { stay($1) ? $0 + $1.extent.bytes : $0 }
        return try items.filter { item in
            guard !stay(item) else { return false }
            let isOld = now - item.extent.newest > Attic.greatestAge
            if isOld || size + item.extent.bytes > Attic.greatestSize, try !isUnique(item) { return true }
            size += item.extent.bytes
            return false
        }
    }
}
