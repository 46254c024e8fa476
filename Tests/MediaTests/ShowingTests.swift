import Interface
import Kernel
import Media
import Pictures
import PicturesTesting
import TerminalTesting
import XCTest

/// The output of attachments and their order.
final class ShowingTests: XCTestCase {
    private let move = Subject(.move, "chon-ji/3")

    /// Pictures are drawn from their bytes. Videos and files for other programs are not drawn.
    func testOnlyPicturesAreDrawn() throws {
        let fixture = Fixture()
        let png = PhotoMaker.png(30, 40)
        for file in [png, MovieMaker.movie(milliseconds: 2000)] {
            _ = try fixture.media.add(ByteSource(name: "", file), to: move)
        }
        for (words, isDrawn) in [
            (["file1"], true), (["file2"], false), (["file1", "--plain"], false), (["file1", "--json"], false),
        ] {
            let console = ScriptedConsole(
                terminal: true, environment: ["LANG": "C.UTF-8", "TERM": "xterm"],
                draw: { bytes, _ in bytes == png ? "DRAWN\n" : "CUT\n" })
            XCTAssertEqual(fixture.app.run(["media", "show"] + words, on: console), 0, console.error)
            XCTAssertEqual(console.output.contains("DRAWN"), isDrawn, "\(words): \(console.output)")
            XCTAssertFalse(console.output.contains("CUT"))
        }
        XCTAssertEqual(try fixture.media.picture(of: fixture.media.attachment(named: "file1")), png)
    }

    /// Nine attachments of one subject are ordered best first, although each was added before the
    /// next.
    func testAttachmentsAreOrderedByAngleThenSpeed() throws {
        let fixture = Fixture()
        var added: [Attachment] = []
        for angle in [Attachment.Angle.front, nil, .left] {
            for speed in [Attachment.Speed.normal, nil, .slow] {
                added.append(try fixture.add(move, angle: angle, speed: speed))
                fixture.clock.advance(seconds: 1)
            }
        }
        XCTAssertEqual(try fixture.media.demonstrations(of: move), added)
        let newer = try fixture.add(move, angle: .left, speed: .stepwise)
        XCTAssertEqual(
            try fixture.media.demonstrations(of: move).suffix(2), [newer, added[8]], "of two alike the newest")
        XCTAssertEqual(try fixture.media.attachment(named: "chon-ji/3"), added[0], "the best of the subject")
    }

    func testShowOutput() throws {
        let fixture = Fixture()
        _ = try fixture.media.add(
            ByteSource(name: "a.gif", MovieMaker.gif(width: 16, height: 9)),
            to: Subject(.move, "chon-ji/3", title: "Low block"),
            angle: .above, note: "left foot first")
        let output = try fixture.run("media", "show", "file1").output.split(separator: "\n").map(String.init)
        XCTAssertEqual(output[0], "Shows  chon-ji/3, Low block")
        XCTAssertTrue(output[1].hasPrefix("File   GIF, 16 × 9, "), output[1])
        XCTAssertEqual(output[2...3], ["From   above", "Note   left foot first"])
        XCTAssertEqual(
            output[4...5],
            [
                "Path   Files are kept in memory here; no program can show them.",
                "It is 16 × 9; 3:4, 4:3 or 1:1 are advised.",
            ],
            "in memory")
        XCTAssertTrue(try fixture.run("media", "list").output.hasPrefix("1 file, "))
        let check = try fixture.run("media", "check")
        XCTAssertTrue((check.output + check.error).contains("1 file is as it was added."), check.output + check.error)
        let removed = try fixture.add(move)
        try fixture.blobStore.remove(XCTUnwrap(removed.path))
        XCTAssertTrue(
            try fixture.run("media", "show", "file2").output.contains("Path   The file file2.png is no longer there."))
    }

    func testSubjectNameHasAtMost100Characters() throws {
        let fixture = Fixture()
        for (length, status) in [(100, 0), (101, 64)] {
            let word = "a-" + String(repeating: "x", count: length - 2)
            XCTAssertEqual(try fixture.run("media", "add", "a.png", "--to", word).status, Int32(status), "\(length)")
        }
    }

    func testSweepAsksAndReports() throws {
        let fixture = Fixture()
        try fixture.media.remove(fixture.add(move).id)
        fixture.clock.advance(seconds: 3600)
        let result = try fixture.run("media", "sweep")
        XCTAssertNotEqual(result.status, 0)
        XCTAssertEqual(try fixture.blobStore.contents().count, 1, "without consent nothing is removed")
        let swept = try fixture.run("media", "sweep", "--yes")
        XCTAssertTrue((swept.output + swept.error).contains("Removed 1 file that belonged to nothing."), swept.error)
        XCTAssertEqual(try fixture.blobStore.contents().count, 0)
        let again = try fixture.run("media", "sweep", "--yes", "--plain")
        XCTAssertEqual(again.output, "")
    }
}
