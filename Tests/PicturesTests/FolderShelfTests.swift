import Foundation
import Kernel
import Pictures
import PicturesAdapters
import Synchronization
import TestBench
import XCTest

final class FolderShelfTests: XCTestCase {
    private let path = AlbumPath("Photos/2026/11/a1.jpg")
    private let other = AlbumPath("Thumbnails/2026/11/a1.jpg")

    func testFilesAndFoldersAreForTheirOwnerOnly() throws {
        let folder = try Home()
        let shelf = FolderShelf<AlbumPath>(root: folder.path("deep/down"))
        let path = try XCTUnwrap(path)
        let mask = umask(0)
        defer { umask(mask) }
        try shelf.keep([1, 2], at: path)
        for (name, mode) in [
            ("deep", 0o700), ("deep/down", 0o700), ("deep/down/Photos/2026", 0o700), ("deep/down/\(path)", 0o600),
        ] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
            XCTAssertEqual((attributes[.posixPermissions] as? NSNumber)?.intValue, mode, name)
        }
        XCTAssertEqual(shelf.file(at: path), folder.path("deep/down/Photos/2026/11/a1.jpg"))
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path("deep/down/Photos/2026/11")), ["a1.jpg"])
    }

    func testLinksLeadNowhere() throws {
        let (folder, elsewhere, path) = (try Home(), try Home(), try XCTUnwrap(path))
        let shelf = FolderShelf<AlbumPath>(root: folder.path)
        try FileManager.default.createSymbolicLink(atPath: folder.path("Photos"), withDestinationPath: elsewhere.path)
        XCTAssertEqual(code { try shelf.keep([1], at: path) }, "notKept")
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path), [])
        XCTAssertEqual(try shelf.contents(), [])
        try FileManager.default.removeItem(atPath: folder.path("Photos"))
        try elsewhere.file("secret.jpg", [9])
        try folder.folder("Photos/2026/11")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(path.description), withDestinationPath: elsewhere.path("secret.jpg"))
        XCTAssertEqual(code { try shelf.bytes(at: path) }, "unreadable")
        XCTAssertEqual(code { try shelf.keep([1], at: path) }, "exists")
        XCTAssertEqual(try shelf.contents(), [])
        try shelf.remove(path)
        XCTAssertTrue(FileManager.default.fileExists(atPath: elsewhere.path("secret.jpg")))
    }

    func testAPipeInPlaceOfAPhotoDoesNotHang() throws {
        let (folder, path) = (try Home(), try XCTUnwrap(path))
        try folder.folder("Photos/2026/11")
        XCTAssertEqual(mkfifo(folder.path(path.description), 0o600), 0)
        XCTAssertEqual(code { try FolderShelf<AlbumPath>(root: folder.path).bytes(at: path) }, "unreadable")
    }

    func testAFolderThatIsAFileIsSaid() throws {
        let (folder, path) = (try Home(), try XCTUnwrap(path))
        try folder.file("file", [UInt8]())
        XCTAssertEqual(code { try FolderShelf<AlbumPath>(root: folder.path("file")).keep([1], at: path) }, "notKept")
    }

    /// A full disk in the middle of a photo: a limit on the size of files stands for it.
    func testAPhotoThatDoesNotFitLeavesNothing() throws {
        let (folder, path, other) = (try Home(), try XCTUnwrap(path), try XCTUnwrap(other))
        let shelf = FolderShelf<AlbumPath>(root: folder.path)
        try shelf.keep([1], at: other)
        signal(SIGXFSZ, SIG_IGN)
        var before = rlimit()
        getrlimit(__rlimit_resource_t(1), &before)
        var small = rlimit(rlim_cur: 10_000, rlim_max: before.rlim_max)
        setrlimit(__rlimit_resource_t(1), &small)
        let seen = code { try shelf.keep([UInt8](repeating: 1, count: 50_000), at: path) }
        setrlimit(__rlimit_resource_t(1), &before)
        XCTAssertEqual(seen, "notKept")
        XCTAssertEqual(try shelf.contents().map(\.path), [other])
        try shelf.keep([1], at: path)
    }

    func testWhatACrashLeftOfAPhotoIsFoundAndDoesNotStandInTheWay() throws {
        let (folder, path) = (try Home(), try XCTUnwrap(path))
        let shelf = FolderShelf<AlbumPath>(root: folder.path)
        try folder.folder("Photos/2026/11")
        try folder.file("Photos/2026/11/a1-draft.jpg", [1])
        XCTAssertEqual(try shelf.contents().map(\.path.components.last), ["a1-draft.jpg"])
        try shelf.keep([1, 2], at: path)
        XCTAssertEqual(try shelf.contents().map(\.path.components.last), ["a1-draft.jpg", "a1.jpg"])
    }

    func testOfManyWritersOneWinsWithAWholePhoto() throws {
        let (folder, path) = (try Home(), try XCTUnwrap(path))
        let shelf = FolderShelf<AlbumPath>(root: folder.path)
        for round in 0..<5 {
            let outcomes = Mutex<[String?]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { writer in
                let outcome = code { try shelf.keep([UInt8](repeating: UInt8(writer), count: 200_000), at: path) }
                outcomes.withLock { $0.append(outcome) }
            }
            XCTAssertEqual(outcomes.withLock { $0.filter { $0 == nil }.count }, 1, "round \(round)")
            XCTAssertEqual(outcomes.withLock { $0.filter { $0 == "exists" }.count }, 7, "round \(round)")
            let bytes = try shelf.bytes(at: path)
            XCTAssertEqual(bytes, [UInt8](repeating: bytes.first ?? 0, count: 200_000))
            XCTAssertEqual(try shelf.contents().count, 1, "drafts are left")
            try shelf.remove(path)
        }
    }

    func testForeignFilesArePassedOver() throws {
        let folder = try Home()
        try folder.folder("Photos/2026/11")
        for name in [
            "Photos/note.txt", "Photos/2026/x.jpg", "Photos/2026/11/A.JPG", "Photos/2026/11/b.txt", "Photos/2026/11/.c.jpg",
        ] {
            try folder.file(name, [1])
        }
        XCTAssertEqual(try FolderShelf<AlbumPath>(root: folder.path).contents(), [])
    }
}
