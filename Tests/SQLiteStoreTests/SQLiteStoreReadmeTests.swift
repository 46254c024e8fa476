import Kernel
import SQLiteStore
import TestSupport
import XCTest

/// Runs the example of `Modules/SQLiteStore/README.md`.
final class SQLiteStoreReadmeTests: XCTestCase {
    func testExampleWritesAndReads() throws {
        try needSQLite()
        let home = try Home()
        let store = try SQLiteStoreEngine(path: home.path("records.db"), ids: .counting()) { Instant(milliseconds: 0) }
        try store.write { try $0.put(Word("a", "one")) }
        XCTAssertEqual(try store.read { try $0.record(Identifier<Word>("a"))?.text }, "one")
        XCTAssertEqual(try store.engine.inspect().findings.map(\.message), [])
        try store.close()
    }
}
