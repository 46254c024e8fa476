import Kernel
import Storage
import Sync
import TestSupport
import XCTest

/// Local records do not prevent a place from replacing batches with a snapshot.
final class SnapshotTests: XCTestCase {
    private let meeting = Meeting()
    private let place = MemoryTransport()

    /// A record of one device only.
    private struct Own: Storable {
        static let collection = RecordCollection<Own>("own.things")
        var id: Identifier<Own> = "mine"
        var text = "of this device alone"
    }

    private var settings: SyncSettings {
        var settings = SyncSettings.sample
        (settings.leastCollected, settings.batch.records) = (600, 3)
        return settings
    }

    /// Creates a device with many changes and one local record.
    private func device(
        _ name: String, at place: any SyncTransport, _ settings: SyncSettings
    ) throws -> (store: MemoryStore, replica: Replica) {
        let device = meeting.device(name, at: place, settings)
        try device.store.write { try $0.put(Own()) }
        for number in 0..<30 { try meeting.write("text \(number)", device.store, "n\(number)") }
        return device
    }

    func testSnapshotExcludesLocalCollections() throws {
        var settings = settings
        settings.localCollections = [Own.collection.name]
        let phone = try device("p", at: place, settings)
        for _ in 0..<3 { try phone.replica.round() }
        XCTAssertNotNil(try place.snapshot())
        XCTAssertFalse(try place.everything().contains("of this device alone"))
        let tablet = meeting.device("t", at: place, settings)
        try tablet.store.write { try $0.put(Own(text: "of the tablet")) }
        for _ in 0..<2 { for device in [tablet, phone] { try device.replica.round() } }
        XCTAssertEqual(try texts(tablet.store), try texts(phone.store))
        XCTAssertEqual(
            try tablet.store.read { try $0.record(Own().id)?.text }, "of the tablet", "a snapshot removes no batch")
        XCTAssertEqual(try phone.store.read { try $0.record(Own().id)?.text }, "of this device alone")
    }

    /// Records that others may have sent and that this device may not send: a snapshot would be
    /// incomplete.
    func testDisabledCollectionPreventsSnapshot() throws {
        let phone = try device("p", at: place, settings)
        for _ in 0..<3 { try phone.replica.round() }
        XCTAssertNil(try place.snapshot())
        var open = settings
        open.localCollections = [Own.collection.name]
        let free = meeting.replica(of: phone.store, at: place, open)
        for _ in 0..<2 { try free.round() }
        XCTAssertNotNil(try place.snapshot())
    }
}
