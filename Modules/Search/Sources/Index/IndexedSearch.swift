import Kernel
import Synchronization

/// Searches by an inverted index, which is computed from the records and kept in a cache.
///
/// Every search first asks the store's feed what has changed since: no answer is older than the store was when it was asked. What is missing,
/// damaged, of another history or another version is computed anew. Several processes may use one cache.
public final class IndexedSearch: TextSearch {
    private let cache: SegmentCache
    private let economy: Economy
    private let indexes = Mutex<[String: LiveIndex]>([:])

    /// When work is put off.
    package struct Economy: Sendable {
        /// Fewer documents are taken apart anew in a moment, and leave nothing in the cache.
        package var leastKept = 200
        /// How many changed documents are looked at beside an index before they become part of it, and for how many documents one more.
        package var leastTouched = 32
        package var documentsATouch = 128
        /// How many changes of the store, of whatever records, are read at each search before the index takes a note of them.
        package var longestFeed = 4096

        package init() {}
    }

    /// A search whose indexes lie in a cache.
    public convenience init(cache: SegmentCache) { self.init(cache: cache, economy: Economy()) }

    package init(cache: SegmentCache, economy: Economy) { (self.cache, self.economy) = (cache, economy) }

    /// Brings the index up to date and asks it.
    ///
    /// - Throws: `unreadableRecord`, `newerRecord`, the `Failure`s of the store.
    public func find(_ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder, limit: Int?) throws
        -> SearchHits
    {
        guard !query.isEmpty else { return .none }
        let place = IndexPlace(source, store)
        let index = try indexes.withLock { indexes in
            let index = try current(indexes[place.name], place)
            indexes[place.name] = index
            return index
        }
        return index.find(query, order, limit)
    }

    private func current(_ known: LiveIndex?, _ place: IndexPlace) throws -> LiveIndex {
        if let known, let index = try updated(known, place) { return index }
        if known == nil, let kept = cache.read(place.name).flatMap({ Segment($0, purpose: place.purpose) }),
            let index = try updated(LiveIndex(kept), place)
        {
            return index
        }
        let segment = try place.segment()
        keep(segment, place)
        return LiveIndex(segment)
    }

    /// Nil when the index is of another history.
    private func updated(_ index: LiveIndex, _ place: IndexPlace) throws -> LiveIndex? {
        guard let news = try FeedNews(place, since: index.point) else { return nil }
        let touched = index.touched.union(news.touched)
        let fresh = try news.touched.isEmpty ? index.fresh : place.segment(of: touched)
        let updated = LiveIndex(index.base, fresh, touched, news.point)
        let documents = index.base.header.documents
        guard
            touched.count > economy.leastTouched + documents / economy.documentsATouch
                || news.point.sequence - index.base.header.point.sequence > economy.longestFeed
        else { return updated }
        let merged = updated.merged(place.purpose)
        keep(merged, place)
        return LiveIndex(merged)
    }

    private func keep(_ segment: Segment, _ place: IndexPlace) {
        cache.keep(place.name, segment.header.documents < economy.leastKept ? nil : segment.bytes)
    }
}
