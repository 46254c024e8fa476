import Kernel
import Sync

/// A transaction over locked records: whoever asks sees them open, and the engine below never does.
final class VaultTransaction: EngineTransaction {
    // Left to the default: answers/1, counts/2, page/1
    // Whatever is asked is answered by records and scans, which open what they meet.
    private let below: any EngineTransaction
    private let lock: VaultLock
    private let kinds: [String: SealedKind]
    private let seal: () throws -> any Seal
    private let bundles: Bundles

    /// - Parameter room: how many bytes a bundle takes before the next one begins.
    init(
        over below: any EngineTransaction, _ lock: VaultLock, _ kinds: [String: SealedKind], _ opened: OpenedBundles,
        room: Int = Bundles.small, seal: @escaping () throws -> any Seal
    ) {
        (self.below, self.lock, self.kinds, self.seal) = (below, lock, kinds, seal)
        bundles = Bundles(below, opened, room: room, seal: seal)
    }

    var time: HybridTime { below.time }
    var device: String { below.device }
    var firstGeneration: Int { below.firstGeneration }
    func forget(_ forgotten: Forgotten) { below.forget(forgotten) }

    // MARK: - Reading

    func record(at address: RecordAddress) throws -> StoredRecord? {
        guard !VaultBundle.own.contains(address.collection) else { return nil }
        return try below.record(at: address).map(opened)
    }

    func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] {
        let found = try below.records(at: addresses)
        try bundles.expect(Set(found.compactMap { $0?.bundle }))
        return try found.map { record in
            guard let record, !VaultBundle.own.contains(record.address.collection) else { return nil }
            return try opened(record)
        }
    }

    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        guard let kind = kinds[scan.collection] else { return try below.scan(scan, visit) }
        guard kind.answers(scan) else { return try scanHidden(scan, visit) }
        let found = try below.page(scan.blind)
        // A few at first: whoever looks may have enough of them soon.
        var (start, step) = (0, max(64, scan.limit ?? 0))
        while start < found.count {
            let some = found[start..<min(start + step, found.count)]
            try bundles.expect(Set(some.compactMap(\.bundle)))
            for record in some { guard try visit(opened(record)) else { return } }
            (start, step) = (start + step, step * 4)
        }
    }

    /// By an index whose keys are locked: everything of its kind is opened, and put in order here.
    private func scanHidden(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        let all = try below.page(IndexScan(partition: scan.partition, collection: scan.collection))
        try bundles.expect(Set(all.compactMap(\.bundle)))
        var found: [(key: IndexKey, record: StoredRecord)] = []
        for closed in all {
            let record = try opened(closed)
            let entry = record.entries.first { $0.name == scan.index }
            guard let key = try (entry ?? scan.reindex(record).first { $0.name == scan.index })?.key, scan.contains(key) else {
                continue
            }
            found.append((key, record))
        }
        found.sort { one, other in
            let isBefore = one.key == other.key ? one.record.address.id < other.record.address.id : one.key < other.key
            return isBefore != scan.descending
        }
        for (_, record) in found.prefix(scan.limit ?? .max) { guard try visit(record) else { return } }
    }

    func count(_ scan: IndexScan) throws -> Int {
        guard let kind = kinds[scan.collection], !kind.answers(scan) else { return try below.count(scan.blind) }
        var count = 0
        try scanHidden(scan) { _ in
            count += 1
            return true
        }
        return count
    }

    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        guard let kind = kinds[scan.collection], !kind.answers(scan) else { return try below.keys(scan.blind, visit) }
        try scanHidden(scan) { record in
            let entry = record.entries.first { $0.name == scan.index }
            let key = try (entry ?? scan.reindex(record).first { $0.name == scan.index })?.key
            return try key.map(visit) ?? true
        }
    }

    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        _ = try seal()
        return try below.addresses(in: partition).filter { !VaultBundle.own.contains($0.collection) }
    }

    /// Whoever visits everything is going to open it: without the key he hears so at once.
    func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        _ = try seal()
        try below.forEachAddress(in: partition) { if !VaultBundle.own.contains($0.collection) { try visit($0) } }
    }

    private func opened(_ record: StoredRecord) throws -> StoredRecord {
        guard let payload = record.payload, kinds[record.address.collection] != nil, let closed = try SealedPayload(payload)
        else {
            return record
        }
        let item =
            switch closed {
            case .bundle(let id): try bundles.item(id, record.address)
            case .alone(let bytes): try SealedItem(seal().open(bytes)[...])
            }
        return record.with(entries: item.entries, payload: item.payload)
    }

    // MARK: - Writing

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        guard let kind = kinds[record.address.collection] else { return try below.put(record, reindex: reindex) }
        let former = kind.isAlone ? nil : try below.record(at: record.address)?.bundle
        // What is locked has the keys of its time with it, and cannot be asked for others.
        let reindex: @Sendable (StoredRecord) throws -> [IndexEntry] = { $0.isSealed ? $0.entries : try reindex($0) }
        guard let payload = record.payload, lock.closes else {
            if let former { try bundles.remove(record.address, from: former) }
            return try below.put(record, reindex: reindex)
        }
        let item = SealedItem(entries: record.entries, payload: payload)
        let closed: SealedPayload =
            kind.isAlone
            ? .alone(try seal().seal(item.bytes)) : .bundle(try bundles.put(item, at: record.address, in: former))
        try below.put(record.with(entries: kind.veiled(record.entries), payload: closed.payload), reindex: reindex)
    }

    func put(_ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        for record in records { try put(record, reindex: reindex) }
    }

    /// Closes or opens what stands at some addresses, under the versions that they have.
    ///
    /// - Returns: how many were changed.
    func convert(_ addresses: [RecordAddress]) throws -> Int {
        let found = try below.records(at: addresses).compactMap(\.self).filter { $0.isLive && $0.isSealed != lock.closes }
        try bundles.expect(Set(found.compactMap(\.bundle)))
        for record in found { try put(opened(record)) }
        return found.count
    }

    /// Closes what was put together; the last thing before a transaction ends.
    func flush() throws { try bundles.flush() }
}

extension IndexScan {
    /// The same for an engine that cannot look into locked records.
    fileprivate var blind: IndexScan {
        let reindex = reindex
        return IndexScan(
            partition: partition, collection: collection, index: index, lower: lower, upper: upper, descending: descending,
            limit: limit, wantsEntries: wantsEntries, reindex: { $0.isSealed ? $0.entries : try reindex($0) })
    }
}
