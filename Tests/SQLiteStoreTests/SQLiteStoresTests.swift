import Kernel
import SQLiteStore
import XCTest

final class SQLiteStoresTests: XCTestCase {
    func testTheOfferWantsAFile() throws {
        let offers = try Registry([SQLiteStores()]).all(.stores)
        XCTAssertEqual(offers.map(\.name), ["sqlite"])
        XCTAssertEqual(offers.first?.target, .file)
    }
}
