import Kernel
import Postgres
import PostgresStore
import XCTest

/// Runs the example of `Modules/PostgresStore/README.md`.
final class PostgresStoreReadmeTests: XCTestCase {
    func testExampleWritesAndReads() throws {
        let url = try StoreServer.url("readme")
        let store = try PostgresStoreEngine(PostgresAddress(url)) { Instant(milliseconds: 0) }
        try store.write { try $0.put(Word("a", "one")) }
        XCTAssertEqual(try store.read { try $0.record(Identifier<Word>("a"))?.text }, "one")
        try store.close()
    }
}
