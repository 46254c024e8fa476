import Foundation
import Kernel
import Search
import SearchAdapters
import Storage
import XCTest

/// The file is a cache: whatever becomes of it, the answers stay right.
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

    private func kept(_ store: any Store, source: SearchSource = Page.searched) throws -> [UInt8] {
        let cache = SegmentCache.memory()
        _ = try IndexedSearch(cache: cache, economy: .eager(32)).find(
            SearchQuery("x"), in: source, of: store, order: .best, limit: nil)
        return try XCTUnwrap(cache.read("pages"))
    }

    private func answers(over bytes: [UInt8], _ store: any Store) throws -> [SearchHits] {
        let cache = SegmentCache.memory()
        cache.keep("pages", bytes)
        return try answers(IndexedSearch(cache: cache, economy: .eager(32)), store)
    }

    func testDamageAtAnyByteIsNoticed() throws {
        let store = try store()
        let (bytes, right) = (try kept(store), try answers(ScanSearch(), store))
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

    /// Somebody who computes the checksum anew may get wrong answers, and never a crash.
    func testForgedSegmentsDoNoHarm() throws {
        let store = try store()
        let bytes = try kept(store)
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
        XCTAssertGreaterThan(differing, 0, "no forgery was believed, so nothing was tried")
    }

    func testTheIndexOfAnotherHistoryIsNotBelieved() throws {
        let (mine, other) = (try store(), try store(["other frost", "other gate", "fro", "gone", "more"], at: 1))
        let bytes = try kept(mine)
        XCTAssertEqual(try answers(over: bytes, other), try answers(ScanSearch(), other))
        let shorter = try store(["frost"], at: 1)
        XCTAssertEqual(try answers(over: bytes, shorter), try answers(ScanSearch(), shorter))
        XCTAssertEqual(try answers(over: bytes, MemoryStore()).map(\.count), queries.map { _ in 0 })
    }

    func testTheIndexOfAnotherSourceIsNotBelieved() throws {
        let store = try store()
        let reversed = SearchSource(Page.byDay) { (page: Page) in page.passages.map { String($0.reversed()) } }
        let later = SearchSource(Page.byDay, revision: 2) { (page: Page) in page.passages.map { String($0.reversed()) } }
        let cache = SegmentCache.memory()
        cache.keep("pages", try kept(store, source: reversed))
        let hits = try IndexedSearch(cache: cache).find(SearchQuery("tsorf"), in: later, of: store, order: .newest, limit: nil)
        XCTAssertEqual(hits.count, 3)
        cache.keep("pages", try kept(store))
        let again = try IndexedSearch(cache: cache).find(SearchQuery("tsorf"), in: later, of: store, order: .newest, limit: nil)
        XCTAssertEqual(again.count, 3)
    }

    func testAKeptIndexIsUsed() throws {
        let store = try store()
        let kept = try kept(store)
        let counting = Page.counting()
        let cache = SegmentCache.memory()
        cache.keep("pages", kept)
        let search = IndexedSearch(cache: cache, economy: .eager(32))
        XCTAssertEqual(try search.find(SearchQuery("frost"), in: counting.source, of: store, order: .newest, limit: nil).count, 3)
        XCTAssertEqual(counting.count(), 0, "records were read although the index was whole")
        try store.write { try $0.put(Page(id: "p9", day: 9, passages: ["frost"])) }
        XCTAssertEqual(
            try search.find(SearchQuery("frost"), in: counting.source, of: store, order: .newest, limit: nil).ids.first, "p9")
        XCTAssertEqual(counting.count(), 1, "more was read than what changed")
    }

    func testAFewRecordsLeaveNoFile() throws {
        try Folder.use { folder in
            let store = try store()
            XCTAssertEqual(
                try answers(IndexedSearch(cache: .folder(folder + "/search")), store), try answers(ScanSearch(), store))
            XCTAssertFalse(FileManager.default.fileExists(atPath: folder + "/search"))
        }
    }

    func testAFolderKeepsForItsOwnerAlone() throws {
        try Folder.use { folder in
            let path = folder + "/search"
            let cache = SegmentCache.folder(path)
            XCTAssertNil(cache.read("a"))
            cache.keep("a", [1, 2, 3])
            cache.keep("a", [4])
            XCTAssertEqual(cache.read("a"), [4])
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: path), ["a.index"])
            let mode = try FileManager.default.attributesOfItem(atPath: path + "/a.index")[.posixPermissions] as? Int
            XCTAssertEqual(mode, 0o600)
            SegmentCache.folder(path, isReadOnly: true).keep("a", [9])
            SegmentCache.folder("").keep("a", [9])
            XCTAssertEqual(SegmentCache.folder(path, isReadOnly: true).read("a"), [4])
            cache.keep("a", nil)
            XCTAssertNil(cache.read("a"))
        }
    }

    func testAFolderFollowsNoLinksAndTrustsNobodyElse() throws {
        try Folder.use { folder in
            let cache = SegmentCache.folder(folder)
            try Data([7]).write(to: URL(fileURLWithPath: folder + "/secret"))
            try FileManager.default.createSymbolicLink(atPath: folder + "/a.index", withDestinationPath: folder + "/secret")
            try FileManager.default.createSymbolicLink(atPath: folder + "/a.index.new", withDestinationPath: folder + "/secret")
            XCTAssertNil(cache.read("a"))
            cache.keep("a", [1, 2])
            XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: folder + "/secret")), Data([7]))
            cache.keep("b", [1])
            XCTAssertEqual(chmod(folder + "/b.index", 0o666), 0)
            XCTAssertNil(cache.read("b"))
        }
    }

    func testAFolderKeepsUpToTheLargestIndexAndNothingOfADraft() throws {
        try Folder.use { folder in
            let cache = SegmentCache.folder(folder)
            for (size, isRead) in [(0, false), (1, true), (256 << 20, true), ((256 << 20) + 1, false)] {
                XCTAssertTrue(FileManager.default.createFile(atPath: folder + "/a.index", contents: nil))
                XCTAssertEqual(chmod(folder + "/a.index", 0o600), 0)
                XCTAssertEqual(truncate(folder + "/a.index", off_t(size)), 0)
                XCTAssertEqual(cache.read("a")?.count, isRead ? size : nil)
            }
            cache.keep("a", [1])
            cache.keep("a", [UInt8](repeating: 0, count: (256 << 20) + 1))
            XCTAssertNil(cache.read("a"), "what is too large takes away what it would have replaced")
            try Data(repeating: 7, count: 10).write(to: URL(fileURLWithPath: folder + "/b.index.new"))
            XCTAssertEqual(chmod(folder + "/b.index.new", 0o600), 0)
            cache.keep("b", [1, 2])
            XCTAssertEqual(cache.read("b"), [1, 2], "a draft that a crash left is written anew")
        }
    }

    func testSeveralThreadsAskOneSearch() throws {
        let store = try store()
        let search = IndexedSearch(cache: .memory(), economy: .eager(1))
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for turn in 0..<20 {
                try? store.write { try $0.put(Page(id: Identifier("t\(thread)-\(turn)"), day: turn, passages: ["snow"])) }
                _ = try? search.find(SearchQuery("snow"), in: Page.searched, of: store, order: .best, limit: 3)
            }
        }
        XCTAssertEqual(try search.find(SearchQuery("snow"), in: Page.searched, of: store, order: .newest, limit: 1).count, 160)
    }
}
