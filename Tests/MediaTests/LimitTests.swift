import Kernel
import Media
import Pictures
import PicturesContract
import Terminal
import TestBench
import XCTest

/// What is said of limits holds at the last number that is allowed and at the first that is not.
final class LimitTests: XCTestCase {
    private let move = Subject(.move, "chon-ji/3")
    private let png = PhotoMaker.png(30, 40)

    func testSizesAreAdvisedToTheByte() throws {
        let bench = Bench()
        for (kind, size, warnings) in [
            (Subject.Kind.move, 300_000, []), (.move, 300_001, ["It is 301 KB large; 300 KB are advised for a move."]),
            (.pattern, 200_000, []), (.pattern, 200_001, ["It is 201 KB large; 200 KB are advised for a diagram."]),
        ] {
            let bytes = png + [UInt8](repeating: 0, count: size - png.count)
            let added = try bench.media.add(ByteSource(name: "", bytes), to: Subject(kind, "chon-ji"))
            XCTAssertEqual(added.warnings, warnings, "\(kind) \(size)")
        }
    }

    func testNamesAreCutNotesAndIdsAreRefused() throws {
        let bench = Bench()
        for length in [99, 100, 101] {
            let name = String(repeating: "n", count: length - 4) + ".png"
            let added = try bench.media.add(ByteSource(name: name, png), to: move)
            XCTAssertEqual(added.fileName, String(name.prefix(100)), "\(length)")
        }
        for (length, isTaken) in [(0, false), (1, true), (200, true), (201, false)] {
            let note = String(repeating: "n", count: length)
            let added = try? bench.media.add(ByteSource(name: "", png), to: move, note: note)
            XCTAssertEqual(added?.note, isTaken ? note : nil, "\(length)")
        }
        for (length, said) in [(64, "There is no attached file"), (65, "longer than 64 characters")] {
            let run = try bench.run("media", "show", String(repeating: "i", count: length))
            XCTAssertTrue(run.error.contains(said), run.error)
        }
    }

    /// An end of four characters names a file, in whatever case; fewer may be anything, and what fits two names neither.
    func testAnEndOfANameIsFourCharactersAndFitsOne() throws {
        let numbers = IDSource.counting(prefix: "")
        let bench = Bench(ids: IDSource { ["1": "a-xyzz", "2": "b-xyzz"][numbers.next(Attachment.self).rawValue] ?? "c-xyww" })
        let added = try (0..<3).map { _ in try bench.add(move) }
        for (name, found) in [("xyww", added[2]), ("XYWW", added[2]), ("a-xyzz", added[0]), ("b-xyzz", added[1])] {
            XCTAssertEqual(try bench.media.attachment(named: name), found, name)
        }
        for (name, wanted) in [("xyzz", Failure.Code.manyAttachments), ("yww", .attachmentNotFound), ("", .attachmentNotFound)] {
            XCTAssertThrowsError(try bench.media.attachment(named: name), name) { XCTAssertEqual(($0 as? Failure)?.code, wanted) }
        }
    }

    /// A video of two and a half seconds has begun its third, and has not lasted three.
    func testLengthsAreSecondsThatHavePassed() throws {
        let bench = Bench()
        _ = try bench.media.add(ByteSource(name: "", MovieMaker.movie(milliseconds: 2999)), to: move)
        XCTAssertTrue(try bench.run("media", "show", "file1").output.contains(", 00:02"))
        XCTAssertTrue(try bench.run("media", "show", "file1", "--json").output.contains("2.999"))
    }

    /// What `doctor` asks is quick: it does not read the files.
    func testACheckupComparesSizesAndReadsNothing() throws {
        let bench = Bench()
        let place = try XCTUnwrap(bench.add(move).place)
        try bench.shelf.remove(place)
        try bench.shelf.keep(place) { try $0(Array(png.reversed())) }
        XCTAssertEqual(try bench.media.check(isDeep: true).findings().count, 1)
        let checkups = try bench.app.registry().all(.checkups)
        XCTAssertEqual(try checkups.flatMap { try $0.examine() }.count, 0)
        try bench.shelf.remove(place)
        XCTAssertEqual(try checkups.flatMap { try $0.examine() }.count, 1)
    }

    func testCommandsThatChangeSomethingSaySo() throws {
        let changing = try Bench().app.shell().allCommands.filter { $0.changes && $0.path[0] == "media" }.map(\.path)
        XCTAssertEqual(
            Set(changing),
            [["media", "add"], ["media", "fetch"], ["media", "limit"], ["media", "remove"], ["media", "sweep"]])
    }
}
