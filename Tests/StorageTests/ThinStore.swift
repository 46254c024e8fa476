import Kernel
import Storage

/// Passes everything on to a store beneath; a fault keeps something back.
class ThinStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: what the faults change is touched under the turnstile of the store beneath, or of their own.
    let base: any Store
    let partition = Partition.common
    var engine: any StoreEngine { self }

    init(_ base: any Store) { self.base = base }

    /// What the bodies of transactions see.
    func layer(_ below: any EngineTransaction, isWriting: Bool) -> any EngineTransaction { below }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try base.engine.read { try body(layer($0, isWriting: false)) }
    }
    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try base.engine.write { try body(layer($0, isWriting: true)) }
    }
    func changes(since sequence: Int, limit: Int) throws -> [Change] { try base.engine.changes(since: sequence, limit: limit) }
    func forgottenDeletions() throws -> Int { try base.engine.forgottenDeletions() }
    func inspect() throws -> StoreReport { try base.engine.inspect() }
    func space() throws -> [StoreSpace] { try base.engine.space() }
    func maintain(_ work: Maintenance) throws -> [String] { try base.engine.maintain(work) }
    func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] { try base.engine.rewrite(form) }
    func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value {
        try base.engine.renew(renewal) { try closing(layer($0, isWriting: true)) }
    }
    func close() throws { try base.engine.close() }
}

/// Passes every question on.
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
    func forget(_ forgotten: Forgotten) { below.forget(forgotten) }
    func addresses(in partition: Partition?) throws -> [RecordAddress] { try below.addresses(in: partition) }
    var time: HybridTime { below.time }
    var device: String { below.device }
    var firstGeneration: Int { below.firstGeneration }
}

extension StoredRecord {
    /// The same record with something else in it.
    func with(
        stamp: Stamp? = nil, entries: ((IndexEntry) -> IndexEntry)? = nil, payload: ((Data) -> Data)? = nil
    ) -> StoredRecord {
        StoredRecord(
            address: address, stamp: stamp ?? self.stamp, payloadVersion: payloadVersion,
            entries: entries.map { self.entries.map($0) } ?? self.entries, payload: self.payload.map { payload?($0) ?? $0 })
    }
}
