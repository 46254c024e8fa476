import Kernel
import Postgres
import XCTest

final class PostgresLibraryTests: XCTestCase {
    func testLibraryReportsItsVersionOrHowToEnableIt() {
        XCTAssertTrue(PostgresLibrary.version.map { $0 >= 100_000 } ?? true)
        XCTAssertTrue(PostgresLibrary.missing.advice.contains("--traits Postgres"))
    }
}
