import Kernel
import Storage
import Sync
import SyncAdapters
import TestSupport
import XCTest

/// Two devices and a place, from the user's point of view.
final class ReplicaTests: XCTestCase {
    private let clock = ManualClock()
    private let ids = IDSource.counting(prefix: "d")

    private func device(
        _ name: String, at place: any SyncTransport, _ settings: SyncSettings = .sample
    ) -> (store: MemoryStore, replica: Replica) {
        let store = MemoryStore(device: name) { [clock] in clock.now }
        return (store, Replica(of: store, at: place, settings: settings, ids: ids) { [clock] in clock.now })
    }

    private func text(_ store: any Store, _ id: String = "a") throws -> String? {
        try store.read { try $0.record(Identifier<Note>(id))?.text }
    }

    private func write(_ text: String, _ store: any Store, _ id: String = "a") throws {
        clock.advance(seconds: 1)
        try store.write { try $0.put(Note(id: Identifier(id), text: text)) }
    }

    func testChangeIsSyncedToOtherDevice() throws {
        let place = MemoryTransport()
        let phone = device("p", at: place)
        let tablet = device("t", at: place)
        try write("first", phone.store)
        XCTAssertEqual(try phone.replica.round().sent, 1)
        XCTAssertEqual(try tablet.replica.round().received, 1)
        XCTAssertEqual(try text(tablet.store), "first")
        XCTAssertEqual(try phone.replica.waiting(), 0)
        // Received changes are not sent back, and a device without changes sends nothing.
        XCTAssertEqual(try tablet.replica.waiting(), 0)
        for _ in 0..<3 { for replica in [phone.replica, tablet.replica] { try replica.round() } }
        XCTAssertEqual([try phone.replica.round(), try tablet.replica.round()], [SyncReport(), SyncReport()])
    }

    func testLaterEditWinsAndEarlierIsRecoverable() throws {
        let place = MemoryTransport()
        let phone = device("p", at: place)
        let tablet = device("t", at: place)
        try write("tea", phone.store)
        for replica in [phone.replica, tablet.replica] { try replica.round() }
        try write("green tea", phone.store)
        try write("black tea", tablet.store)
        for replica in [phone.replica, tablet.replica, phone.replica] { try replica.round() }
        XCTAssertEqual([try text(phone.store), try text(tablet.store)], ["black tea", "black tea"])
        let recovered = try XCTUnwrap(phone.replica.recovered().first)
        XCTAssertEqual(recovered.cause, .edited)
        let texts = try XCTUnwrap(phone.replica.texts(of: recovered))
        XCTAssertTrue(String(decoding: texts.lost.payload ?? Data(), as: UTF8.self).contains("green tea"))
        XCTAssertTrue(String(decoding: texts.won.payload ?? Data(), as: UTF8.self).contains("black tea"))
        try phone.replica.dismiss(recovered)
        XCTAssertEqual(try phone.replica.recovered(), [])
        XCTAssertNil(try phone.replica.texts(of: recovered))
    }

    /// An edit of the current version supersedes it without a conflict.
    func testAlternatingEditsAreNoConflict() throws {
        let place = MemoryTransport()
        let phone = device("p", at: place)
        let tablet = device("t", at: place)
        for turn in 0..<6 {
            let device = turn % 2 == 0 ? phone : tablet
            try write("turn \(turn)", device.store)
            for replica in [phone.replica, tablet.replica, phone.replica] { try replica.round() }
        }
        XCTAssertEqual(try text(phone.store), "turn 5")
        XCTAssertEqual(try phone.replica.recovered() + tablet.replica.recovered(), [])
    }

    func testDeletionWinsAndEditIsRecoverable() throws {
        let place = MemoryTransport()
        let phone = device("p", at: place)
        let tablet = device("t", at: place)
        try write("tea", phone.store)
        for replica in [phone.replica, tablet.replica] { try replica.round() }
        try phone.store.write { _ = try $0.delete(Identifier<Note>("a")) }
        try write("more tea", tablet.store)
        for replica in [phone.replica, tablet.replica, phone.replica] { try replica.round() }
        XCTAssertEqual([try text(phone.store), try text(tablet.store)], [nil, nil])
        XCTAssertEqual(try tablet.replica.recovered().map(\.cause), [.deleted])
    }

    func testEarlierRecordKeepsUniqueKey() throws {
        let place = MemoryTransport()
        let phone = device("p", at: place)
        let tablet = device("t", at: place)
        try tablet.store.write { try $0.put(Entry(id: "b", day: 20, text: "rain")) }
        try phone.store.write { try $0.put(Entry(id: "a", day: 20, text: "sun")) }
        for replica in [phone.replica, tablet.replica, phone.replica, tablet.replica] { try replica.round() }
        for store in [phone.store, tablet.store] {
            XCTAssertEqual(try store.read { try $0.records(Entry.byDay.all) }.map(\.text), ["sun"])
        }
        XCTAssertEqual(try tablet.replica.recovered().map(\.cause), [.sameKey])
    }

    func testFutureVersionIsQuarantinedUntilItsTime() throws {
        let place = MemoryTransport()
        let phone = device("p", at: place)
        let tablet = device("t", at: place)
        let today = clock.now
        clock.advance(days: 365)
        try write("from 2027", phone.store)
        try phone.replica.round()
        clock.now = today
        XCTAssertEqual(try tablet.replica.round().quarantined, 1)
        XCTAssertNil(try text(tablet.store))
        XCTAssertEqual(try tablet.replica.quarantined().map(\.address.id), ["a"])
        clock.advance(days: 365)
        try tablet.replica.round()
        XCTAssertEqual(try text(tablet.store), "from 2027")
        XCTAssertEqual(try tablet.replica.quarantined(), [])
    }

    func testDisabledCollectionIsSentOnlyOnceEnabled() throws {
        let place = MemoryTransport()
        var settings = SyncSettings.sample
        settings.collections = ["notes"]
        let phone = device("p", at: place, settings)
        try write("tea", phone.store)
        try phone.store.write { try $0.put(Entry(id: "a", day: 20, text: "secret")) }
        try phone.replica.round()
        XCTAssertFalse(try place.everything().contains("secret"))
        let open = Replica(of: phone.store, at: place, settings: .sample, ids: ids) { [clock] in clock.now }
        XCTAssertEqual(try open.waiting(), 1)
        XCTAssertEqual(try open.round().sent, 1)
        XCTAssertTrue(try place.everything().contains("secret"))
    }

    func testOtherAccountIsRejected() throws {
        let place = MemoryTransport()
        try device("p", at: place).replica.round()
        var other = SyncSettings.sample
        other.account = "otto"
        let stranger = device("s", at: place, other)
        XCTAssertThrowsError(try stranger.replica.round()) { XCTAssertEqual(($0 as? Failure)?.code, .syncOtherAccount) }
    }

    /// With a fault in one of ten calls nearly every round succeeds, and all changes arrive.
    func testOver99PercentOfRoundsSucceedWithTenPercentFaults() throws {
        let place = MemoryTransport()
        var settings = SyncSettings.sample
        settings.attempts = 5
        var faulty: [FaultyTransport] = []
        let devices = (0..<2).map { number in
            faulty.append(FaultyTransport(over: place, faults: 5, seed: UInt64(number)))
            return device("e\(number)", at: faulty[number], settings)
        }
        var failed = 0
        for number in 0..<400 {
            let device = devices[number % 2]
            try write("text \(number)", device.store, "n\(number % 7)")
            faulty[number % 2].belong(to: try device.replica.device())
            do { try device.replica.round() } catch { failed += 1 }
        }
        print("rounds at one fault in ten calls: \(400 - failed) of 400 succeed")
        XCTAssertLessThan(failed, 4)
        for transport in faulty { transport.isFaulty = false }
        for _ in 0..<3 { for device in devices { try device.replica.round() } }
        let texts = try devices.map { device in
            try device.store.read { try $0.records(Selection<Note>.all) }.map(\.text)
        }
        XCTAssertEqual(texts[0], texts[1])
        XCTAssertEqual(texts[0].count, 7)
    }

    /// Ten thousand records through a folder, and then one change.
    func testTenThousandRecordsReachNewDeviceThroughFolder() throws {
        let home = try Home()
        defer { withExtendedLifetime(home) {} }
        let path = home.path("place")
        let phone = device("p", at: FolderTransport(path, mayMake: true))
        try phone.store.write { transaction in
            try transaction.put(contentsOf: (0..<10_000).map { Note(id: Identifier("n\($0)"), text: "text \($0)") })
        }
        XCTAssertEqual(try phone.replica.round().sent, 10_000)
        let tablet = device("t", at: FolderTransport(path, mayMake: false))
        try tablet.replica.round()
        XCTAssertEqual(try tablet.store.read { try $0.count(Selection<Note>.all) }, 10_000)
        let before = try FolderTransport(path, mayMake: false).size().envelopes
        try write("one change", tablet.store)
        XCTAssertEqual(try tablet.replica.round().sent, 1)
        XCTAssertLessThan(try FolderTransport(path, mayMake: false).size().envelopes - before, 2_000)
        XCTAssertEqual(try phone.replica.round().received, 1)
        XCTAssertEqual(try text(phone.store), "one change")
    }

    /// On real files: closed and opened between rounds, compacted, and with the data folder copied
    /// to another machine.
    func testCopiedDataFolderGetsOwnNameAndLosesNothing() throws {
        let folder = try Home()
        defer { withExtendedLifetime(folder) {} }
        let home = folder.path
        func meet<Value>(_ name: String, _ body: (FileStore, Replica) throws -> Value) throws -> Value {
            let store = try FileStore(directory: "\(home)/\(name)") { [clock] in clock.now }
            defer { try? store.close() }
            let place = FolderTransport(home + "/place", mayMake: true)
            return try body(store, Replica(of: store, at: place, settings: .sample, ids: ids) { [clock] in clock.now })
        }
        try meet("phone") { store, replica in
            try write("one", store, "a")
            try replica.round()
            _ = try store.maintain(.compact)
        }
        try FileManager.default.copyItem(atPath: home + "/phone", toPath: home + "/copy")
        try meet("phone") { store, replica in
            try write("two", store, "b")
            XCTAssertEqual(try replica.round().sent, 1)
        }
        try meet("copy") { store, replica in
            try write("three", store, "c")
            let report = try replica.round()
            XCTAssertEqual(report.renamed, "d2")
            XCTAssertEqual(report.sent, 1)
        }
        for name in ["phone", "copy", "tablet"] { _ = try meet(name) { try $1.round() } }
        for name in ["phone", "copy", "tablet"] {
            let texts = try meet(name) { store, _ in try store.read { try $0.records(Selection<Note>.all) }.map(\.text)
            }
            XCTAssertEqual(texts, ["one", "two", "three"], name)
        }
    }
}
