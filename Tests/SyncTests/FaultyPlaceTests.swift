import Foundation
import Kernel
import Storage
import Sync
import SyncAdapters
import TestSupport
import XCTest

/// Places that are full, disappear during a round, or contain invalid data.
final class FaultyPlaceTests: XCTestCase {
    private let meeting = Meeting()

    /// Runs `body` with an in-memory file system of the given size.
    private func withDisk(_ kibibytes: Int, _ body: (String, _ grow: () -> Void) throws -> Void) throws {
        #if os(Linux)
            let home = try Home()
            guard mount("commonplace", home.path, "tmpfs", 0, "size=\(kibibytes)k") == 0 else {
                throw XCTSkip("a file system cannot be mounted here: \(String(cString: strerror(errno)))")
            }
            defer { umount2(home.path, Int32(MNT_DETACH)) }
            try body(home.path) {
                XCTAssertEqual(mount("commonplace", home.path, "tmpfs", UInt(MS_REMOUNT), "size=16m"), 0)
            }
        #else
            throw XCTSkip("a small file system is made on Linux only")
        #endif
    }

    private func fill(_ store: any Store, _ count: Int) throws {
        try store.write { transaction in
            for number in 0..<count {
                try transaction.put(
                    Note(id: Identifier("n\(number)"), text: "\(number)" + String(repeating: "x", count: 2_000)))
            }
        }
    }

    func testFullPlaceIsReportedAndChangesArriveLater() throws {
        try withDisk(256) { path, grow in
            var settings = SyncSettings.sample
            settings.batch.records = 20
            let place = FolderTransport(path + "/place", mayMake: true)
            let phone = meeting.device("p", at: place, settings)
            let tablet = meeting.device("t", at: place, settings)
            try phone.replica.round()
            try fill(phone.store, 300)
            for _ in 0..<3 {
                XCTAssertThrowsError(try phone.replica.round()) {
                    XCTAssertEqual(($0 as? Failure)?.code, .syncPlaceAway)
                    XCTAssertEqual(($0 as? Failure)?.isPermanent, false)
                }
            }
            let folder = try XCTUnwrap(FileManager.default.subpathsOfDirectory(atPath: path + "/place"))
            XCTAssertEqual(
                folder.filter { $0.contains("/.") || $0.hasPrefix(".") }, [], "no draft uses the remaining space")
            XCTAssertGreaterThan(try phone.replica.waiting(), 0)
            grow()
            try phone.replica.round()
            for device in [tablet, phone] { try device.replica.round() }
            XCTAssertEqual(try tablet.store.read { try $0.count(Selection<Note>.all) }, 300)
            XCTAssertEqual(try phone.replica.waiting(), 0)
        }
    }

    func testFullDeviceStoresNoPartialBatch() throws {
        try withDisk(700) { path, grow in
            let place = MemoryTransport()
            var settings = SyncSettings.sample
            settings.batch.records = 20
            let phone = meeting.device("p", at: place, settings)
            try fill(phone.store, 600)
            try phone.replica.round()
            func meet<Value>(_ body: (FileStore, Replica) throws -> Value) throws -> Value {
                let store = try FileStore(directory: path + "/tablet") { [clock = meeting.clock] in clock.now }
                defer { try? store.close() }
                return try body(store, meeting.replica(of: store, at: place, settings))
            }
            for _ in 0..<2 {
                try meet { _, replica in
                    XCTAssertThrowsError(try replica.round()) {
                        XCTAssertEqual(($0 as? Failure)?.code.text, "diskFull")
                    }
                }
            }
            let half = try meet { store, _ in try store.read { try $0.count(Selection<Note>.all) } }
            XCTAssertTrue(half < 600 && half % 20 == 0, "\(half)")
            grow()
            try meet { store, replica in
                try replica.round()
                XCTAssertEqual(try store.read { try $0.count(Selection<Note>.all) }, 600)
                XCTAssertEqual(try replica.recovered(), [])
                XCTAssertNil(try replica.round().renamed)
            }
        }
    }

    /// A record of 14 MiB, longer than a transaction with its batch may be.
    func testLongRecordIsSynced() throws {
        let home = try Home()
        defer { withExtendedLifetime(home) {} }
        let place = FolderTransport(home.path("place"), mayMake: true)
        let stores = try ["p", "t"].map {
            try FileStore(directory: home.path($0)) { [clock = meeting.clock] in clock.now }
        }
        let replicas = stores.map { meeting.replica(of: $0, at: place) }
        let text = String(repeating: "a long, long text ", count: (14 << 20) / 18)
        try meeting.write("short", stores[0], "b")
        try stores[0].write { try $0.put(Note(id: "a", text: text)) }
        for replica in replicas { try replica.round() }
        XCTAssertTrue(try stores[1].read { try $0.record(Identifier<Note>("a"))?.text } == text)
        // A batch lost by the place before any device read it is sent again, byte for byte.
        try stores[0].write { try $0.put(Note(id: "a", text: "x" + text)) }
        try replicas[0].round()
        let device = try XCTUnwrap(replicas[0].device())
        let before = try place.envelopes(of: device, after: 0, limit: 9)
        let last = try XCTUnwrap(before.last)
        try FileManager.default.removeItem(
            atPath: home.path("place") + "/devices/\(device)/\(last.first)-\(last.last).jsonl")
        for replica in [replicas[0], replicas[1], replicas[0]] { try replica.round() }
        XCTAssertTrue(try place.envelopes(of: device, after: 0, limit: 9) == before)
        XCTAssertTrue(try stores[1].read { try $0.record(Identifier<Note>("a"))?.text.hasPrefix("xa long") } == true)
        // The stored batch is deleted with the next one.
        try stores[0].write { _ = try $0.delete(Identifier<Note>("a")) }
        for replica in replicas { try replica.round() }
        let addresses = try stores[0].read { try $0.below.addresses(in: nil) }.filter { $0.collection == "sync.bytes" }
        let pieces = try stores[0].read { try $0.below.records(at: addresses).compactMap { $0 }.filter(\.isLive).count }
        XCTAssertEqual(pieces, 1)
        for store in stores { try store.close() }
    }

    /// The folder disappears before any call of a round and returns.
    func testFolderLostDuringRoundLosesNoData() throws {
        for call in 1...30 {
            let home = try Home(isQuick: true)
            defer { withExtendedLifetime(home) {} }
            let meeting = Meeting()
            let path = home.path("place")
            let hooked = HookedTransport(over: FolderTransport(path, mayMake: false))
            let tablet = meeting.device("t", at: FolderTransport(path, mayMake: true))
            try meeting.write("from the tablet", tablet.store, "t")
            try tablet.replica.round()
            let phone = meeting.device("p", at: hooked)
            try meeting.write("from the phone", phone.store, "p")
            hooked.before { number, _ in if number == call { rename(path, path + ".away") } }
            do {
                try phone.replica.round()
            } catch let failure as Failure { XCTAssertEqual(failure.code, .syncPlaceAway) }
            hooked.before { _, _ in }
            let isAway = FileManager.default.fileExists(atPath: path + ".away")
            if isAway {
                XCTAssertFalse(FileManager.default.fileExists(atPath: path), "the file was recreated")
                XCTAssertEqual(rename(path + ".away", path), 0)
            }
            for device in [phone, tablet, phone] { try device.replica.round() }
            for device in [phone, tablet] {
                XCTAssertEqual(try texts(device.store), ["from the phone", "from the tablet"])
            }
            XCTAssertEqual(try FolderTransport(path, mayMake: false).devices().count, 2)
            if !isAway { break }
        }
    }

    /// A complete but invalid batch stops only its own stream.
    func testInvalidBatchIsReportedAndOthersContinue() throws {
        let lines = String(repeating: "{}\n", count: 500_000)
        let deep = "{\"kind\":\"batch\",\"form\":1,\"x\":" + String(repeating: "[", count: 500_000)
        let record = "{\"kind\":\"batch\",\"form\":1,\"device\":\"evil\",\"first\":1,\"seen\":{}}\n"
        for (bytes, code) in [
            ("", Failure.Code.syncUnreadable), ("[]", .syncUnreadable), ("null\n\n\n", .syncUnreadable),
            (lines, .syncUnreadable),
            (deep, .syncUnreadable), (record + deep, .syncUnreadable), (record + "{\"address\":{}}", .syncUnreadable),
            ("{\"kind\":\"card\",\"form\":1}", .syncUnreadable),
            ("{\"kind\":\"batch\",\"form\":2,\"new\":true}", .syncNewerForm),
            ("{\"kind\":\"batch\",\"form\":1,\"device\":\"other\",\"first\":1,\"seen\":{}}\n{}", .syncUnreadable),
        ] {
            let meeting = Meeting()
            let place = MemoryTransport()
            let phone = meeting.device("p", at: place)
            let tablet = meeting.device("t", at: place)
            for device in [phone, tablet] { try device.replica.round() }
            try place.offer(BatchEnvelope(device: "evil", first: 1, last: 1, bytes: Array(bytes.utf8)))
            try place.publish(Array("{\"kind\":\"card\",\"form\":9}".utf8), of: "evil")
            try meeting.write("tea", phone.store)
            try phone.replica.round()
            let report = try tablet.replica.round()
            XCTAssertEqual(report.troubles.map(\.code), [code], "\(bytes.prefix(40))")
            XCTAssertEqual(try text(tablet.store), "tea")
            // Removing that device from the account ends the trouble.
            try phone.replica.remove(device: "evil")
            for _ in 0..<2 { XCTAssertEqual(try tablet.replica.round().troubles, []) }
        }
    }

    /// Addresses from other devices name records and never files.
    func testHostileAddressesNameOnlyRecords() throws {
        let home = try Home(isQuick: true)
        defer { withExtendedLifetime(home) {} }
        let place = MemoryTransport()
        let store = try FileStore(directory: home.path("store")) { [clock = meeting.clock] in clock.now }
        let replica = meeting.replica(of: store, at: place)
        for name in ["../../escape", "/etc/passwd", "a\u{0}b", "\u{1B}[2J", String(repeating: "n", count: 3_000)] {
            let stamp = Stamp(
                generation: 0, deleted: false, time: HybridTime(milliseconds: 5, counter: 0), device: "evil")
            let records = ["notes", "sync.state", name].map { collection in
                StoredRecord(
                    address: RecordAddress(partition: Partition(rawValue: name), collection: collection, id: name),
                    stamp: stamp,
                    payloadVersion: 1, entries: [], payload: Data("{\"id\":\"x\",\"text\":\"y\"}".utf8))
            }
            let last = try place.latest(of: "evil")?.last ?? 0
            let batch = SyncBatch(.init(device: "evil", first: last + 1, seen: [:]), records)
            try place.offer(
                BatchEnvelope(device: "evil", first: batch.head.first, last: batch.last, bytes: try batch.bytes()))
        }
        _ = try? replica.round()
        XCTAssertNotNil(try replica.device())
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path), ["store"])
        XCTAssertTrue(try store.engine.inspect().findings.isEmpty)
        try meeting.write("still here", store)
        XCTAssertEqual(try text(store), "still here")
        try store.close()
    }
}
