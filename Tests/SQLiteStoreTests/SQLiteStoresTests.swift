import Kernel
import SQLiteStore
import TestBench
import XCTest

final class SQLiteStoresTests: XCTestCase {
    func testTheOfferWantsAFile() throws {
        let offers = try Registry([SQLiteStores()]).all(.stores)
        XCTAssertEqual(offers.map(\.name), ["sqlite"])
        XCTAssertEqual(offers.first?.target, .file)
        XCTAssertEqual(offers.first?.isLasting, true)
    }

    func testABuildWithoutSaysSoAndHowToGetIt() throws {
        guard SQLiteStores.version == nil else { throw XCTSkip("This build has SQLite.") }
        let home = try Home()
        let offer = try XCTUnwrap(try Registry([SQLiteStores()]).all(.stores).first)
        let ground = StoreGround(target: home.path("a.db"), directory: { home.path }, now: { Instant(milliseconds: 0) })
        XCTAssertThrowsError(try offer.open(ground)) {
            let failure = $0 as? Failure
            XCTAssertEqual(failure?.message, "This build has no SQLite.")
            XCTAssertTrue(failure?.advice.contains("swift build --traits SQLite") == true)
            XCTAssertEqual(failure?.kind, .missingProgram)
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path), [], "and makes no file")
    }
}
