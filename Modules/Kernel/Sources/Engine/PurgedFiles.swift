/// The files that are purged together with records.
public struct PurgedFiles: Hashable, Sendable {
    /// The files by path below the store's directory: `Photos/2026/11/a1.jpg`.
    public var files: Set<String>
    /// The editor drafts by file name.
    public var drafts: Set<String>

    public init(files: Set<String> = [], drafts: Set<String> = []) {
        self.files = files
        self.drafts = drafts
    }

    /// Returns these files with those of other deletions, if there are any.
    package func union(_ others: PurgedFiles?) -> PurgedFiles {
        PurgedFiles(files: files.union(others?.files ?? []), drafts: drafts.union(others?.drafts ?? []))
    }
}

/// The new contents that replace everything in a store.
public struct Replacement: Sendable {
    /// All new records and tombstones, each with its own stamp.
    public var records: [StoredRecord]
    public var clearedFolders: [String]
    public var mergedFolders: [String]
    /// The name of a hidden folder in each of `clearedFolders` and `mergedFolders`. Its
    /// contents replace or join the existing files. Nil for none.
    public var stagingFolderName: String?

    public init(
        records: [StoredRecord] = [], clearedFolders: [String] = [], mergedFolders: [String] = [],
        stagingFolderName: String? = nil
    ) {
        self.records = records
        self.clearedFolders = clearedFolders
        self.mergedFolders = mergedFolders
        self.stagingFolderName = stagingFolderName
    }
}
