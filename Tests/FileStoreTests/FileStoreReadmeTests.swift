import FileStore
import Kernel
import TestSupport
import XCTest

/// Runs the example of `Modules/FileStore/README.md`.
final class FileStoreReadmeTests: XCTestCase {
    func testExampleWritesAndCounts() throws {
        let home = try Home()
        let store = try FileStore(directory: home.path("store")) { Instant(milliseconds: 1_763_661_909_120) }
        try store.write { try $0.put(Word("a", "one")) }
        XCTAssertEqual(try store.read { try $0.count(Word.byText.all) }, 1)
    }
}
