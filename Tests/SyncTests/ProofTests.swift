import Kernel
import Storage
import Sync
import TestBench
import XCTest

/// That two devices are equal, proved by sums that travel; and where they are not, what differs.
final class ProofTests: XCTestCase {
    private let meeting = Meeting()
    private let place = MemoryTransport()

    /// Everybody meets until all know what all have.
    private func meet(_ devices: [(store: MemoryStore, replica: Replica)]) throws {
        for _ in 0..<4 { for one in devices { try one.replica.round() } }
    }

    private func trio() throws -> [(store: MemoryStore, replica: Replica)] {
        let devices = ["p", "t", "x"].map { meeting.device($0, at: place) }
        for number in 0..<200 { try meeting.write("\(number)", devices[number % 3].store, "n\(number)") }
        try meeting.delete(devices[0].store, "n0")
        try meet(devices)
        try meeting.delete(devices[1].store, "n1")
        try meet(devices)
        return devices
    }

    func testDevicesThatAreEqualProveIt() throws {
        let devices = try trio()
        XCTAssertEqual(try devices[0].replica.comparisons().map(\.outcome), [.asked, .asked])
        XCTAssertEqual(try devices[0].replica.prove().map(\.outcome), [.asked, .asked])
        try meet(devices)
        for one in devices {
            XCTAssertEqual(try one.replica.comparisons().map(\.outcome), [.same(records: 198), .same(records: 198)])
        }
        // Nothing is said any more about what has changed since, and a card is as short as it was.
        try meeting.write("new", devices[2].store, "new")
        try devices[2].replica.round()
        XCTAssertEqual(try devices[0].replica.comparisons().map(\.outcome), [.same(records: 198), .apart])
        try meet(devices)
        XCTAssertEqual(try devices[0].replica.comparisons().map(\.outcome), [.asked, .asked])
        XCTAssertLessThan(try XCTUnwrap(place.card(of: try XCTUnwrap(devices[0].replica.device()))).count, 500)
    }

    /// Somebody has changed a store behind everybody's back: it is noticed, and named.
    func testWhatDiffersIsNamed() throws {
        let devices = try trio()
        let below = devices[1].store
        func address(_ id: String) -> RecordAddress { RecordAddress(partition: .common, collection: "notes", id: id) }
        let old = try below.read { try $0.below.records(at: [address("n5"), address("n6"), address("n1")]) }
        // As a damaged disk would have it: without a trace in the feed of anything that leaves.
        let broken = BrokenStore(below) { record in
            switch record.address.id {
            case "n5": nil
            case "n6":
                StoredRecord(
                    address: record.address, stamp: record.stamp, payloadVersion: 1, entries: [],
                    payload: Data("{\"id\":\"n6\",\"text\":\"flipped\"}".utf8))
            default: record
            }
        }
        XCTAssertEqual(old.compactMap { $0 }.count, 3)
        let tablet = meeting.replica(of: broken, at: place)
        _ = try devices[0].replica.prove()
        for _ in 0..<3 { for one in [tablet, devices[0].replica, devices[2].replica] { try one.round() } }
        let name = try XCTUnwrap(tablet.device())
        for one in try devices[0].replica.comparisons() {
            guard one.device == name else {
                XCTAssertEqual(one.outcome, .same(records: 198))
                continue
            }
            guard case .different(let found) = one.outcome else { return XCTFail("\(one.outcome)") }
            XCTAssertEqual(found.map(\.collection), ["notes"])
            XCTAssertEqual(found.first?.onlyHere, [address("n5")])
            XCTAssertEqual(found.first?.otherwise, [address("n6")])
            XCTAssertEqual(found.first?.onlyThere, [])
        }
    }

    /// What waits for its time on one of them, and stands on another, is said to be the reason.
    func testAVersionThatWaitsExplainsADifference() throws {
        let phone = meeting.device("p", at: place)
        let ahead = HandClock("2031-01-01T00:00:00Z")
        let store = MemoryStore(device: "a") { ahead.now }
        let other = Replica(of: store, at: place, settings: .sample, ids: meeting.ids) { ahead.now }
        try store.write { try $0.put(Note(id: "a", text: "from tomorrow")) }
        for _ in 0..<2 { for one in [other, phone.replica] { try one.round() } }
        _ = try phone.replica.prove()
        for _ in 0..<3 { for one in [other, phone.replica] { try one.round() } }
        guard case .different(let found)? = try phone.replica.comparisons().first?.outcome else {
            return XCTFail("no difference")
        }
        XCTAssertEqual(found.first?.waiting.here, 1)
        XCTAssertEqual(found.first?.onlyThere.map(\.id), ["a"])
    }

    func testNothingIsComputedUnasked() throws {
        let devices = try trio()
        for one in devices { for _ in 0..<3 { try one.replica.round() } }
        for device in try place.devices() {
            XCTAssertNil(try DeviceCard(reading: try XCTUnwrap(place.card(of: device))).proof)
        }
    }
}

/// A store of which some records read otherwise than they were written.
private struct BrokenStore: Store, StoreEngine {
    private let inner: MemoryStore
    private let form: @Sendable (StoredRecord) -> StoredRecord?

    init(_ inner: MemoryStore, _ form: @escaping @Sendable (StoredRecord) -> StoredRecord?) {
        (self.inner, self.form) = (inner, form)
    }

    var engine: any StoreEngine { self }
    var partition: Partition { inner.partition }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try inner.engine.read { try body(Reading(below: $0, form: form)) }
    }
    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try inner.engine.write(body) }
    func changes(since sequence: Int, limit: Int) throws -> [Change] { try inner.engine.changes(since: sequence, limit: limit) }
    func inspect() throws -> StoreReport { try inner.engine.inspect() }
    func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value {
        try inner.engine.renew(renewal, closing: closing)
    }
    func close() throws {}

    private final class Reading: EngineTransaction {
        private let below: any EngineTransaction
        private let form: @Sendable (StoredRecord) -> StoredRecord?

        init(below: any EngineTransaction, form: @escaping @Sendable (StoredRecord) -> StoredRecord?) {
            (self.below, self.form) = (below, form)
        }

        var time: HybridTime { below.time }
        var device: String { below.device }
        func record(at address: RecordAddress) throws -> StoredRecord? { try below.record(at: address).flatMap(form) }
        func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws { try below.scan(scan, visit) }
        func count(_ scan: IndexScan) throws -> Int { try below.count(scan) }
        func addresses(in partition: Partition?) throws -> [RecordAddress] { try below.addresses(in: partition) }
        func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
            try below.put(record, reindex: reindex)
        }
    }
}
