import Kernel
import PostgresStore
import XCTest

final class PostgresStoresTests: XCTestCase {
    func testProviderTargetsAServer() throws {
        let providers = try Registry([PostgresStores()]).all(.stores)
        XCTAssertEqual(providers.map(\.name), ["postgres"])
        XCTAssertEqual(providers.first?.target, .server)
    }
}
