/// A range of one index of one collection in one partition.
public struct IndexScan: Sendable {
    /// Whose records.
    public let partition: Partition
    /// The collection's name.
    public let collection: String
    /// The stored name of the index; nil to go by identifier.
    public let index: String?
    /// The least key, included.
    public let lower: IndexKey?
    /// The key to stop before.
    public let upper: IndexKey?
    /// Greatest first. Records with equal keys follow the same direction by identifier.
    public let descending: Bool
    /// How many at most.
    public let limit: Int?
    /// Whether the records that are visited must know their index entries; without them an engine need not read those.
    public let wantsEntries: Bool
    /// Computes the entries of a record that was written before this index existed.
    public let reindex: @Sendable (StoredRecord) throws -> [IndexEntry]

    /// A range from `lower` on and before `upper`; all of the index, or of the identifiers, where nothing is said.
    public init(
        partition: Partition, collection: String, index: String? = nil, lower: IndexKey? = nil, upper: IndexKey? = nil,
        descending: Bool = false,
        limit: Int? = nil, wantsEntries: Bool = true,
        reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry] = { $0.entries }
    ) {
        (self.partition, self.collection, self.index) = (partition, collection, index)
        (self.lower, self.upper, self.descending, self.limit) = (lower, upper, descending, limit)
        (self.wantsEntries, self.reindex) = (wantsEntries, reindex)
    }

    /// All of the range, from its least key on.
    var whole: IndexScan {
        IndexScan(partition: partition, collection: collection, index: index, lower: lower, upper: upper, reindex: reindex)
    }

    /// Whether a key lies in the range.
    public func contains(_ key: IndexKey) -> Bool {
        if let lower, key < lower { return false }
        if let upper, key >= upper { return false }
        return true
    }
}
