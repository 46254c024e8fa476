/// A range of one index of one collection in one partition.
public struct IndexScan: Sendable {
    public let partition: Partition
    public let collection: String
    /// The stored name of the index, or nil for the order of identifiers.
    public let index: String?
    public let lower: IndexKey?
    public let upper: IndexKey?
    /// Whether the greatest key is first. Equal keys follow the same direction by identifier.
    public let descending: Bool
    public let limit: Int?
    /// Whether the visited records need their index entries. Otherwise the engine may omit them.
    public let wantsEntries: Bool
    /// Computes the entries of a record that is older than this index.
    public let reindex: @Sendable (StoredRecord) throws -> [IndexEntry]

    /// Creates a range from `lower` up to but excluding `upper`, or of everything without bounds.
    public init(
        partition: Partition, collection: String, index: String? = nil, lower: IndexKey? = nil, upper: IndexKey? = nil,
        descending: Bool = false, limit: Int? = nil, wantsEntries: Bool = true,
        reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry] = { $0.entries }
    ) {
        self.partition = partition
        self.collection = collection
        self.index = index
        self.lower = lower
        self.upper = upper
        self.descending = descending
        self.limit = limit
        self.wantsEntries = wantsEntries
        self.reindex = reindex
    }

    /// The range in ascending order without a limit.
    var whole: IndexScan {
        IndexScan(
            partition: partition, collection: collection, index: index, lower: lower, upper: upper, reindex: reindex)
    }

    /// Whether the bounds or the limit exclude every record.
    package var isEmpty: Bool {
        if let limit, limit <= 0 { return true }
        guard let lower, let upper else { return false }
        return lower >= upper
    }

    /// Whether a key is in the range.
    public func contains(_ key: IndexKey) -> Bool {
        if let lower, key < lower { return false }
        if let upper, key >= upper { return false }
        return true
    }
}
