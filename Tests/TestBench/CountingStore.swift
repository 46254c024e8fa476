import Kernel
import Synchronization

/// Passes everything on and counts what the engine is asked: each transaction, and each question and change within it.
public final class CountingStore: Store, StoreEngine {
    private let base: any StoreEngine
    private let asked = Mutex<[String: Int]>([:])

    /// What belongs to no profile.
    public var partition: Partition { .common }
    /// The counting engine.
    public var engine: any StoreEngine { self }

    /// Counts over a store.
    public init(over store: any Store) { base = store.engine }

    /// How often each call came since the last time somebody asked.
    public func calls() -> [String: Int] {
        asked.withLock { asked in
            defer { asked = [:] }
            return asked
        }
    }

    fileprivate func note(_ call: String) { asked.withLock { $0[call, default: 0] += 1 } }

    /// Runs a body over the present state.
    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        note("read")
        return try base.read { try body(CountingTransaction($0, self)) }
    }

    /// Runs a body and commits what it put.
    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        note("write")
        return try base.write { try body(CountingTransaction($0, self)) }
    }

    /// Bulk work: one call, however much comes.
    public func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value {
        note("renew")
        return try base.renew(renewal) { try closing(CountingTransaction($0, self)) }
    }

    /// The feed.
    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        note("changes")
        return try base.changes(since: sequence, limit: limit)
    }

    /// How far the feed has forgotten deletions.
    public func forgottenDeletions() throws -> Int {
        note("forgottenDeletions")
        return try base.forgottenDeletions()
    }

    /// The report, which is asked for nothing that people wait for.
    public func inspect() throws -> StoreReport { try base.inspect() }
    /// What files take, likewise.
    public func space() throws -> [StoreSpace] { try base.space() }
    /// Leaves the store open for the next process.
    public func close() {}
}

private final class CountingTransaction: EngineTransaction {
    private let below: any EngineTransaction
    private let store: CountingStore

    init(_ below: any EngineTransaction, _ store: CountingStore) { (self.below, self.store) = (below, store) }

    private func counting<Value>(_ call: String, _ body: () throws -> Value) rethrows -> Value {
        store.note(call)
        return try body()
    }

    func record(at address: RecordAddress) throws -> StoredRecord? { try counting("record") { try below.record(at: address) } }
    func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] {
        try counting("records") { try below.records(at: addresses) }
    }
    func page(_ scan: IndexScan) throws -> [StoredRecord] { try counting("page") { try below.page(scan) } }
    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        try counting("scan") { try below.scan(scan, visit) }
    }
    func count(_ scan: IndexScan) throws -> Int { try counting("count") { try below.count(scan) } }
    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        try counting("keys") { try below.keys(scan, visit) }
    }
    func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount] {
        try counting("counts") { try below.counts(scan, parts: parts) }
    }
    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try counting("put") { try below.put(record, reindex: reindex) }
    }
    func put(_ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try counting("puts") { try below.put(records, reindex: reindex) }
    }
    func forget(_ forgotten: Forgotten) { below.forget(forgotten) }
    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        try counting("addresses") { try below.addresses(in: partition) }
    }
    var time: HybridTime { below.time }
    var device: String { below.device }
    var firstGeneration: Int { below.firstGeneration }
}
