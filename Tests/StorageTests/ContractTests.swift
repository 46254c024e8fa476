import FileStore
import Kernel
import KernelTesting
import Storage
import StorageTesting
import Synchronization
import TestSupport
import XCTest

final class ContractTests: XCTestCase {
    func testMemoryStoreFulfillsTheContract() {
        let contract = StoreContract(.passing { MemoryStore() })
        report(contract.brokenPromises())
        check("memory", contract)
    }

    /// Asserts that the module's table of promises matches the tested promises of an engine.
    private func check(_ engine: String, _ contract: StoreContract) {
        let tested = StoreContract.promises.filter { !contract.untested.contains($0) }
        XCTAssertEqual(try PromiseTable.faults(in: engine, asked: tested, of: StoreContract.promises), [])
    }

    func testScopedStoreFulfillsTheContract() {
        report(StoreContract(.passing { MemoryStore().scoped(to: Partition(rawValue: "somebody")) }).brokenPromises())
    }

    func testFileStoreFulfillsTheContract() throws {
        let directory = try Home()
        let contract = StoreContract(Attending.maker("file", below: directory.path))
        report(contract.brokenPromises())
        XCTAssertEqual(contract.untested, [], "every promise is tested")
        check("file", contract)
    }

    func testLazyStoreFulfillsTheContract() throws {
        report(StoreContract(.passing { LazyStore { MemoryStore() } }).brokenPromises())
        let directory = try Home(isQuick: true)
        let now: @Sendable () -> Instant = { Instant(milliseconds: 0) }
        let lasting = StoreContract(
            .handles { place in
                let path = "\(directory.path)/\(place)"
                return LazyStore { try FileStore(directory: path, now: now) }
            })
        report(lasting.brokenPromises())
    }

    func testLazyStoreOpensOnDemandUntilClosed() throws {
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
        XCTAssertEqual(code { try store.words() }, "notYet")
        try store.write { try $0.put(Word("a", "kept")) }
        XCTAssertEqual(try store.words(), ["a=kept"])
        XCTAssertEqual(openings.withLock { $0 }, 2)
        let unopened = LazyStore { MemoryStore() }
        try unopened.close()
        XCTAssertEqual(code { try unopened.words() }, "storeClosed")
    }

    func testDryRunFulfillsTheContract() {
        report(StoreContract(.passing { try DryRunStore(over: MemoryStore()) }).brokenPromises())
    }

    func testDryRunOverRecordsFulfillsTheContract() {
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
