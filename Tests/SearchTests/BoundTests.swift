import Kernel
import Search
import Storage
import XCTest

/// Limits of queries and of the indexing policy, at the last valid number and after it.
final class BoundTests: XCTestCase {
    private func isTaken(_ text: String) -> Bool { (try? SearchQuery(text)) != nil }

    func testQueryLimitsAreThousandCharactersAndThirtyTwoWords() {
        for (text, isTaken) in [
            (String(repeating: "x", count: 1000), true), (String(repeating: "x", count: 1001), false),
            (String(repeating: "e\u{301}", count: 500), true), (String(repeating: "e\u{301}", count: 500) + "e", false),
            (String(repeating: "a ", count: 32), true), (String(repeating: "a ", count: 33), false),
            (String(repeating: "道", count: 32), true), (String(repeating: "道", count: 33), false),
            ("\"" + String(repeating: "a ", count: 32) + "\"", true),
            ("\"" + String(repeating: "a ", count: 33) + "\"", false),
            (String(repeating: "a ", count: 16) + "\"" + String(repeating: "b ", count: 16) + "\"", true),
            (String(repeating: "a ", count: 17) + "\"" + String(repeating: "b ", count: 16) + "\"", false),
        ] { XCTAssertEqual(self.isTaken(text), isTaken, text) }
    }

    /// The limit of 64 letters applies to the folded text.
    func testOnlySixtyFourLettersOfAWordCount() throws {
        for letter in ["y", "é", "Ω", "ㅏ"] {
            func query(_ count: Int) throws -> SearchQuery {
                try SearchQuery(String(repeating: letter, count: count) + " end")
            }
            XCTAssertNotEqual(try query(63), try query(64), letter)
            XCTAssertEqual(try query(64), try query(65), letter)
            XCTAssertEqual(try query(64), try query(200), letter)
        }
    }

    /// Only the last word outside quotes matches as a prefix.
    func testOnlyTheLastWordMatchesAsPrefix() throws {
        let store = try store(["frost gate", "gate frosty", "well-known frost"])
        for (text, count) in [
            ("fro", 3), ("fro gate", 0), ("gate fro", 2), ("\"gate fro", 1), ("\"gate fro\"", 0), ("gat frost", 0),
            ("well-kno", 1),
            ("wel-known", 0), ("", 0),
        ] {
            for search in [ScanSearch(), IndexedSearch(cache: .none)] as [any TextSearch] {
                let hits = try search.find(SearchQuery(text), in: Page.searched, of: store, order: .best, limit: nil)
                XCTAssertEqual(hits.count, count, "\(text) \(search)")
            }
        }
    }

    /// Positions of several terms are merged in text order, independent of their order in the
    /// index.
    func testPhrasePrefixMatchesSeveralTerms() throws {
        let store = try store(["gate frosty x frost", "frost gate frosty", "gate x frost frosty"])
        for search in [ScanSearch(), IndexedSearch(cache: .none)] as [any TextSearch] {
            let hits = try search.find(
                SearchQuery("\"gate fro"), in: Page.searched, of: store, order: .newest, limit: nil)
            XCTAssertEqual(hits.ids, ["p1", "p0"], "\(search)")
        }
    }

    /// A limit below one returns no IDs. The count includes all documents.
    func testLimitBoundsIDsAndNotTheCount() throws {
        let store = try store((0..<5).map { _ in "frost" })
        for search in [ScanSearch(), IndexedSearch(cache: .none)] as [any TextSearch] {
            for order in [SearchOrder.best, .newest] {
                for (limit, expected) in [(-1, 0), (0, 0), (1, 1), (4, 4), (5, 5), (6, 5), (Int?.none, 5)] {
                    let hits = try search.find(
                        SearchQuery("frost"), in: Page.searched, of: store, order: order, limit: limit)
                    XCTAssertEqual([hits.ids.count, hits.count], [expected, 5], "\(search) \(order) \(limit as Any)")
                }
            }
        }
    }

    func testIndexIsCachedFromTwoHundredDocuments() throws {
        for (count, isKept) in [(199, false), (200, true)] {
            let cache = SegmentCache.memory()
            try ask(IndexedSearch(cache: cache), store((0..<count).map { "frost \($0)" }))
            XCTAssertEqual(cache.read("pages") != nil, isKept, "\(count)")
        }
    }

    /// The index keeps 32 changed documents unmerged, plus one for each 128 documents.
    func testChangesAreMergedAtAThreshold() throws {
        for (documents, most) in [(200, 33), (255, 33), (256, 34)] {
            let cache = SegmentCache.memory()
            let store = try store((0..<documents).map { "frost \($0)" })
            let search = IndexedSearch(cache: cache)
            try ask(search, store)
            let cached = cache.read("pages")
            for number in 0...most {
                try store.write { try $0.put(Page(id: Identifier("p\(number)"), day: 1, passages: ["snow"])) }
                try ask(search, store)
                XCTAssertEqual(cache.read("pages") == cached, number < most, "\(documents): \(number + 1)")
            }
        }
    }

    /// Up to 4096 changes of other records are reread at each search. One more updates the saved
    /// position.
    func testLongFeedUpdatesTheIndexPosition() throws {
        let cache = SegmentCache.memory()
        let store = try store((0..<200).map { "frost \($0)" })
        let search = IndexedSearch(cache: cache)
        try ask(search, store)
        let cached = cache.read("pages")
        for change in 1...4097 {
            try store.write { try $0.put(Stranger(id: Identifier("s\(change)"))) }
            guard change > 4095 else { continue }
            try ask(search, store)
            XCTAssertEqual(cache.read("pages") != cached, change > 4096, "\(change)")
        }
    }

    private func store(_ texts: [String]) throws -> MemoryStore {
        let store = MemoryStore(now: { Instant(milliseconds: 0) })
        let pages = texts.enumerated().map { Page(id: Identifier("p\($0)"), day: 0, passages: [$1]) }
        try store.write { try $0.put(contentsOf: pages) }
        return store
    }

    private func ask(_ search: IndexedSearch, _ store: any Store) throws {
        _ = try search.find(SearchQuery("frost"), in: Page.searched, of: store, order: .newest, limit: 1)
    }
}

private struct Stranger: Storable {
    let id: Identifier<Stranger>
    static let collection = RecordCollection<Stranger>("strangers")
}
