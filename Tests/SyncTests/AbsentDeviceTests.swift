import Kernel
import Storage
import Sync
import TestSupport
import XCTest

/// Devices without contact for a long time, and devices removed from the account.
final class AbsentDeviceTests: XCTestCase {
    private let meeting = Meeting()
    private let place = MemoryTransport()
    private var settings = SyncSettings.sample

    override func setUp() { settings.leastCollected = 600 }

    /// Simulates months: the first device writes, and all given devices sync twice a month.
    private func live(_ months: Int, _ devices: [(store: MemoryStore, replica: Replica)]) throws {
        for month in 0..<months {
            meeting.clock.advance(days: 30)
            for number in 0..<4 { try meeting.write("month \(month)", devices[0].store, "n\(number)") }
            for _ in 0..<2 { for device in devices { try device.replica.round() } }
        }
    }

    func testReturnAfter180DaysStartsFromSnapshotAndSendsChanges() throws {
        let phone = meeting.device("p", at: place, settings)
        let tablet = meeting.device("t", at: place, settings)
        let old = meeting.device("o", at: place, settings)
        try meeting.write("to be deleted", phone.store, "gone")
        try meeting.write("to be deleted too", phone.store, "edited")
        try meeting.write("on the old one", old.store, "sent")
        for _ in 0..<2 { for device in [phone, tablet, old] { try device.replica.round() } }
        let name = try XCTUnwrap(old.replica.device())
        try meeting.write("written on the way", old.store, "unsent")
        try meeting.write("edited on the way", old.store, "edited")
        try meeting.delete(phone.store, "gone")
        try meeting.delete(phone.store, "edited")
        try live(5, [phone, tablet])
        let waiting = try phone.replica.seenByAll()
        XCTAssertTrue(try place.everything().contains("month 1"), "changes that the old device has not read stay")
        try live(3, [phone, tablet])
        XCTAssertGreaterThan(try XCTUnwrap(phone.replica.seenByAll()), try XCTUnwrap(waiting))
        let envelopes = try place.envelopes(of: try XCTUnwrap(phone.replica.device()), after: 0, limit: .max)
        XCTAssertGreaterThan(try XCTUnwrap(envelopes.first).first, 20, "its stream is collected")
        // The returning device finds a gap and recognizes it as permanent.
        for _ in 0..<7 { try old.replica.round() }
        for _ in 0..<2 { for device in [phone, tablet, old] { try device.replica.round() } }
        XCTAssertEqual(try old.replica.device(), name)
        for device in [phone, tablet, old] {
            XCTAssertNil(try text(device.store, "gone"))
            XCTAssertEqual(try text(device.store, "unsent"), "written on the way")
            XCTAssertEqual(try text(device.store, "sent"), "on the old one")
            XCTAssertEqual(try texts(device.store), try texts(phone.store))
        }
        // The other devices may have deleted the tombstone or not. In both cases the old device's
        // text is kept.
        let survivingTexts = try old.replica.recoveredTexts() + [try text(old.store, "edited") ?? ""]
        XCTAssertTrue(survivingTexts.contains { $0.contains("edited on the way") })
    }

    func testRemovedDeviceBlocksNoOtherAndKeepsItsChanges() throws {
        let phone = meeting.device("p", at: place, settings)
        let tablet = meeting.device("t", at: place, settings)
        let lost = meeting.device("l", at: place, settings)
        try meeting.write("known to all", lost.store, "k")
        for _ in 0..<4 { for device in [phone, tablet, lost] { try device.replica.round() } }
        let name = try XCTUnwrap(lost.replica.device())
        try meeting.write("not sent", lost.store, "u")
        try meeting.write("meanwhile", phone.store, "m")
        for _ in 0..<2 { for device in [phone, tablet] { try device.replica.round() } }
        let before = try XCTUnwrap(phone.replica.seenByAll())
        XCTAssertThrowsError(try phone.replica.remove(device: "nobody")) {
            XCTAssertEqual(($0 as? Failure)?.code, .syncNoSuchDevice)
        }
        XCTAssertThrowsError(try phone.replica.remove(device: try XCTUnwrap(phone.replica.device()))) {
            XCTAssertEqual(($0 as? Failure)?.code, .syncNoSuchDevice)
        }
        try phone.replica.remove(device: name)
        // Each device learns it from the phone's card and publishes it in its own card.
        for _ in 0..<3 { for device in [tablet, phone] { try device.replica.round() } }
        XCTAssertGreaterThan(try XCTUnwrap(tablet.replica.seenByAll()), before)
        try phone.replica.remove(device: name)

        for _ in 0..<2 {
            XCTAssertThrowsError(try lost.replica.round()) { XCTAssertEqual(($0 as? Failure)?.code, .syncRemoved) }
        }
        XCTAssertFalse(try place.everything().contains("not sent"))
        XCTAssertEqual(try text(lost.store, "u"), "not sent")
        XCTAssertThrowsError(try lost.replica.remove(device: try XCTUnwrap(phone.replica.device())))

        // A year later it joins again under a new name.
        try live(12, [phone, tablet])
        try phone.store.write { _ = try $0.delete(Identifier<Note>("k")) }
        try live(2, [phone, tablet])
        try lost.replica.rejoin()
        for _ in 0..<7 { try lost.replica.round() }
        for _ in 0..<2 { for device in [phone, tablet, lost] { try device.replica.round() } }
        XCTAssertNotEqual(try lost.replica.device(), name)
        for device in [phone, tablet, lost] {
            XCTAssertEqual(try text(device.store, "u"), "not sent")
            XCTAssertNil(try text(device.store, "k"))
            XCTAssertEqual(try texts(device.store), try texts(phone.store))
        }
    }

    /// A place with logins may reject a removed device before it learns of its removal.
    func testUnawareRemovedDeviceRejoinsUnderNewName() throws {
        let phone = meeting.device("p", at: place, settings)
        let lost = meeting.device("l", at: place, settings)
        try meeting.write("known to all", lost.store, "k")
        for _ in 0..<2 { for device in [phone, lost] { try device.replica.round() } }
        let name = try XCTUnwrap(lost.replica.device())
        try meeting.write("not sent", lost.store, "u")
        try phone.replica.remove(device: name)
        try lost.replica.rejoin()
        for _ in 0..<3 { for device in [lost, phone] { try device.replica.round() } }
        XCTAssertNotEqual(try lost.replica.device(), name)
        XCTAssertEqual(try text(phone.store, "u"), "not sent")
    }

    /// A device with a clock at 1970 syncs, and quarantines newer changes until its clock is right.
    /// A clock at 2099 harms no other device.
    func testDevicesWithClocksAt1970And2099() throws {
        func device(_ name: String, _ clock: ManualClock) -> (store: MemoryStore, replica: Replica) {
            let store = MemoryStore(device: name) { clock.now }
            return (store, Replica(of: store, at: place, settings: settings, ids: meeting.ids) { clock.now })
        }
        let past = ManualClock("1970-01-01T00:00:05Z")
        let future = ManualClock("2099-12-31T00:00:00Z")
        let phone = meeting.device("p", at: place, settings)
        let watch = device("w", past)
        let clock = device("c", future)
        try meeting.write("today", phone.store, "p")
        try watch.store.write { try $0.put(Note(id: "w", text: "long ago")) }
        try clock.store.write { try $0.put(Note(id: "c", text: "to come")) }
        try clock.store.write { try $0.put(Note(id: "p", text: "to come as well")) }
        for _ in 0..<2 {
            for device in [phone, watch, clock] { XCTAssertEqual(try device.replica.round().troubles, []) }
        }
        XCTAssertEqual(try texts(phone.store), ["today", "long ago"])
        XCTAssertEqual(try texts(watch.store), ["long ago"])
        XCTAssertEqual(try phone.replica.quarantined().count, 2)
        XCTAssertEqual(try watch.replica.quarantined().count, 3)
        // The phone continues with timestamps of the current year.
        try phone.store.write { try $0.put(Note(id: "q", text: "still today")) }
        let address = RecordAddress(partition: .common, collection: "notes", id: "q")
        let stamp = try phone.store.read { try $0.below.record(at: address) }?.stamp
        XCTAssertEqual(stamp?.time.milliseconds, meeting.clock.now.milliseconds)
        past.now = meeting.clock.now
        for _ in 0..<2 { for device in [watch, phone] { try device.replica.round() } }
        XCTAssertEqual(try texts(watch.store), ["today", "still today", "long ago"])
        XCTAssertEqual(try watch.replica.recovered(), [])
        for hand in [meeting.clock, past] { hand.now = future.now }
        for _ in 0..<3 { for device in [phone, watch, clock] { try device.replica.round() } }
        XCTAssertEqual(try texts(phone.store), ["to come", "to come as well", "still today", "long ago"])
        for device in [watch, clock] { XCTAssertEqual(try texts(device.store), try texts(phone.store)) }
    }
}
