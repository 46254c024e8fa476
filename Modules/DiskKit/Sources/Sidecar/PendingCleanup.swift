import Kernel

/// The pending file work of committed transactions, as a record of the same transaction.
///
/// The record is removed when the work is done, so that the next process can finish it after a
/// crash.
package struct PendingCleanup: Codable {
    private(set) var id = "due"
    /// The files to remove, relative to the directory.
    var files: Set<String> = []
    /// The drafts to remove, by file name.
    var drafts: Set<String> = []
    /// The folders to empty.
    var emptied: [String] = []
    /// The folders that keep their files and receive new ones. Nil in records of older programs.
    var joined: [String]?
    /// The name of the hidden folders whose contents replace or join the existing files.
    var arriving: String?
    /// The generation of the log without the purged data, or nil before the rewrite.
    package var clean: Int?
    /// Whether all data was replaced. Nil in records of older programs.
    package private(set) var isWhole: Bool?

    package static let address = RecordAddress(partition: .common, collection: collection, id: "due")
    package static let collection = "aftermath"

    package init() {}

    package init(_ record: StoredRecord) throws {
        guard let payload = record.payload else { return }
        self = try JSONDecoder().decode(PendingCleanup.self, from: payload)
    }

    package init(_ replacement: BulkReplacement) {
        emptied = replacement.clearedFolders
        joined = replacement.mergedFolders
        arriving = replacement.stagingFolderName
        isWhole = replacement.isWhole
    }

    package mutating func add(_ purgedFiles: PurgedFiles) {
        clean = nil
        files.formUnion(purgedFiles.files)
        drafts.formUnion(purgedFiles.drafts)
    }

    /// Returns the record that replaces an existing one.
    package func record(over previous: StoredRecord?, time: HybridTime, device: String) throws -> StoredRecord {
        StoredRecord(
            address: PendingCleanup.address, stamp: PendingCleanup.stamp(over: previous, deleted: false, time, device),
            payloadVersion: 1, entries: [], payload: try JSONValue.encoder.encode(self))
    }

    /// Returns the record of completed work.
    package static func done(_ previous: StoredRecord, time: HybridTime, device: String) -> StoredRecord {
        StoredRecord(
            address: address, stamp: stamp(over: previous, deleted: true, time, device), payloadVersion: 1, entries: [],
            payload: nil)
    }

    private static func stamp(over previous: StoredRecord?, deleted: Bool, _ time: HybridTime, _ device: String)
        -> Stamp
    {
        let generation = (previous?.stamp.generation ?? 0) + (previous?.stamp.deleted == true && !deleted ? 1 : 0)
        return Stamp(generation: generation, deleted: deleted, time: time, device: device)
    }

    // MARK: - File operations

    /// Removes and moves the files. The operation is idempotent.
    package func perform(in root: SidecarFolder, _ sidecarFolders: SidecarFolders) throws {
        for name in sidecarFolders.caches { try root.folder(name)?.removeAll() }
        for file in files { try PendingCleanup.remove(file, in: root) }
        if let drafts = sidecarFolders.drafts { try removeDrafts(in: root, drafts) }
        for name in emptied { try replaceContents(of: name, in: root) }
        for name in joined ?? [] { try join(name, in: root) }
        try root.sync()
    }

    /// Replaces the files of a folder with the arriving ones, or removes them.
    private func replaceContents(of name: String, in root: SidecarFolder) throws {
        guard let folder = root.folder(name) else { return }
        guard let arriving else {
            try folder.removeAll()
            return try root.removeEmptyFolder(name)
        }
        // The folder's name records the progress: old files are removed before any new one arrives,
        // and new files are kept.
        let landedName = arriving + "-landed"
        if let staged = folder.folder(arriving) {
            try staged.sync()
            try folder.removeAll(except: [arriving])
            try folder.rename(arriving, to: landedName)
        } else if folder.folder(landedName) == nil {
            return
        }
        guard let staged = folder.folder(landedName) else { return }
        for child in staged.names { try staged.move(child, to: folder) }
        try folder.sync()
        try folder.removeEmptyFolder(landedName)
    }

    /// Moves arriving files in under free names and keeps the existing files.
    private func join(_ name: String, in root: SidecarFolder) throws {
        guard let arriving, let folder = root.folder(name), let staged = folder.folder(arriving) else { return }
        try staged.sync()
        let existingNames = Set(folder.names)
        for child in staged.names where !existingNames.contains(child) { try staged.move(child, to: folder) }
        try folder.sync()
        try folder.remove(arriving)
        if folder.names.isEmpty { try root.removeEmptyFolder(name) }
    }

    /// Removes the file at a path, and ignores a path that contains `..`.
    private static func remove(_ path: String, in root: SidecarFolder) throws {
        var parts = path.split(separator: "/").map(String.init)
        guard let name = parts.popLast(), !(parts + [name]).contains("..") else { return }
        var folder: SidecarFolder? = root
        for part in parts { folder = folder?.folder(part) }
        guard let folder else { return }
        try folder.remove(name)
        try folder.sync()
    }

    /// Removes the drafts together with an editor's additional files.
    private func removeDrafts(in root: SidecarFolder, _ name: String) throws {
        guard !drafts.isEmpty, let draftFolder = root.folder(name) else { return }
        for child in draftFolder.names {
            guard let folder = draftFolder.folder(child), folder.names.contains(where: { drafts.contains($0) }) else {
                continue
            }
            try draftFolder.remove(child)
        }
        try draftFolder.sync()
    }
}
