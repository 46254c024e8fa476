import Kernel
import Storage
import TestSupport
import XCTest

/// Runs the example of `Modules/Storage/README.md`.
final class StorageReadmeTests: XCTestCase {
    func testExampleOpensAndPreviews() throws {
        let store = LazyStore { MemoryStore() }
        let preview = try DryRunStore(over: store)
        try preview.write { try $0.put(Word("b", "two")) }
        XCTAssertEqual(try preview.pendingChanges().map(\.address.id), ["b"])
        XCTAssertEqual(try store.words(), [])
    }

    /// `import Storage` includes FileStore.
    func testStorageReexportsFileStore() throws {
        let home = try Home()
        let store = try FileStore(directory: home.path("store")) { Instant(milliseconds: 0) }
        try store.write { try $0.put(Word("a", "one")) }
        XCTAssertEqual(try store.words(), ["a=one"])
        try store.close()
    }
}
