import Kernel
import Storage
import Sync
import TestSupport
import XCTest

/// Runs the example of `Modules/Sync/README.md`.
final class SyncReadmeTests: XCTestCase {
    func testExampleSendsOneChange() throws {
        let clock = ManualClock()
        let now: @Sendable () -> Instant = { clock.now }
        let place = MemoryTransport()
        let phone = MemoryStore(device: "phone", now: now)
        let settings = SyncSettings.sample
        let ids = IDSource.counting(prefix: "d")
        clock.advance(seconds: 1)
        let replica = Replica(of: phone, at: place, settings: settings, ids: ids, now: now)
        try phone.write { try $0.put(Note(id: "a", text: "tea")) }
        let report = try replica.round()
        XCTAssertEqual(report.sent, 1)
        XCTAssertEqual(try replica.waiting(), 0)
        XCTAssertEqual(try replica.recovered(), [])
    }
}
