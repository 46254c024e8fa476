import Kernel
import Synchronization

/// A search with an inverted index that is computed from the records and cached.
///
/// Every search first reads the store's feed, so answers are current. A missing, damaged or foreign
/// index, or one of another version, is rebuilt. Several processes may share a cache.
package final class IndexedSearch: TextSearch {
    private let cache: SegmentCache
    private let policy: IndexingPolicy
    private let indexes = Mutex<[String: LiveIndex]>([:])

    /// The thresholds for deferred work.
    package struct IndexingPolicy: Sendable {
        /// The minimum number of documents for which an index is cached. Smaller sets are rebuilt
        /// quickly.
        package var minimumCachedDocuments = 200
        /// The number of changed documents kept separate from the index before a merge, and the
        /// number of documents that raises it by one.
        package var mergeThreshold = 32
        package var documentsPerThresholdStep = 128
        /// The maximum number of store changes of any kind that each search reads before the index
        /// saves its position.
        package var maximumUnreadChanges = 4096

        package init() {}
    }

    package convenience init(cache: SegmentCache) { self.init(cache: cache, policy: IndexingPolicy()) }

    package init(cache: SegmentCache, policy: IndexingPolicy) {
        self.cache = cache
        self.policy = policy
    }

    /// Updates the index and searches it.
    ///
    /// - Throws: `unreadableRecord`, `newerRecord`, the `Failure`s of the store.
    package func find(
        _ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder, limit: Int?
    ) throws
        -> SearchHits
    {
        guard !query.isEmpty else { return .none }
        let scope = IndexScope(source, store)
        let index = try indexes.withLock { indexes in
            let index = try currentIndex(indexes[scope.name], scope)
            indexes[scope.name] = index
            return index
        }
        return index.find(query, order, limit)
    }

    /// Returns the up-to-date index of a scope: the open one, the cached one, or a new one.
    private func currentIndex(_ openIndex: LiveIndex?, _ scope: IndexScope) throws -> LiveIndex {
        if let openIndex, let index = try updated(openIndex, scope) { return index }
        if openIndex == nil, let cached = cache.read(scope.name).flatMap({ Segment($0, purpose: scope.purpose) }),
            let index = try updated(LiveIndex(cached), scope)
        {
            return index
        }
        let segment = try scope.segment()
        store(segment, scope)
        return LiveIndex(segment)
    }

    /// Updates the index, or returns `nil` if it belongs to another history.
    private func updated(_ index: LiveIndex, _ scope: IndexScope) throws -> LiveIndex? {
        guard let changes = try FeedChanges(scope, since: index.point) else { return nil }
        let changedIDs = index.changedIDs.union(changes.changedIDs)
        let recentSegment = try changes.changedIDs.isEmpty ? index.recent : scope.segment(of: changedIDs)
        let updated = LiveIndex(index.base, recentSegment, changedIDs, changes.point)
        let documents = index.base.header.documents
        guard
            changedIDs.count > policy.mergeThreshold + documents / policy.documentsPerThresholdStep
                || changes.point.sequence - index.base.header.point.sequence > policy.maximumUnreadChanges
        else { return updated }
        let merged = updated.merged(scope.purpose)
        store(merged, scope)
        return LiveIndex(merged)
    }

    /// Caches a segment, or deletes the cached one if the segment is small.
    private func store(_ segment: Segment, _ scope: IndexScope) {
        cache.write(scope.name, segment.header.documents < policy.minimumCachedDocuments ? nil : segment.bytes)
    }
}
