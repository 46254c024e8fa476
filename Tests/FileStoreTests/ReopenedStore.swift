import EngineKit
import FileStore
import Kernel
import StorageTesting
import XCTest

/// A file store that is closed and reopened before most calls.
///
/// Its index file covers all of the log, a part, or is missing.
final class ReopenedStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: everything mutable is touched only inside the lock.
    private let lock = NonReentrantLock()
    private let directory: String
    private var random = RandomSource(seed: 3)
    private var files: FileStore?
    private var isClosed = false

    let partition = Partition.common
    var engine: any StoreEngine { self }

    init(directory: String) { self.directory = directory }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try pass { try $0.read(body) } }
    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try pass { try $0.write(body) }
    }
    func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try pass { try $0.changes(since: sequence, limit: limit) }
    }
    func lastPrunedSequence() throws -> Int { try pass { try $0.lastPrunedSequence() } }
    func replaceInBulk<Value>(_ renewal: BulkReplacement, closing: (any EngineTransaction) throws -> Value) throws
        -> Value
    {
        try pass { try $0.replaceInBulk(renewal, closing: closing) }
    }
    func inspect() throws -> StoreReport { try pass { try $0.inspect() } }
    func close() throws {
        try lock.withLock {
            isClosed = true
            try files?.close()
        }
    }

    private func pass<Value>(_ body: (FileStore) throws -> Value) throws -> Value {
        try lock.withLock {
            guard !isClosed else { throw Failure.storeClosed }
            let chance = random.next() % 4
            if let files, chance == 0 { return try body(files) }
            try files?.close()
            var compactionPolicy = FileStore.CompactionPolicy()
            compactionPolicy.tailLimit = chance == 1 ? .max / 2 : 0
            let fresh = try FileStore(
                directory: directory, random: RandomSource(seed: 1), compactionPolicy: compactionPolicy
            ) {
                Instant(milliseconds: 0)
            }
            files = fresh
            return try body(fresh)
        }
    }
}

final class ReopenedStoreTests: XCTestCase {
    func testFrequentlyReopenedStoreFulfillsTheContract() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let contract = StoreContract(.handles { ReopenedStore(directory: "\(directory.path)/\($0)") })
        for promise in contract.brokenPromises() { XCTFail(promise.description) }
        XCTAssertTrue(FileManager.default.fileExists(atPath: "\(directory.path)/place-3/index-1.bin"))
    }
}
