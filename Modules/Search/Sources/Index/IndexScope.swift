import Kernel

/// The source and partition that an index covers.
struct IndexScope {
    let source: SearchSource
    let store: any Store

    init(_ source: SearchSource, _ store: any Store) {
        self.source = source
        self.store = store
    }

    /// The fingerprint of everything that determines the contents of an index. A stored index with
    /// another purpose is rebuilt.
    var purpose: UInt64 {
        var fingerprint = Fingerprint()
        for text in [store.partition.rawValue, source.collection, source.index] { fingerprint.add(text) }
        for number in [source.revision, SearchTerms.version] { fingerprint.add(number) }
        return fingerprint.value
    }

    /// The name of the index in the cache: the collection's name with the partition's fingerprint.
    var name: String {
        guard store.partition != .common else { return source.collection }
        var fingerprint = Fingerprint()
        fingerprint.add(store.partition.rawValue)
        return "\(source.collection)-\(String(fingerprint.value, radix: 16))"
    }

    /// Builds a segment of all records.
    func segment() throws -> Segment {
        // The feed position is read before the records, so that concurrent changes are processed
        // again.
        let point = try FeedChanges(self, since: .beginning)?.point ?? .beginning
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

    /// Builds a segment of the current state of some records.
    func segment(of ids: Set<String>) throws -> Segment {
        let documents = try store.engine.read { transaction in
            try ids.compactMap { id in
                try transaction.record(
                    at: RecordAddress(partition: store.partition, collection: source.collection, id: id)
                )
                .flatMap(source.document)
            }
        }
        var writer = SegmentWriter()
        for document in documents.sorted(by: { ($0.key, $0.id.bytes) > ($1.key, $1.id.bytes) }) { writer.add(document) }
        return writer.finished(purpose, .beginning)
    }
}

/// The changes in a store since a point.
struct FeedChanges {
    /// The number of changes read at once.
    private static let page = 10_000

    /// The identifiers of the changed records of the scope.
    private(set) var changedIDs: Set<String> = []
    /// The point of the last change read.
    private(set) var point: FeedPoint

    /// Reads the changes, or returns `nil` if the point belongs to another history.
    init?(_ scope: IndexScope, since start: FeedPoint) throws {
        point = start
        // Deletions that the feed no longer contains would otherwise stay in the index forever.
        guard try start.sequence == 0 || start.sequence >= scope.store.engine.lastPrunedSequence() else { return nil }
        var changes = try scope.store.changes(since: max(0, start.sequence - 1), limit: FeedChanges.page)
        guard start.isInHistory(of: changes) else { return nil }
        while let lastPoint = FeedPoint(changes) {
            for change in changes where change.sequence > start.sequence && scope.includes(change.address) {
                changedIDs.insert(change.address.id)
            }
            point = lastPoint
            changes = try scope.store.changes(since: lastPoint.sequence, limit: FeedChanges.page)
        }
    }
}

extension IndexScope {
    /// Returns whether the scope covers a record.
    fileprivate func includes(_ address: RecordAddress) -> Bool {
        address.collection == source.collection && address.partition == store.partition
    }
}

extension String {
    /// The key in byte order, as stores keep identifiers.
    fileprivate var bytes: IndexKey { IndexKey(text: self) }
}
