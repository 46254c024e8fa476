import Kernel
import Search
import Storage
import XCTest

/// Limits of queries and of the index's economy, at the last number and behind it.
final class BoundTests: XCTestCase {
    private func isTaken(_ text: String) -> Bool { (try? SearchQuery(text)) != nil }

    func testAQueryIsAThousandCharactersAndThirtyTwoWords() {
        for (text, isTaken) in [
            (String(repeating: "x", count: 1000), true), (String(repeating: "x", count: 1001), false),
            (String(repeating: "e\u{301}", count: 500), true), (String(repeating: "e\u{301}", count: 500) + "e", false),
            (String(repeating: "a ", count: 32), true), (String(repeating: "a ", count: 33), false),
            (String(repeating: "道", count: 32), true), (String(repeating: "道", count: 33), false),
            ("\"" + String(repeating: "a ", count: 32) + "\"", true), ("\"" + String(repeating: "a ", count: 33) + "\"", false),
            (String(repeating: "a ", count: 16) + "\"" + String(repeating: "b ", count: 16) + "\"", true),
            (String(repeating: "a ", count: 17) + "\"" + String(repeating: "b ", count: 16) + "\"", false),
        ] { XCTAssertEqual(self.isTaken(text), isTaken, text) }
    }

    /// Sixty-four letters of a word count, however the text is folded.
    func testLettersBehindTheSixtyFourthDoNotCount() throws {
        for letter in ["y", "é", "Ω", "ㅏ"] {
            func query(_ count: Int) throws -> SearchQuery { try SearchQuery(String(repeating: letter, count: count) + " end") }
            XCTAssertNotEqual(try query(63), try query(64), letter)
            XCTAssertEqual(try query(64), try query(65), letter)
            XCTAssertEqual(try query(64), try query(200), letter)
        }
    }

    /// Only what is outside quotes and stands last may go on.
    func testTheLastWordMayBeABeginningWhereverItStands() throws {
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

    /// Places of several terms are looked at in their order in the text, whichever term stands first in the index.
    func testABeginningOfTwoTermsIsFoundWhereverTheyStand() throws {
        let store = try store(["gate frosty x frost", "frost gate frosty", "gate x frost frosty"])
        for search in [ScanSearch(), IndexedSearch(cache: .none)] as [any TextSearch] {
            let hits = try search.find(SearchQuery("\"gate fro"), in: Page.searched, of: store, order: .newest, limit: nil)
            XCTAssertEqual(hits.ids, ["p1", "p0"], "\(search)")
        }
    }

    /// None and fewer are none; all are counted.
    func testALimitIsOfNamesAndNotOfTheCount() throws {
        let store = try store((0..<5).map { _ in "frost" })
        for search in [ScanSearch(), IndexedSearch(cache: .none)] as [any TextSearch] {
            for order in [SearchOrder.best, .newest] {
                for (limit, named) in [(-1, 0), (0, 0), (1, 1), (4, 4), (5, 5), (6, 5), (Int?.none, 5)] {
                    let hits = try search.find(SearchQuery("frost"), in: Page.searched, of: store, order: order, limit: limit)
                    XCTAssertEqual([hits.ids.count, hits.count], [named, 5], "\(search) \(order) \(limit as Any)")
                }
            }
        }
    }

    func testTwoHundredDocumentsAreKept() throws {
        for (count, isKept) in [(199, false), (200, true)] {
            let cache = SegmentCache.memory()
            try ask(IndexedSearch(cache: cache), store((0..<count).map { "frost \($0)" }))
            XCTAssertEqual(cache.read("pages") != nil, isKept, "\(count)")
        }
    }

    /// Thirty-two changed documents lie beside an index, and one more for each 128; then they become part of it.
    func testChangesBecomePartOfTheIndexInTheirTime() throws {
        for (documents, most) in [(200, 33), (255, 33), (256, 34)] {
            let (cache, store) = (SegmentCache.memory(), try store((0..<documents).map { "frost \($0)" }))
            let search = IndexedSearch(cache: cache)
            try ask(search, store)
            let kept = cache.read("pages")
            for number in 0...most {
                try store.write { try $0.put(Page(id: Identifier("p\(number)"), day: 1, passages: ["snow"])) }
                try ask(search, store)
                XCTAssertEqual(cache.read("pages") == kept, number < most, "\(documents): \(number + 1)")
            }
        }
    }

    /// A feed of 4096 changes of other records is read at each search; one more, and the index notes how far it has read.
    func testALongFeedIsNoted() throws {
        let (cache, store) = (SegmentCache.memory(), try store((0..<200).map { "frost \($0)" }))
        let search = IndexedSearch(cache: cache)
        try ask(search, store)
        let kept = cache.read("pages")
        for change in 1...4097 {
            try store.write { try $0.put(Stranger(id: Identifier("s\(change)"))) }
            guard change > 4095 else { continue }
            try ask(search, store)
            XCTAssertEqual(cache.read("pages") != kept, change > 4096, "\(change)")
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
