import Files
import Kernel
import Storage
import Sync
import SyncAdapters
import SyncTesting
import TestSupport
import XCTest

/// Files of two devices, from the user's point of view.
final class FileTests: XCTestCase {
    private let meeting = Meeting()

    // MARK: - Transfer

    func testPhotoIsSyncedToOtherDevice() throws {
        let records = MemoryTransport()
        let place = MemoryFiles()
        let phone = FileDevice("p", records, place, meeting)
        let tablet = FileDevice("t", records, place, meeting)
        try phone.keep("Photos/a", sampleBytes(3_500))
        try phone.keep("Photos/empty", [])
        XCTAssertEqual(try phone.meet().sent, 2)
        // The file is announced with the next batch of records.
        try phone.meet()
        XCTAssertEqual(try tablet.meet().received, 2)
        XCTAssertEqual(try tablet.content("Photos/a"), sampleBytes(3_500))
        XCTAssertEqual(try tablet.content("Photos/empty"), [])
        XCTAssertEqual(try tablet.drafts.parts(), [:])
        for device in [phone, tablet] {
            XCTAssertEqual(try device.exchange.waiting(), 0)
            XCTAssertEqual(try device.meet(), FileReport())
        }
    }

    /// Content with two paths and two devices is uploaded once. A device that has a copy downloads
    /// nothing.
    func testIdenticalContentIsStoredOnce() throws {
        let records = MemoryTransport()
        let place = FaultyFiles(over: MemoryFiles())
        let phone = FileDevice("p", records, place, meeting)
        let tablet = FileDevice("t", records, place, meeting)
        try phone.keep("Photos/a", sampleBytes(2_500))
        try phone.keep("Photos/b", sampleBytes(2_500))
        try tablet.keep("Photos/c", sampleBytes(2_500))
        for device in [phone, phone, tablet, tablet, phone, tablet] { try device.meet() }
        XCTAssertEqual(try place.parts().count, 1)
        XCTAssertEqual(place.traffic.put.values.reduce(0, +), 3)
        XCTAssertEqual(place.traffic.given.values.reduce(0, +), 0)
        for device in [phone, tablet] {
            for path in ["Photos/a", "Photos/b", "Photos/c"] {
                XCTAssertEqual(try device.content(path), sampleBytes(2_500))
            }
        }
    }

    func testThumbnailsAreSentFirstWithinLimit() throws {
        let records = MemoryTransport()
        let place = MemoryFiles()
        let phone = FileDevice("p", records, place, meeting)
        let tablet = FileDevice("t", records, place, meeting)
        for number in 0..<5 {
            try phone.keep("Photos/\(number)", sampleBytes(9_000 - number * 1_000, UInt64(number)))
            try phone.keep("Thumbnails/\(number)", sampleBytes(300, UInt64(100 + number)))
        }
        let first = try phone.meet(FileLimits(bytes: 6_000))
        XCTAssertTrue(first.bytesSent >= 6_000 && first.bytesSent < 8_000, "\(first)")
        XCTAssertEqual([first.sent, first.waiting], [5, 5], "all thumbnails, and no complete photo")
        try phone.meet()
        try phone.meet()
        try tablet.replica.round()
        var arrived: [String] = []
        for _ in 0..<60 {
            meeting.clock.advance(seconds: 1)
            try tablet.exchange.round(after: SyncReport(), FileLimits(until: meeting.clock.now))
            arrived += Set(tablet.home.paths()).subtracting(arrived).sorted()
        }
        XCTAssertEqual(arrived.count, 10)
        XCTAssertEqual(Set(arrived.prefix(5)), Set((0..<5).map { "Thumbnails/\($0)" }))
        XCTAssertEqual(Array(arrived.suffix(5)), (0..<5).reversed().map { "Photos/\($0)" }, "small files first")
    }

    /// The connection drops at every twelfth call, and no part is transferred twice.
    /// `COMMONPLACE_MEBIBYTES=64` tests more.
    func testInterruptedTransferRepeatsNoPart() throws {
        let mebibytes = ProcessInfo.processInfo.environment["COMMONPLACE_MEBIBYTES"].flatMap(Int.init)
        let length = (mebibytes ?? 12) << 20
        let path = "Photos/long"
        let records = MemoryTransport()
        let home = try Home()
        let link = FaultyFiles(over: FolderFiles(home.path("place"), mayMake: true), cutAfter: 12)
        let phone = FileDevice("p", records, link, meeting, part: 1 << 20 - 64)
        let tablet = FileDevice("t", records, link, meeting, part: 1 << 20 - 64)
        try phone.keep(
            path,
            [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
                for place in stride(from: 0, to: length, by: 4_096) {
                    buffer[place] = UInt8(truncatingIfNeeded: place >> 12 ^ place >> 20)
                }
                count = length
            })
        var rounds = 1
        while try phone.meet().waiting > 0 { rounds += 1 }
        try phone.replica.round()
        while try tablet.meet().received == 0 { rounds += 1 }
        XCTAssertEqual(try tablet.home.size(of: path), length)
        let (put, given) = link.traffic
        XCTAssertEqual([put.count, given.count], [length >> 20 + 1, length >> 20 + 1])
        XCTAssertEqual([put.values.max(), given.values.max()], [1, 1])
        print(
            "\(length >> 20) MiB over a link that drops at every 12th call: \(rounds) rounds, each part left \(put.values.max() ?? 0) time"
        )
    }

    func testDamagedPartIsDownloadedAgain() throws {
        let records = MemoryTransport()
        let lying = MemoryFiles()
        let phone = FileDevice("p", records, lying, meeting)
        let tablet = FileDevice("t", records, lying, meeting)
        try phone.keep("Photos/a", sampleBytes(5_500))
        try phone.meet()
        try phone.meet()
        let name = try XCTUnwrap(lying.parts().keys.first)
        try lying.put([1, 2, 3], as: FilePart(name: name, number: 2))
        // A complete part stored under another part's name.
        try lying.put(
            try XCTUnwrap(lying.bytes(of: FilePart(name: name, number: 0))), as: FilePart(name: name, number: 4))
        let first = try tablet.meet()
        XCTAssertEqual([first.received, first.waiting], [0, 1])
        XCTAssertEqual(try lying.parts(), [name: [0, 1, 3, 5]])
        XCTAssertEqual(try phone.meet().sent, 1)
        let second = try tablet.meet()
        XCTAssertEqual(second.received, 1)
        XCTAssertLessThan(second.bytesReceived, first.bytesReceived, "only missing parts were sent again")
        XCTAssertEqual(try tablet.content("Photos/a"), sampleBytes(5_500))
    }

    /// A device announces other content than it uploads.
    func testContentOtherThanAnnouncedIsNotStored() throws {
        let records = MemoryTransport()
        let place = MemoryFiles()
        var phone = FileDevice("p", records, place, meeting)
        let tablet = FileDevice("t", records, place, meeting)
        try phone.keep("Photos/a", sampleBytes(2_500))
        try phone.exchange.round(after: phone.replica.round(), FileLimits(bytes: 0))
        // The file is replaced after its announcement and before its upload, and another process
        // continues.
        phone.home.remove("Photos/a")
        try phone.home.save("Photos/a") { try $0(sampleBytes(2_500, 9)) }
        phone.begin()
        let report = try phone.meet()
        XCTAssertEqual(report.troubles.map(\.code), [.syncUnreadable])
        XCTAssertEqual([report.sent, report.waiting], [0, 1])
        try phone.meet()
        XCTAssertEqual(try tablet.meet().received, 0)
        XCTAssertEqual(tablet.home.paths(), [])
    }

    /// The same without detection on that device: the other devices verify the content.
    func testWrongContentIsRejectedAndRequestedAgain() throws {
        let records = MemoryTransport()
        let place = MemoryFiles()
        var phone = FileDevice("p", records, place, meeting)
        let tablet = FileDevice("t", records, place, meeting)
        try phone.keep("Photos/a", sampleBytes(2_500))
        try phone.exchange.round(after: phone.replica.round(), FileLimits(bytes: 0))
        phone.home.remove("Photos/a")
        try phone.home.save("Photos/a") { try $0(sampleBytes(2_500, 9)) }
        for _ in 0..<2 { try phone.meet() }
        let report = try tablet.meet()
        XCTAssertEqual(report.troubles.map(\.code), [.syncUnreadable])
        XCTAssertEqual(tablet.home.paths(), [])
        XCTAssertEqual([try place.parts(), try tablet.drafts.parts()], [[:], [:]])
        phone.home.remove("Photos/a")
        try phone.home.save("Photos/a") { try $0(sampleBytes(2_500)) }
        phone.begin()
        XCTAssertEqual(try phone.meet().sent, 1)
        XCTAssertEqual(try tablet.meet().received, 1)
        XCTAssertEqual(try tablet.content("Photos/a"), sampleBytes(2_500))
    }

    // MARK: - Scope and removal

    func testDisabledFilesAreNotSentOrRemoved() throws {
        let records = MemoryTransport()
        let place = MemoryFiles()
        let phone = FileDevice("p", records, place, meeting)
        let tablet = FileDevice("t", records, place, meeting, isOn: false)
        try phone.keep("Photos/a", sampleBytes(100))
        try tablet.keep("Photos/b", sampleBytes(100, 2))
        for device in [phone, phone, tablet, tablet, phone, tablet] { try device.meet() }
        XCTAssertEqual(try place.parts().count, 1)
        XCTAssertEqual(tablet.home.paths(), ["Photos/b"])
        // It announces no file and removes none of the others.
        XCTAssertEqual(try phone.store.read { try $0.records(Selection<FileRecord>.all) }.count, 1)
    }

    func testUnusedFileIsDeletedOnceAllDevicesKnow() throws {
        let records = MemoryTransport()
        let place = MemoryFiles()
        let phone = FileDevice("p", records, place, meeting)
        let tablet = FileDevice("t", records, place, meeting)
        try phone.keep("Photos/a", sampleBytes(2_500))
        try phone.keep("Photos/b", sampleBytes(2_500))
        try phone.keep("Photos/c", sampleBytes(700, 3))
        for device in [phone, phone, tablet, tablet, phone] { try device.meet() }
        XCTAssertEqual(try place.parts().count, 2)
        meeting.clock.advance(seconds: 60)
        try phone.store.write { _ = try $0.delete(Identifier<Shot>("Photos-a")) }
        try phone.store.write { _ = try $0.delete(Identifier<Shot>("Photos-c")) }
        for _ in 0..<5 { XCTAssertEqual(try phone.meet().removed, 0, "the tablet has not seen it") }
        for device in [tablet, phone, tablet, phone, tablet, phone] { try device.meet() }
        XCTAssertEqual(try place.parts().count, 1, "b has the content of a, and stays")
        // Referred to again, it is uploaded again by a device that has it.
        try phone.store.write { try $0.put(Shot(id: "Photos-c", path: "Photos/c")) }
        tablet.home.remove("Photos/c")
        for device in [phone, phone, tablet, tablet] { try device.meet() }
        XCTAssertEqual(try tablet.content("Photos/c"), sampleBytes(700, 3))
    }

    func testUnreachableFilePlaceDoesNotStopRecords() throws {
        let home = try Home()
        let records = MemoryTransport()
        let place = FolderFiles(home.path("away"), mayMake: false)
        let phone = FileDevice("p", records, place, meeting)
        try phone.keep("Photos/a", sampleBytes(100))
        let report = try phone.meet()
        XCTAssertEqual(report.stopped?.code, .syncPlaceAway)
        XCTAssertEqual(report.waiting, 1)
        XCTAssertEqual(try records.devices().count, 1)
        XCTAssertFalse(FileManager.default.fileExists(atPath: home.path("away")))
    }

    /// Without the key, a photo's name in the place cannot be computed, and its size is
    /// approximate.
    func testFileNameDependsOnAccountKey() throws {
        let records = MemoryTransport()
        let place = MemoryFiles()
        let phone = FileDevice("p", records, place, meeting)
        try phone.keep("Photos/planted", Array("planted".utf8))
        try phone.meet()
        let (name, numbers) = try XCTUnwrap(place.parts().first)
        let digest = SHA256.digest(Array("planted".utf8))
        XCTAssertFalse(name.contains(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().prefix(8)))
        XCTAssertEqual(numbers, [0])
        let other = FileExchange(
            of: phone.replica, at: place, home: phone.home, drafts: phone.drafts,
            files: SyncableFiles(named: { [] }) { _ in true }, key: .sample(2))
        XCTAssertNotEqual(other.name(of: Array("planted".utf8)), name)
        let bytes = try XCTUnwrap(place.bytes(of: FilePart(name: name, number: 0)))
        XCTAssertFalse(bytes.contains(Array("planted".utf8)))
    }
}
