import Kernel
import Storage
import Synchronization
import TestSupport
import XCTest

final class OpenedStoresTests: XCTestCase {
    /// Uses the layers and limits of an app's store.
    func testOpenedStoreRequestsUpkeepExceptInDryRun() throws {
        let home = try Home(isQuick: true)
        let openCount = Mutex(0)
        let place = home.path("store")
        let ground = StoreContext(
            directory: { place }, now: { Instant(milliseconds: 1_763_661_909_120) },
            caller: StoreClient(requestUpkeep: {
                openCount.withLock { $0 += 1 }
                return true
            }))
        func run(dryRunCopy: Bool = false, _ numbers: [Int]) throws {
            let opened = OpenedStores()
            let base = opened.sharingReads(LazyStore { try StoreProvider.file.open(ground) })
            opened.add(base)
            let store: any Store = dryRunCopy ? try DryRunStore(over: base) { Instant(milliseconds: 5) } : base
            for number in numbers {
                try store.write { try $0.put(Word("p\(number)", String(repeating: "x", count: 600_000))) }
            }
            opened.close()
        }
        try run([0, 1, 2, 3])
        try run([0, 1, 2])
        try run(dryRunCopy: true, [0, 1, 2, 3])
        XCTAssertEqual(openCount.withLock { $0 }, 0)
        try run([3])
        XCTAssertEqual(openCount.withLock { $0 }, 1)
        try run(dryRunCopy: true, [0, 1, 2, 3])
        XCTAssertEqual(openCount.withLock { $0 }, 1)
        XCTAssertTrue(home.text("store/CURRENT").contains("\"log-1.jsonl\""), "nothing was compacted")
    }
}
