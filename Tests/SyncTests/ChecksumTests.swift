import Kernel
import Storage
import Sync
import TestSupport
import XCTest

/// Devices prove by checksums that they are equal, or list their differences.
final class ChecksumTests: XCTestCase {
    private let meeting = Meeting()
    private let place = MemoryTransport()

    /// Syncs all devices until each knows the others' state.
    private func meet(_ devices: [(store: MemoryStore, replica: Replica)]) throws {
        for _ in 0..<4 { for device in devices { try device.replica.round() } }
    }

    private func threeDevices() throws -> [(store: MemoryStore, replica: Replica)] {
        let devices = ["p", "t", "x"].map { meeting.device($0, at: place) }
        for number in 0..<200 { try meeting.write("\(number)", devices[number % 3].store, "n\(number)") }
        try meeting.delete(devices[0].store, "n0")
        try meet(devices)
        try meeting.delete(devices[1].store, "n1")
        try meet(devices)
        return devices
    }

    func testEqualDevicesHaveEqualChecksums() throws {
        let devices = try threeDevices()
        XCTAssertEqual(try devices[0].replica.comparisons().map(\.outcome), [.asked, .asked])
        XCTAssertEqual(try devices[0].replica.exchangeChecksums().map(\.outcome), [.asked, .asked])
        try meet(devices)
        for device in devices {
            XCTAssertEqual(try device.replica.comparisons().map(\.outcome), [.same(records: 198), .same(records: 198)])
        }
        // Outdated checksums are not reported, and the card has its previous length again.
        try meeting.write("new", devices[2].store, "new")
        try devices[2].replica.round()
        XCTAssertEqual(try devices[0].replica.comparisons().map(\.outcome), [.same(records: 198), .apart])
        try meet(devices)
        XCTAssertEqual(try devices[0].replica.comparisons().map(\.outcome), [.asked, .asked])
        XCTAssertLessThan(try XCTUnwrap(place.card(of: try XCTUnwrap(devices[0].replica.device()))).count, 500)
    }

    /// A store changed without a trace in its feed is detected, and the records are listed.
    func testDifferencesAreListed() throws {
        let devices = try threeDevices()
        let below = devices[1].store
        func address(_ id: String) -> RecordAddress { RecordAddress(partition: .common, collection: "notes", id: id) }
        let old = try below.read { try $0.below.records(at: [address("n5"), address("n6"), address("n1")]) }
        // Simulates a damaged disk: the feed contains no change.
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
        _ = try devices[0].replica.exchangeChecksums()
        for _ in 0..<3 { for device in [tablet, devices[0].replica, devices[2].replica] { try device.round() } }
        let name = try XCTUnwrap(tablet.device())
        for comparison in try devices[0].replica.comparisons() {
            guard comparison.device == name else {
                XCTAssertEqual(comparison.outcome, .same(records: 198))
                continue
            }
            guard case .different(let differences) = comparison.outcome else { return XCTFail("\(comparison.outcome)") }
            XCTAssertEqual(differences.map(\.collection), ["notes"])
            XCTAssertEqual(differences.first?.onlyHere, [address("n5")])
            XCTAssertEqual(differences.first?.otherwise, [address("n6")])
            XCTAssertEqual(differences.first?.onlyThere, [])
        }
    }

    /// A version that is quarantined on one device explains a difference.
    func testQuarantinedVersionExplainsDifference() throws {
        let phone = meeting.device("p", at: place)
        let ahead = ManualClock("2031-01-01T00:00:00Z")
        let store = MemoryStore(device: "a") { ahead.now }
        let other = Replica(of: store, at: place, settings: .sample, ids: meeting.ids) { ahead.now }
        try store.write { try $0.put(Note(id: "a", text: "from tomorrow")) }
        for _ in 0..<2 { for replica in [other, phone.replica] { try replica.round() } }
        _ = try phone.replica.exchangeChecksums()
        for _ in 0..<3 { for replica in [other, phone.replica] { try replica.round() } }
        guard case .different(let differences)? = try phone.replica.comparisons().first?.outcome else {
            return XCTFail("no difference")
        }
        XCTAssertEqual(differences.first?.waiting.here, 1)
        XCTAssertEqual(differences.first?.onlyThere.map(\.id), ["a"])
    }

    func testChecksumsAreComputedOnlyOnRequest() throws {
        let devices = try threeDevices()
        for device in devices { for _ in 0..<3 { try device.replica.round() } }
        for device in try place.devices() {
            XCTAssertNil(try DeviceCard(reading: try XCTUnwrap(place.card(of: device))).proof)
        }
    }
}

/// A store that returns some records changed.
private struct BrokenStore: Store, StoreEngine {
    private let inner: MemoryStore
    private let form: @Sendable (StoredRecord) -> StoredRecord?

    init(_ inner: MemoryStore, _ form: @escaping @Sendable (StoredRecord) -> StoredRecord?) {
        self.inner = inner
        self.form = form
    }

    var engine: any StoreEngine { self }
    var partition: Partition { inner.partition }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try inner.engine.read { try body(ChangedReadTransaction(below: $0, form: form)) }
    }
    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try inner.engine.write(body) }
    func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try inner.engine.changes(since: sequence, limit: limit)
    }
    func inspect() throws -> StoreReport { try inner.engine.inspect() }
    func replaceInBulk<Value>(_ renewal: BulkReplacement, closing: (any EngineTransaction) throws -> Value) throws
        -> Value
    {
        try inner.engine.replaceInBulk(renewal, closing: closing)
    }
    func close() throws {}

    /// A transaction that changes or hides the records that it reads.
    private final class ChangedReadTransaction: EngineTransaction {
        private let below: any EngineTransaction
        private let form: @Sendable (StoredRecord) -> StoredRecord?

        init(below: any EngineTransaction, form: @escaping @Sendable (StoredRecord) -> StoredRecord?) {
            self.below = below
            self.form = form
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
