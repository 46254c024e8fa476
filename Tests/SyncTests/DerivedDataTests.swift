import Kernel
import Storage
import Sync
import Synchronization
import TestSupport
import XCTest

/// Derived data is updated after a merge, even if a process ends between the two.
final class DerivedDataTests: XCTestCase {
    private let clock = ManualClock()
    private let ids = IDSource.counting(prefix: "d")
    private let place = MemoryTransport()
    private let seen = TouchedRecords()

    /// The touched records of each call, with injected failures.
    private final class TouchedRecords: Sendable {
        private let state = Mutex<(calls: [[String]], failures: Int)>(([], 0))
        var calls: [[String]] { state.withLock { $0.calls } }
        func fail(times: Int) { state.withLock { $0.failures = times } }

        func take(_ touched: [RecordAddress]) throws {
            try state.withLock { state in
                state.failures -= 1
                if state.failures >= 0 { throw Failure(.unreadableRecord, "A sum cannot be made.") }
                state.calls.append(touched.map(\.id))
            }
        }
    }

    private func device(_ name: String, settling: Bool = false) -> (store: MemoryStore, replica: Replica) {
        let store = MemoryStore(device: name) { [clock] in clock.now }
        var settings = SyncSettings.sample
        if settling { settings.settle = { [seen] touched, _ in try seen.take(touched) } }
        return (store, Replica(of: store, at: place, settings: settings, ids: ids) { [clock] in clock.now })
    }

    private func write(_ id: String, _ store: any Store) throws {
        clock.advance(seconds: 1)
        try store.write { try $0.put(Note(id: Identifier(id), text: id)) }
    }

    func testMergedRecordsAreSettledOnce() throws {
        let phone = device("p")
        let tablet = device("t", settling: true)
        try tablet.replica.round()
        XCTAssertEqual(seen.calls, [], "nothing came")
        for id in ["a", "b"] { try write(id, phone.store) }
        try phone.replica.round()
        try tablet.replica.round()
        XCTAssertEqual(seen.calls, [["a", "b"]])
        for _ in 0..<3 { try tablet.replica.round() }
        XCTAssertEqual(seen.calls.count, 1)
        try write("c", phone.store)
        try phone.replica.round()
        try tablet.replica.round()
        XCTAssertEqual(seen.calls.last?.contains("c"), true)
    }

    func testFailedSettlementIsReportedAndRetried() throws {
        let phone = device("p")
        let tablet = device("t", settling: true)
        try tablet.replica.round()
        try write("a", phone.store)
        try phone.replica.round()
        seen.fail(times: 9)
        let report = try tablet.replica.round()
        XCTAssertEqual(report.received, 1)
        XCTAssertEqual(report.troubles.map(\.code), [.unreadableRecord])
        try write("b", tablet.store)
        XCTAssertEqual(try tablet.replica.round().sent, 1, "local writes are still sent")
        seen.fail(times: 0)
        XCTAssertTrue(try tablet.replica.settle())
        XCTAssertEqual(seen.calls.first?.contains("a"), true)
        XCTAssertFalse(try tablet.replica.settle())
    }

    /// A process that ends between the merge and the update leaves a marker with the records.
    func testOtherProcessCompletesSettlement() throws {
        let phone = device("p")
        let tablet = device("t", settling: true)
        try tablet.replica.round()
        try write("a", phone.store)
        try phone.replica.round()
        seen.fail(times: 9)
        try tablet.replica.round()
        seen.fail(times: 0)
        var settings = SyncSettings.sample
        settings.settle = { [seen] touched, _ in try seen.take(touched) }
        let next = Replica(of: tablet.store, at: place, settings: settings, ids: ids) { [clock] in clock.now }
        try next.round()
        XCTAssertEqual(seen.calls.map { $0.contains("a") }, [true])
    }
}
