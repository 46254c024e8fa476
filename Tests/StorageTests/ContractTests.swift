import Kernel
import KernelContract
import Storage
import StorageContract
import Synchronization
import XCTest

final class ContractTests: XCTestCase {
    func testMemoryStoreKeepsItsPromises() {
        report(StoreContract({ MemoryStore() }).brokenPromises())
    }

    func testScopedStoreKeepsItsPromises() {
        report(StoreContract({ MemoryStore().scoped(to: Partition(rawValue: "somebody")) }).brokenPromises())
    }

    func testFileStoreKeepsItsPromises() throws {
        let directory = try TemporaryDirectory()
        var count = 0
        let contract = StoreContract({
            count += 1
            return try FileStore(directory: "\(directory.path)/\(count)", now: { Instant(milliseconds: 0) })
        })
        report(contract.brokenPromises())
    }

    func testLazyStoreKeepsItsPromises() {
        report(StoreContract({ LazyStore { MemoryStore() } }).brokenPromises())
    }

    func testLazyStoreOpensWhenItHasToAndNeverOnceClosed() throws {
        let openings = Mutex(0)
        let store = LazyStore {
            let number = openings.withLock {
                $0 += 1
                return $0
            }
            guard number > 1 else { throw Failure(.init("notYet"), "Not yet.", kind: .temporary) }
            return MemoryStore()
        }
        XCTAssertEqual(openings.withLock { $0 }, 0)
        assertFails(.init("notYet")) { _ = try store.words() }
        try store.write { try $0.put(Word("a", "kept")) }
        XCTAssertEqual(try store.words(), ["a=kept"])
        XCTAssertEqual(openings.withLock { $0 }, 2)
        let unopened = LazyStore { MemoryStore() }
        try unopened.close()
        assertFails(.storeClosed) { _ = try unopened.words() }
    }

    func testDryRunKeepsItsPromises() {
        report(StoreContract({ try DryRunStore(over: MemoryStore()) }).brokenPromises())
    }

    func testDryRunOverRecordsKeepsItsPromises() {
        report(
            StoreContract({
                let base = MemoryStore(device: "base") { Instant(milliseconds: 5) }
                try base.scoped(to: Partition(rawValue: "elsewhere")).write { try $0.put(Word("w", "below")) }
                try base.write { transaction in
                    try transaction.put(Word("x", "below"))
                    try transaction.delete(Identifier<Word>("x"))
                }
                return try DryRunStore(over: base).scoped(to: Partition(rawValue: "rehearsal"))
            }).brokenPromises().filter { $0.promise != "a report counts the records" })
    }

    private func report(_ broken: [BrokenPromise], line: UInt = #line) {
        for promise in broken { XCTFail(promise.description, line: line) }
    }
}
