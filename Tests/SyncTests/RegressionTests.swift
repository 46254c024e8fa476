import Kernel
import Sync
import TestSupport
import XCTest

/// Minimal reproductions of bugs that random schedules found.
final class RegressionTests: XCTestCase {
    private let meeting = Meeting()

    /// A device publishes its card before it reads. Otherwise the others would delete tombstones
    /// that it needs.
    func testDeviceIsKnownBeforeItsFirstMerge() throws {
        let place = MemoryTransport()
        let phone = meeting.device("p", at: place)
        try meeting.write("tea", phone.store)
        try phone.replica.round()
        let hooked = HookedTransport(over: place)
        let tablet = meeting.device("t", at: hooked)
        hooked.before { _, name in if name.hasPrefix("publish") { throw FaultyTransport.fault } }
        XCTAssertThrowsError(try tablet.replica.round())
        XCTAssertNil(try text(tablet.store))
        // During the tablet's first round no tombstone may be deleted.
        hooked.before { [phone, meeting] _, name in
            guard name.hasPrefix("envelopes") else { return }
            try meeting.delete(phone.store)
            for _ in 0..<3 { try phone.replica.round() }
            throw FaultyTransport.fault
        }
        let floor = try phone.replica.seenByAll()
        XCTAssertThrowsError(try tablet.replica.round())
        XCTAssertEqual(try phone.replica.seenByAll(), floor)
    }

    /// A forgotten deletion says nothing about a record of a new device. The record is new to all
    /// devices.
    func testRecordOfNewDeviceSurvivesForgottenDeletion() throws {
        let place = MemoryTransport()
        var settings = SyncSettings.sample
        settings.leastCollected = 0
        let phone = meeting.disk(Disk(device: "p"), at: place, settings)
        let guest = meeting.disk(Disk(device: "g"), at: place, settings)
        try meeting.write("tea", phone.store)
        try phone.replica.round()
        try meeting.write("tea of a guest", guest.store)
        try meeting.delete(phone.store)
        try phone.replica.round()
        phone.store.sweep(through: try XCTUnwrap(phone.replica.seenByAll()))
        XCTAssertEqual(phone.store.disk.records.values.filter { $0.address.collection == "notes" }, [])
        for number in 0..<3 {
            try meeting.write("more \(number)", phone.store, "m")
            try phone.replica.round()
        }
        for replica in [guest.replica, phone.replica, guest.replica] { try replica.round() }
        XCTAssertEqual([try text(phone.store), try text(guest.store)], ["tea of a guest", "tea of a guest"])
        // While the tombstone exists, it wins over versions that did not know the deletion.
        let late = meeting.disk(Disk(device: "l"), at: place)
        try meeting.delete(phone.store)
        try phone.replica.round()
        try meeting.write("tea of another guest", late.store)
        for replica in [late.replica, phone.replica] { try replica.round() }
        XCTAssertNil(try text(late.store))
        XCTAssertEqual(try late.replica.recovered().map(\.cause), [.deleted])
    }

    /// Records that exchange unique keys, or pass a key on, are no conflict in any order.
    func testKeysThatMoveBetweenRecordsAreNoConflict() throws {
        let place = MemoryTransport()
        let phone = meeting.device("p", at: place)
        let tablet = meeting.device("t", at: place)
        func keep(_ id: String, _ day: Int, _ text: String) throws {
            try phone.store.write { try $0.put(Entry(id: Identifier(id), day: day, text: text)) }
        }
        try keep("b", 1, "rain")
        try keep("c", 7, "fog")
        for replica in [phone.replica, tablet.replica] { try replica.round() }
        try keep("b", 2, "rain")
        try keep("a", 1, "sun")
        try keep("b", 2, "much rain")
        try phone.store.write { transaction in
            _ = try transaction.delete(Identifier<Entry>("c"))
            try transaction.put(Entry(id: "d", day: 7, text: "snow"))
        }
        for replica in [phone.replica, tablet.replica, phone.replica] { try replica.round() }
        for store in [phone.store, tablet.store] {
            XCTAssertEqual(
                try store.read { try $0.records(Entry.byDay.all) }.map(\.text), ["sun", "much rain", "snow"])
        }
        try phone.store.write { transaction in
            for id in ["a", "b"] { _ = try transaction.delete(Identifier<Entry>(id)) }
            try transaction.put(Entry(id: "a", day: 2, text: "sun"))
            try transaction.put(Entry(id: "b", day: 1, text: "much rain"))
        }
        for replica in [phone.replica, tablet.replica, phone.replica] { try replica.round() }
        for store in [phone.store, tablet.store] {
            XCTAssertEqual(
                try store.read { try $0.records(Entry.byDay.all) }.map(\.text), ["much rain", "sun", "snow"])
        }
        XCTAssertEqual(try phone.replica.recovered() + tablet.replica.recovered(), [])
    }

    /// A copied device with a new name still knows what it sent under the old name and which device
    /// had not seen it.
    func testCopiedDeviceKeepsUnseenVersions() throws {
        for isNoticed in [false, true] {
            let meeting = Meeting()
            let place = MemoryTransport()
            let phone = meeting.disk(Disk(device: "p"), at: place)
            let tablet = meeting.disk(Disk(device: "t"), at: place)
            for replica in [phone.replica, tablet.replica, phone.replica] { try replica.round() }
            try meeting.write("tea", phone.store)
            try phone.replica.round()
            try meeting.write("coffee", tablet.store)
            var copied = phone.store.disk
            if isNoticed { copied.device = "c" }
            let copy = meeting.disk(copied, at: place)
            try meeting.write("more", copy.store, "b")
            try copy.replica.round()
            // The tablet sent its own change before it read the others.
            try tablet.replica.round()
            XCTAssertEqual(try phone.replica.round().renamed, "d3")
            for replica in [copy.replica, phone.replica] { try replica.round() }
            for device in [phone, copy] {
                XCTAssertEqual(try text(device.store), "coffee")
                XCTAssertTrue(
                    try device.replica.recoveredTexts().contains { $0.contains("tea") }, "noticed: \(isNoticed)")
            }
        }
    }

    /// A listing may be outdated. Other devices keep waiting for a known device.
    func testDeviceMissingFromListingIsStillAwaited() throws {
        let place = MemoryTransport()
        let hooked = HookedTransport(over: place)
        let phone = meeting.device("p", at: hooked)
        let tablet = meeting.device("t", at: place)
        for replica in [phone.replica, tablet.replica, phone.replica, tablet.replica, phone.replica] {
            try replica.round()
        }
        hooked.hide([try XCTUnwrap(tablet.replica.device())])
        try meeting.write("tea", phone.store)
        let floor = try phone.replica.seenByAll()
        for _ in 0..<3 { try phone.replica.round() }
        XCTAssertEqual(try phone.replica.seenByAll(), floor)
        hooked.hide([])
        for replica in [tablet.replica, phone.replica, tablet.replica, phone.replica] { try replica.round() }
        XCTAssertGreaterThan(try XCTUnwrap(phone.replica.seenByAll()), floor ?? .zero)
    }

    /// Changes that were just enabled and not sent yet are in no snapshot, and no snapshot removes
    /// them.
    func testSnapshotRemovesNoDisabledRecords() throws {
        let place = MemoryTransport()
        var settings = SyncSettings.sample
        (settings.leastCollected, settings.batch.records) = (600, 3)
        let phone = meeting.device("p", at: place, settings)
        let tablet = meeting.device("t", at: place, settings)
        var narrow = settings
        narrow.collections = ["notes"]
        let store = meeting.device("x", at: place).store
        let shy = meeting.replica(of: store, at: place, narrow)
        for _ in 0..<2 { for replica in [phone.replica, tablet.replica, shy] { try replica.round() } }
        try store.write { try $0.put(Entry(id: "mine", day: 3, text: "secret")) }
        try meeting.write("from the shy one", store, "s")
        try shy.round()
        for replica in [phone.replica, tablet.replica] { try replica.round() }
        for month in 0..<8 {
            meeting.clock.advance(days: 30)
            for number in 0..<9 { try meeting.write("month \(month)", phone.store, "n\(number)") }
            for replica in [phone.replica, tablet.replica, phone.replica] { try replica.round() }
        }
        let open = meeting.replica(of: store, at: place, settings)
        for _ in 0..<8 { try open.round() }
        XCTAssertEqual(try store.read { try $0.records(Entry.byDay.all) }.map(\.text), ["secret"])
        XCTAssertEqual(try text(store, "n3"), "month 7")
        for _ in 0..<2 { for replica in [phone.replica, open] { try replica.round() } }
        XCTAssertEqual(try phone.store.read { try $0.records(Entry.byDay.all) }.map(\.text), ["secret"])
    }
}
