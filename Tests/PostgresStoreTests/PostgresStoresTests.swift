import Kernel
import PostgresStore
import XCTest

final class PostgresStoresTests: XCTestCase {
    func testTheOfferWantsAServer() throws {
        let offers = try Registry([PostgresStores()]).all(.stores)
        XCTAssertEqual(offers.map(\.name), ["postgres"])
        XCTAssertEqual(offers.first?.target, .server)
    }
}
