import Kernel
import Sync

/// A transaction over encrypted records. Callers see plain records, and the engine below never
/// does.
final class VaultTransaction: EngineTransaction {
    // Left to the default: answers/1, counts/2, page/1
    //
    // The defaults use records and scans, which decrypt the results.
    private let below: any EngineTransaction
    private let lock: VaultLock
    private let kinds: [String: SealedKind]
    private let seal: () throws -> any Seal
    private let bundles: Bundles

    /// - Parameter bundleSize: The size in bytes after which a new bundle begins.
    init(
        over below: any EngineTransaction, _ lock: VaultLock, _ kinds: [String: SealedKind], _ opened: BundleCache,
        bundleSize: Int = Bundles.singleWriteSize, seal: @escaping () throws -> any Seal
    ) {
        self.below = below
        self.lock = lock
        self.kinds = kinds
        self.seal = seal
        bundles = Bundles(below, opened, bundleSize: bundleSize, seal: seal)
    }

    var time: HybridTime { below.time }
    var device: String { below.device }
    var firstGeneration: Int { below.firstGeneration }
    func markForPurging(_ files: PurgedFiles) { below.markForPurging(files) }

    // MARK: - Reading

    func record(at address: RecordAddress) throws -> StoredRecord? {
        guard !VaultBundle.internalCollections.contains(address.collection) else { return nil }
        return try below.record(at: address).map(opened)
    }

    func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] {
        let records = try below.records(at: addresses)
        try bundles.preload(Set(records.compactMap { $0?.bundle }))
        return try records.map { record in
            guard let record, !VaultBundle.internalCollections.contains(record.address.collection) else { return nil }
            return try opened(record)
        }
    }

    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        guard let kind = kinds[scan.collection] else { return try below.scan(scan, visit) }
        guard kind.answers(scan) else { return try scanHidden(scan, visit) }
        let records = try below.page(scan.acceptingSealedRecords)
        // The first batch is small, because the caller may stop soon.
        var start = 0
        var step = max(64, scan.limit ?? 0)
        while start < records.count {
            let batch = records[start..<min(start + step, records.count)]
            try bundles.preload(Set(batch.compactMap(\.bundle)))
            for record in batch { guard try visit(opened(record)) else { return } }
            start = start + step
            step = step * 4
        }
    }

    /// Scans an index with encrypted keys: decrypts all records of the collection and sorts them in
    /// memory.
    private func scanHidden(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        let storedRecords = try below.page(IndexScan(partition: scan.partition, collection: scan.collection))
        try bundles.preload(Set(storedRecords.compactMap(\.bundle)))
        var matches: [(key: IndexKey, record: StoredRecord)] = []
        for storedRecord in storedRecords {
            let record = try opened(storedRecord)
            let entry = record.entries.first { $0.name == scan.index }
            guard let key = try (entry ?? scan.reindex(record).first { $0.name == scan.index })?.key, scan.contains(key)
            else { continue }
            matches.append((key, record))
        }
        matches.sort { first, second in
            let isBefore =
                first.key == second.key ? first.record.address.id < second.record.address.id : first.key < second.key
            return isBefore != scan.descending
        }
        for (_, record) in matches.prefix(scan.limit ?? .max) { guard try visit(record) else { return } }
    }

    func count(_ scan: IndexScan) throws -> Int {
        guard let kind = kinds[scan.collection], !kind.answers(scan) else {
            return try below.count(scan.acceptingSealedRecords)
        }
        var count = 0
        try scanHidden(scan) { _ in
            count += 1
            return true
        }
        return count
    }

    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        guard let kind = kinds[scan.collection], !kind.answers(scan) else {
            return try below.keys(scan.acceptingSealedRecords, visit)
        }
        try scanHidden(scan) { record in
            let entry = record.entries.first { $0.name == scan.index }
            let key = try (entry ?? scan.reindex(record).first { $0.name == scan.index })?.key
            return try key.map(visit) ?? true
        }
    }

    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        _ = try seal()
        return try below.addresses(in: partition).filter { !VaultBundle.internalCollections.contains($0.collection) }
    }

    /// Visits every address. Callers decrypt all of it next, so a missing key fails at once.
    func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        _ = try seal()
        try below.forEachAddress(in: partition) {
            if !VaultBundle.internalCollections.contains($0.collection) { try visit($0) }
        }
    }

    /// Returns a record with its payload and entries decrypted.
    private func opened(_ record: StoredRecord) throws -> StoredRecord {
        guard let payload = record.payload, kinds[record.address.collection] != nil,
            let sealedPayload = try SealedPayload(payload)
        else { return record }
        let item =
            switch sealedPayload {
            case .bundle(let id): try bundles.item(id, record.address)
            case .alone(let bytes): try SealedItem(seal().open(bytes)[...])
            }
        return record.with(entries: item.entries, payload: item.payload)
    }

    // MARK: - Writing

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        guard let kind = kinds[record.address.collection] else { return try below.put(record, reindex: reindex) }
        let previousBundle = kind.isEncryptedAlone ? nil : try below.record(at: record.address)?.bundle
        // An encrypted record is reindexed with its stored keys.
        let reindex: @Sendable (StoredRecord) throws -> [IndexEntry] = { $0.isSealed ? $0.entries : try reindex($0) }
        guard let payload = record.payload, lock.encryptsNewData else {
            if let previousBundle { try bundles.remove(record.address, from: previousBundle) }
            return try below.put(record, reindex: reindex)
        }
        let item = SealedItem(entries: record.entries, payload: payload)
        let sealedPayload: SealedPayload =
            kind.isEncryptedAlone
            ? .alone(try seal().seal(item.bytes))
            : .bundle(try bundles.put(item, at: record.address, in: previousBundle))
        try below.put(
            record.with(entries: kind.maskingEncryptedKeys(record.entries), payload: sealedPayload.payload),
            reindex: reindex)
    }

    func put(_ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        for record in records { try put(record, reindex: reindex) }
    }

    /// Encrypts or decrypts the records at the given addresses, as the phase of the lock requires.
    ///
    /// - Returns: The number of changed records.
    func convert(_ addresses: [RecordAddress]) throws -> Int {
        let records = try below.records(at: addresses).compactMap(\.self).filter {
            $0.isLive && $0.isSealed != lock.encryptsNewData
        }
        try bundles.preload(Set(records.compactMap(\.bundle)))
        for record in records { try put(opened(record)) }
        return records.count
    }

    /// Encrypts the changed bundles, as the last step of a transaction.
    func flush() throws { try bundles.flush() }
}

extension IndexScan {
    /// A scan for an engine that cannot decrypt records.
    fileprivate var acceptingSealedRecords: IndexScan {
        let reindex = reindex
        return IndexScan(
            partition: partition, collection: collection, index: index, lower: lower, upper: upper,
            descending: descending,
            limit: limit, wantsEntries: wantsEntries, reindex: { $0.isSealed ? $0.entries : try reindex($0) })
    }
}
