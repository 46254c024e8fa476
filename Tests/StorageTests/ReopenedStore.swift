import EngineKit
import Kernel
import Storage
import StorageContract
import XCTest

/// A file store that lets go of its files before most calls and reads them anew: now with an index file that speaks for all, now with one that
/// speaks for a part, now with none.
final class ReopenedStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: everything mutable is touched only inside the turnstile.
    private let turnstile = Turnstile()
    private let directory: String
    private var random = RandomSource(seed: 3)
    private var files: FileStore?
    private var isClosed = false

    let partition = Partition.common
    var engine: any StoreEngine { self }

    init(directory: String) { self.directory = directory }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try pass { try $0.read(body) } }
    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try pass { try $0.write(body) } }
    func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try pass { try $0.changes(since: sequence, limit: limit) }
    }
    func forgottenDeletions() throws -> Int { try pass { try $0.forgottenDeletions() } }
    func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value {
        try pass { try $0.renew(renewal, closing: closing) }
    }
    func inspect() throws -> StoreReport { try pass { try $0.inspect() } }
    func close() throws {
        try turnstile.pass {
            isClosed = true
            try files?.close()
        }
    }

    private func pass<Value>(_ body: (FileStore) throws -> Value) throws -> Value {
        try turnstile.pass {
            guard !isClosed else { throw Failure.storeClosed }
            let chance = random.next() % 4
            if let files, chance == 0 { return try body(files) }
            try files?.close()
            var economy = FileStore.Economy()
            economy.leastTail = chance == 1 ? .max / 2 : 0
            let fresh = try FileStore(directory: directory, random: RandomSource(seed: 1), economy: economy) {
                Instant(milliseconds: 0)
            }
            files = fresh
            return try body(fresh)
        }
    }
}

final class ReopenedStoreTests: XCTestCase {
    func testAStoreThatIsOpenedAnewAllTheTimeKeepsItsPromises() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let contract = StoreContract(.handles { ReopenedStore(directory: "\(directory.path)/\($0)") })
        for promise in contract.brokenPromises() { XCTFail(promise.description) }
        XCTAssertTrue(FileManager.default.fileExists(atPath: "\(directory.path)/place-3/index-1.bin"))
    }
}
