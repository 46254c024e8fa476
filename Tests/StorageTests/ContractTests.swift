import Kernel
import KernelContract
import Storage
import StorageContract
import Synchronization
import TestBench
import XCTest

final class ContractTests: XCTestCase {
    func testMemoryStoreKeepsItsPromises() {
        let contract = StoreContract(.passing { MemoryStore() })
        report(contract.brokenPromises())
        check("memory", contract)
    }

    /// What the page of this module says an engine is asked for is what it was asked for.
    private func check(_ engine: String, _ contract: StoreContract) {
        let asked = StoreContract.promises.filter { !contract.unasked.contains($0) }
        XCTAssertEqual(try PromiseTable.faults(in: engine, asked: asked, of: StoreContract.promises), [])
    }

    func testScopedStoreKeepsItsPromises() {
        report(StoreContract(.passing { MemoryStore().scoped(to: Partition(rawValue: "somebody")) }).brokenPromises())
    }

    func testFileStoreKeepsItsPromises() throws {
        let directory = try TemporaryDirectory()
        let contract = StoreContract(Attending.maker("file", below: directory.path))
        report(contract.brokenPromises())
        XCTAssertEqual(contract.unasked, [], "a file store is asked for everything")
        check("file", contract)
    }

    func testLazyStoreKeepsItsPromises() throws {
        report(StoreContract(.passing { LazyStore { MemoryStore() } }).brokenPromises())
        let directory = try TemporaryDirectory(isQuick: true)
        let now: @Sendable () -> Instant = { Instant(milliseconds: 0) }
        let lasting = StoreContract(
            .handles { place in
                let path = "\(directory.path)/\(place)"
                return LazyStore { try FileStore(directory: path, now: now) }
            })
        report(lasting.brokenPromises())
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

    func testAStoreWithFoldersBesideItKeepsItsPromises() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        report(
            StoreContract(
                .passing { AccompaniedStore(over: MemoryStore(), at: directory.path, .ofApp, isRehearsal: false) }
            ).brokenPromises())
    }

    func testDryRunKeepsItsPromises() {
        report(StoreContract(.passing { try DryRunStore(over: MemoryStore()) }).brokenPromises())
    }

    func testDryRunOverRecordsKeepsItsPromises() {
        report(
            StoreContract(
                .passing {
                    let base = MemoryStore(device: "base") { Instant(milliseconds: 5) }
                    try base.scoped(to: Partition(rawValue: "elsewhere")).write { try $0.put(Word("w", "below")) }
                    try base.write { transaction in
                        try transaction.put(Word("x", "below"))
                        try transaction.delete(Identifier<Word>("x"))
                    }
                    return try DryRunStore(over: base).scoped(to: Partition(rawValue: "rehearsal"))
                }
            ).brokenPromises().filter { $0.promise != "a report counts the records" })
    }

    private func report(_ broken: [BrokenPromise], line: UInt = #line) {
        for promise in broken { XCTFail(promise.description, line: line) }
    }
}
