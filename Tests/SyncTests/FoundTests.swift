import Kernel
import Sync
import TestBench
import XCTest

/// What random schedules have found, each as short as it can be told.
final class FoundTests: XCTestCase {
    private let meeting = Meeting()

    /// Whoever has taken something in, and is not known to the others yet, would keep what they let go of behind his back.
    func testADeviceIsKnownBeforeItTakesAnythingIn() throws {
        let place = MemoryTransport()
        let phone = meeting.device("p", at: place)
        try meeting.write("tea", phone.store)
        try phone.replica.round()
        let hooked = HookedTransport(over: place)
        let tablet = meeting.device("t", at: hooked)
        hooked.before { _, name in if name.hasPrefix("publish") { throw FaultyTransport.fault } }
        XCTAssertThrowsError(try tablet.replica.round())
        XCTAssertNil(try text(tablet.store))
        // It is in the middle of its first round: nothing goes any more.
        hooked.before { [phone, meeting] _, name in
            guard name.hasPrefix("parcels") else { return }
            try meeting.delete(phone.store)
            for _ in 0..<3 { try phone.replica.round() }
            throw FaultyTransport.fault
        }
        let floor = try phone.replica.seenByAll()
        XCTAssertThrowsError(try tablet.replica.round())
        XCTAssertEqual(try phone.replica.seenByAll(), floor)
    }

    /// A deletion that all have let go of says nothing of a record that somebody made who was not there then: it is new to everybody.
    func testWhatANewcomerMadeIsNoOldRecord() throws {
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
        for one in [guest.replica, phone.replica, guest.replica] { try one.round() }
        XCTAssertEqual([try text(phone.store), try text(guest.store)], ["tea of a guest", "tea of a guest"])
        // While the deletion is remembered, it wins over whatever its writer did not know.
        let late = meeting.disk(Disk(device: "l"), at: place)
        try meeting.delete(phone.store)
        try phone.replica.round()
        try meeting.write("tea of another guest", late.store)
        for one in [late.replica, phone.replica] { try one.round() }
        XCTAssertNil(try text(late.store))
        XCTAssertEqual(try late.replica.recovered().map(\.cause), [.deleted])
    }

    /// Two records that exchange their keys, or one that moves on before another takes its place, are no conflict, in whatever order they come.
    func testKeysThatChangeHandsAreNoConflict() throws {
        let place = MemoryTransport()
        let (phone, tablet) = (meeting.device("p", at: place), meeting.device("t", at: place))
        func keep(_ id: String, _ day: Int, _ text: String) throws {
            try phone.store.write { try $0.put(Entry(id: Identifier(id), day: day, text: text)) }
        }
        try keep("b", 1, "rain")
        try keep("c", 7, "fog")
        for one in [phone.replica, tablet.replica] { try one.round() }
        try keep("b", 2, "rain")
        try keep("a", 1, "sun")
        try keep("b", 2, "much rain")
        try phone.store.write { transaction in
            _ = try transaction.delete(Identifier<Entry>("c"))
            try transaction.put(Entry(id: "d", day: 7, text: "snow"))
        }
        for one in [phone.replica, tablet.replica, phone.replica] { try one.round() }
        for store in [phone.store, tablet.store] {
            XCTAssertEqual(try store.read { try $0.records(Entry.byDay.all) }.map(\.text), ["sun", "much rain", "snow"])
        }
        try phone.store.write { transaction in
            for id in ["a", "b"] { _ = try transaction.delete(Identifier<Entry>(id)) }
            try transaction.put(Entry(id: "a", day: 2, text: "sun"))
            try transaction.put(Entry(id: "b", day: 1, text: "much rain"))
        }
        for one in [phone.replica, tablet.replica, phone.replica] { try one.round() }
        for store in [phone.store, tablet.store] {
            XCTAssertEqual(try store.read { try $0.records(Entry.byDay.all) }.map(\.text), ["much rain", "sun", "snow"])
        }
        XCTAssertEqual(try phone.replica.recovered() + tablet.replica.recovered(), [])
    }

    /// A copy that takes a new name still knows what it had sent under the old one, and who had not seen that.
    func testACopiedDeviceKeepsWhatTheOthersHadNotSeen() throws {
        for isNoticed in [false, true] {
            let meeting = Meeting()
            let place = MemoryTransport()
            let phone = meeting.disk(Disk(device: "p"), at: place)
            let tablet = meeting.disk(Disk(device: "t"), at: place)
            for one in [phone.replica, tablet.replica, phone.replica] { try one.round() }
            try meeting.write("tea", phone.store)
            try phone.replica.round()
            try meeting.write("coffee", tablet.store)
            var copied = phone.store.disk
            if isNoticed { copied.device = "c" }
            let copy = meeting.disk(copied, at: place)
            try meeting.write("more", copy.store, "b")
            try copy.replica.round()
            // The tablet has sent its own before it sees what is there.
            try tablet.replica.round()
            XCTAssertEqual(try phone.replica.round().renamed, "d3")
            for one in [copy.replica, phone.replica] { try one.round() }
            for one in [phone, copy] {
                XCTAssertEqual(try text(one.store), "coffee")
                XCTAssertTrue(try one.replica.recoveredTexts().contains { $0.contains("tea") }, "noticed: \(isNoticed)")
            }
        }
    }

    /// A listing may be old. Whoever was there once is waited for.
    func testWhoIsMissingInAListingIsWaitedFor() throws {
        let place = MemoryTransport()
        let hooked = HookedTransport(over: place)
        let (phone, tablet) = (meeting.device("p", at: hooked), meeting.device("t", at: place))
        for one in [phone.replica, tablet.replica, phone.replica, tablet.replica, phone.replica] { try one.round() }
        hooked.hide([try XCTUnwrap(tablet.replica.device())])
        try meeting.write("tea", phone.store)
        let floor = try phone.replica.seenByAll()
        for _ in 0..<3 { try phone.replica.round() }
        XCTAssertEqual(try phone.replica.seenByAll(), floor)
        hooked.hide([])
        for one in [tablet.replica, phone.replica, tablet.replica, phone.replica] { try one.round() }
        XCTAssertGreaterThan(try XCTUnwrap(phone.replica.seenByAll()), floor ?? .zero)
    }

    /// What has just been allowed to leave, and has not yet, is in no snapshot, and goes with none.
    func testASnapshotTakesNothingThatWasOff() throws {
        let place = MemoryTransport()
        var settings = SyncSettings.sample
        (settings.leastCollected, settings.batch.records) = (600, 3)
        let (phone, tablet) = (meeting.device("p", at: place, settings), meeting.device("t", at: place, settings))
        var narrow = settings
        narrow.collections = ["notes"]
        let store = meeting.device("x", at: place).store
        let shy = meeting.replica(of: store, at: place, narrow)
        for _ in 0..<2 { for one in [phone.replica, tablet.replica, shy] { try one.round() } }
        try store.write { try $0.put(Entry(id: "mine", day: 3, text: "secret")) }
        try meeting.write("from the shy one", store, "s")
        try shy.round()
        for one in [phone.replica, tablet.replica] { try one.round() }
        for month in 0..<8 {
            meeting.clock.advance(days: 30)
            for number in 0..<9 { try meeting.write("month \(month)", phone.store, "n\(number)") }
            for one in [phone.replica, tablet.replica, phone.replica] { try one.round() }
        }
        let open = meeting.replica(of: store, at: place, settings)
        for _ in 0..<8 { try open.round() }
        XCTAssertEqual(try store.read { try $0.records(Entry.byDay.all) }.map(\.text), ["secret"])
        XCTAssertEqual(try text(store, "n3"), "month 7")
        for _ in 0..<2 { for one in [phone.replica, open] { try one.round() } }
        XCTAssertEqual(try phone.store.read { try $0.records(Entry.byDay.all) }.map(\.text), ["secret"])
    }
}
