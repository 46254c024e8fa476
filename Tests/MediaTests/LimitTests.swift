import Interface
import Kernel
import Media
import Pictures
import PicturesTesting
import TestSupport
import XCTest

/// Each limit at its last allowed and its first refused value.
final class LimitTests: XCTestCase {
    private let move = Subject(.move, "chon-ji/3")
    private let png = PhotoMaker.png(30, 40)

    func testSizeWarningsStartAtTheExactByte() throws {
        let fixture = Fixture()
        for (kind, size, warnings) in [
            (Subject.Kind.move, 300_000, []), (.move, 300_001, ["It is 301 KB large; 300 KB are advised for a move."]),
            (.pattern, 200_000, []), (.pattern, 200_001, ["It is 201 KB large; 200 KB are advised for a diagram."]),
        ] {
            let bytes = png + [UInt8](repeating: 0, count: size - png.count)
            let added = try fixture.media.add(ByteSource(name: "", bytes), to: Subject(kind, "chon-ji"))
            XCTAssertEqual(added.warnings, warnings, "\(kind) \(size)")
        }
    }

    func testLongNamesAreCutAndLongNotesAndIDsRefused() throws {
        let fixture = Fixture()
        for length in [99, 100, 101] {
            let name = String(repeating: "n", count: length - 4) + ".png"
            let added = try fixture.media.add(ByteSource(name: name, png), to: move)
            XCTAssertEqual(added.fileName, String(name.prefix(100)), "\(length)")
        }
        for (length, isTaken) in [(0, false), (1, true), (200, true), (201, false)] {
            let note = String(repeating: "n", count: length)
            let added = try? fixture.media.add(ByteSource(name: "", png), to: move, note: note)
            XCTAssertEqual(added?.note, isTaken ? note : nil, "\(length)")
        }
        for (length, expected) in [(64, "There is no attached file"), (65, "longer than 64 characters")] {
            let run = try fixture.run("media", "show", String(repeating: "i", count: length))
            XCTAssertTrue(run.error.contains(expected), run.error)
        }
    }

    /// The last four characters of an ID, in any case, find a file. Shorter or ambiguous ends do
    /// not.
    func testUniqueEndOfAnIDFindsAFile() throws {
        let numbers = IDSource.counting(prefix: "")
        let fixture = Fixture(
            ids: IDSource { ["1": "a-xyzz", "2": "b-xyzz"][numbers.next(Attachment.self).rawValue] ?? "c-xyww" })
        let added = try (0..<3).map { _ in try fixture.add(move) }
        for (name, expected) in [("xyww", added[2]), ("XYWW", added[2]), ("a-xyzz", added[0]), ("b-xyzz", added[1])] {
            XCTAssertEqual(try fixture.media.attachment(named: name), expected, name)
        }
        for (name, expected) in [
            ("xyzz", Failure.Code.manyAttachments), ("yww", .attachmentNotFound), ("", .attachmentNotFound),
        ] {
            XCTAssertThrowsError(try fixture.media.attachment(named: name), name) {
                XCTAssertEqual(($0 as? Failure)?.code, expected)
            }
        }
    }

    /// Durations are rounded down to whole seconds.
    func testDurationsAreRoundedDown() throws {
        let fixture = Fixture()
        _ = try fixture.media.add(ByteSource(name: "", MovieMaker.movie(milliseconds: 2999)), to: move)
        XCTAssertTrue(try fixture.run("media", "show", "file1").output.contains(", 00:02"))
        XCTAssertTrue(try fixture.run("media", "show", "file1", "--json").output.contains("2.999"))
    }

    /// `doctor` is quick: it does not read the files.
    func testDoctorCheckComparesOnlySizes() throws {
        let fixture = Fixture()
        let place = try XCTUnwrap(fixture.add(move).path)
        try fixture.blobStore.remove(place)
        try fixture.blobStore.save(place) { try $0(Array(png.reversed())) }
        XCTAssertEqual(try fixture.media.check(isDeep: true).findings().count, 1)
        let doctorChecks = try fixture.app.registry().all(.doctorChecks)
        XCTAssertEqual(try doctorChecks.flatMap { try $0.examine() }.count, 0)
        try fixture.blobStore.remove(place)
        XCTAssertEqual(try doctorChecks.flatMap { try $0.examine() }.count, 1)
    }

    func testCommandsThatChangeData() throws {
        let changing = try Fixture().app.shell().allCommands.filter { $0.changesData && $0.path[0] == "media" }.map(
            \.path)
        XCTAssertEqual(
            Set(changing),
            [["media", "add"], ["media", "fetch"], ["media", "limit"], ["media", "remove"], ["media", "sweep"]])
    }
}
