import Kernel

/// The records of a collection as they are searched: which, in what order, and by what text.
public struct SearchSource: Sendable {
    /// The collection's name.
    public let collection: String
    /// The stored name of the index whose records are searched; its greatest key counts as the newest.
    public let index: String
    /// The version of the text that is taken from a record.
    public let revision: Int
    private let entries: @Sendable (StoredRecord) throws -> [IndexEntry]
    private let passages: @Sendable (StoredRecord) throws -> [String]

    /// A source.
    ///
    /// - Parameters:
    ///   - index: must be declared by the collection. Records that are not in it are not searched.
    ///   - revision: raise it when the passages of the same record become others.
    ///   - passages: the texts by which a record is found. No phrase reaches from one into the next.
    public init<Record: Storable, Key>(
        _ index: Index<Record, Key>, revision: Int = 1, passages: @escaping @Sendable (Record) -> [String]
    ) {
        (collection, self.index, self.revision) = (Record.collection.name, index.storedName, revision)
        entries = { try Record.collection.entries(of: $0) }
        self.passages = { passages(try Record.collection.decode($0)) }
    }

    /// All records of the source in a partition, newest first.
    package func scan(_ partition: Partition) -> IndexScan {
        IndexScan(partition: partition, collection: collection, index: index, descending: true, reindex: entries)
    }

    /// A record as it is searched; nil when it is not in the source.
    ///
    /// - Throws: `unreadableRecord`, `newerRecord`.
    package func document(_ record: StoredRecord) throws -> SearchDocument? {
        guard record.isLive else { return nil }
        let known = record.entries.first { $0.name == index }
        guard let key = try known.map(\.key) ?? entries(record).first(where: { $0.name == index })?.key else { return nil }
        return SearchDocument(id: record.address.id, key: key, passages: try passages(record))
    }
}

/// A record as it is searched.
package struct SearchDocument: Sendable {
    package let id: String
    /// What orders it; the greatest is the newest.
    package let key: IndexKey
    package let passages: [String]

    package init(id: String, key: IndexKey, passages: [String]) { (self.id, self.key, self.passages) = (id, key, passages) }
}
