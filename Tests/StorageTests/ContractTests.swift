import Kernel
import Storage
import StorageContract
import XCTest

final class ContractTests: XCTestCase {
    func testMemoryStoreKeepsItsPromises() {
        report(StoreContract({ MemoryStore() }).brokenPromises())
    }

    func testScopedStoreKeepsItsPromises() {
        report(StoreContract({ MemoryStore().scoped(to: Partition(rawValue: "somebody")) }).brokenPromises())
    }

    private func report(_ broken: [BrokenPromise]) {
        for promise in broken { XCTFail(promise.description, file: promise.file, line: promise.line) }
    }
}
