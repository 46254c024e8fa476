import Kernel
import Sync
import Synchronization

/// A process-wide cache of opened bundles, by version.
final class BundleCache: Sendable {
    private let bundles = Mutex<[String: (stamp: Stamp, bundle: Bundle)]>([:])

    func bundle(_ id: String, as stamp: Stamp) -> Bundle? {
        bundles.withLock { $0[id].flatMap { $0.stamp == stamp ? $0.bundle : nil } }
    }

    func store(_ bundle: Bundle, _ id: String, as stamp: Stamp) { bundles.withLock { $0[id] = (stamp, bundle) } }
}

/// The bundles of one transaction, decrypted on demand and encrypted together at its end.
final class Bundles {
    /// The size in bytes of a bundle for single writes. Each write opens and closes it.
    static let singleWriteSize = 32 << 10
    /// The size in bytes of a bundle for bulk encryption, so that a list decrypts few bundles.
    static let bulkSize = 128 << 10

    private let below: any EngineTransaction
    private let cache: BundleCache
    private let seal: () throws -> any Seal
    /// The size in bytes after which a new bundle begins.
    private let bundleSize: Int
    /// The decrypted bundles by identifier, with the changes of this transaction.
    private var loaded: [String: Bundle] = [:]
    /// The identifiers of the bundles to encrypt at the end.
    private var changed: Set<String> = []
    /// The bundle for new records, by collection.
    private var currentBundles: [String: String] = [:]

    init(
        _ below: any EngineTransaction, _ cache: BundleCache, bundleSize: Int, seal: @escaping () throws -> any Seal
    ) {
        self.below = below
        self.cache = cache
        self.bundleSize = bundleSize
        self.seal = seal
    }

    // MARK: - Reading

    func item(_ id: String, _ address: RecordAddress) throws -> SealedItem { try bundle(id).item(at: address) }

    /// Decrypts several bundles in parallel.
    func preload(_ ids: Set<String>) throws {
        let missingIDs = ids.filter { loaded[$0] == nil }.sorted()
        guard !missingIDs.isEmpty else { return }
        let records = try below.records(at: missingIDs.map(VaultBundle.address))
        var encryptedBundles: [(id: String, stamp: Stamp, bytes: [UInt8])] = []
        for (id, record) in zip(missingIDs, records) {
            guard let record, record.isLive else { throw Failure.unreadableItem }
            if let cached = cache.bundle(id, as: record.stamp) {
                loaded[id] = cached
            } else {
                encryptedBundles.append((id, record.stamp, try VaultBundle.collection.decode(record).bytes))
            }
        }
        guard !encryptedBundles.isEmpty else { return }
        let seal = try seal()
        let encrypted = encryptedBundles
        let results = ParallelWork.map(encrypted.count, minimumSize: 1) { slice in
            slice.map { index in Result { try Bundle(seal.open(encrypted[index].bytes)) } }
        }
        for (source, result) in zip(encrypted, results.joined()) {
            let bundle = try result.get()
            loaded[source.id] = bundle
            cache.store(bundle, source.id, as: source.stamp)
        }
    }

    private func bundle(_ id: String) throws -> Bundle {
        if let bundle = loaded[id] { return bundle }
        try preload([id])
        return loaded[id] ?? Bundle()
    }

    // MARK: - Writing

    /// Stores an item in the bundle that contained its record before, or in the current one.
    ///
    /// - Returns: The bundle's identifier.
    func put(_ item: SealedItem, at address: RecordAddress, in previous: String?) throws -> String {
        let id = try previous ?? bundleForNewRecords(for: address.collection)
        var bundle = try bundle(id)
        bundle.put(item, at: address)
        (loaded[id], _) = (bundle, changed.insert(id))
        return id
    }

    func remove(_ address: RecordAddress, from id: String) throws {
        var bundle = try bundle(id)
        bundle.put(nil, at: address)
        (loaded[id], _) = (bundle, changed.insert(id))
    }

    /// Returns the bundle for new records of a collection.
    private func bundleForNewRecords(for collection: String) throws -> String {
        if let id = currentBundles[collection], let bundle = loaded[id], bundle.size < bundleSize { return id }
        let last = try currentBundles[collection] ?? lastBundle(of: collection)
        if let last, currentBundles[collection] == nil, try approximateSize(of: last) < bundleSize {
            currentBundles[collection] = last
            if try bundle(last).size < bundleSize { return last }
        }
        let number = (last.flatMap { Int($0.suffix(8)) } ?? 0) + 1
        let id = "\(collection)/\(number.padded(8))"
        (loaded[id], currentBundles[collection]) = (Bundle(), id)
        return id
    }

    /// Returns the bundle with the greatest number, or nil for a new collection.
    private func lastBundle(of collection: String) throws -> String? {
        let scan = IndexScan(
            partition: .common, collection: VaultBundle.collection.name, lower: IndexKey(text: "\(collection)/"),
            upper: IndexKey(text: "\(collection)0"), descending: true, limit: 1)
        return try below.page(scan).first?.address.id
    }

    /// Returns the approximate number of encrypted bytes without opening the bundle.
    private func approximateSize(of id: String) throws -> Int {
        (try below.record(at: VaultBundle.address(id))?.payload?.count ?? 0) * 3 / 4
    }

    /// Encrypts the changed bundles.
    func flush() throws {
        guard !changed.isEmpty else { return }
        let ids = changed.sorted()
        let bundles = ids.map { loaded[$0] ?? Bundle() }
        let seal = try seal()
        let results = ParallelWork.map(bundles.count, minimumSize: 1) { slice in
            slice.map { index in Result { bundles[index].items.isEmpty ? nil : try seal.seal(bundles[index].bytes) } }
        }
        for (id, result) in zip(ids, results.joined()) {
            let bytes = try result.get()
            let old = try below.record(at: VaultBundle.address(id))
            if bytes == nil, old?.isLive != true { continue }
            let record = try VaultBundle.record(id, bytes, over: old, in: below)
            try below.put(record)
            if let bundle = loaded[id], bytes != nil { cache.store(bundle, id, as: record.stamp) }
        }
        changed = []
    }
}

extension VaultBundle {
    fileprivate var bytes: [UInt8] {
        get throws {
            guard let bytes = Data(base64Encoded: sealed) else { throw Failure.unreadableItem }
            return Array(bytes)
        }
    }

    /// Returns the next version of a bundle, or a tombstone without bytes.
    fileprivate static func record(
        _ id: String, _ bytes: [UInt8]?, over old: StoredRecord?, in below: any EngineTransaction
    ) throws -> StoredRecord {
        let generation =
            (old?.stamp.generation ?? below.firstGeneration) + (old?.stamp.deleted == true && bytes != nil ? 1 : 0)
        return StoredRecord(
            address: address(id),
            stamp: Stamp(generation: generation, deleted: bytes == nil, time: below.time, device: below.device),
            payloadVersion: collection.version, entries: [],
            payload: try bytes.map {
                try JSONValue.encoder.encode(VaultBundle(id: Identifier(id), sealed: Data($0).base64EncodedString()))
            })
    }
}
