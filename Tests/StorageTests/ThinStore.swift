import Kernel

/// A store that forwards all calls to a base store; subclasses inject faults.
class ThinStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: subclasses change state only with the lock of the base store or their own.
    let base: any Store
    let partition = Partition.common
    var engine: any StoreEngine { self }

    init(_ base: any Store) { self.base = base }

    /// Returns the transaction that a body gets.
    func layer(_ below: any EngineTransaction, isWriting: Bool) -> any EngineTransaction { below }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try base.engine.read { try body(layer($0, isWriting: false)) }
    }
    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try base.engine.write { try body(layer($0, isWriting: true)) }
    }
    func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try base.engine.changes(since: sequence, limit: limit)
    }
    func lastPrunedSequence() throws -> Int { try base.engine.lastPrunedSequence() }
    func inspect() throws -> StoreReport { try base.engine.inspect() }
    func space() throws -> [StoreSpace] { try base.engine.space() }
    func maintain(_ work: Maintenance) throws -> [String] { try base.engine.maintain(work) }
    func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] { try base.engine.rewrite(form) }
    func replaceInBulk<Value>(_ renewal: BulkReplacement, closing: (any EngineTransaction) throws -> Value) throws
        -> Value
    {
        try base.engine.replaceInBulk(renewal) { try closing(layer($0, isWriting: true)) }
    }
    func close() throws { try base.engine.close() }
}

/// A transaction that forwards all calls.
class ThinTransaction: EngineTransaction {
    let below: any EngineTransaction

    init(_ below: any EngineTransaction) { self.below = below }

    func record(at address: RecordAddress) throws -> StoredRecord? { try below.record(at: address) }
    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws { try below.scan(scan, visit) }
    func count(_ scan: IndexScan) throws -> Int { try below.count(scan) }
    func answers(to questions: [EngineQuestion]) throws -> [EngineAnswer] { try questions.map(answer) }
    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try below.put(record, reindex: reindex)
    }
    func markForPurging(_ forgotten: PurgedFiles) { below.markForPurging(forgotten) }
    func addresses(in partition: Partition?) throws -> [RecordAddress] { try below.addresses(in: partition) }
    var time: HybridTime { below.time }
    var device: String { below.device }
    var firstGeneration: Int { below.firstGeneration }
}

extension StoredRecord {
    /// Returns a copy with changed parts.
    func with(
        stamp: Stamp? = nil, entries: ((IndexEntry) -> IndexEntry)? = nil, payload: ((Data) -> Data)? = nil
    ) -> StoredRecord {
        StoredRecord(
            address: address, stamp: stamp ?? self.stamp, payloadVersion: payloadVersion,
            entries: entries.map { self.entries.map($0) } ?? self.entries,
            payload: self.payload.map { payload?($0) ?? $0 })
    }
}
