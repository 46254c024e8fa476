import Kernel

/// The port through which features search records by words.
///
/// `ScanSearch` reads every record. The Search module has an index. Both give the same answers.
package protocol TextSearch: Sendable {
    /// Finds the records of a source that match a query, in the partition of the store's scope.
    ///
    /// The caller must not be inside a transaction.
    ///
    /// - Parameter limit: the maximum number of returned identifiers, or `nil` for all. The count
    ///   covers all matches.
    /// - Throws: `unreadableRecord`, `newerRecord`, the `Failure`s of the store.
    func find(_ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder, limit: Int?)
        throws
        -> SearchHits
}

/// The order of search results.
package enum SearchOrder: Sendable {
    /// Descending by the key of the source's index, then descending by identifier.
    case newest
    /// Descending by `Relevance`, then newest first.
    case best
}

/// The matches of a search.
package struct SearchHits: Hashable, Sendable {
    /// The identifiers of the first matches, in order.
    package let ids: [String]
    /// The number of all matches.
    package let count: Int

    package init(ids: [String], count: Int) {
        self.ids = ids
        self.count = count
    }

    package static let none = SearchHits(ids: [], count: 0)
}

/// The records that a search found.
package struct SearchResult<Record: Sendable>: Sendable {
    /// The first records, in order.
    package let records: [Record]
    /// The number of all matches.
    package let count: Int

    package init(records: [Record], count: Int) {
        self.records = records
        self.count = count
    }
}

extension SearchResult: Equatable where Record: Equatable {}

extension TextSearch {
    /// Finds records as `find` does and reads them. Records deleted in between are omitted.
    ///
    /// - Throws: as `find`.
    package func records<Record: Storable>(
        _ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder = .newest,
        limit: Int? = nil
    ) throws -> SearchResult<Record> {
        let hits = try find(query, in: source, of: store, order: order, limit: limit)
        let records: [Record] = try store.read { transaction in
            var records: [Record] = []
            for id in hits.ids {
                if let record: Record = try transaction.record(Identifier(id)) { records.append(record) }
            }
            return records
        }
        return SearchResult(records: records, count: hits.count)
    }
}
