/// What lies in files beside the records and goes for good with records that do.
public struct Forgotten: Hashable, Sendable {
    /// Files, by their paths below the directory of the store: `Photos/2026/11/a1.jpg`.
    public var files: Set<String>
    /// Drafts that an editor left, by the names of their files.
    public var drafts: Set<String>

    /// Files and drafts; none for records that have none.
    public init(files: Set<String> = [], drafts: Set<String> = []) { (self.files, self.drafts) = (files, drafts) }
}

/// What everything in a store is exchanged for.
public struct Replacement: Sendable {
    /// All that will be there, tombstones too, each with its own stamp.
    public var records: [StoredRecord]
    /// Folders beside the store that are emptied, by name.
    public var emptied: [String]
    /// Folders beside the store in which everything stays, by name.
    public var joined: [String]
    /// The name of hidden folders, one in each of `emptied` and `joined`, whose contents take the place of what was there, or come beside what is
    /// there; nil when nothing does.
    public var arriving: String?

    /// Nothing in place of everything, unless said otherwise.
    public init(
        records: [StoredRecord] = [], emptied: [String] = [], joined: [String] = [], arriving: String? = nil
    ) {
        (self.records, self.emptied, self.joined, self.arriving) = (records, emptied, joined, arriving)
    }
}
