import Kernel
import XCTest

final class StoreContextTests: XCTestCase {
    /// A copy for another store still knows what the other devices have received, so that no engine
    /// discards a tombstone that they need.
    func testContextForAnotherTargetKeepsEverythingElse() throws {
        let received = HybridTime(milliseconds: 7, counter: 1)
        let context = StoreContext(
            target: "a", directory: { "/data" }, notes: "/notes", isDryRun: true, now: { Instant(milliseconds: 3) },
            peers: { received })
        let other = context.with(target: "b")
        XCTAssertEqual(other.target, "b")
        XCTAssertEqual(try other.directory(), "/data")
        XCTAssertEqual(other.notes, "/notes")
        XCTAssertTrue(other.isDryRun)
        XCTAssertEqual(other.now(), Instant(milliseconds: 3))
        XCTAssertEqual(other.peers(), received)
    }
}
