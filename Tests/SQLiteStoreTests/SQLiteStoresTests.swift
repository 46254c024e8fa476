import Kernel
import SQLiteStore
import TestSupport
import XCTest

final class SQLiteStoresTests: XCTestCase {
    func testProviderTargetsAFile() throws {
        let providers = try Registry([SQLiteStores()]).all(.stores)
        XCTAssertEqual(providers.map(\.name), ["sqlite"])
        XCTAssertEqual(providers.first?.target, .file)
        XCTAssertEqual(providers.first?.isPersistent, true)
    }

    func testBuildWithoutSQLiteExplainsHowToEnableIt() throws {
        guard SQLiteStores.version == nil else { throw XCTSkip("This build has SQLite.") }
        let home = try Home()
        let provider = try XCTUnwrap(try Registry([SQLiteStores()]).all(.stores).first)
        let context = StoreContext(
            target: home.path("a.db"), directory: { home.path }, now: { Instant(milliseconds: 0) })
        XCTAssertThrowsError(try provider.open(context)) {
            let failure = $0 as? Failure
            XCTAssertEqual(failure?.message, "This build has no SQLite.")
            XCTAssertTrue(failure?.advice.contains("swift build --traits SQLite") == true)
            XCTAssertEqual(failure?.kind, .missingProgram)
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path), [], "no file is created")
    }
}
