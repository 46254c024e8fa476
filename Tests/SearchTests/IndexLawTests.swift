import Kernel
import Search
import Storage
import XCTest

final class IndexLawTests: XCTestCase {
    /// Compares index and scan over 12 histories of 100 steps, with 10 queries a step.
    func testIndexAndScanAgree() throws {
        var asked = 0
        for seed in 1...12 {
            var random = RandomSource(seed: UInt64(seed))
            let size = seed % 4 == 0 ? 24 : 6
            let store = MemoryStore()
            let cache = SegmentCache.memory()
            let economy = IndexedSearch.IndexingPolicy.eager([0, 3, 20][seed % 3])
            var search = IndexedSearch(cache: cache, policy: economy)
            for step in 0..<100 {
                try change(store, size, &random)
                // Reopens the index, as another process would.
                if step % 7 == 0 { search = IndexedSearch(cache: cache, policy: economy) }
                for _ in 0..<10 {
                    let text = Page.query(&random)
                    let order: SearchOrder = Bool.random(using: &random) ? .best : .newest
                    let limit = Bool.random(using: &random) ? nil : Int.random(in: 0...5, using: &random)
                    try XCTAssertEqual(
                        find(text, search, store, order, limit), find(text, ScanSearch(), store, order, limit),
                        "seed \(seed), “\(text)”")
                    asked += 1
                }
            }
        }
        XCTAssertGreaterThanOrEqual(asked, 10_000)
    }

    /// Plain texts rank in the same order as records.
    func testTextsRankLikeRecords() throws {
        for seed in 1...60 {
            var random = RandomSource(seed: UInt64(seed))
            // The newest first, because equal ranks keep the order of the list.
            let pages = (0..<20).map { number in
                Page(id: Identifier("p\(number)"), day: 100 - number, passages: Page.random(number, &random).passages)
            }
            let store = MemoryStore()
            try store.write { try $0.put(contentsOf: pages) }
            for _ in 0..<10 {
                guard let query = try? SearchQuery(Page.query(&random)) else { continue }
                let limit = Int.random(in: 0...20, using: &random)
                let hits = try ScanSearch().find(query, in: Page.searched, of: store, order: .best, limit: limit)
                let places = ScanSearch().best(query, of: pages.map(\.passages), limit: limit)
                XCTAssertEqual(places.map { "p\($0)" }, hits.ids, "seed \(seed), \(query)")
            }
        }
    }

    /// An index that merged each change is byte for byte equal to a new one.
    func testIncrementalIndexEqualsRebuiltIndex() throws {
        for seed in 1...20 {
            var random = RandomSource(seed: UInt64(seed))
            let store = MemoryStore()
            let grown = SegmentCache.memory()
            let search = IndexedSearch(cache: grown, policy: .eager(seed % 2))
            for _ in 0..<30 {
                try change(store, 16, &random)
                _ = try find("frost", search, store)
            }
            // Changes that are not merged yet are merged by a further change.
            while try point(grown) != store.changes(since: 0).last?.sequence {
                try change(store, 16, &random)
                _ = try find("frost", search, store)
            }
            let cache = SegmentCache.memory()
            _ = try find("frost", IndexedSearch(cache: cache, policy: .eager(0)), store)
            XCTAssertEqual(grown.read("pages"), cache.read("pages"), "seed \(seed)")
        }
    }

    /// Adds, changes or deletes some records in one transaction.
    private func change(_ store: any Store, _ size: Int, _ random: inout RandomSource) throws {
        let count = Int.random(in: 1...3, using: &random)
        let pages = (0..<count).map { _ in Page.random(Int.random(in: 0..<size, using: &random), &random) }
        let deletedIDs = (0..<2).map { _ in Identifier<Page>("p\(Int.random(in: 0..<size, using: &random))") }
        let deletes = Bool.random(using: &random)
        try store.write { transaction in
            if deletes {
                for id in deletedIDs { try transaction.delete(id) }
            } else {
                try transaction.put(contentsOf: pages)
            }
        }
        // A change of another collection, which is in the feed too.
        try store.write { try $0.put(Other(id: "o", number: count)) }
    }

    private func find(
        _ text: String, _ search: any TextSearch, _ store: any Store, _ order: SearchOrder = .newest,
        _ limit: Int? = nil
    ) throws -> SearchHits {
        try search.find(SearchQuery(text), in: Page.searched, of: store, order: order, limit: limit)
    }

    /// Returns the sequence number in a segment's header.
    private func point(_ cache: SegmentCache) throws -> Int? {
        cache.read("pages").map { $0[24..<32].reversed().reduce(0) { $0 << 8 | Int($1) } }
    }
}

private struct Other: Storable {
    let id: Identifier<Other>
    let number: Int
    static let collection = RecordCollection<Other>("others")
}
