import Foundation
import Kernel
import Media
import MediaCommands
import Pictures
import PicturesTesting
import TerminalTesting
import TestSupport
import XCTest

/// The storage that the files use, and its limit.
final class StorageTests: XCTestCase {
    private let move = Subject(.move, "chon-ji/3")

    /// The last file that fits exactly is added, and one more byte is refused.
    func testStorageLimitIsExact() throws {
        let picture = PhotoMaker.png(30, 40)
        let fits = picture + [UInt8](repeating: 0, count: 500_000 - picture.count)
        let fixture = Fixture()
        _ = try fixture.media.setLimit(1_000_000)
        _ = try fixture.media.add(ByteSource(name: "", fits), to: move)
        XCTAssertEqual(code { try fixture.media.add(ByteSource(name: "", fits + [0]), to: move) }, "mediaFull")
        XCTAssertEqual(try fixture.blobStore.contents().count, 1)
        let last = try fixture.media.add(ByteSource(name: "", fits), to: move)
        XCTAssertEqual(code { try fixture.add(move) }, "mediaFull")
        XCTAssertEqual(try fixture.media.usage().bytes, 1_000_000)
        // A removed file uses storage until a sweep.
        try fixture.media.remove(last.id)
        fixture.clock.advance(minutes: 61)
        XCTAssertEqual(try fixture.media.usage().orphans, 500_000)
        XCTAssertEqual(code { try fixture.add(move) }, "mediaFull")
        XCTAssertEqual(try fixture.media.sweep().map(\.bytes), [500_000])
        XCTAssertNoThrow(try fixture.add(move))
        _ = try fixture.media.setLimit(nil)
        XCTAssertNoThrow(try fixture.media.add(ByteSource(name: "", fits + [0]), to: move))
    }

    func testLimitIsSetShownAndUndone() throws {
        let fixture = Fixture()
        XCTAssertEqual(try fixture.media.usage().limit, 5_000_000_000)
        for (text, limit) in [
            ("1MB", 1_000_000), ("800mb", 800_000_000), ("10 GB", 10_000_000_000), ("1TB", 1_000_000_000_000),
            ("none", nil),
        ] as [(String, Int?)] {
            let run = try fixture.run("media", "limit", text)
            XCTAssertEqual(run.status, 0, run.error)
            XCTAssertEqual(try fixture.media.usage().limit, limit, text)
        }
        XCTAssertTrue(try fixture.run("media").output.contains("without a limit"))
        for wrong in ["0MB", "2TB", "1001GB", "5", "-1GB", "GB", "1e3GB", "99999999999999999999GB", "٣GB", "1.5GB", ""]
        {
            XCTAssertEqual(try fixture.run("media", "limit", wrong).status, 64, wrong)
        }
        XCTAssertNil(try fixture.media.usage().limit)
    }

    func testUsageOutput() throws {
        let fixture = Fixture()
        _ = try fixture.media.setLimit(1_000_000)
        _ = try fixture.media.add(
            ByteSource(name: "", PhotoMaker.png(30, 40) + [UInt8](repeating: 0, count: 900_000)), to: move)
        let output = try fixture.run("media").output
        XCTAssertTrue(output.contains("901 kB of 1.0 MB"), output.debugDescription)
        XCTAssertTrue(output.contains("nearly full"), output)
        XCTAssertTrue(try fixture.run("media", "--json").output.contains("\"limit\""))
        let run = try fixture.run("media", "add", "a.png", "--to", "chon-ji/3")
        XCTAssertEqual(run.status, 0, run.error)
        let freeBytes = try 1_000_000 - fixture.media.usage().bytes - PhotoMaker.png(30, 40).count
        _ = try fixture.media.add(
            ByteSource(name: "", PhotoMaker.png(30, 40) + [UInt8](repeating: 0, count: freeBytes)), to: move)
        let full = try fixture.run("media", "add", "a.png", "--to", "chon-ji/3")
        XCTAssertEqual(full.status, 73)
        XCTAssertTrue(full.error.contains("media sweep") && full.error.contains("media limit"), full.error)
    }

    /// A scripted download: progress, partial files and the limit.
    func testFetchCommand() throws {
        let fixture = Fixture()
        let dropped = Flag()
        var media = fixture.media
        media.downloads = Downloads(
            fetch: { address, limit, advance in
                advance(50)
                guard limit >= 100 else { throw Failure(.fetchTooLarge, "The file is too large.", kind: .badData) }
                return .init(ByteSource(name: "", PhotoMaker.png(30, 40))) { dropped.set(true) }
            },
            partialFiles: { [.init(address: "https://example.org/b.mp4", bytes: 2000, changedAt: fixture.clock.now)] })
        let app = AppFixture("dojang", over: fixture.store, time: fixture.clock.source()) { [media] in
            [MediaPlugin(media) { _ in ByteSource(name: "", []) }]
        }
        func run(_ words: String...) -> AppFixture.Run { app.run(words, files: [:]) }
        let fetched = run("media", "fetch", "https://example.org/a.jpg", "--to", "chon-ji/3", "--phase", "finish")
        XCTAssertEqual(fetched.status, 0, fetched.error)
        XCTAssertTrue(dropped.value)
        let added = try XCTUnwrap(media.attachments().first)
        XCTAssertEqual(added.fileName, "a.png", "the content decides the extension")
        XCTAssertEqual(added.phase, .finish)
        XCTAssertTrue(run("media").output.contains("2.0 kB of https://example.org/b.mp4"))
        XCTAssertEqual(run("media", "fetch", "https://example.org/a.jpg").status, 64)
        XCTAssertEqual(run("media", "fetch", "file:///etc/passwd", "--to", "chon-ji/3").status, 64)
        XCTAssertEqual(run("media", "fetch", "https://example.org/a.jpg", "--to", "nothing").status, 64)
        XCTAssertEqual(try media.attachments().count, 1)
        // An abandoned partial file is swept, and a recent one is not.
        XCTAssertEqual(try media.leftovers(), [])
        fixture.clock.advance(minutes: 61)
        XCTAssertEqual(
            try fixture.run("media", "fetch", "https://example.org/a.jpg", "--to", "chon-ji/3").status, 1,
            "no downloader is available")
    }
}
