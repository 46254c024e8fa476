/// What an engine provides beneath a `Store`: records as bytes, index entries it is given, and nothing of types.
///
/// Engines: `MemoryStore` and `FileStore` in Storage; EngineKit has what another one needs. It must keep the promises of `StoreContract`.
public protocol StoreEngine: Sendable {
    /// Runs a body over a consistent state. The body may run more than once.
    ///
    /// - Throws: what the body throws; `Failure` of the engine.
    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value

    /// Runs a body and commits what it put, all or nothing, durable on return. When the body throws nothing is kept. The body may run
    /// more than once.
    ///
    /// - Throws: what the body throws; `nestedTransaction` when called inside a transaction of this store; `Failure` of the engine.
    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value

    /// What leads whoever has followed the feed up to a number to the present state: of every record that was changed since, its last change,
    /// once, under the number of the transaction that made it; in the order of the numbers. A transaction is never split: at most `limit`
    /// changes are given, or one transaction when that alone is longer.
    ///
    /// Changes that were overtaken since may stand before it, as long as the engine still knows them. So nobody counts changes: whoever follows
    /// asks what the records are now, and goes on behind the last number that was given.
    func changes(since sequence: Int, limit: Int) throws -> [Change]

    /// Up to which number the feed has forgotten deletions, 0 where it knows them all: an engine may let tombstones go that nobody needs any more.
    /// Who stands before this number, and has something from the feed, is not told of all that has gone: he begins anew with nothing.
    func forgottenDeletions() throws -> Int

    /// What the engine holds and how it is, for `doctor`.
    func inspect() throws -> StoreReport

    /// What the engine's files take, record by kind and file by kind, for `doctor`.
    func space() throws -> [StoreSpace]

    /// Work on the engine's files that no transaction asks for.
    ///
    /// - Returns: what was done and what could not be, in sentences; nothing when there was nothing to do.
    func maintain(_ work: Maintenance) throws -> [String]

    /// Rewrites the files with what a function makes of each live record, nil for what stays as it is. Addresses and stamps must stay, so that
    /// nothing has changed for anybody who follows the feed. The files as they were are kept aside.
    ///
    /// - Returns: what was done, in sentences; nothing when the engine has no files.
    func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String]

    /// Bulk work of any size, all or nothing, durable on return: what `renewal` says goes, what it puts arrives, and a transaction of ordinary size
    /// belongs to it, which is run last and has the last word; whether it sees what the bulk work does is the engine's affair. Others read, and
    /// write, until all of it is there at once. Where everything goes, no byte of it is left in the engine's files.
    ///
    /// - Throws: what the functions throw; `duplicateKey`; `Failure` of the engine; nothing was changed then. `erasureUnfinished` when all was
    ///   done, and what was there has yet to go from the files.
    func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value

    /// Lets go of files and locks. Using the engine afterwards throws `storeClosed`.
    func close() throws
}

extension StoreEngine {
    /// None: the engine keeps every tombstone.
    public func forgottenDeletions() throws -> Int { 0 }

    /// Nothing: an engine without files takes no room on a medium.
    public func space() throws -> [StoreSpace] { [] }

    /// Nothing: an engine without files has nothing to maintain.
    public func maintain(_ work: Maintenance) throws -> [String] { [] }

    /// Nothing: records are brought to their present form whenever they are read.
    public func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] { [] }

    /// Every live record as it is at one moment, in the order of their addresses, and the tombstones behind them.
    package func allRecords() throws -> [StoredRecord] {
        var found: [StoredRecord] = []
        try readEverything { forEach in try forEach { found.append($0) } }
        return found
    }

    /// Runs a body that may visit them one by one, as often as it wants, but for those of some collections.
    package func readEverything<Value>(
        except passing: Set<String> = [],
        _ body: (_ forEach: (@escaping (StoredRecord) throws -> Void) throws -> Void) throws -> Value
    ) throws -> Value {
        var known: Set<RecordAddress> = []
        var last = 0
        while let changes = try? changes(since: last, limit: 10_000), let next = changes.last?.sequence {
            known.formUnion(changes.lazy.filter(\.stamp.deleted).map(\.address))
            last = next
        }
        let order = { (one: RecordAddress) in (one.partition.rawValue, one.collection, one.id) }
        let deleted = known.sorted { order($0) < order($1) }
        return try read { transaction in
            try body { visit in
                // Some at a time, so that neither all of it is in memory nor each a question of its own.
                var some: [RecordAddress] = []
                func visitSome(where isWanted: (StoredRecord) -> Bool) throws {
                    defer { some.removeAll(keepingCapacity: true) }
                    for case let record? in try transaction.records(at: some) where isWanted(record) { try visit(record) }
                }
                func take(_ address: RecordAddress, where isWanted: (StoredRecord) -> Bool) throws {
                    guard !passing.contains(address.collection) else { return }
                    some.append(address)
                    if some.count == Renewal.batch { try visitSome(where: isWanted) }
                }
                try transaction.forEachAddress(in: nil) { try take($0) { _ in true } }
                try visitSome { _ in true }
                for address in deleted { try take(address) { !$0.isLive } }
                try visitSome { !$0.isLive }
            }
        }
    }

    /// Puts everything that stands in this engine, tombstones and versions included, in the place of everything in another; but for what only says
    /// what is to be done in files.
    package func copyEverything(to other: any StoreEngine, except passing: Set<String> = []) throws {
        try other.renew(
            .whole { arrivals in
                try readEverything(except: passing) { forEach in try forEach { try arrivals.put($0) } }
            })
    }
}

/// What can be done for the files of a store.
public enum Maintenance: String, Sendable {
    /// Rewrite them without what nobody needs any more.
    case compact
    /// The same, if they have become longer than they should be: what closing a store leaves to somebody who has time (`StoreCaller`).
    case upkeep
    /// Make a damaged store usable with what can be read of it. The original is kept; what could not be kept is reported.
    case repair
}

/// One running transaction of an engine. Only valid inside the body it was given to.
public protocol EngineTransaction: AnyObject {
    /// The record at an address, or its tombstone, or nil when there never was one.
    func record(at address: RecordAddress) throws -> StoredRecord?

    /// What stands at several addresses, in their order: records, tombstones, and nil where there never was one.
    func records(at addresses: [RecordAddress]) throws -> [StoredRecord?]

    /// What the engine answers to several questions, in their order: the same as to each alone, asked one behind the other.
    func answers(to questions: [EngineQuestion]) throws -> [EngineAnswer]

    /// The live records of a scan, in its order, as one page.
    func page(_ scan: IndexScan) throws -> [StoredRecord]

    /// Visits live records in the scan's order until the visitor returns false.
    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws

    /// How many live records a scan meets, limit included; decodes nothing.
    func count(_ scan: IndexScan) throws -> Int

    /// Visits the keys of a scan's records in its order until the visitor returns false; the identifiers where the scan names no index.
    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws

    /// How many live records have keys that begin with the same parts, by these parts in order. Direction and limit of the scan count for
    /// nothing.
    func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount]

    /// Keeps a record or a tombstone in place of what stands at its address. EngineKit has the judge of records and keys.
    ///
    /// - Parameter reindex: computes the entries of a record that was written before a unique index existed, so that its key counts too: where
    ///   a live record of the collection lacks the entry, a put has to read.
    /// - Throws: `Failure` `duplicateKey` when a unique entry is taken by another live record of the collection and partition;
    ///   `readOnlyTransaction` inside a read; `transactionOver` behind the end; `invalidRecord`, `recordTooLarge`, `keyTooLong` for a form that is not kept.
    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws

    /// Keeps several records, each as if it were put behind those before it.
    ///
    /// - Parameter reindex: as for one; the collection is that of the record it is given.
    /// - Throws: as for one; what was put before the record that is refused stands there until the transaction fails.
    func put(_ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws

    /// Notes that what this transaction deletes or puts something over goes for good: once it is committed, no byte of it may be left in the
    /// engine's files, nor in the files and drafts that are named.
    func forget(_ forgotten: Forgotten)

    /// The addresses of all live records of a partition, or of the whole store for nil, in the order of their text.
    func addresses(in partition: Partition?) throws -> [RecordAddress]

    /// Visits them in that order, for whoever need not hold them all. The visitor may ask the transaction; what it puts is not met.
    func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws

    /// A time for the stamps of this transaction, greater than every stamp in the store.
    var time: HybridTime { get }

    /// The name of this device, for stamps.
    var device: String { get }

    /// The generation of a record where nothing stands: above those of all tombstones that the engine has let go, so that it wins over whatever
    /// stood there once.
    var firstGeneration: Int { get }
}

extension EngineTransaction {
    /// 0: the engine keeps every tombstone.
    public var firstGeneration: Int { 0 }

    /// Nothing: an engine without files keeps no older version.
    public func forget(_ forgotten: Forgotten) {}

    /// From the records, which an engine with keys of its own need not read.
    public func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        try self.scan(scan) { record in
            guard let index = scan.index else { return try visit(IndexKey(text: record.address.id)) }
            let known = record.entries.first { $0.name == index }
            let key = try (known ?? scan.reindex(record).first { $0.name == index })?.key
            return try key.map(visit) ?? true
        }
    }

    /// From the keys, one after the other.
    public func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount] {
        var found: [KeyCount] = []
        try keys(scan.whole) { key in
            let shared = key.first(parts)
            if let last = found.last, last.key == shared {
                found[found.count - 1] = KeyCount(key: shared, count: last.count + 1)
            } else {
                found.append(KeyCount(key: shared, count: 1))
            }
            return true
        }
        return found
    }

    /// One by one; an engine at the other end of a wire asks for all at once.
    public func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] { try addresses.map(record) }

    /// All of them held; an engine that can walk over them need not.
    public func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        try addresses(in: partition).forEach(visit)
    }

    /// One by one; an engine at the other end of a wire takes all of them there at once.
    public func answers(to questions: [EngineQuestion]) throws -> [EngineAnswer] { try questions.map(answer) }

    /// What the engine answers to one question.
    public func answer(to question: EngineQuestion) throws -> EngineAnswer {
        switch question {
        case .record(let address): return .record(try record(at: address))
        case .page(let scan): return .page(try page(scan))
        case .count(let scan): return .count(try count(scan))
        case .counts(let scan, let parts): return .counts(try counts(scan, parts: parts))
        case .keys(let scan):
            var found: [IndexKey] = []
            try keys(scan) {
                found.append($0)
                return true
            }
            return .keys(found)
        }
    }

    /// As the scan visits them.
    public func page(_ scan: IndexScan) throws -> [StoredRecord] {
        var found: [StoredRecord] = []
        try self.scan(scan) { record in
            found.append(record)
            return true
        }
        return found
    }

    /// One by one.
    public func put(_ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        for record in records { try put(record, reindex: reindex) }
    }

    /// Keeps a record whose collection has no index that is younger than its records.
    public func put(_ record: StoredRecord) throws { try put(record) { $0.entries } }
}
