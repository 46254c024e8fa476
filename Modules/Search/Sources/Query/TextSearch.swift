import Kernel

/// Finds records by words: the port that a feature asks.
///
/// `ScanSearch` reads every record; the module Search has an index. Both give the same answers.
public protocol TextSearch: Sendable {
    /// The records of a source that fit a query, in the partition that the store is scoped to. Must not be called inside a transaction.
    ///
    /// - Parameter limit: how many at most are named; nil for all. All are counted.
    /// - Throws: `unreadableRecord`, `newerRecord`, the `Failure`s of the store.
    func find(_ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder, limit: Int?) throws
        -> SearchHits
}

/// In which order records are found.
public enum SearchOrder: Sendable {
    /// By the key of the source's index, greatest first, then by identifier in the same direction.
    case newest
    /// By `Relevance`, and where that is equal the newest first.
    case best
}

/// What a search found.
public struct SearchHits: Hashable, Sendable {
    /// The identifiers of the first ones, in order.
    public let ids: [String]
    /// How many there are in all.
    public let count: Int

    /// What was found.
    public init(ids: [String], count: Int) { (self.ids, self.count) = (ids, count) }

    /// Nothing.
    public static let none = SearchHits(ids: [], count: 0)
}

/// Records that a search found.
public struct SearchResult<Record: Sendable>: Sendable {
    /// The first ones, in order.
    public let records: [Record]
    /// How many there are in all.
    public let count: Int

    /// What was found.
    public init(records: [Record], count: Int) { (self.records, self.count) = (records, count) }
}

extension SearchResult: Equatable where Record: Equatable {}

extension TextSearch {
    /// The same as `find`, with the records read. One that was deleted in between is left out.
    ///
    /// - Throws: as `find`.
    public func records<Record: Storable>(
        _ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder = .newest, limit: Int? = nil
    ) throws -> SearchResult<Record> {
        let hits = try find(query, in: source, of: store, order: order, limit: limit)
        let records: [Record] = try store.read { transaction in
            var records: [Record] = []
            for id in hits.ids { if let record: Record = try transaction.record(Identifier(id)) { records.append(record) } }
            return records
        }
        return SearchResult(records: records, count: hits.count)
    }
}
