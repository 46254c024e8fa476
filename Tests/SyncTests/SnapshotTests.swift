import Kernel
import Storage
import Sync
import TestBench
import XCTest

/// What stands beside the records that travel does not keep a place from being tidied up.
final class SnapshotTests: XCTestCase {
    private let meeting = Meeting()
    private let place = MemoryTransport()

    /// Something of one device.
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

    /// Somebody who has written much, and something of the device.
    private func device(
        _ name: String, at place: any SyncTransport, _ settings: SyncSettings
    ) throws -> (store: MemoryStore, replica: Replica) {
        let one = meeting.device(name, at: place, settings)
        try one.store.write { try $0.put(Own()) }
        for number in 0..<30 { try meeting.write("text \(number)", one.store, "n\(number)") }
        return one
    }

    func testWhatStaysOnEveryDeviceIsLeftOut() throws {
        var settings = settings
        settings.staying = [Own.collection.name]
        let phone = try device("p", at: place, settings)
        for _ in 0..<3 { try phone.replica.round() }
        XCTAssertNotNil(try place.snapshot())
        XCTAssertFalse(try place.everything().contains("of this device alone"))
        let tablet = meeting.device("t", at: place, settings)
        try tablet.store.write { try $0.put(Own(text: "of the tablet")) }
        for _ in 0..<2 { for one in [tablet, phone] { try one.replica.round() } }
        XCTAssertEqual(try texts(tablet.store), try texts(phone.store))
        XCTAssertEqual(try tablet.store.read { try $0.record(Own().id)?.text }, "of the tablet", "a snapshot takes nothing of it")
        XCTAssertEqual(try phone.store.read { try $0.record(Own().id)?.text }, "of this device alone")
    }

    /// Somebody has something that others may have sent, and that may not leave here: no snapshot would be whole.
    func testWhatMayNotLeaveMakesASnapshotOfNothing() throws {
        let phone = try device("p", at: place, settings)
        for _ in 0..<3 { try phone.replica.round() }
        XCTAssertNil(try place.snapshot())
        var open = settings
        open.staying = [Own.collection.name]
        let free = meeting.replica(of: phone.store, at: place, open)
        for _ in 0..<2 { try free.round() }
        XCTAssertNotNil(try place.snapshot())
    }
}
