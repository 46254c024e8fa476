import Kernel

/// A source in one partition of a store: what one index is of.
struct IndexPlace {
    let source: SearchSource
    let store: any Store

    init(_ source: SearchSource, _ store: any Store) { (self.source, self.store) = (source, store) }

    /// Differs when another text would be found.
    var purpose: UInt64 {
        var sum = Fingerprint()
        for text in [store.partition.rawValue, source.collection, source.index] { sum.add(text) }
        for number in [source.revision, SearchTerms.version] { sum.add(number) }
        return sum.value
    }

    /// The name under which the index lies in the cache: that of the collection, with the partition's fingerprint.
    var name: String {
        guard store.partition != .common else { return source.collection }
        var sum = Fingerprint()
        sum.add(store.partition.rawValue)
        return "\(source.collection)-\(String(sum.value, radix: 16))"
    }

    /// Everything, taken apart.
    func segment() throws -> Segment {
        // First the moment, then the records: what changes in between is taken again.
        let point = try FeedNews(self, since: .beginning)?.point ?? .beginning
        var writer = SegmentWriter()
        try store.engine.read { transaction in
            writer = SegmentWriter()
            try transaction.scan(source.scan(store.partition)) { record in
                if let document = try source.document(record) { writer.add(document) }
                return true
            }
        }
        return writer.finished(purpose, point)
    }

    /// What some records are now, taken apart.
    func segment(of ids: Set<String>) throws -> Segment {
        let documents = try store.engine.read { transaction in
            try ids.compactMap { id in
                try transaction.record(at: RecordAddress(partition: store.partition, collection: source.collection, id: id))
                    .flatMap(source.document)
            }
        }
        var writer = SegmentWriter()
        for document in documents.sorted(by: { ($0.key, $0.id.bytes) > ($1.key, $1.id.bytes) }) { writer.add(document) }
        return writer.finished(purpose, .beginning)
    }
}

/// What has happened in a store since a moment.
struct FeedNews {
    private static let page = 10_000

    /// The records of the place that have changed.
    private(set) var touched: Set<String> = []
    /// How far the feed goes.
    private(set) var point: FeedPoint

    /// Nil when the moment is of another history.
    init?(_ place: IndexPlace, since start: FeedPoint) throws {
        point = start
        // What has gone and is not told of any more would be found for ever.
        guard try start.sequence == 0 || start.sequence >= place.store.engine.forgottenDeletions() else { return nil }
        var changes = try place.store.changes(since: max(0, start.sequence - 1), limit: FeedNews.page)
        guard start.isPast(of: changes) else { return nil }
        while let last = FeedPoint(changes) {
            for change in changes where change.sequence > start.sequence && place.holds(change.address) {
                touched.insert(change.address.id)
            }
            point = last
            changes = try place.store.changes(since: last.sequence, limit: FeedNews.page)
        }
    }
}

extension IndexPlace {
    fileprivate func holds(_ address: RecordAddress) -> Bool {
        address.collection == source.collection && address.partition == store.partition
    }
}

extension String {
    /// In the order of its bytes, as stores keep identifiers.
    fileprivate var bytes: IndexKey { IndexKey(text: self) }
}
