import DiskKit
import Kernel
import Storage
import StorageTesting
import TestSupport
import XCTest

final class SidecarStoreTests: XCTestCase {
    func testSidecarStoreFulfillsTheContract() throws {
        let home = try Home(isQuick: true)
        let contract = StoreContract(
            .passing { SidecarStore(over: MemoryStore(), at: home.path, .app, isDryRun: false) })
        for promise in contract.brokenPromises() { XCTFail(promise.description) }
    }
}
