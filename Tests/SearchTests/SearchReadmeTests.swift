import Kernel
import Search
import Storage
import XCTest

/// Runs the example of `Modules/Search/README.md`.
final class SearchReadmeTests: XCTestCase {
    func testExampleFindsRecords() throws {
        let store = MemoryStore()
        try store.write { try $0.put(Page(id: "p", day: 0, passages: ["first frost", "the gate 태권도"])) }
        let search = IndexedSearch(cache: .memory())
        let found: SearchResult<Page> = try search.records(
            SearchQuery("gate fro"), in: Page.searched, of: store, limit: 20)
        XCTAssertEqual(found.records.map(\.id.rawValue), ["p"])
        XCTAssertEqual(found.count, 1)
    }
}
