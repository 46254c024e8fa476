import DiskKit
import Kernel

/// The files kept next to a log for a person to inspect: unacknowledged bytes, displaced files,
/// other branches of the history and earlier logs.
///
/// The store is complete without them. They are deleted when they are too old or too many.
struct RetiredFiles {
    /// The age at which files expire: 90 days, longer than a long journey.
    static let maxAge: Int64 = 90 * Tombstones.day
    /// The greatest total size: that of a store with some hundred thousand records.
    static let maxTotalSize = 64 << 20

    /// A file or a group of files that expire together.
    struct Item {
        let kind: StoreSpace.Kind
        /// The folder below the directory, empty for the directory itself, and the name in it.
        let folder: String
        let name: String
        let extent: FileExtent

        var path: String { folder.isEmpty ? name : "\(folder)/\(name)" }

        /// The common name of the files of one branch.
        fileprivate var stem: String {
            let stem = name.hasSuffix(".jsonl") ? String(name.dropLast(6)) : name
            let ending = ["-replaced", "-doubtful"].first { stem.hasSuffix($0) }
            return ending.map { String(stem.dropLast($0.count)) } ?? stem
        }
    }

    /// Newest first.
    let items: [Item]

    /// The folders that contain only retired files.
    static let folders: [(name: String, kind: StoreSpace.Kind)] = [
        ("quarantine", .quarantine), ("recovered", .recovered), ("kept", .kept),
    ]

    /// Returns the kind of a file directly in the directory, or nil if it is no retired file.
    static func kind(of name: String) -> StoreSpace.Kind? {
        name.hasPrefix("aside-") ? .aside : name.hasPrefix("backup-") && name.hasSuffix(".jsonl") ? .backups : nil
    }

    init(in root: SidecarFolder) {
        var items: [Item] = []
        for name in root.names {
            guard let kind = RetiredFiles.kind(of: name), let extent = root.extent(of: name) else { continue }
            items.append(Item(kind: kind, folder: "", name: name, extent: extent))
        }
        for (name, kind) in RetiredFiles.folders {
            guard let folder = root.folder(name) else { continue }
            for child in folder.names {
                guard let extent = folder.extent(of: child) else { continue }
                items.append(Item(kind: kind, folder: name, name: child, extent: extent))
            }
        }
        self.items = items.sorted { ($0.extent.newest, $0.path) > ($1.extent.newest, $1.path) }
    }

    /// Returns the files to delete: those that are too old, and the oldest beyond the size limit.
    ///
    /// The newest of each kind stays, and so does the only copy of unmerged data.
    ///
    /// - Parameter isUnique: whether a file holds the only copy.
    func expired(at now: Int64, isUnique: (Item) throws -> Bool) rethrows -> [Item] {
        var newest: [StoreSpace.Kind: String] = [:]
        for item in items where newest[item.kind] == nil { newest[item.kind] = item.stem }
        let isNewest = { (item: Item) in newest[item.kind] == item.stem }
        var size = items.reduce(0) { isNewest($1) ? $0 + $1.extent.bytes : $0 }
        return try items.filter { item in
            guard !isNewest(item) else { return false }
            let isOld = now - item.extent.newest > RetiredFiles.maxAge
            if isOld || size + item.extent.bytes > RetiredFiles.maxTotalSize, try !isUnique(item) { return true }
            size += item.extent.bytes
            return false
        }
    }
}
