import Kernel
import Search
import Storage
import XCTest

/// The bytes of an index file as `SegmentHeader` documents them, and the reuse of cached files.
final class LayoutTests: XCTestCase {
    private func store<Record: Storable>(_ records: [Record], at time: Int64 = 0) throws -> MemoryStore {
        let store = MemoryStore(now: { Instant(milliseconds: time) })
        try store.write { try $0.put(contentsOf: records) }
        return store
    }

    private func page(_ id: String, _ day: Int = 0, _ passages: String...) -> Page {
        Page(id: Identifier(id), day: day, passages: passages)
    }

    private func search(_ cache: SegmentCache) -> IndexedSearch { IndexedSearch(cache: cache, policy: .eager(32)) }

    @discardableResult
    private func count(_ word: String, _ search: any TextSearch, _ source: SearchSource, _ store: any Store) throws
        -> Int
    {
        try search.find(SearchQuery(word), in: source, of: store, order: .best, limit: nil).count
    }

    func testIndexBytesMatchTheHeaderLayout() throws {
        let store = try store([page("p1", 7, "b a"), page("p22", 8, "a", "a c")])
        let cache = SegmentCache.memory()
        XCTAssertEqual(try count("a", search(cache), Page.searched, store), 2)
        let bytes = try XCTUnwrap(cache.read("pages"))
        func number(_ place: Int, _ size: Int) -> Int {
            bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        func numbers(_ place: Int, _ count: Int) -> [Int] { (0..<count).map { number(place + $0 * 4, 4) } }
        let keys = [8, 7].map { Array(IndexKey($0).text.utf8) }
        XCTAssertEqual(Array(bytes[..<8]), Array("cpsearch".utf8))
        XCTAssertEqual(number(8, 4), Int(CRC32C.checksum(bytes[12...])))
        XCTAssertEqual(number(12, 4), 1, "the format; a changed layout increments it")
        XCTAssertNotEqual(bytes[16..<24], [0, 0, 0, 0, 0, 0, 0, 0])
        XCTAssertEqual(number(24, 8), 1, "one transaction")
        let marks = (0..<4).map { Array(bytes[32 + $0 * 8..<40 + $0 * 8]) }
        XCTAssertEqual(marks.map { $0.allSatisfy { $0 == 0 } }, [false, false, true, true], "of two changes")
        XCTAssertEqual(number(64, 8), 5, "words")
        XCTAssertEqual(numbers(72, 8), [2, 3, 5, keys[0].count + keys[1].count, 3, 8, 5, 0])
        // The newest document first: the ends of its ID and key, and its word count.
        XCTAssertEqual(numbers(104, 6), [3, keys[0].count, 3, 5, keys[0].count + keys[1].count, 2])
        // a, b, c: the ends of text, postings and positions, and the document count.
        XCTAssertEqual(numbers(128, 12), [1, 4, 3, 2, 2, 6, 4, 1, 3, 8, 5, 1])
        let postings: [UInt8] = [1, 2, 1, 1, 2, 1, 1, 1]
        let places: [UInt8] = [0, 2, 1, 0, 3]
        XCTAssertEqual(
            Array(bytes[176...]), Array("p22p1".utf8) + keys[0] + keys[1] + Array("abc".utf8) + postings + places)
    }

    // MARK: - Use

    func testSmallIndexIsReused() throws {
        for pages in [
            [page("p", 0, "frost on the gate")], [page("p", 0)], [page("p", 0, ""), page("q", 0, "  ")],
            [page("p", -1, "frost")],
        ] {
            let store = try store(pages)
            let cache = SegmentCache.memory()
            let right = try count("frost", ScanSearch(), Page.searched, store)
            XCTAssertEqual(try count("frost", search(cache), Page.searched, store), right)
            let counting = Page.counting()
            XCTAssertEqual(try count("frost", search(cache), counting.source, store), right)
            XCTAssertEqual(counting.count(), 0, "\(pages) was read again")
        }
    }

    func testIndexWithEmptyKeysIsReused() throws {
        let store = try store(["", "", "k"].enumerated().map { Named(id: Identifier("n\($0)"), name: $1) })
        let cache = SegmentCache.memory()
        let known = SearchSource(Named.byName) { ["frost \($0.name)"] }
        XCTAssertEqual(try count("frost", search(cache), known, store), 3)
        let unlike = SearchSource(Named.byName) { _ in ["gate"] }
        XCTAssertEqual(
            try count("frost", search(cache), unlike, store), 3, "records were read although the index was complete")
    }

    func testIndexOfAnotherStoreIsRejectedAtTheSameSequence() throws {
        let cache = SegmentCache.memory()
        XCTAssertEqual(try count("frost", search(cache), Page.searched, store([page("p", 0, "frost")])), 1)
        let other = try store([page("q", 0, "gate")], at: 1)
        XCTAssertEqual(try count("frost", search(cache), Page.searched, other), 0)
        XCTAssertEqual(try count("gate", search(cache), Page.searched, other), 1)
    }

    func testOnlyChangesOfThePartitionAndCollectionAreReread() throws {
        let store = try store([page("p", 0, "frost"), page("q", 0, "frost")])
        let cache = SegmentCache.memory()
        let counting = Page.counting()
        let search = search(cache)
        try count("frost", search, counting.source, store)
        let other = store.scoped(to: Partition(rawValue: "profile:other"))
        try other.write { try $0.put(page("p", 0, "gate")) }
        try store.write { try $0.put(Named(id: "q", name: "")) }
        let before = counting.count()
        XCTAssertEqual(try count("frost", search, counting.source, store), 2)
        XCTAssertEqual(counting.count(), before, "something else changed")
        try store.write { try $0.put(page("q", 0, "gate")) }
        XCTAssertEqual(try count("frost", search, counting.source, store), 1)
        XCTAssertEqual(counting.count(), before + 1)
        XCTAssertEqual(try count("frost", search, counting.source, store), 1)
        XCTAssertEqual(counting.count(), before + 1, "nothing has changed since")
    }

    /// Sets every byte of the tables and postings to values that could point past the end.
    func testForgedNumbersStayWithinTheIndex() throws {
        let pages = [
            page("p0", 3, "frost gate frost"), page("p1", 2, "gate frost"), page("p2", 1, "frosty frost gate"),
        ]
        let store = try store(pages)
        let cache = SegmentCache.memory()
        try count("frost", search(cache), Page.searched, store)
        let bytes = try XCTUnwrap(cache.read("pages"))
        func length(_ number: Int) -> Int {
            bytes[80 + number * 4..<84 + number * 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let postings = 104 + 3 * 12 + Int(bytes[76]) * 16 + length(0) + length(1) + length(2)
        for place in 64..<bytes.count {
            for byte in [0, 1, 2, 3, 4, 0x7F, 0x80, 0xFF] as [UInt8] where bytes[place] != byte {
                var forged = bytes
                forged[place] = byte
                withUnsafeBytes(of: CRC32C.checksum(forged[12...]).littleEndian) {
                    forged.replaceSubrange(8..<12, with: $0)
                }
                let cache = SegmentCache.memory()
                cache.write("pages", forged)
                for query in ["fro", "\"frost gate\"", "gate"] {
                    let hits = try search(cache).find(
                        SearchQuery(query), in: Page.searched, of: store, order: .best, limit: nil)
                    guard place >= postings else { continue }
                    XCTAssertTrue(
                        Set(hits.ids).isSubset(of: ["p0", "p1", "p2"]), "\(place): \(byte) found \(hits.ids)")
                }
            }
        }
    }
}

private struct Named: Storable {
    let id: Identifier<Named>
    let name: String
    static let byName = Index<Named, String>.ordered("name") { $0.name }
    static let collection = RecordCollection<Named>("named", indexes: [byName])
}
