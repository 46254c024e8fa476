import Sync
import SyncTesting
import XCTest

final class ContractTests: XCTestCase {
    func testMemoryTransportSatisfiesContract() {
        let broken = SyncTransportContract.over {
            let place = MemoryTransport()
            return { place }
        }.brokenPromises()
        XCTAssertEqual(broken.map(\.description), [])
    }
}
