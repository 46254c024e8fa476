/// The engine below a `Store`, which keeps records as bytes with index entries, without types.
///
/// Engines: `MemoryStore` and `FileStore` in Storage. EngineKit supports further ones. Every engine
/// must keep the promises of `StoreContract`.
public protocol StoreEngine: Sendable {
    /// Runs a body over a consistent state. The body may run more than once.
    ///
    /// - Throws: the body's errors, and the engine's `Failure`s.
    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value

    /// Runs a body and commits all its changes or none. They are durable on return.
    ///
    /// If the body throws, no change is kept. The body may run more than once.
    ///
    /// - Throws: the body's errors, `nestedTransaction` inside a transaction of this store, and the
    ///   engine's `Failure`s.
    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value

    /// Returns the changes that lead from a transaction number to the present state.
    ///
    /// Each record changed since then occurs once, under the number of its last change. The changes
    /// are in the order of their numbers. The result has at most `limit` changes, or one longer
    /// transaction, because transactions are never split.
    ///
    /// Earlier changes of a record may precede it while the engine knows them. A follower therefore
    /// reads the records' present state, and continues after the last number.
    func changes(since sequence: Int, limit: Int) throws -> [Change]

    /// Returns the last transaction with a forgotten deletion, or 0 if the feed knows them all.
    ///
    /// An engine may drop tombstones that are no longer needed. A follower whose position is below
    /// this number has missed deletions and must start over from an empty state.
    func lastPrunedSequence() throws -> Int

    /// Returns the engine's contents and condition, for `doctor`.
    func inspect() throws -> StoreReport

    /// Returns the disk usage of each kind of record and file, for `doctor`.
    func space() throws -> [StoreSpace]

    /// Maintains the engine's files independently of transactions.
    ///
    /// - Returns: sentences about the work and its failures, empty if there was nothing to do.
    func maintain(_ work: Maintenance) throws -> [String]

    /// Rewrites the files with converted live records, and keeps the previous files.
    ///
    /// The function returns nil for an unchanged record. Addresses and stamps must stay the same,
    /// so that followers of the feed see no change.
    ///
    /// - Returns: sentences about the work, empty if the engine has no files.
    func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String]

    /// Performs bulk work of any size, all or nothing, durable on return.
    ///
    /// The closing transaction belongs to the work, runs last and takes precedence. Whether it sees
    /// the bulk changes depends on the engine. Other processes read and write until the work takes
    /// effect.
    ///
    /// If everything is replaced, the engine's files keep no byte of the previous data.
    ///
    /// - Throws: the functions' errors, `duplicateKey` and the engine's `Failure`s, with nothing
    ///   changed. `erasureUnfinished` after the work, if previous data is still in the files.
    func replaceInBulk<Value>(_ replacement: BulkReplacement, closing: (any EngineTransaction) throws -> Value) throws
        -> Value

    /// Releases files and locks. Later calls throw `storeClosed`.
    func close() throws
}

extension StoreEngine {
    /// Returns 0, because the engine keeps every tombstone.
    public func lastPrunedSequence() throws -> Int { 0 }

    /// Returns no usage, for engines without files.
    public func space() throws -> [StoreSpace] { [] }

    /// Does nothing, for engines without files.
    public func maintain(_ work: Maintenance) throws -> [String] { [] }

    /// Does nothing, because such engines convert records whenever they read them.
    public func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] { [] }

    /// Returns every live record of one state in the order of addresses, and then the tombstones.
    package func allRecords() throws -> [StoredRecord] {
        var records: [StoredRecord] = []
        try readEverything { forEach in try forEach { records.append($0) } }
        return records
    }

    /// Runs a body that may visit all records repeatedly, except those of some collections.
    package func readEverything<Value>(
        except excluded: Set<String> = [],
        _ body: (_ forEach: (@escaping (StoredRecord) throws -> Void) throws -> Void) throws -> Value
    ) throws -> Value {
        var deletedAddresses: Set<RecordAddress> = []
        var lastSequence = 0
        while let changes = try? changes(since: lastSequence, limit: 10_000), let nextSequence = changes.last?.sequence
        {
            deletedAddresses.formUnion(changes.lazy.filter(\.stamp.deleted).map(\.address))
            lastSequence = nextSequence
        }
        let sortKey = { (address: RecordAddress) in (address.partition.rawValue, address.collection, address.id) }
        let sortedAddresses = deletedAddresses.sorted { sortKey($0) < sortKey($1) }
        return try read { transaction in
            try body { visit in
                // In batches, which limit both memory and the number of queries.
                var batch: [RecordAddress] = []
                func visitBatch(where isWanted: (StoredRecord) -> Bool) throws {
                    defer { batch.removeAll(keepingCapacity: true) }
                    for case let record? in try transaction.records(at: batch) where isWanted(record) {
                        try visit(record)
                    }
                }
                func add(_ address: RecordAddress, where isWanted: (StoredRecord) -> Bool) throws {
                    guard !excluded.contains(address.collection) else { return }
                    batch.append(address)
                    if batch.count == BulkReplacement.batch { try visitBatch(where: isWanted) }
                }
                try transaction.forEachAddress(in: nil) { try add($0) { _ in true } }
                try visitBatch { _ in true }
                for address in sortedAddresses { try add(address) { !$0.isLive } }
                try visitBatch { !$0.isLive }
            }
        }
    }

    /// Copies all records, tombstones and versions over everything in another engine. Records of
    /// pending file work are excluded.
    package func copyEverything(to other: any StoreEngine, except excluded: Set<String> = []) throws {
        try other.replaceInBulk(
            .whole { arrivals in
                try readEverything(except: excluded) { forEach in try forEach { try arrivals.put($0) } }
            })
    }
}

/// The kinds of maintenance for a store's files.
public enum Maintenance: String, Sendable {
    /// Rewrites the files without obsolete data.
    case compact
    /// Compacts files that are too long, as a background job after the store is closed
    /// (`StoreClient`).
    case upkeep
    /// Makes a damaged store usable from its readable part, keeps the original and reports losses.
    case repair
}

/// A running transaction of an engine, valid only inside its body.
public protocol EngineTransaction: AnyObject {
    /// Returns the record or tombstone at an address, or nil if there was never one.
    func record(at address: RecordAddress) throws -> StoredRecord?

    /// Returns the records or tombstones at addresses, in order, with nil for unused addresses.
    func records(at addresses: [RecordAddress]) throws -> [StoredRecord?]

    /// Returns the answers to several questions in their order, as if each were asked alone.
    func answers(to questions: [EngineQuestion]) throws -> [EngineAnswer]

    /// Returns the live records of a scan in its order, as one page.
    func page(_ scan: IndexScan) throws -> [StoredRecord]

    /// Visits live records in the scan's order until the visitor returns false.
    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws

    /// Returns the number of live records in a scan, up to its limit, without decoding them.
    func count(_ scan: IndexScan) throws -> Int

    /// Visits the keys of a scan's records in its order until the visitor returns false. Without an
    /// index, the keys are the identifiers.
    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws

    /// Returns the number of live records for each combination of the keys' first parts, in order.
    /// The direction and limit of the scan are ignored.
    func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount]

    /// Puts a record or a tombstone in place of the one at its address.
    ///
    /// EngineKit contains the checks of records and keys.
    ///
    /// - Parameter reindex: computes the entries of a record older than a unique index, so that its
    ///   key is checked too. If a live record of the collection lacks the entry, a put must read.
    /// - Throws: `Failure` `duplicateKey` if another live record of the collection and partition
    ///   holds a unique entry. `readOnlyTransaction` inside a read. `transactionOver` after the
    ///   end. `invalidRecord`, `recordTooLarge`, `keyTooLong` for an invalid form.
    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws

    /// Puts several records, as if one after another.
    ///
    /// - Parameter reindex: as for one record. The collection is that of its argument.
    /// - Throws: as for one record. Records before the refused one remain until the transaction
    ///   fails.
    func put(_ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws

    /// Marks the records that this transaction deletes or replaces for purging.
    ///
    /// After the commit, the engine's files and the named files and drafts are free of their bytes.
    func markForPurging(_ files: PurgedFiles)

    /// Returns the addresses of all live records of a partition, or of the whole store for nil, in
    /// the order of their text.
    func addresses(in partition: Partition?) throws -> [RecordAddress]

    /// Visits the addresses of live records in the same order without holding all of them.
    ///
    /// The visitor may query the transaction. The visit skips records that it puts.
    func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws

    /// The time for the stamps of this transaction, greater than every stamp in the store.
    var time: HybridTime { get }

    /// The device that writes the records, as in their stamps.
    var device: String { get }

    /// The generation of a record at an unused address.
    ///
    /// It exceeds the generations of all dropped tombstones, so that the new record wins.
    var firstGeneration: Int { get }
}

extension EngineTransaction {
    /// 0, because the engine keeps every tombstone.
    public var firstGeneration: Int { 0 }

    /// Does nothing, because an engine without files keeps no older version.
    public func markForPurging(_ files: PurgedFiles) {}

    /// Visits the keys of the records. An engine with stored keys can skip the records.
    public func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        try self.scan(scan) { record in
            guard let index = scan.index else { return try visit(IndexKey(text: record.address.id)) }
            let existingEntry = record.entries.first { $0.name == index }
            let key = try (existingEntry ?? scan.reindex(record).first { $0.name == index })?.key
            return try key.map(visit) ?? true
        }
    }

    /// Counts the keys one after another.
    public func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount] {
        var counts: [KeyCount] = []
        try keys(scan.whole) { key in
            let keyPrefix = key.first(parts)
            if let last = counts.last, last.key == keyPrefix {
                counts[counts.count - 1] = KeyCount(key: keyPrefix, count: last.count + 1)
            } else {
                counts.append(KeyCount(key: keyPrefix, count: 1))
            }
            return true
        }
        return counts
    }

    /// Returns the records one by one. A remote engine should fetch all at once.
    public func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] { try addresses.map(record) }

    /// Visits the addresses from a list in memory. An engine that can iterate over them should.
    public func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        try addresses(in: partition).forEach(visit)
    }

    /// Returns the answers one by one. A remote engine should answer all at once.
    public func answers(to questions: [EngineQuestion]) throws -> [EngineAnswer] { try questions.map(answer) }

    /// Returns the answer to one question.
    public func answer(to question: EngineQuestion) throws -> EngineAnswer {
        switch question {
        case .record(let address): return .record(try record(at: address))
        case .page(let scan): return .page(try page(scan))
        case .count(let scan): return .count(try count(scan))
        case .counts(let scan, let parts): return .counts(try counts(scan, parts: parts))
        case .keys(let scan):
            var foundKeys: [IndexKey] = []
            try keys(scan) {
                foundKeys.append($0)
                return true
            }
            return .keys(foundKeys)
        }
    }

    /// Returns the records that the scan visits.
    public func page(_ scan: IndexScan) throws -> [StoredRecord] {
        var records: [StoredRecord] = []
        try self.scan(scan) { record in
            records.append(record)
            return true
        }
        return records
    }

    /// Puts the records one by one.
    public func put(_ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry])
        throws
    {
        for record in records { try put(record, reindex: reindex) }
    }

    /// Puts a record of a collection whose indexes are all older than its records.
    public func put(_ record: StoredRecord) throws { try put(record) { $0.entries } }
}
