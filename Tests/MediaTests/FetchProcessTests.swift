import Foundation
import Kernel
import MediaAdapters
import PicturesTesting
import Programs
import TestSupport
import XCTest

/// The built app downloads a file: it is killed, its disk is full, or its connection is slow.
final class FetchProcessTests: XCTestCase {
    private static let movie = MovieMaker.movie() + PhotoMaker.box("free", [UInt8](repeating: 9, count: 600_000))
    private var root = ""
    private var server: WebServer?

    override func setUpWithError() throws {
        root = NSTemporaryDirectory() + "fetched-\(UUID().uuidString)"
        try XCTSkipIf(ProgramPath(path: "/usr/bin:/bin").find("curl") == nil, "there is no curl")
        try FileManager.default.createDirectory(atPath: root + "/data", withIntermediateDirectories: true)
        server = try WebServer()
    }

    override func tearDown() {
        server?.stop()
        try? FileManager.default.removeItem(atPath: root)
    }

    private func call(_ words: String...) throws -> ProgramCall {
        ProgramCall(
            try BuiltProgram.required("dojang"), ["--data", root + "/data"] + words, deadline: .seconds(60),
            environment: ["PATH": "/usr/bin:/bin", "HOME": root, "LANG": "C.UTF-8"])
    }

    private var halfSize: Int {
        let folder = root + "/data/work/fetch"
        let name = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).first {
            $0.hasSuffix(".half")
        }
        let facts = name.flatMap { try? FileManager.default.attributesOfItem(atPath: "\(folder)/\($0)") }
        return (facts?[.size] as? NSNumber)?.intValue ?? 0
    }

    /// A killed process leaves the partial file, and neither a running curl, a lock nor a record.
    /// The next command resumes.
    func testKilledDownloadResumes() throws {
        let server = try XCTUnwrap(server)
        server.serve("/a.mp4", .init(body: Self.movie, headers: ["ETag: \"v1\""], hangsAfter: 200_000))
        let first = try call("media", "fetch", server.address("/a.mp4"), "--to", "chon-ji").startConcurrently()
        for _ in 0..<1000 where halfSize < 200_000 { usleep(10_000) }
        XCTAssertEqual(halfSize, 200_000)
        let busy = try call("media", "fetch", server.address("/a.mp4"), "--to", "chon-ji").run()
        XCTAssertEqual(busy.ending, .exited(75), String(decoding: busy.errors, as: UTF8.self))
        first.stop()
        for _ in 0..<200 where first.isRunning { usleep(10_000) }
        // The server sends no further byte. A curl that writes by itself would still be running.
        server.serve("/a.mp4", .init(body: Self.movie, headers: ["ETag: \"v1\""]))
        let next = try call("media", "fetch", server.address("/a.mp4"), "--to", "chon-ji").run()
        XCTAssertEqual(next.ending, .exited(0), String(decoding: next.errors, as: UTF8.self))
        XCTAssertTrue(server.requests.last?.contains("Range: bytes=200000-") ?? false)
        let kept = try FileManager.default.contentsOfDirectory(atPath: root + "/data/Media")
        XCTAssertEqual(kept.count, 1)
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: "\(root)/data/Media/\(kept[0])")), Data(Self.movie))
        XCTAssertEqual(halfSize, 0)
        let check = try call("media", "check").run()
        XCTAssertEqual(check.ending, .exited(0), check.text)
    }

    /// A full disk is reported, the partial file stays, and nothing is recorded. With space the
    /// same command finishes.
    func testDownloadResumesAfterAFullDisk() throws {
        let mount = ProgramCall("/bin/mount", ["-t", "tmpfs", "-o", "size=1m,mode=0700", "tmpfs", root + "/data"])
        guard getuid() == 0, let made = try? mount.run(), made.ending == .exited(0) else {
            throw XCTSkip("no small disk can be made here")
        }
        defer { _ = try? ProgramCall("/bin/umount", ["-l", root + "/data"]).run() }
        let server = try XCTUnwrap(server)
        server.serve("/a.mp4", .init(body: Self.movie, headers: ["ETag: \"v1\""]))
        // The disk has space for the partial file, but not for the copy.
        let full = try call("media", "fetch", server.address("/a.mp4"), "--to", "chon-ji").run()
        XCTAssertEqual(full.ending, .exited(73), String(decoding: full.errors, as: UTF8.self))
        XCTAssertTrue(
            String(decoding: full.errors, as: UTF8.self).contains("space"), String(decoding: full.errors, as: UTF8.self)
        )
        XCTAssertEqual(halfSize, Self.movie.count)
        let requestCount = server.requests.count
        let more = ProgramCall("/bin/mount", ["-o", "remount,size=8m", root + "/data"])
        XCTAssertEqual(try more.run().ending, .exited(0))
        let next = try call("media", "fetch", server.address("/a.mp4"), "--to", "chon-ji").run()
        XCTAssertEqual(next.ending, .exited(0), String(decoding: next.errors, as: UTF8.self))
        XCTAssertEqual(server.requests.count, requestCount, "a complete file is not downloaded again")
        XCTAssertEqual(halfSize, 0)
        // The disk is full before the partial file is complete.
        server.serve(
            "/b.mp4", .init(body: MovieMaker.movie() + PhotoMaker.box("free", [UInt8](repeating: 1, count: 12_000_000)))
        )
        let short = try call("media", "fetch", server.address("/b.mp4"), "--to", "chon-ji").run()
        XCTAssertEqual(short.ending, .exited(73), String(decoding: short.errors, as: UTF8.self))
        XCTAssertGreaterThan(halfSize, 1_000_000)
    }
}
