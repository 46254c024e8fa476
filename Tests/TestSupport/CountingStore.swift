import Kernel
import Synchronization

/// Forwards everything and counts the calls of the engine. A call is one round trip if the engine
/// is a server: a transaction with its commit, and within it each query, each batch of queries,
/// each put and each batch of puts.
public final class CountingStore: Store, StoreEngine {
    /// The calls since the last reset.
    public struct CallLog: Sendable {
        /// The calls in order, such as "page practice.days by day".
        public fileprivate(set) var calls: [String] = []
        /// The number of records that the engine returned.
        public fileprivate(set) var records = 0

        /// The number of calls.
        public var count: Int { calls.count }
    }

    private let base: any StoreEngine
    private let callLog = Mutex(CallLog())

    public var partition: Partition { .common }
    public var engine: any StoreEngine { self }

    public init(over store: any Store) { base = store.engine }

    /// Returns and resets the calls.
    public func takeCallLog() -> CallLog {
        callLog.withLock { callLog in
            defer { callLog = CallLog() }
            return callLog
        }
    }

    fileprivate func note(_ call: String) { callLog.withLock { $0.calls.append(call) } }
    fileprivate func noteRecords(_ count: Int) { callLog.withLock { $0.records += count } }

    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        note("read")
        return try base.read { try body(CountingTransaction($0, self)) }
    }

    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        note("write")
        return try base.write { try body(CountingTransaction($0, self)) }
    }

    /// Counts bulk work as one call.
    public func replaceInBulk<Value>(_ renewal: BulkReplacement, closing: (any EngineTransaction) throws -> Value)
        throws
        -> Value
    {
        note("renew")
        return try base.replaceInBulk(renewal) { try closing(CountingTransaction($0, self)) }
    }

    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        note("changes")
        return try base.changes(since: sequence, limit: limit)
    }

    public func lastPrunedSequence() throws -> Int {
        note("forgottenDeletions")
        return try base.lastPrunedSequence()
    }

    /// Forwards without counting, because no command waits for the report.
    public func inspect() throws -> StoreReport { try base.inspect() }
    /// Forwards without counting, like `inspect`.
    public func space() throws -> [StoreSpace] { try base.space() }
    /// Keeps the store open for the next process.
    public func close() {}
}

private final class CountingTransaction: EngineTransaction {
    private let below: any EngineTransaction
    private let store: CountingStore

    init(_ below: any EngineTransaction, _ store: CountingStore) {
        self.below = below
        self.store = store
    }

    func record(at address: RecordAddress) throws -> StoredRecord? {
        try answer(to: [.record(address)]) {
            try below.record(at: address)
        } sized: {
            $0 == nil ? 0 : 1
        }
    }
    func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] {
        store.note("\(addresses.count) records of \(Set(addresses.map(\.collection)).sorted().joined(separator: ", "))")
        let records = try below.records(at: addresses)
        store.noteRecords(records.count { $0 != nil })
        return records
    }
    func answers(to questions: [EngineQuestion]) throws -> [EngineAnswer] {
        try answer(to: questions) {
            try below.answers(to: questions)
        } sized: { answers in
            answers.reduce(0) { sum, answer in
                switch answer {
                case .record(let record): sum + (record == nil ? 0 : 1)
                case .page(let records): sum + records.count
                case .count, .keys, .counts: sum
                }
            }
        }
    }
    func page(_ scan: IndexScan) throws -> [StoredRecord] {
        try answer(to: [.page(scan)]) {
            try below.page(scan)
        } sized: {
            $0.count
        }
    }
    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        var seen = 0
        try answer(to: [.page(scan)]) {
            try below.scan(scan) { record in
                seen += 1
                return try visit(record)
            }
        } sized: { _ in
            seen
        }
    }
    func count(_ scan: IndexScan) throws -> Int { try answer(to: [.count(scan)]) { try below.count(scan) } }
    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        try answer(to: [.keys(scan)]) { try below.keys(scan, visit) }
    }
    func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount] {
        try answer(to: [.counts(scan, parts: parts)]) { try below.counts(scan, parts: parts) }
    }
    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        store.note("put \(record.address.collection)")
        try below.put(record, reindex: reindex)
    }
    func put(_ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        store.note("put \(records.count): \(Set(records.map(\.address.collection)).sorted().joined(separator: ", "))")
        try below.put(records, reindex: reindex)
    }
    func markForPurging(_ forgotten: PurgedFiles) { below.markForPurging(forgotten) }
    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        store.note("addresses")
        return try below.addresses(in: partition)
    }
    var time: HybridTime { below.time }
    var device: String { below.device }
    var firstGeneration: Int { below.firstGeneration }

    /// Counts one call for all questions.
    private func answer<Value>(
        to questions: [EngineQuestion], _ body: () throws -> Value, sized size: (Value) -> Int = { _ in 0 }
    ) rethrows -> Value {
        store.note(questions.map(\.words).joined(separator: " + "))
        let value = try body()
        store.noteRecords(size(value))
        return value
    }
}

extension EngineQuestion {
    fileprivate var words: String {
        switch self {
        case .record(let address): "\(address.collection) \(address.id)"
        case .page(let scan): "records of \(scan.words)"
        case .count(let scan): "count of \(scan.words)"
        case .keys(let scan): "keys of \(scan.words)"
        case .counts(let scan, _): "counts of \(scan.words)"
        }
    }
}

extension IndexScan {
    fileprivate var words: String {
        let range = [lower, upper].map { $0.map(\.text.debugDescription) ?? "" }.joined(separator: "..<")
        return "\(collection) by \(index ?? "id") \(range)" + (limit.map { " (\($0))" } ?? "")
    }
}
