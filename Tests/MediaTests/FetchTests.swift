import Foundation
import Kernel
import Media
import MediaAdapters
import MediaCommands
import Pictures
import PicturesAdapters
import PicturesTesting
import Programs
import Storage
import Synchronization
import TestSupport
import XCTest

/// Downloads by the real `curl` from a real server.
final class FetchTests: XCTestCase {
    private var root = ""
    private var server: WebServer?
    /// Long enough to be cut in two. The bytes after the boxes of the video are a box that players
    /// ignore.
    private static let movie = MovieMaker.movie() + PhotoMaker.box("free", [UInt8](repeating: 9, count: 300_000))

    override func setUpWithError() throws {
        root = NSTemporaryDirectory() + "fetch-\(UUID().uuidString)"
        try XCTSkipIf(ProgramPath(path: "/usr/bin:/bin").find("curl") == nil, "there is no curl")
        server = try WebServer()
    }

    override func tearDown() {
        server?.stop()
        try? FileManager.default.removeItem(atPath: root)
    }

    private var downloads: Downloads { .curl(ProgramPath(path: "/usr/bin:/bin"), workingIn: root + "/work/fetch") }
    private var work: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: root + "/work/fetch")) ?? []).sorted()
    }

    private func media(_ fixture: Fixture) -> ClubMedia {
        var media = fixture.media
        media.downloads = downloads
        return media
    }

    private func serve(_ page: WebServer.Page, at path: String = "/chon-ji.mp4") throws -> WebAddress {
        server?.serve(path, page)
        return try WebAddress(try XCTUnwrap(server).address(path))
    }

    func testDownloadIsIdentifiedByContent() throws {
        let fixture = Fixture()
        // The URL has no file extension.
        let address = try serve(.init(body: Self.movie), at: "/videos/chon-ji%20(1).php?id=4")
        let added = try media(fixture).fetch(
            WebAddress(address.description + "#top"), to: "chon-ji/3", .init(angle: .front, note: "mine"))
        XCTAssertEqual(added.facts.format, .mp4)
        XCTAssertEqual(added.fileName, "chon-ji-20-1-.mp4")
        XCTAssertEqual(added.angle, .front)
        XCTAssertEqual(try fixture.blobStore.bytes(at: XCTUnwrap(added.path)), Self.movie)
        XCTAssertEqual(work, [])
    }

    /// A download that breaks once resumes by itself. One that keeps breaking resumes with the next
    /// command.
    func testBrokenDownloadResumesAtItsPosition() throws {
        for tag in [["ETag: \"v1\""], ["Last-Modified: Mon, 01 Jan 2024 00:00:00 GMT"], []] {
            let fixture = Fixture()
            let half = Self.movie.count / 2
            let address = try serve(.init(body: Self.movie, headers: tag, cut: (half, 1)), at: "/cut\(tag.count).mp4")
            let before = server?.requests.count ?? 0
            let progress = Mutex<[Int]>([])
            let added = try media(fixture).fetch(address, to: "chon-ji/3") { percent in
                progress.withLock { $0.append(percent) }
            }
            XCTAssertEqual(try fixture.blobStore.bytes(at: XCTUnwrap(added.path)), Self.movie)
            let hundredths = progress.withLock(\.self)
            XCTAssertEqual(hundredths, hundredths.sorted(), "a resumed download counts the existing bytes")
            XCTAssertEqual(hundredths.last, 100)
            let requests = try XCTUnwrap(server).requests.dropFirst(before)
            XCTAssertEqual(requests.count, 2)
            XCTAssertTrue(requests.last?.contains("Range: bytes=\(half)-") ?? false, requests.last ?? "")
            XCTAssertEqual(requests.last?.contains("If-Range: ") ?? false, !tag.isEmpty)
        }
    }

    func testPartialFileIsKeptForTheNextCommand() throws {
        let fixture = Fixture()
        // Partial files older than a week are deleted. The machine's files are newer than this
        // clock.
        fixture.clock.set("2020-01-01T00:00:00Z")
        let address = try serve(.init())
        // The second call of curl gets a 503 response.
        let once = WebServer.Page(status: "503 Busy")
        let flag = Flag()
        server?.serve(
            "/chon-ji.mp4",
            .init(
                body: Self.movie, headers: ["ETag: \"v1\""], cut: (100_000, 1),
                before: { [server] in
                    if !flag.value { server?.serve("/chon-ji.mp4", once) }
                    flag.set(true)
                }))
        XCTAssertEqual(code { try media(fixture).fetch(address, to: "chon-ji/3") }, "notFetched")
        XCTAssertEqual(try media(fixture).usage().partialFiles.map(\.bytes), [100_000])
        XCTAssertEqual(try media(fixture).usage().partialFiles.map(\.address), [address.description])
        XCTAssertEqual(try media(fixture).usage().bytes, 100_000)
        server?.serve("/chon-ji.mp4", .init(body: Self.movie, headers: ["ETag: \"v1\""]))
        let added = try media(fixture).fetch(address, to: "chon-ji/3")
        XCTAssertEqual(try fixture.blobStore.bytes(at: XCTUnwrap(added.path)), Self.movie)
        XCTAssertTrue(server?.requests.last?.contains("Range: bytes=100000-") ?? false)
        XCTAssertEqual(work, [])
    }

    /// A changed file, or a server without range requests, restarts the download.
    func testChangedFileRestartsTheDownload() throws {
        let old = [UInt8](repeating: 1, count: 50_000)
        let pages: [WebServer.Page] = [
            .init(body: Self.movie, headers: ["ETag: \"v2\""]),
            .init(body: Self.movie, headers: ["ETag: \"v1\""], hasRanges: false),
            .init(body: Self.movie),
        ]
        for (number, page) in pages.enumerated() {
            let fixture = Fixture()
            let path = "/v\(number).mp4"
            let address = try serve(
                .init(body: old + old, headers: number < 2 ? ["ETag: \"v1\""] : [], cut: (50_000, 1)), at: path)
            server?.serve(
                path,
                .init(
                    body: old + old, headers: number < 2 ? ["ETag: \"v1\""] : [], cut: (50_000, 1),
                    before: { [server] in server?.serve(path, page) }))
            let added = try media(fixture).fetch(address, to: "chon-ji/3")
            XCTAssertEqual(try fixture.blobStore.bytes(at: XCTUnwrap(added.path)), Self.movie, "\(number)")
        }
    }

    func testUnsafeRedirectsAreNotFollowed() throws {
        let secret = root + "/secret.mp4"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        try Data(Self.movie).write(to: URL(fileURLWithPath: secret))
        for target in ["file://\(secret)", "ftp://127.0.0.1/x.mp4", "gopher://127.0.0.1/x", "dict://127.0.0.1/x"] {
            let address = try serve(.init(status: "302 Found", headers: ["Location: \(target)"]))
            XCTAssertEqual(code { try media(Fixture()).fetch(address, to: "chon-ji/3") }, "notFetched", target)
        }
        let circle = try serve(.init(status: "302 Found", headers: ["Location: /circle.mp4"]), at: "/circle.mp4")
        XCTAssertEqual(code { try media(Fixture()).fetch(circle, to: "chon-ji/3") }, "notFetched")
        let far = try serve(.init(status: "302 Found", headers: ["Location: /there"]), at: "/here")
        _ = try serve(.init(body: Self.movie), at: "/there")
        XCTAssertEqual(
            try media(Fixture()).fetch(far, to: "chon-ji/3").facts.format, .mp4, "a redirect to HTTP is followed")
        XCTAssertEqual(work, [])
    }

    func testEndlessBodyIsCutAtTheLimit() throws {
        let fixture = Fixture()
        _ = try fixture.media.setLimit(1_000_000)
        let endless = try serve(.init(isEndless: true))
        XCTAssertEqual(code { try media(fixture).fetch(endless, to: "chon-ji/3") }, "mediaFull")
        XCTAssertEqual(work, [])
        XCTAssertThrowsError(try downloads.fetch(endless, 200_000) { _ in }) {
            XCTAssertEqual(($0 as? Failure)?.code.text, "fetchTooLarge")
        }
        // A response with a Content-Length above the limit is refused before its body.
        let result = try serve(.init(body: Self.movie))
        XCTAssertThrowsError(try downloads.fetch(result, Self.movie.count - 1) { _ in }) {
            XCTAssertEqual(($0 as? Failure)?.code.text, "fetchTooLarge")
        }
        let movie = try downloads.fetch(result, Self.movie.count) { _ in }
        XCTAssertEqual(movie.source.size, Self.movie.count)
        movie.drop()
        XCTAssertEqual(work, [])
    }

    func testWebPagesAreRefused() throws {
        for page in ["<!DOCTYPE html><p>Sign in</p>", "\u{FEFF}\n  <html>", "<?xml version='1.0'?><svg/>"] {
            let address = try serve(.init(body: Array(page.utf8), headers: ["Content-Type: video/mp4"]))
            XCTAssertEqual(code { try media(Fixture()).fetch(address, to: "chon-ji/3") }, "notFetched", page)
        }
        for other in ["just words", "%PDF-1.7", "#!/bin/sh\nrm -rf ~", ""] {
            let address = try serve(.init(body: Array(other.utf8)))
            XCTAssertEqual(
                code { try media(Fixture()).fetch(address, to: "chon-ji/3") },
                other.isEmpty ? "badMedia" : "loadFailed", other)
        }
        XCTAssertEqual(work, [], "useless files are deleted")
    }

    func testConcurrentDownloadOfOneURLIsRefused() throws {
        let address = try serve(.init(body: Self.movie, hangsAfter: 1000))
        let first = downloads
        let second = downloads
        Thread.detachNewThread { _ = try? first.fetch(address, 1 << 20) { _ in } }
        for _ in 0..<500 where try first.partialFiles().first?.bytes != 1000 { usleep(10000) }
        XCTAssertEqual(code { try second.fetch(address, 1 << 20) { _ in } }, "fetchBusy")
        XCTAssertEqual(try second.sweep(.latest).count, 0, "an active download is not swept")
        XCTAssertEqual(try second.partialFiles().count, 1)
    }

    func testAbandonedPartialFilesAreSwept() throws {
        let fixture = Fixture()
        let address = try serve(.init(body: Self.movie, headers: ["ETag: \"v1\""], cut: (1000, 99)), at: "/a.mp4")
        server?.serve("/a.mp4", .init(body: Self.movie, headers: ["ETag: \"v1\""], cut: (1000, 1), hasRanges: false))
        _ = try? downloads.fetch(address, 1 << 20) { _ in }
        try FileManager.default.createDirectory(atPath: root + "/work/fetch", withIntermediateDirectories: true)
        for name in ["left.head", ".left.note.1.0", "0.half"] {
            _ = FileManager.default.createFile(atPath: root + "/work/fetch/" + name, contents: Data([1]))
        }
        try FileManager.default.createSymbolicLink(
            atPath: root + "/work/fetch/1.half", withDestinationPath: "/etc/passwd")
        XCTAssertGreaterThan(work.count, 3)
        XCTAssertGreaterThanOrEqual(try downloads.sweep(.latest).count, 1)
        XCTAssertEqual(work, ["1.half"], "foreign files are kept")
        XCTAssertEqual(try media(fixture).leftovers(), [])
    }
}
