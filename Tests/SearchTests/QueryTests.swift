import Kernel
import Search
import Storage
import XCTest

final class QueryTests: XCTestCase {
    func testTooLongQueriesAreRejected() throws {
        let long = [
            String(repeating: "word ", count: 10_000), String(repeating: "x", count: 1 << 20),
            String(repeating: "道", count: 33),
            "\"" + String(repeating: "a ", count: 40) + "\"",
        ]
        for text in long {
            XCTAssertThrowsError(try SearchQuery(text)) { XCTAssertEqual(($0 as? Failure)?.code, .queryTooLong) }
        }
        XCTAssertNoThrow(try SearchQuery(String(repeating: "ㄱ", count: SearchQuery.maximumLength)))
        XCTAssertNoThrow(try SearchQuery(Array(repeating: "word", count: SearchQuery.maximumWords)))
    }

    func testQueryWithoutTermsIsEmpty() throws {
        for text in ["", " \n\t", "!?…", "\"\"", "\u{0}\u{1B}\u{7F}", "\u{301}", "👍", "\u{200D}"] {
            XCTAssertTrue(try SearchQuery(text).isEmpty, text)
        }
        XCTAssertFalse(try SearchQuery("1").isEmpty)
    }

    func testEquivalentQueriesAreEqual() throws {
        XCTAssertEqual(try SearchQuery("Crème  CAFÉ"), try SearchQuery(["creme", "cafe"]))
        XCTAssertEqual(try SearchQuery("well-known "), try SearchQuery("WELL_KNOWN"))
        XCTAssertEqual(try SearchQuery("“first frost” x"), try SearchQuery("\"first frost\" x"))
        XCTAssertNotEqual(try SearchQuery("frost"), try SearchQuery("\"frost\""))
    }

    /// Folding is idempotent, so a term finds the text it comes from.
    func testEveryTermFindsItsText() throws {
        var random = RandomSource(seed: 3)
        for _ in 0..<500 {
            let page = Page(id: "p", day: 0, passages: [Page.text(upTo: 6, &random)])
            let store = MemoryStore()
            try store.write { try $0.put(page) }
            SearchTerms.visit(page.passages) { term, _ in
                guard term.unicodeScalars.first?.value != 1, let query = try? SearchQuery(term) else { return }
                let hits = try? ScanSearch().find(query, in: Page.searched, of: store, order: .newest, limit: nil)
                XCTAssertEqual(hits?.count, 1, "\(term) in \(page.passages)")
            }
        }
    }

    func testTermPositions() {
        let table: [([String], [(String, Int)], Int)] = [
            ([], [], 0), (["", " - "], [], 0), ([" a  B, c"], [("a", 0), ("b", 1), ("c", 2)], 3),
            (["a b", "c", "", "d"], [("a", 0), ("b", 1), ("c", 3), ("d", 6)], 4),
            (["Zz Aa 09 don't"], [("zz", 0), ("aa", 1), ("09", 2), ("dont", 3)], 4),
            (["é Ω"], [("e", 0), ("ω", 1)], 2), (["カテ道x"], [("カ", 0), ("テ", 1), ("道", 2), ("x", 3)], 4),
        ]
        for (passages, terms, count) in table {
            var seen: [(String, Int)] = []
            XCTAssertEqual(SearchTerms.visit(passages) { seen.append(($0, $1)) }, count, "\(passages)")
            XCTAssertEqual(seen.map { "\($0)@\($1)" }, terms.map { "\($0)@\($1)" })
        }
        var hangul: [String] = []
        XCTAssertEqual(SearchTerms.visit(["태권 x"]) { hangul.append("\($0)@\($1)") }, 2)
        XCTAssertEqual(
            hangul.map { $0.suffix(1) }, ["0", "0", "1"], "a hangul word and its consonants share a position")
    }

    func testKanaAreSingleCharacterTerms() throws {
        let store = MemoryStore()
        try store.write { try $0.put(Page(id: "p", day: 0, passages: ["カラテ ぁヿ ㄅㄆ"])) }
        for (text, count) in [("ラテ", 1), ("カテ", 0), ("ヿ", 1), ("ぁ", 1), ("ㄆ", 0), ("ㄅ", 1)] {
            let hits = try ScanSearch().find(
                SearchQuery(text), in: Page.searched, of: store, order: .newest, limit: nil)
            XCTAssertEqual(hits.count, count, text)
        }
    }
}
