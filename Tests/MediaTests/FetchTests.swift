import Foundation
import Kernel
import Media
import MediaAdapters
import MediaCommands
import Pictures
import PicturesAdapters
import PicturesContract
import Programs
import Storage
import Synchronization
import TestBench
import XCTest

/// Files from the web, by the real `curl` from a real server.
final class FetchTests: XCTestCase {
    private var root = ""
    private var server: WebServer?
    /// Long enough to be cut in two; what is behind a video's parts is a part that nobody reads.
    private static let movie = MovieMaker.movie() + PhotoMaker.box("free", [UInt8](repeating: 9, count: 300_000))

    override func setUpWithError() throws {
        root = NSTemporaryDirectory() + "fetch-\(UUID().uuidString)"
        try XCTSkipIf(Programs(path: "/usr/bin:/bin").find("curl") == nil, "there is no curl")
        server = try WebServer()
    }

    override func tearDown() {
        server?.stop()
        try? FileManager.default.removeItem(atPath: root)
    }

    private var downloads: Downloads { .curl(Programs(path: "/usr/bin:/bin"), workingIn: root + "/work/fetch") }
    private var work: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: root + "/work/fetch")) ?? []).sorted() }

    private func media(_ bench: Bench) -> ClubMedia {
        var media = bench.media
        media.downloads = downloads
        return media
    }

    private func serve(_ page: WebServer.Page, at path: String = "/chon-ji.mp4") throws -> WebAddress {
        server?.serve(path, page)
        return try WebAddress(try XCTUnwrap(server).address(path))
    }

    func testAFileComesIsJudgedByItsContentAndLeavesNothingBehind() throws {
        let bench = Bench()
        // What it ends in says nothing.
        let address = try serve(.init(body: Self.movie), at: "/videos/chon-ji%20(1).php?id=4")
        let added = try media(bench).fetch(
            WebAddress(address.description + "#top"), to: "chon-ji/3", .init(angle: .front, note: "mine"))
        XCTAssertEqual(added.facts.format, .mp4)
        XCTAssertEqual(added.fileName, "chon-ji-20-1-.mp4")
        XCTAssertEqual(added.angle, .front)
        XCTAssertEqual(try bench.shelf.bytes(at: XCTUnwrap(added.place)), Self.movie)
        XCTAssertEqual(work, [])
    }

    /// Cut at half, it goes on by itself; cut again and again, with the next command.
    func testABrokenLineIsTakenUpWhereItBroke() throws {
        for tag in [["ETag: \"v1\""], ["Last-Modified: Mon, 01 Jan 2024 00:00:00 GMT"], []] {
            let bench = Bench()
            let half = Self.movie.count / 2
            let address = try serve(.init(body: Self.movie, headers: tag, cut: (half, 1)), at: "/cut\(tag.count).mp4")
            let before = server?.requests.count ?? 0
            let told = Mutex<[Int]>([])
            let added = try media(bench).fetch(address, to: "chon-ji/3") { percent in told.withLock { $0.append(percent) } }
            XCTAssertEqual(try bench.shelf.bytes(at: XCTUnwrap(added.place)), Self.movie)
            let hundredths = told.withLock(\.self)
            XCTAssertEqual(hundredths, hundredths.sorted(), "what is here already counts behind the break, too")
            XCTAssertEqual(hundredths.last, 100)
            let asked = try XCTUnwrap(server).requests.dropFirst(before)
            XCTAssertEqual(asked.count, 2)
            XCTAssertTrue(asked.last?.contains("Range: bytes=\(half)-") ?? false, asked.last ?? "")
            XCTAssertEqual(asked.last?.contains("If-Range: ") ?? false, !tag.isEmpty)
        }
    }

    func testWhatIsHereStaysForTheNextCommand() throws {
        let bench = Bench()
        // What is older than a week goes, and the machine's files are younger than this clock.
        bench.clock.set("2020-01-01T00:00:00Z")
        let address = try serve(.init())
        // The second call of curl meets a server that has other worries.
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
        XCTAssertEqual(code { try media(bench).fetch(address, to: "chon-ji/3") }, "notFetched")
        XCTAssertEqual(try media(bench).usage().halves.map(\.bytes), [100_000])
        XCTAssertEqual(try media(bench).usage().halves.map(\.address), [address.description])
        XCTAssertEqual(try media(bench).usage().bytes, 100_000)
        server?.serve("/chon-ji.mp4", .init(body: Self.movie, headers: ["ETag: \"v1\""]))
        let added = try media(bench).fetch(address, to: "chon-ji/3")
        XCTAssertEqual(try bench.shelf.bytes(at: XCTUnwrap(added.place)), Self.movie)
        XCTAssertTrue(server?.requests.last?.contains("Range: bytes=100000-") ?? false)
        XCTAssertEqual(work, [])
    }

    /// Of another file, or from a server that gives no parts, nothing is mixed with what is here.
    func testAnotherFileBeginsAnew() throws {
        let old = [UInt8](repeating: 1, count: 50_000)
        let pages: [WebServer.Page] = [
            .init(body: Self.movie, headers: ["ETag: \"v2\""]),
            .init(body: Self.movie, headers: ["ETag: \"v1\""], hasRanges: false),
            .init(body: Self.movie),
        ]
        for (number, page) in pages.enumerated() {
            let bench = Bench()
            let path = "/v\(number).mp4"
            let address = try serve(
                .init(body: old + old, headers: number < 2 ? ["ETag: \"v1\""] : [], cut: (50_000, 1)), at: path)
            server?.serve(
                path,
                .init(
                    body: old + old, headers: number < 2 ? ["ETag: \"v1\""] : [], cut: (50_000, 1),
                    before: { [server] in server?.serve(path, page) }))
            let added = try media(bench).fetch(address, to: "chon-ji/3")
            XCTAssertEqual(try bench.shelf.bytes(at: XCTUnwrap(added.place)), Self.movie, "\(number)")
        }
    }

    func testAnAddressThatLeadsElsewhereIsNotFollowed() throws {
        let secret = root + "/secret.mp4"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        try Data(Self.movie).write(to: URL(fileURLWithPath: secret))
        for target in ["file://\(secret)", "ftp://127.0.0.1/x.mp4", "gopher://127.0.0.1/x", "dict://127.0.0.1/x"] {
            let address = try serve(.init(status: "302 Found", headers: ["Location: \(target)"]))
            XCTAssertEqual(code { try media(Bench()).fetch(address, to: "chon-ji/3") }, "notFetched", target)
        }
        let circle = try serve(.init(status: "302 Found", headers: ["Location: /circle.mp4"]), at: "/circle.mp4")
        XCTAssertEqual(code { try media(Bench()).fetch(circle, to: "chon-ji/3") }, "notFetched")
        let far = try serve(.init(status: "302 Found", headers: ["Location: /there"]), at: "/here")
        _ = try serve(.init(body: Self.movie), at: "/there")
        XCTAssertEqual(try media(Bench()).fetch(far, to: "chon-ji/3").facts.format, .mp4, "within the web it is")
        XCTAssertEqual(work, [])
    }

    func testABodyWithoutAnEndIsCutAtTheLimit() throws {
        let bench = Bench()
        _ = try bench.media.allow(1_000_000)
        let endless = try serve(.init(isEndless: true))
        XCTAssertEqual(code { try media(bench).fetch(endless, to: "chon-ji/3") }, "mediaFull")
        XCTAssertEqual(work, [])
        XCTAssertThrowsError(try downloads.fetch(endless, 200_000) { _ in }) {
            XCTAssertEqual(($0 as? Failure)?.code.text, "fetchTooLarge")
        }
        // One that says how large it is is refused before it comes.
        let said = try serve(.init(body: Self.movie))
        XCTAssertThrowsError(try downloads.fetch(said, Self.movie.count - 1) { _ in }) {
            XCTAssertEqual(($0 as? Failure)?.code.text, "fetchTooLarge")
        }
        let whole = try downloads.fetch(said, Self.movie.count) { _ in }
        XCTAssertEqual(whole.source.size, Self.movie.count)
        whole.drop()
        XCTAssertEqual(work, [])
    }

    func testAWebPageIsNoVideo() throws {
        for page in ["<!DOCTYPE html><p>Sign in</p>", "\u{FEFF}\n  <html>", "<?xml version='1.0'?><svg/>"] {
            let address = try serve(.init(body: Array(page.utf8), headers: ["Content-Type: video/mp4"]))
            XCTAssertEqual(code { try media(Bench()).fetch(address, to: "chon-ji/3") }, "notFetched", page)
        }
        for other in ["just words", "%PDF-1.7", "#!/bin/sh\nrm -rf ~", ""] {
            let address = try serve(.init(body: Array(other.utf8)))
            XCTAssertEqual(
                code { try media(Bench()).fetch(address, to: "chon-ji/3") }, other.isEmpty ? "badMedia" : "loadFailed", other)
        }
        XCTAssertEqual(work, [], "what is of no use does not stay")
    }

    func testTwoDoNotFetchTheSameAtOnce() throws {
        let address = try serve(.init(body: Self.movie, hangsAfter: 1000))
        let (first, second) = (downloads, downloads)
        Thread.detachNewThread { _ = try? first.fetch(address, 1 << 20) { _ in } }
        for _ in 0..<500 where try first.halves().first?.bytes != 1000 { usleep(10000) }
        XCTAssertEqual(code { try second.fetch(address, 1 << 20) { _ in } }, "fetchBusy")
        XCTAssertEqual(try second.sweep(.latest).count, 0, "what somebody fetches is not swept")
        XCTAssertEqual(try second.halves().count, 1)
    }

    func testWhatNobodyTakesUpIsSwept() throws {
        let bench = Bench()
        let address = try serve(.init(body: Self.movie, headers: ["ETag: \"v1\""], cut: (1000, 99)), at: "/a.mp4")
        server?.serve("/a.mp4", .init(body: Self.movie, headers: ["ETag: \"v1\""], cut: (1000, 1), hasRanges: false))
        _ = try? downloads.fetch(address, 1 << 20) { _ in }
        try FileManager.default.createDirectory(atPath: root + "/work/fetch", withIntermediateDirectories: true)
        for name in ["left.head", ".left.note.1.0", "0.half"] {
            _ = FileManager.default.createFile(atPath: root + "/work/fetch/" + name, contents: Data([1]))
        }
        try FileManager.default.createSymbolicLink(atPath: root + "/work/fetch/1.half", withDestinationPath: "/etc/passwd")
        XCTAssertGreaterThan(work.count, 3)
        XCTAssertGreaterThanOrEqual(try downloads.sweep(.latest).count, 1)
        XCTAssertEqual(work, ["1.half"], "what is no file of ours is left alone")
        XCTAssertEqual(try media(bench).leftovers(), [])
    }
}
