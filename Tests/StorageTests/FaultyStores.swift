import Kernel
import Storage
import StorageContract
import Synchronization
import XCTest

/// Passes everything on but what its fault keeps back.
final class FaultyStore: Store, StoreEngine {
    enum Fault {
        /// Every so many puts, one is dropped.
        case forgets(every: Int)
        /// Unique keys are kept as if they might repeat.
        case sharesUniqueKeys
    }

    let base = MemoryStore()
    let partition = Partition.common
    let fault: Fault
    let puts = Mutex(0)
    var engine: any StoreEngine { self }

    init(_ fault: Fault) { self.fault = fault }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try base.engine.read(body) }
    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try base.engine.write { try body(FaultyTransaction(below: $0, store: self)) }
    }
    func changes(since sequence: Int, limit: Int) throws -> [Change] { try base.engine.changes(since: sequence, limit: limit) }
    func inspect() throws -> StoreReport { try base.inspect() }
    func close() throws { try base.engine.close() }
}

private final class FaultyTransaction: EngineTransaction {
    let below: any EngineTransaction
    let store: FaultyStore

    init(below: any EngineTransaction, store: FaultyStore) { (self.below, self.store) = (below, store) }

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        switch store.fault {
        case .forgets(let every):
            let isForgotten = store.puts.withLock {
                $0 += 1
                return $0 % every == 0
            }
            if !isForgotten { try below.put(record, reindex: reindex) }
        case .sharesUniqueKeys:
            let entries = record.entries.map { IndexEntry(name: $0.name, unique: false, key: $0.key) }
            try below.put(
                StoredRecord(
                    address: record.address, stamp: record.stamp, payloadVersion: record.payloadVersion, entries: entries,
                    payload: record.payload), reindex: reindex)
        }
    }

    func record(at address: RecordAddress) throws -> StoredRecord? { try below.record(at: address) }
    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws { try below.scan(scan, visit) }
    func count(_ scan: IndexScan) throws -> Int { try below.count(scan) }
    func addresses(in partition: Partition?) throws -> [RecordAddress] { try below.addresses(in: partition) }
    var time: HybridTime { below.time }
    var device: String { below.device }
}

final class FaultyStoreTests: XCTestCase {
    func testContractFindsAStoreThatForgets() {
        for every in [2, 7, 31] {
            let broken = Set(StoreContract({ FaultyStore(.forgets(every: every)) }).brokenPromises().map(\.promise))
            XCTAssertTrue(broken.contains("what was written is there afterwards"), "every \(every): \(broken)")
        }
    }

    func testContractFindsAStoreThatSharesUniqueKeys() {
        let broken = Set(StoreContract({ FaultyStore(.sharesUniqueKeys) }).brokenPromises().map(\.promise))
        XCTAssertTrue(broken.contains("a unique key is given once"), "\(broken)")
        XCTAssertTrue(broken.contains("unique keys hold among concurrent writers"), "\(broken)")
        XCTAssertFalse(broken.contains("a count agrees with the records"), "\(broken)")
    }
}
