import Kernel
import Sync
import Synchronization

/// What was opened of bundles in this process, by the version that was opened.
final class OpenedBundles: Sendable {
    private let opened = Mutex<[String: (stamp: Stamp, bundle: Bundle)]>([:])

    func bundle(_ id: String, as stamp: Stamp) -> Bundle? {
        opened.withLock { $0[id].flatMap { $0.stamp == stamp ? $0.bundle : nil } }
    }

    func keep(_ bundle: Bundle, _ id: String, as stamp: Stamp) { opened.withLock { $0[id] = (stamp, bundle) } }
}

/// The bundles of one transaction: opened when somebody asks, closed together at its end.
final class Bundles {
    /// What is written one by one goes into a bundle until it has so many bytes: each write opens and closes it.
    static let small = 32 << 10
    /// What is locked at once goes into larger ones, of which a list opens few.
    static let large = 128 << 10

    private let below: any EngineTransaction
    private let opened: OpenedBundles
    private let seal: () throws -> any Seal
    /// How many bytes a bundle takes before the next one begins.
    private let room: Int
    private var seen: [String: Bundle] = [:]
    private var changed: Set<String> = []
    /// Into which bundle new records of a kind go.
    private var current: [String: String] = [:]

    init(_ below: any EngineTransaction, _ opened: OpenedBundles, room: Int, seal: @escaping () throws -> any Seal) {
        (self.below, self.opened, self.room, self.seal) = (below, opened, room, seal)
    }

    // MARK: - Reading

    func item(_ id: String, _ address: RecordAddress) throws -> SealedItem { try bundle(id).item(at: address) }

    /// Opens several at once, on all cores.
    func expect(_ ids: Set<String>) throws {
        let wanted = ids.filter { seen[$0] == nil }.sorted()
        guard !wanted.isEmpty else { return }
        let records = try below.records(at: wanted.map(VaultBundle.address))
        var closed: [(id: String, stamp: Stamp, bytes: [UInt8])] = []
        for (id, record) in zip(wanted, records) {
            guard let record, record.isLive else { throw Failure.unreadableItem }
            if let known = opened.bundle(id, as: record.stamp) {
                seen[id] = known
            } else {
                closed.append((id, record.stamp, try VaultBundle.collection.decode(record).bytes))
            }
        }
        guard !closed.isEmpty else { return }
        let (seal, all) = (try seal(), closed)
        let found = Cores.map(all.count, least: 1) { slice in
            slice.map { place in Result { try Bundle(seal.open(all[place].bytes)) } }
        }
        for (one, result) in zip(all, found.joined()) {
            let bundle = try result.get()
            seen[one.id] = bundle
            opened.keep(bundle, one.id, as: one.stamp)
        }
    }

    private func bundle(_ id: String) throws -> Bundle {
        if let known = seen[id] { return known }
        try expect([id])
        return seen[id] ?? Bundle()
    }

    // MARK: - Writing

    /// Puts an item into the bundle where its record was, or into the present one.
    ///
    /// - Returns: the bundle's identifier.
    func put(_ item: SealedItem, at address: RecordAddress, in former: String?) throws -> String {
        let id = try former ?? present(for: address.collection)
        var bundle = try bundle(id)
        bundle.put(item, at: address)
        (seen[id], _) = (bundle, changed.insert(id))
        return id
    }

    func remove(_ address: RecordAddress, from id: String) throws {
        var bundle = try bundle(id)
        bundle.put(nil, at: address)
        (seen[id], _) = (bundle, changed.insert(id))
    }

    /// The bundle that takes new records of a kind.
    private func present(for collection: String) throws -> String {
        if let id = current[collection], let bundle = seen[id], bundle.size < room { return id }
        let last = try current[collection] ?? lastBundle(of: collection)
        if let last, current[collection] == nil, try weight(of: last) < room {
            current[collection] = last
            if try bundle(last).size < room { return last }
        }
        let number = (last.flatMap { Int($0.suffix(8)) } ?? 0) + 1
        let id = "\(collection)/\(number.padded(8))"
        (seen[id], current[collection]) = (Bundle(), id)
        return id
    }

    private func lastBundle(of collection: String) throws -> String? {
        let scan = IndexScan(
            partition: .common, collection: VaultBundle.collection.name, lower: IndexKey(text: "\(collection)/"),
            upper: IndexKey(text: "\(collection)0"), descending: true, limit: 1)
        return try below.page(scan).first?.address.id
    }

    /// How many bytes are closed in it, about, without opening it.
    private func weight(of id: String) throws -> Int {
        (try below.record(at: VaultBundle.address(id))?.payload?.count ?? 0) * 3 / 4
    }

    /// Closes what was changed.
    func flush() throws {
        guard !changed.isEmpty else { return }
        let ids = changed.sorted()
        let all = ids.map { seen[$0] ?? Bundle() }
        let seal = try seal()
        let closed = Cores.map(all.count, least: 1) { slice in
            slice.map { place in Result { all[place].items.isEmpty ? nil : try seal.seal(all[place].bytes) } }
        }
        for (id, result) in zip(ids, closed.joined()) {
            let bytes = try result.get()
            let old = try below.record(at: VaultBundle.address(id))
            if bytes == nil, old?.isLive != true { continue }
            let record = try VaultBundle.record(id, bytes, over: old, in: below)
            try below.put(record)
            if let bundle = seen[id], bytes != nil { opened.keep(bundle, id, as: record.stamp) }
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

    /// A version of a bundle behind another; a tombstone without bytes.
    fileprivate static func record(
        _ id: String, _ bytes: [UInt8]?, over old: StoredRecord?, in below: any EngineTransaction
    ) throws -> StoredRecord {
        let generation = (old?.stamp.generation ?? below.firstGeneration) + (old?.stamp.deleted == true && bytes != nil ? 1 : 0)
        return StoredRecord(
            address: address(id),
            stamp: Stamp(generation: generation, deleted: bytes == nil, time: below.time, device: below.device),
            payloadVersion: collection.version, entries: [],
            payload: try bytes.map {
                try JSONValue.encoder.encode(VaultBundle(id: Identifier(id), sealed: Data($0).base64EncodedString()))
            })
    }
}
