import Kernel
import KernelTesting
import Search
import SearchTesting
import Storage
import Synchronization
import XCTest

final class ContractTests: XCTestCase {
    func testScanSearchKeepsTheContract() throws {
        for broken in TextSearchContract.over(store: { MemoryStore() }, { ScanSearch() }).brokenPromises() {
            XCTFail(broken.description)
        }
    }

    func testIndexedSearchKeepsTheContractAtAnyMergeThreshold() throws {
        for leastTouched in [0, 1, 32] {
            let contract = TextSearchContract.over(store: { MemoryStore() }) {
                IndexedSearch(cache: .memory(), policy: .eager(leastTouched))
            }
            for broken in contract.brokenPromises() { XCTFail("\(leastTouched): \(broken)") }
        }
    }

    func testIndexedSearchKeepsTheContractOverAFileStore() throws {
        try Folder.use { folder in
            let number = Mutex(0)
            let contract = TextSearchContract.over(
                store: {
                    let next = number.withLock {
                        $0 += 1
                        return $0
                    }
                    return try FileStore(directory: "\(folder)/\(next)", now: { Instant(milliseconds: 0) })
                }, { IndexedSearch(cache: .none) })
            for broken in contract.brokenPromises() { XCTFail(broken.description) }
        }
    }

    func testFaultySearchesBreakTheContract() throws {
        let unscoped = TextSearchContract.over(store: { MemoryStore() }, { Unscoped() }).brokenPromises()
        XCTAssertEqual(unscoped.map(\.promise), ["results contain only records of the partition"])
        let stale = TextSearchContract.over(store: { MemoryStore() }, { Stale() }).brokenPromises()
        XCTAssertTrue(stale.contains { $0.promise == "the index follows inserts, updates and deletes" })
        let unordered = TextSearchContract.over(store: { MemoryStore() }, { Unordered() }).brokenPromises()
        XCTAssertEqual(unordered.map(\.promise), ["ranking prefers more matches, shorter texts and rare words"])
    }
}

/// Searches the common partition instead of the given one.
private struct Unscoped: TextSearch {
    func find(_ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder, limit: Int?)
        throws
        -> SearchHits
    {
        try ScanSearch().find(query, in: source, of: store.scoped(to: .common), order: order, limit: limit)
    }
}

/// Returns the first answer to a query forever.
private final class Stale: TextSearch {
    private let answers = Mutex<[String: SearchHits]>([:])

    func find(_ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder, limit: Int?)
        throws
        -> SearchHits
    {
        let key = "\(query) \(order) \(limit ?? -1)"
        if let known = answers.withLock({ $0[key] }) { return known }
        let hits = try ScanSearch().find(query, in: source, of: store, order: order, limit: limit)
        answers.withLock { $0[key] = hits }
        return hits
    }
}

/// Ignores `order` and returns the newest first.
private struct Unordered: TextSearch {
    func find(_ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder, limit: Int?)
        throws
        -> SearchHits
    {
        try ScanSearch().find(query, in: source, of: store, order: .newest, limit: limit)
    }
}
