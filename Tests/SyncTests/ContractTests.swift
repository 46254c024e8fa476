import Sync
import SyncContract
import XCTest

final class ContractTests: XCTestCase {
    func testMemoryTransportKeepsTheContract() {
        let broken = SyncTransportContract.over {
            let place = MemoryTransport()
            return { place }
        }.brokenPromises()
        XCTAssertEqual(broken.map(\.description), [])
    }
}
