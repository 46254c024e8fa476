import Kernel
import Media
import Pictures
import PicturesContract
import Terminal
import TerminalContract
import XCTest

/// What is shown, and what comes first.
final class ShowingTests: XCTestCase {
    private let move = Subject(.move, "chon-ji/3")

    /// A picture is drawn byte for byte, a video is told of, and what another program opens is not drawn.
    func testPicturesAreDrawnAndVideosAreNot() throws {
        let bench = Bench()
        let png = PhotoMaker.png(30, 40)
        for file in [png, MovieMaker.movie(milliseconds: 2000)] { _ = try bench.media.add(ByteSource(name: "", file), to: move) }
        for (words, isDrawn) in [
            (["file1"], true), (["file2"], false), (["file1", "--plain"], false), (["file1", "--json"], false),
        ] {
            let console = ScriptedConsole(
                terminal: true, environment: ["LANG": "C.UTF-8", "TERM": "xterm"],
                draw: { bytes, _ in bytes == png ? "DRAWN\n" : "CUT\n" })
            XCTAssertEqual(bench.app.run(["media", "show"] + words, on: console), 0, console.error)
            XCTAssertEqual(console.output.contains("DRAWN"), isDrawn, "\(words): \(console.output)")
            XCTAssertFalse(console.output.contains("CUT"))
        }
        XCTAssertEqual(try bench.media.picture(of: bench.media.attachment(named: "file1")), png)
    }

    /// Nine ways to show one thing, the best first, although each was added before the next.
    func testEachAngleComesFirstAndThenEachSpeed() throws {
        let bench = Bench()
        var added: [Attachment] = []
        for angle in [Attachment.Angle.front, nil, .left] {
            for speed in [Attachment.Speed.normal, nil, .slow] {
                added.append(try bench.add(move, angle: angle, speed: speed))
                bench.clock.advance(seconds: 1)
            }
        }
        XCTAssertEqual(try bench.media.demonstrations(of: move), added)
        let newer = try bench.add(move, angle: .left, speed: .stepwise)
        XCTAssertEqual(try bench.media.demonstrations(of: move).suffix(2), [newer, added[8]], "of two alike the newest")
        XCTAssertEqual(try bench.media.attachment(named: "chon-ji/3"), added[0], "by what it shows: the best of that")
    }

    func testTheWordsOfAFile() throws {
        let bench = Bench()
        _ = try bench.media.add(
            ByteSource(name: "a.gif", MovieMaker.gif(width: 16, height: 9)), to: Subject(.move, "chon-ji/3", title: "Low block"),
            angle: .above, note: "left foot first")
        let shown = try bench.run("media", "show", "file1").output.split(separator: "\n").map(String.init)
        XCTAssertEqual(shown[0], "Shows  chon-ji/3, Low block")
        XCTAssertTrue(shown[1].hasPrefix("File   GIF, 16 × 9, "), shown[1])
        XCTAssertEqual(shown[2...3], ["From   above", "Note   left foot first"])
        XCTAssertEqual(
            shown[4...5],
            ["Path   Files are kept in memory here; no program can show them.", "It is 16 × 9; 3:4, 4:3 or 1:1 are advised."],
            "in memory")
        XCTAssertTrue(try bench.run("media", "list").output.hasPrefix("1 file, "))
        let check = try bench.run("media", "check")
        XCTAssertTrue((check.output + check.error).contains("1 file is as it was added."), check.output + check.error)
        let gone = try bench.add(move)
        try bench.shelf.remove(XCTUnwrap(gone.place))
        XCTAssertTrue(
            try bench.run("media", "show", "file2").output.contains("Path   The file file2.png is no longer there."))
    }

    func testAWordForASubjectHasAHundredLetters() throws {
        let bench = Bench()
        for (length, status) in [(100, 0), (101, 64)] {
            let word = "a-" + String(repeating: "x", count: length - 2)
            XCTAssertEqual(try bench.run("media", "add", "a.png", "--to", word).status, Int32(status), "\(length)")
        }
    }

    func testWhatIsSweptIsSaidBeforeAndAfter() throws {
        let bench = Bench()
        try bench.media.remove(bench.add(move).id)
        bench.clock.advance(seconds: 3600)
        let asked = try bench.run("media", "sweep")
        XCTAssertNotEqual(asked.status, 0)
        XCTAssertEqual(try bench.shelf.contents().count, 1, "asked for nothing, it removes nothing")
        let swept = try bench.run("media", "sweep", "--yes")
        XCTAssertTrue((swept.output + swept.error).contains("Removed 1 file that belonged to nothing."), swept.error)
        XCTAssertEqual(try bench.shelf.contents().count, 0)
        let again = try bench.run("media", "sweep", "--yes", "--plain")
        XCTAssertEqual(again.output, "")
    }
}
