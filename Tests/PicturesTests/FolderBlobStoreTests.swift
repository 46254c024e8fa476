import Foundation
import Kernel
import Pictures
import PicturesAdapters
import Synchronization
import TestSupport
import XCTest

final class FolderBlobStoreTests: XCTestCase {
    private let path = AlbumPath("Photos/2026/11/a1.jpg")
    private let other = AlbumPath("Thumbnails/2026/11/a1.jpg")

    func testFilesAndFoldersArePrivate() throws {
        let folder = try Home()
        let blobStore = FolderBlobStore<AlbumPath>(root: folder.path("deep/down"))
        let path = try XCTUnwrap(path)
        let mask = umask(0)
        defer { umask(mask) }
        try blobStore.save([1, 2], at: path)
        for (name, mode) in [
            ("deep", 0o700), ("deep/down", 0o700), ("deep/down/Photos/2026", 0o700), ("deep/down/\(path)", 0o600),
        ] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
            XCTAssertEqual((attributes[.posixPermissions] as? NSNumber)?.intValue, mode, name)
        }
        XCTAssertEqual(blobStore.file(at: path), folder.path("deep/down/Photos/2026/11/a1.jpg"))
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: folder.path("deep/down/Photos/2026/11")), ["a1.jpg"])
    }

    func testSymbolicLinksAreNotFollowed() throws {
        let folder = try Home()
        let elsewhere = try Home()
        let path = try XCTUnwrap(path)
        let blobStore = FolderBlobStore<AlbumPath>(root: folder.path)
        try FileManager.default.createSymbolicLink(atPath: folder.path("Photos"), withDestinationPath: elsewhere.path)
        XCTAssertEqual(code { try blobStore.save([1], at: path) }, "notKept")
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path), [])
        XCTAssertEqual(try blobStore.contents(), [])
        try FileManager.default.removeItem(atPath: folder.path("Photos"))
        try elsewhere.file("secret.jpg", [9])
        try folder.folder("Photos/2026/11")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(path.description), withDestinationPath: elsewhere.path("secret.jpg"))
        XCTAssertEqual(code { try blobStore.bytes(at: path) }, "unreadable")
        XCTAssertEqual(code { try blobStore.save([1], at: path) }, "exists")
        XCTAssertEqual(try blobStore.contents(), [])
        try blobStore.remove(path)
        XCTAssertTrue(FileManager.default.fileExists(atPath: elsewhere.path("secret.jpg")))
    }

    func testReadingPipeDoesNotHang() throws {
        let folder = try Home()
        let path = try XCTUnwrap(path)
        try folder.folder("Photos/2026/11")
        XCTAssertEqual(mkfifo(folder.path(path.description), 0o600), 0)
        XCTAssertEqual(code { try FolderBlobStore<AlbumPath>(root: folder.path).bytes(at: path) }, "unreadable")
    }

    func testFileInPlaceOfFolderIsReported() throws {
        let folder = try Home()
        let path = try XCTUnwrap(path)
        try folder.file("file", [UInt8]())
        XCTAssertEqual(
            code { try FolderBlobStore<AlbumPath>(root: folder.path("file")).save([1], at: path) }, "notKept")
    }

    /// A limit on file size simulates a full disk in the middle of a photo.
    func testFailedWriteLeavesNothing() throws {
        let folder = try Home()
        let path = try XCTUnwrap(path)
        let other = try XCTUnwrap(other)
        let blobStore = FolderBlobStore<AlbumPath>(root: folder.path)
        try blobStore.save([1], at: other)
        signal(SIGXFSZ, SIG_IGN)
        var before = rlimit()
        getrlimit(__rlimit_resource_t(1), &before)
        var small = rlimit(rlim_cur: 10_000, rlim_max: before.rlim_max)
        setrlimit(__rlimit_resource_t(1), &small)
        let failureCode = code { try blobStore.save([UInt8](repeating: 1, count: 50_000), at: path) }
        setrlimit(__rlimit_resource_t(1), &before)
        XCTAssertEqual(failureCode, "notKept")
        XCTAssertEqual(try blobStore.contents().map(\.path), [other])
        try blobStore.save([1], at: path)
    }

    func testDraftOfCrashIsListedAndDoesNotBlockPhoto() throws {
        let folder = try Home()
        let path = try XCTUnwrap(path)
        let blobStore = FolderBlobStore<AlbumPath>(root: folder.path)
        try folder.folder("Photos/2026/11")
        try folder.file("Photos/2026/11/a1-draft.jpg", [1])
        XCTAssertEqual(try blobStore.contents().map(\.path.components.last), ["a1-draft.jpg"])
        try blobStore.save([1, 2], at: path)
        XCTAssertEqual(try blobStore.contents().map(\.path.components.last), ["a1-draft.jpg", "a1.jpg"])
    }

    func testOneOfManyWritersWinsWithCompletePhoto() throws {
        let folder = try Home()
        let path = try XCTUnwrap(path)
        let blobStore = FolderBlobStore<AlbumPath>(root: folder.path)
        for round in 0..<5 {
            let outcomes = Mutex<[String?]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { writer in
                let outcome = code { try blobStore.save([UInt8](repeating: UInt8(writer), count: 200_000), at: path) }
                outcomes.withLock { $0.append(outcome) }
            }
            XCTAssertEqual(outcomes.withLock { $0.filter { $0 == nil }.count }, 1, "round \(round)")
            XCTAssertEqual(outcomes.withLock { $0.filter { $0 == "exists" }.count }, 7, "round \(round)")
            let bytes = try blobStore.bytes(at: path)
            XCTAssertEqual(bytes, [UInt8](repeating: bytes.first ?? 0, count: 200_000))
            XCTAssertEqual(try blobStore.contents().count, 1, "drafts are left")
            try blobStore.remove(path)
        }
    }

    func testForeignFilesAreSkipped() throws {
        let folder = try Home()
        try folder.folder("Photos/2026/11")
        for name in [
            "Photos/note.txt", "Photos/2026/x.jpg", "Photos/2026/11/A.JPG", "Photos/2026/11/b.txt",
            "Photos/2026/11/.c.jpg",
        ] {
            try folder.file(name, [1])
        }
        XCTAssertEqual(try FolderBlobStore<AlbumPath>(root: folder.path).contents(), [])
    }
}
