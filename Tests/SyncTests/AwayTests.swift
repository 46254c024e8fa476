import Kernel
import Storage
import Sync
import TestBench
import XCTest

/// Devices that are silent for long, and those that belong to the account no more.
final class AwayTests: XCTestCase {
    private let meeting = Meeting()
    private let place = MemoryTransport()
    private var settings = SyncSettings.sample

    override func setUp() { settings.leastCollected = 600 }

    /// A month passes: somebody writes, and everybody who is there meets twice.
    private func live(_ months: Int, _ devices: [(store: MemoryStore, replica: Replica)]) throws {
        for month in 0..<months {
            meeting.clock.advance(days: 30)
            for number in 0..<4 { try meeting.write("month \(month)", devices[0].store, "n\(number)") }
            for _ in 0..<2 { for one in devices { try one.replica.round() } }
        }
    }

    func testAfter180DaysNobodyWaitsAndWhoComesBackBeginsFromTheSnapshotAndSendsWhatHeHasNot() throws {
        let (phone, tablet) = (meeting.device("p", at: place, settings), meeting.device("t", at: place, settings))
        let old = meeting.device("o", at: place, settings)
        try meeting.write("to be deleted", phone.store, "gone")
        try meeting.write("to be deleted too", phone.store, "edited")
        try meeting.write("on the old one", old.store, "sent")
        for _ in 0..<2 { for one in [phone, tablet, old] { try one.replica.round() } }
        let name = try XCTUnwrap(old.replica.device())
        try meeting.write("written on the way", old.store, "unsent")
        try meeting.write("edited on the way", old.store, "edited")
        try meeting.delete(phone.store, "gone")
        try meeting.delete(phone.store, "edited")
        try live(5, [phone, tablet])
        let waiting = try phone.replica.seenByAll()
        XCTAssertTrue(try place.everything().contains("month 1"), "what the old one has not seen lies there")
        try live(3, [phone, tablet])
        XCTAssertGreaterThan(try XCTUnwrap(phone.replica.seenByAll()), try XCTUnwrap(waiting))
        let parcels = try place.parcels(of: try XCTUnwrap(phone.replica.device()), after: 0, limit: .max)
        XCTAssertGreaterThan(try XCTUnwrap(parcels.first).first, 20, "its stream is collected")
        // It comes back, finds a gap, and takes that for one that stays.
        for _ in 0..<7 { try old.replica.round() }
        for _ in 0..<2 { for one in [phone, tablet, old] { try one.replica.round() } }
        XCTAssertEqual(try old.replica.device(), name)
        for one in [phone, tablet, old] {
            XCTAssertNil(try text(one.store, "gone"))
            XCTAssertEqual(try text(one.store, "unsent"), "written on the way")
            XCTAssertEqual(try text(one.store, "sent"), "on the old one")
            XCTAssertEqual(try texts(one.store), try texts(phone.store))
        }
        // All forgot that it was deleted, or remember it: in any case his text is somewhere.
        let kept = try old.replica.recoveredTexts() + [try text(old.store, "edited") ?? ""]
        XCTAssertTrue(kept.contains { $0.contains("edited on the way") })
    }

    func testNobodyWaitsForARemovedDeviceAndItIsToldSoAndLosesNothing() throws {
        let (phone, tablet) = (meeting.device("p", at: place, settings), meeting.device("t", at: place, settings))
        let lost = meeting.device("l", at: place, settings)
        try meeting.write("known to all", lost.store, "k")
        for _ in 0..<4 { for one in [phone, tablet, lost] { try one.replica.round() } }
        let name = try XCTUnwrap(lost.replica.device())
        try meeting.write("not sent", lost.store, "u")
        try meeting.write("meanwhile", phone.store, "m")
        for _ in 0..<2 { for one in [phone, tablet] { try one.replica.round() } }
        let before = try XCTUnwrap(phone.replica.seenByAll())
        XCTAssertThrowsError(try phone.replica.remove(device: "nobody")) {
            XCTAssertEqual(($0 as? Failure)?.code, .syncNoSuchDevice)
        }
        XCTAssertThrowsError(try phone.replica.remove(device: try XCTUnwrap(phone.replica.device()))) {
            XCTAssertEqual(($0 as? Failure)?.code, .syncNoSuchDevice)
        }
        try phone.replica.remove(device: name)
        // Each hears it from the phone's card, and says it on.
        for _ in 0..<3 { for one in [tablet, phone] { try one.replica.round() } }
        XCTAssertGreaterThan(try XCTUnwrap(tablet.replica.seenByAll()), before)
        try phone.replica.remove(device: name)

        for _ in 0..<2 {
            XCTAssertThrowsError(try lost.replica.round()) { XCTAssertEqual(($0 as? Failure)?.code, .syncRemoved) }
        }
        XCTAssertTrue(try lost.replica.isRemoved())
        XCTAssertFalse(try place.everything().contains("not sent"))
        XCTAssertEqual(try lost.replica.unsent().map(\.address.id), ["u"])
        XCTAssertEqual(try text(lost.store, "u"), "not sent")
        XCTAssertThrowsError(try lost.replica.remove(device: try XCTUnwrap(phone.replica.device())))

        // A year later it joins again, under another name.
        try live(12, [phone, tablet])
        try phone.store.write { _ = try $0.delete(Identifier<Note>("k")) }
        try live(2, [phone, tablet])
        try lost.replica.rejoin()
        XCTAssertFalse(try lost.replica.isRemoved())
        for _ in 0..<7 { try lost.replica.round() }
        for _ in 0..<2 { for one in [phone, tablet, lost] { try one.replica.round() } }
        XCTAssertNotEqual(try lost.replica.device(), name)
        for one in [phone, tablet, lost] {
            XCTAssertEqual(try text(one.store, "u"), "not sent")
            XCTAssertNil(try text(one.store, "k"))
            XCTAssertEqual(try texts(one.store), try texts(phone.store))
        }
        XCTAssertEqual(try lost.replica.unsent(), [])
    }

    /// A place with a door may let a removed device read nothing until it joins again: it has not heard of anything then.
    func testARemovedDeviceThatNeverHeardOfItComesBackUnderAnotherName() throws {
        let (phone, lost) = (meeting.device("p", at: place, settings), meeting.device("l", at: place, settings))
        try meeting.write("known to all", lost.store, "k")
        for _ in 0..<2 { for one in [phone, lost] { try one.replica.round() } }
        let name = try XCTUnwrap(lost.replica.device())
        try meeting.write("not sent", lost.store, "u")
        try phone.replica.remove(device: name)
        try lost.replica.rejoin()
        for _ in 0..<3 { for one in [lost, phone] { try one.replica.round() } }
        XCTAssertNotEqual(try lost.replica.device(), name)
        XCTAssertEqual(try text(phone.store, "u"), "not sent")
    }

    /// A device whose clock stands at 1970 sends and receives; what the others wrote is decades ahead of it and waits, and is there once its clock is right.
    /// One at 2099 does nobody any harm.
    func testClocksOf1970And2099() throws {
        func device(_ name: String, _ clock: HandClock) -> (store: MemoryStore, replica: Replica) {
            let store = MemoryStore(device: name) { clock.now }
            return (store, Replica(of: store, at: place, settings: settings, ids: meeting.ids) { clock.now })
        }
        let (past, future) = (HandClock("1970-01-01T00:00:05Z"), HandClock("2099-12-31T00:00:00Z"))
        let (phone, watch, clock) = (meeting.device("p", at: place, settings), device("w", past), device("c", future))
        try meeting.write("today", phone.store, "p")
        try watch.store.write { try $0.put(Note(id: "w", text: "long ago")) }
        try clock.store.write { try $0.put(Note(id: "c", text: "to come")) }
        try clock.store.write { try $0.put(Note(id: "p", text: "to come as well")) }
        for _ in 0..<2 { for one in [phone, watch, clock] { XCTAssertEqual(try one.replica.round().troubles, []) } }
        XCTAssertEqual(try texts(phone.store), ["today", "long ago"])
        XCTAssertEqual(try texts(watch.store), ["long ago"])
        XCTAssertEqual(try phone.replica.quarantined().count, 2)
        XCTAssertEqual(try watch.replica.quarantined().count, 3)
        // It goes on writing with times of its own year.
        try phone.store.write { try $0.put(Note(id: "q", text: "still today")) }
        let address = RecordAddress(partition: .common, collection: "notes", id: "q")
        let stamp = try phone.store.read { try $0.below.record(at: address) }?.stamp
        XCTAssertEqual(stamp?.time.milliseconds, meeting.clock.now.milliseconds)
        past.now = meeting.clock.now
        for _ in 0..<2 { for one in [watch, phone] { try one.replica.round() } }
        XCTAssertEqual(try texts(watch.store), ["today", "still today", "long ago"])
        XCTAssertEqual(try watch.replica.recovered(), [])
        for hand in [meeting.clock, past] { hand.now = future.now }
        for _ in 0..<3 { for one in [phone, watch, clock] { try one.replica.round() } }
        XCTAssertEqual(try texts(phone.store), ["to come", "to come as well", "still today", "long ago"])
        for one in [watch, clock] { XCTAssertEqual(try texts(one.store), try texts(phone.store)) }
    }
}
