import Foundation
import Kernel
import Search
import SearchAdapters
import Storage
import XCTest

/// The index file is a cache: answers are right whatever happens to it.
final class CacheTests: XCTestCase {
    private let queries = ["frost", "fro", "태권도", "\"first frost\"", "ㅌㄱ gate", "nothing"]

    private static let texts = ["first frost", "the gate 태권도", "frost on the gate", "first, the frost"]

    private func store(_ texts: [String] = CacheTests.texts, at time: Int64 = 0) throws -> MemoryStore {
        let store = MemoryStore(now: { Instant(milliseconds: time) })
        for (number, text) in texts.enumerated() {
            try store.write { try $0.put(Page(id: Identifier("p\(number)"), day: number % 3, passages: [text])) }
        }
        return store
    }

    private func answers(_ search: any TextSearch, _ store: any Store) throws -> [SearchHits] {
        try queries.map { try search.find(SearchQuery($0), in: Page.searched, of: store, order: .best, limit: nil) }
    }

    private func cachedBytes(_ store: any Store, source: SearchSource = Page.searched) throws -> [UInt8] {
        let cache = SegmentCache.memory()
        _ = try IndexedSearch(cache: cache, policy: .eager(32)).find(
            SearchQuery("x"), in: source, of: store, order: .best, limit: nil)
        return try XCTUnwrap(cache.read("pages"))
    }

    private func answers(over bytes: [UInt8], _ store: any Store) throws -> [SearchHits] {
        let cache = SegmentCache.memory()
        cache.write("pages", bytes)
        return try answers(IndexedSearch(cache: cache, policy: .eager(32)), store)
    }

    func testDamageAtAnyByteIsDetected() throws {
        let store = try store()
        let bytes = try cachedBytes(store)
        let right = try answers(ScanSearch(), store)
        XCTAssertEqual(try answers(over: bytes, store), right)
        var random = RandomSource(seed: 1)
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= UInt8.random(in: 1...255, using: &random)
            XCTAssertEqual(try answers(over: damaged, store), right, "byte \(place)")
            XCTAssertEqual(try answers(over: Array(bytes[..<place]), store), right, "cut at \(place)")
        }
        XCTAssertEqual(try answers(over: bytes + [0], store), right)
        XCTAssertEqual(try answers(over: [UInt8](repeating: 0, count: bytes.count), store), right)
    }

    /// A forged segment with a valid checksum can give wrong answers, but never crashes.
    func testForgedSegmentsNeverCrash() throws {
        let store = try store()
        let bytes = try cachedBytes(store)
        var random = RandomSource(seed: 2)
        let right = try answers(over: bytes, store)
        var differing = 0
        for _ in 0..<500 {
            var forged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                forged[Int.random(in: 12..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let sum = CRC32C.checksum(forged[12...])
            withUnsafeBytes(of: sum.littleEndian) { forged.replaceSubrange(8..<12, with: $0) }
            if try answers(over: forged, store) != right { differing += 1 }
        }
        XCTAssertGreaterThan(differing, 0, "no forged index changed an answer, so the test is void")
    }

    func testIndexOfAnotherStoreHistoryIsRejected() throws {
        let ownStore = try store()
        let other = try store(["other frost", "other gate", "fro", "gone", "more"], at: 1)
        let bytes = try cachedBytes(ownStore)
        XCTAssertEqual(try answers(over: bytes, other), try answers(ScanSearch(), other))
        let shorter = try store(["frost"], at: 1)
        XCTAssertEqual(try answers(over: bytes, shorter), try answers(ScanSearch(), shorter))
        XCTAssertEqual(try answers(over: bytes, MemoryStore()).map(\.count), queries.map { _ in 0 })
    }

    func testIndexOfAnotherSourceIsRejected() throws {
        let store = try store()
        let reversed = SearchSource(Page.byDay) { (page: Page) in page.passages.map { String($0.reversed()) } }
        let later = SearchSource(Page.byDay, revision: 2) { (page: Page) in page.passages.map { String($0.reversed()) }
        }
        let cache = SegmentCache.memory()
        cache.write("pages", try cachedBytes(store, source: reversed))
        let hits = try IndexedSearch(cache: cache).find(
            SearchQuery("tsorf"), in: later, of: store, order: .newest, limit: nil)
        XCTAssertEqual(hits.count, 3)
        cache.write("pages", try cachedBytes(store))
        let again = try IndexedSearch(cache: cache).find(
            SearchQuery("tsorf"), in: later, of: store, order: .newest, limit: nil)
        XCTAssertEqual(again.count, 3)
    }

    func testCachedIndexIsReused() throws {
        let store = try store()
        let bytes = try cachedBytes(store)
        let counting = Page.counting()
        let cache = SegmentCache.memory()
        cache.write("pages", bytes)
        let search = IndexedSearch(cache: cache, policy: .eager(32))
        XCTAssertEqual(
            try search.find(SearchQuery("frost"), in: counting.source, of: store, order: .newest, limit: nil).count, 3)
        XCTAssertEqual(counting.count(), 0, "records were read although the index was complete")
        try store.write { try $0.put(Page(id: "p9", day: 9, passages: ["frost"])) }
        XCTAssertEqual(
            try search.find(SearchQuery("frost"), in: counting.source, of: store, order: .newest, limit: nil).ids.first,
            "p9")
        XCTAssertEqual(counting.count(), 1, "the update read more than the changes")
    }

    func testFewRecordsWriteNoCacheFile() throws {
        try Folder.use { folder in
            let store = try store()
            XCTAssertEqual(
                try answers(IndexedSearch(cache: .folder(folder + "/search")), store), try answers(ScanSearch(), store))
            XCTAssertFalse(FileManager.default.fileExists(atPath: folder + "/search"))
        }
    }

    func testFolderCacheIsReadableByItsOwnerOnly() throws {
        try Folder.use { folder in
            let path = folder + "/search"
            let cache = SegmentCache.folder(path)
            XCTAssertNil(cache.read("a"))
            cache.write("a", [1, 2, 3])
            cache.write("a", [4])
            XCTAssertEqual(cache.read("a"), [4])
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: path), ["a.index"])
            let mode = try FileManager.default.attributesOfItem(atPath: path + "/a.index")[.posixPermissions] as? Int
            XCTAssertEqual(mode, 0o600)
            SegmentCache.folder(path, isReadOnly: true).write("a", [9])
            SegmentCache.folder("").write("a", [9])
            XCTAssertEqual(SegmentCache.folder(path, isReadOnly: true).read("a"), [4])
            cache.write("a", nil)
            XCTAssertNil(cache.read("a"))
        }
    }

    func testFolderCacheRejectsLinksAndLoosePermissions() throws {
        try Folder.use { folder in
            let cache = SegmentCache.folder(folder)
            try Data([7]).write(to: URL(fileURLWithPath: folder + "/secret"))
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/a.index", withDestinationPath: folder + "/secret")
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/a.index.new", withDestinationPath: folder + "/secret")
            XCTAssertNil(cache.read("a"))
            cache.write("a", [1, 2])
            XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: folder + "/secret")), Data([7]))
            cache.write("b", [1])
            XCTAssertEqual(chmod(folder + "/b.index", 0o666), 0)
            XCTAssertNil(cache.read("b"))
        }
    }

    func testFolderCacheEnforcesTheSizeLimitAndReplacesDrafts() throws {
        try Folder.use { folder in
            let cache = SegmentCache.folder(folder)
            for (size, isRead) in [(0, false), (1, true), (256 << 20, true), ((256 << 20) + 1, false)] {
                XCTAssertTrue(FileManager.default.createFile(atPath: folder + "/a.index", contents: nil))
                XCTAssertEqual(chmod(folder + "/a.index", 0o600), 0)
                XCTAssertEqual(truncate(folder + "/a.index", off_t(size)), 0)
                XCTAssertEqual(cache.read("a")?.count, isRead ? size : nil)
            }
            cache.write("a", [1])
            cache.write("a", [UInt8](repeating: 0, count: (256 << 20) + 1))
            XCTAssertNil(cache.read("a"), "an oversized index removes its predecessor")
            try Data(repeating: 7, count: 10).write(to: URL(fileURLWithPath: folder + "/b.index.new"))
            XCTAssertEqual(chmod(folder + "/b.index.new", 0o600), 0)
            cache.write("b", [1, 2])
            XCTAssertEqual(cache.read("b"), [1, 2], "a draft left by a crash is overwritten")
        }
    }

    func testSearchIsThreadSafe() throws {
        let store = try store()
        let search = IndexedSearch(cache: .memory(), policy: .eager(1))
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for turn in 0..<20 {
                try? store.write {
                    try $0.put(Page(id: Identifier("t\(thread)-\(turn)"), day: turn, passages: ["snow"]))
                }
                _ = try? search.find(SearchQuery("snow"), in: Page.searched, of: store, order: .best, limit: 3)
            }
        }
        XCTAssertEqual(
            try search.find(SearchQuery("snow"), in: Page.searched, of: store, order: .newest, limit: 1).count, 160)
    }
}
