import Kernel

/// The searchable records of a collection, with their order and text.
package struct SearchSource: Sendable {
    package let collection: String
    /// The stored name of the index whose records are searched. Its greatest key is the newest.
    package let index: String
    /// The version of the text that is extracted from a record.
    package let revision: Int
    /// The closure that returns the index entries of a stored record.
    private let readEntries: @Sendable (StoredRecord) throws -> [IndexEntry]
    /// The closure that returns the searchable texts of a stored record.
    private let readPassages: @Sendable (StoredRecord) throws -> [String]

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - index: an index declared by the collection. Only its records are searched.
    ///   - revision: the version to increment when the passages of an unchanged record change.
    ///   - passages: the searchable texts of a record. Phrases match within one passage.
    package init<Record: Storable, Key>(
        _ index: Index<Record, Key>, revision: Int = 1, passages: @escaping @Sendable (Record) -> [String]
    ) {
        collection = Record.collection.name
        self.index = index.storedName
        self.revision = revision
        readEntries = { try Record.collection.entries(of: $0) }
        readPassages = { passages(try Record.collection.decode($0)) }
    }

    /// Returns a scan of all records of the source in a partition, newest first.
    package func scan(_ partition: Partition) -> IndexScan {
        IndexScan(partition: partition, collection: collection, index: index, descending: true, reindex: readEntries)
    }

    /// Returns the searchable form of a record, or `nil` if it is not in the source.
    ///
    /// - Throws: `unreadableRecord`, `newerRecord`.
    package func document(_ record: StoredRecord) throws -> SearchDocument? {
        guard record.isLive else { return nil }
        let storedEntry = record.entries.first { $0.name == index }
        guard let key = try storedEntry.map(\.key) ?? readEntries(record).first(where: { $0.name == index })?.key else {
            return nil
        }
        return SearchDocument(id: record.address.id, key: key, passages: try readPassages(record))
    }
}

/// The searchable form of a record.
package struct SearchDocument: Sendable {
    package let id: String
    /// The sort key, greatest for the newest record.
    package let key: IndexKey
    package let passages: [String]
}
