import Foundation
import Kernel
import Media
import MediaCommands
import Pictures
import PicturesContract
import TerminalContract
import TestBench
import XCTest

/// What the files take, and how much they may.
final class StorageTests: XCTestCase {
    private let move = Subject(.move, "chon-ji/3")

    /// To the byte: the last file that fits is taken, and nothing is added that does not.
    func testTheLimitHoldsToTheByte() throws {
        let picture = PhotoMaker.png(30, 40)
        let fits = picture + [UInt8](repeating: 0, count: 500_000 - picture.count)
        let bench = Bench()
        _ = try bench.media.allow(1_000_000)
        _ = try bench.media.add(ByteSource(name: "", fits), to: move)
        XCTAssertEqual(code { try bench.media.add(ByteSource(name: "", fits + [0]), to: move) }, "mediaFull")
        XCTAssertEqual(try bench.shelf.contents().count, 1)
        let last = try bench.media.add(ByteSource(name: "", fits), to: move)
        XCTAssertEqual(code { try bench.add(move) }, "mediaFull")
        XCTAssertEqual(try bench.media.usage().bytes, 1_000_000)
        // What is removed waits for a sweep, and takes room till then.
        try bench.media.remove(last.id)
        bench.clock.advance(minutes: 61)
        XCTAssertEqual(try bench.media.usage().orphans, 500_000)
        XCTAssertEqual(code { try bench.add(move) }, "mediaFull")
        XCTAssertEqual(try bench.media.sweep().map(\.bytes), [500_000])
        XCTAssertNoThrow(try bench.add(move))
        _ = try bench.media.allow(nil)
        XCTAssertNoThrow(try bench.media.add(ByteSource(name: "", fits + [0]), to: move))
    }

    func testTheLimitIsSetSeenAndTakenBack() throws {
        let bench = Bench()
        XCTAssertEqual(try bench.media.usage().limit, 5_000_000_000)
        for (text, limit) in [
            ("1MB", 1_000_000), ("800mb", 800_000_000), ("10 GB", 10_000_000_000), ("1TB", 1_000_000_000_000), ("none", nil),
        ] as [(String, Int?)] {
            let run = try bench.run("media", "limit", text)
            XCTAssertEqual(run.status, 0, run.error)
            XCTAssertEqual(try bench.media.usage().limit, limit, text)
        }
        XCTAssertTrue(try bench.run("media").output.contains("without a limit"))
        for wrong in ["0MB", "2TB", "1001GB", "5", "-1GB", "GB", "1e3GB", "99999999999999999999GB", "٣GB", "1.5GB", ""] {
            XCTAssertEqual(try bench.run("media", "limit", wrong).status, 64, wrong)
        }
        XCTAssertNil(try bench.media.usage().limit)
    }

    func testWhatIsInUseIsToldToPeopleAndPrograms() throws {
        let bench = Bench()
        _ = try bench.media.allow(1_000_000)
        _ = try bench.media.add(ByteSource(name: "", PhotoMaker.png(30, 40) + [UInt8](repeating: 0, count: 900_000)), to: move)
        let shown = try bench.run("media").output
        XCTAssertTrue(shown.contains("901 kB of 1.0 MB"), shown.debugDescription)
        XCTAssertTrue(shown.contains("nearly full"), shown)
        XCTAssertTrue(try bench.run("media", "--json").output.contains("\"limit\""))
        let run = try bench.run("media", "add", "a.png", "--to", "chon-ji/3")
        XCTAssertEqual(run.status, 0, run.error)
        let left = try 1_000_000 - bench.media.usage().bytes - PhotoMaker.png(30, 40).count
        _ = try bench.media.add(
            ByteSource(name: "", PhotoMaker.png(30, 40) + [UInt8](repeating: 0, count: left)), to: move)
        let full = try bench.run("media", "add", "a.png", "--to", "chon-ji/3")
        XCTAssertEqual(full.status, 73)
        XCTAssertTrue(full.error.contains("media sweep") && full.error.contains("media limit"), full.error)
    }

    /// What fetches is a seam: what comes, what is half here, and what is full.
    func testFetchingByTheCommand() throws {
        let bench = Bench()
        let dropped = Flag()
        var media = bench.media
        media.downloads = Downloads(
            fetch: { address, limit, advance in
                advance(50)
                guard limit >= 100 else { throw Failure(.fetchTooLarge, "The file is too large.", kind: .badData) }
                return .init(ByteSource(name: "", PhotoMaker.png(30, 40))) { dropped.set(true) }
            }, halves: { [.init(address: "https://example.org/b.mp4", bytes: 2000, changedAt: bench.clock.now)] })
        let app = AppBench("dojang", over: bench.store, time: bench.clock.source()) { [media] in
            [MediaPlugin(media) { _ in ByteSource(name: "", []) }]
        }
        func run(_ words: String...) -> AppBench.Run { app.run(words, files: [:]) }
        let fetched = run("media", "fetch", "https://example.org/a.jpg", "--to", "chon-ji/3", "--phase", "finish")
        XCTAssertEqual(fetched.status, 0, fetched.error)
        XCTAssertTrue(dropped.value)
        let added = try XCTUnwrap(media.attachments().first)
        XCTAssertEqual(added.fileName, "a.png", "it is what it is, whatever it was called")
        XCTAssertEqual(added.phase, .finish)
        XCTAssertTrue(run("media").output.contains("2.0 kB of https://example.org/b.mp4"))
        XCTAssertEqual(run("media", "fetch", "https://example.org/a.jpg").status, 64)
        XCTAssertEqual(run("media", "fetch", "file:///etc/passwd", "--to", "chon-ji/3").status, 64)
        XCTAssertEqual(run("media", "fetch", "https://example.org/a.jpg", "--to", "nothing").status, 64)
        XCTAssertEqual(try media.attachments().count, 1)
        // A half that nobody takes up is swept, and one of just now is not.
        XCTAssertEqual(try media.leftovers(), [])
        bench.clock.advance(minutes: 61)
        XCTAssertEqual(
            try bench.run("media", "fetch", "https://example.org/a.jpg", "--to", "chon-ji/3").status, 1, "nothing fetches")
    }
}
