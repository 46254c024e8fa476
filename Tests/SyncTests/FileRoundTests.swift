import Kernel
import Storage
import Sync
import SyncAdapters
import SyncTesting
import TestSupport
import XCTest

/// File rounds without changes, and file rounds at a full place.
final class FileRoundTests: XCTestCase {
    private let meeting = Meeting()

    /// A device lists the place only after a change here or there, and at least once a day.
    func testRoundWithoutChangesListsNothing() throws {
        let home = try Home()
        let records = MemoryTransport()
        let folder = FolderFiles(home.path("place"), mayMake: true)
        let phone = FileDevice("p", records, FaultyFiles(over: folder), meeting)
        let tablet = FileDevice("t", records, FaultyFiles(over: folder), meeting)
        func listed(_ device: FileDevice) -> Int { (device.place as? FaultyFiles)?.listed ?? 0 }
        for number in 0..<5 { try phone.keep("Photos/\(number)", sampleBytes(2_500, UInt64(number))) }
        for _ in 0..<3 { for device in [phone, tablet] { try device.meet() } }
        func expectQuiet(_ devices: [FileDevice], line: UInt = #line) throws {
            for device in devices {
                let before = listed(device)
                for _ in 0..<3 { XCTAssertEqual(try device.meet(), FileReport(), line: line) }
                XCTAssertEqual(listed(device), before, line: line)
            }
        }
        for _ in 0..<2 { for device in [phone, tablet] { try device.meet() } }
        try expectQuiet([phone, tablet])
        // A deleted part is uploaded again by the first device that has it and lists the place.
        let name = try XCTUnwrap(folder.parts().keys.min())
        try folder.remove(FilePart(name: name, number: 1))
        XCTAssertEqual(try phone.meet().sent, 1)
        for device in [tablet, phone] { try device.meet() }
        try expectQuiet([phone, tablet])
        // A new photo is synced at once.
        try tablet.keep("Photos/new", sampleBytes(100, 9))
        for device in [tablet, tablet, phone] { try device.meet() }
        XCTAssertEqual(try phone.content("Photos/new"), sampleBytes(100, 9))
        for _ in 0..<3 { for device in [phone, tablet] { try device.meet() } }
        try expectQuiet([phone, tablet])
        // Several files in one transaction.
        for number in 20..<23 { try phone.home.save("Photos/\(number)") { try $0(sampleBytes(50, UInt64(number))) } }
        try phone.store.write { transaction in
            for number in 20..<23 { try transaction.put(Shot(id: .init("s\(number)"), path: "Photos/\(number)")) }
        }
        XCTAssertEqual(try phone.exchange.round(after: SyncReport()).sent, 3)
        for _ in 0..<4 { for device in [phone, tablet] { try device.meet() } }
        try expectQuiet([phone, tablet])
        XCTAssertEqual(try tablet.content("Photos/22"), sampleBytes(50, 22))
        // A file lost from a device's disk returns within a day.
        tablet.home.remove("Photos/new")
        meeting.clock.advance(seconds: 90_000)
        try tablet.meet()
        XCTAssertEqual(try tablet.content("Photos/new"), sampleBytes(100, 9))
    }

    /// A full place still serves downloads and deletes unused files.
    func testFullPlaceStillServesDownloads() throws {
        let records = MemoryTransport()
        let lying = MemoryFiles()
        let full = FullFiles(over: lying)
        let phone = FileDevice("p", records, full, meeting)
        let tablet = FileDevice("t", records, full, meeting)
        for name in ["a", "b"] { try phone.keep("Photos/\(name)", sampleBytes(3_000, UInt64(name.utf8.first ?? 0))) }
        for _ in 0..<2 { try phone.meet() }
        full.isFull = true
        // Smaller than the photos, so it would be uploaded first.
        try tablet.keep("Photos/c", sampleBytes(500, 7))
        let report = try tablet.meet()
        XCTAssertEqual(report.stopped?.code, .syncPlaceAway)
        XCTAssertEqual([report.received, report.sent, report.waiting], [2, 0, 1])
        XCTAssertEqual(try tablet.content("Photos/b"), sampleBytes(3_000, 98))
        let before = try lying.size()
        meeting.clock.advance(seconds: 60)
        try phone.store.write { _ = try $0.delete(Identifier<Shot>("Photos-a")) }
        for _ in 0..<4 { for device in [phone, tablet] { try device.meet() } }
        XCTAssertLessThan(try lying.size(), before)
        full.isFull = false
        for device in [tablet, phone] { XCTAssertNil(try device.meet().stopped) }
        XCTAssertEqual(try phone.content("Photos/c"), sampleBytes(500, 7))
    }
}

/// A place that can be full.
private final class FullFiles: FilePlace, @unchecked Sendable {
    // Unchecked: a test uses one thread.
    private let place: MemoryFiles
    var isFull = false

    init(over place: MemoryFiles) { self.place = place }

    func put(_ bytes: [UInt8], as part: FilePart) throws {
        guard !isFull else { throw Failure(.syncPlaceAway, "There is no room.", kind: .temporary) }
        try place.put(bytes, as: part)
    }

    func parts() throws -> [String: Set<Int>] { try place.parts() }
    func fingerprint() throws -> String { try place.fingerprint() }
    func bytes(of part: FilePart) throws -> [UInt8]? { try place.bytes(of: part) }
    func remove(_ part: FilePart) throws { try place.remove(part) }
    func remove(_ name: String) throws { try place.remove(name) }
    func size() throws -> Int { try place.size() }
}
