import Files
import Foundation
import Kernel
import TestSupport
import XCTest

/// Folders and files with links, pipes and writers that fail.
final class FilesTests: XCTestCase {
    private struct WriterError: Error {}

    func testPiecewiseWriteIsAtomic() throws {
        let home = try Home()
        let folder = try Folder.open(home.path("root"), ["a", "b"], making: true)
        try folder.writeNew(named: "whole", draft: "draft") { write in
            for piece in 0..<3 { try write([UInt8(piece), 9]) }
        }
        XCTAssertEqual(try folder.read("whole", limit: 100), [0, 9, 1, 9, 2, 9])
        XCTAssertThrowsError(
            try folder.writeNew(named: "half", draft: "draft") { write in
                try write([1])
                throw WriterError()
            })
        XCTAssertEqual(try folder.names(hidden: true), ["whole"], "no draft remains")
        XCTAssertEqual(try folder.read("whole", limit: 6).count, 6)
        XCTAssertThrowsError(try folder.read("whole", limit: 5))
        let large = [UInt8](repeating: 7, count: 300_000)
        try folder.writeNew(large, named: "large", draft: "draft")
        XCTAssertEqual(try folder.read("large", limit: .max), large)
    }

    func testDraftIsNotAtRestWhileBeingWritten() throws {
        let home = try Home()
        let folder = try Folder.open(home.path, [], making: false)
        try folder.writeNew(named: "new", draft: "draft") { write in
            try write([1])
            XCTAssertFalse(try folder.openFile("draft").isAtRest())
        }
        XCTAssertTrue(try folder.openFile("new").isAtRest())
        XCTAssertThrowsError(
            try folder.writeNew(named: "other", draft: "draft") { write in
                try write([1])
                try folder.replace([2], named: "draft", draft: "slipped in")
            })
        XCTAssertEqual(try folder.names(hidden: true), ["new"], "a draft that another writer changed gets no name")
    }

    func testReplaceSkipsFilesThatChanged() throws {
        let home = try Home()
        let folder = try Folder.open(home.path, [], making: false)
        for name in ["same", "other", "gone"] { try folder.writeNew([1], named: name, draft: "draft") }
        let files = try ["same", "other", "gone"].map { ($0, try folder.openFile($0)) }
        try folder.replace([2], named: "other", draft: "draft")
        try folder.remove("gone")
        for (name, file) in files { try folder.replace([3], named: name, draft: "draft", over: file) }
        XCTAssertEqual(try folder.names(hidden: true), ["other", "same"])
        XCTAssertEqual(try folder.read("same", limit: 9) + folder.read("other", limit: 9), [3, 2])
    }

    func testRootAndItsParentsAreCreatedOnRequest() throws {
        let home = try Home()
        let root = home.path("a/b/c")
        XCTAssertThrowsError(try Folder.open(root, [], making: false))
        for _ in 0..<2 { XCTAssertEqual(try Folder.open(root, [], making: true).names(hidden: true), []) }
        for path in ["a", "a/b", "a/b/c"] {
            let mode = try FileManager.default.attributesOfItem(atPath: home.path(path))[.posixPermissions] as? Int
            XCTAssertEqual(mode, 0o700, path)
        }
        try Data([1]).write(to: URL(fileURLWithPath: home.path("file")))
        XCTAssertThrowsError(try Folder.open(home.path("file/below"), [], making: true))
    }

    func testExistingNameIsRefusedBeforeAndAfterWriting() throws {
        let home = try Home()
        let folder = try Folder.open(home.path, [], making: false)
        try folder.writeNew([1], named: "taken", draft: "draft")
        XCTAssertThrowsError(try folder.writeNew(named: "taken", draft: "draft") { _ in XCTFail("it was written") }) {
            XCTAssertEqual("\($0)", "it exists already")
        }
        XCTAssertThrowsError(
            try folder.writeNew(named: "late", draft: "draft") { write in
                try write([1])
                try folder.writeNew([2], named: "late", draft: "other")
            }
        ) { XCTAssertEqual("\($0)", "it exists already") }
        XCTAssertEqual(try folder.read("taken", limit: 9) + folder.read("late", limit: 9), [1, 2])
        XCTAssertEqual(try folder.names(), ["late", "taken"])
        try folder.writeNew([1], named: "other", draft: "mine")
        XCTAssertThrowsError(
            try folder.writeNew(named: "new", draft: "other") { _ in XCTFail("two writers share no draft") }
        ) { XCTAssertEqual("\($0)", "it exists already") }
    }

    /// A stale `errno` is ignored.
    func testNestedFoldersAreCreatedOwnerOnly() throws {
        let home = try Home()
        for root in ["deep/down", "deep/down", "deep/other"] {
            for earlier in [ENOSPC, EEXIST, ENOENT] {
                errno = earlier
                XCTAssertNoThrow(try Folder.open(home.path(root), ["a\(earlier)", "b"], making: true))
                errno = earlier
                XCTAssertNoThrow(try Folder.open(home.path(root), ["a\(earlier)", "b"], making: true), "it exists")
            }
        }
        for name in ["deep", "deep/down", "deep/down/a\(ENOSPC)", "deep/other/a\(ENOENT)/b"] {
            let mode = try FileManager.default.attributesOfItem(atPath: home.path(name))[.posixPermissions] as? NSNumber
            XCTAssertEqual(mode?.intValue, 0o700, name)
        }
        try home.file("file", "")
        try FileManager.default.createSymbolicLink(atPath: home.path("link"), withDestinationPath: home.path("deep"))
        for (root, components, expected) in [
            ("nothing", [], "it is not there"), ("deep", ["nothing"], "it is not there"),
            ("file", [], "something that is not a folder is in its way"),
            ("", ["link"], "something that is not a folder is in its way"),
        ] as [(String, [String], String)] {
            XCTAssertThrowsError(try Folder.open(home.path(root), components[...], making: false), root) {
                XCTAssertEqual("\($0)", expected, root)
            }
        }
        XCTAssertThrowsError(try Folder.open(home.path("file/below"), [], making: true))
        XCTAssertNoThrow(try Folder.open(home.path("link"), ["down"], making: false), "a root may be reached by a link")
    }

    func testFolderListsMeasuresAndRemovesFiles() throws {
        let home = try Home()
        let folder = try Folder.open(home.path, [], making: false)
        try home.file("b", "four")
        try home.file(".a", "")
        try home.folder("c")
        XCTAssertEqual(try folder.names(), ["b", "c"])
        XCTAssertEqual(try folder.names(hidden: true), [".a", "b", "c"])
        XCTAssertEqual(folder.metadata(of: "b")?.bytes, 4)
        let times = [timeval(tv_sec: 0, tv_usec: 0), timeval(tv_sec: 1_800_000_000, tv_usec: 250_000)]
        XCTAssertEqual(utimes(home.path("b"), times), 0)
        XCTAssertEqual(folder.metadata(of: "b")?.changedAt, Instant(milliseconds: 1_800_000_000_250))
        for name in ["c", "nothing"] { XCTAssertNil(folder.metadata(of: name), name) }
        try folder.remove("b")
        XCTAssertThrowsError(try folder.remove("b")) { XCTAssertEqual("\($0)", "it is not there") }
        XCTAssertEqual(try folder.names(), ["c"])
    }

    func testTemporaryFolderIsDeletedWithItsContents() throws {
        let home = try Home()
        var folder: TemporaryFolder? = try TemporaryFolder(below: home.path, prefix: "work")
        let path = try XCTUnwrap(folder?.path)
        XCTAssertTrue(path.hasPrefix(home.path("work-")))
        XCTAssertEqual(try folder?.write([1, 2], to: "x"), "\(path)/x")
        for bytes in [[3], []] as [[UInt8]] {
            XCTAssertThrowsError(try folder?.write(bytes, to: "x")) { XCTAssertEqual("\($0)", "it exists already") }
        }
        XCTAssertEqual(try folder?.read("x", limit: 2), [1, 2])
        _ = try folder?.write([], to: ".hidden")
        folder = nil
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path), [])
        _ = try home.file("file", [1])
        XCTAssertThrowsError(try TemporaryFolder(below: home.path("file/nowhere"), prefix: "work"))
    }

    func testCreatedParentIsPrivateAndRemoved() throws {
        let home = try Home()
        let parent = home.path("data/work")
        var first: TemporaryFolder? = try TemporaryFolder(below: parent, prefix: "photo")
        var second: TemporaryFolder? = try TemporaryFolder(below: parent, prefix: "photo")
        var status = stat()
        for path in [parent, first?.path ?? "", home.path("data")] {
            XCTAssertEqual(stat(path, &status), 0)
            XCTAssertEqual(status.st_mode & 0o777, 0o700, path)
        }
        first = nil
        XCTAssertNotNil(try second?.write([1], to: "x"), "the other folder still works")
        second = nil
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: parent), [])
        var alone: TemporaryFolder? = try TemporaryFolder(below: home.path("new/work"), prefix: "photo")
        XCTAssertNotNil(alone)
        alone = nil
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: home.path), ["data"], "both folders were new")
    }

    func testSweepRemovesOnlyAbandonedFolders() throws {
        let home = try Home()
        let folder = try TemporaryFolder(below: home.path, prefix: "work")
        _ = try folder.write([1], to: "mine")
        for name in ["work-killed", "other-killed"] {
            mkdir(home.path(name), 0o700)
            _ = try home.file("\(name)/secret", [2])
        }
        _ = try home.file("work-file", [3])
        XCTAssertEqual(
            TemporaryFolder.leftovers(below: home.path, prefix: "work").map(\.path), [home.path("work-killed/secret")])
        TemporaryFolder.sweep(below: home.path, prefix: "work", changedBefore: Instant(milliseconds: 0))
        XCTAssertTrue(FileManager.default.fileExists(atPath: home.path("work-killed/secret")), "it is too recent")
        TemporaryFolder.sweep(below: home.path, prefix: "work")
        XCTAssertFalse(FileManager.default.fileExists(atPath: home.path("work-killed")))
        XCTAssertEqual(try folder.read("mine", limit: 1), [1])
        XCTAssertTrue(FileManager.default.fileExists(atPath: home.path("other-killed/secret")))
        XCTAssertTrue(FileManager.default.fileExists(atPath: home.path("work-file")))
        let temporary = try TemporaryFolder(below: home.path, prefix: "kept")
        _ = try temporary.write([4], to: "draft")
        temporary.keep()
        XCTAssertEqual(TemporaryFolder.leftovers(below: home.path, prefix: "kept"), [], "while it is in use")
    }

    func testKeptFolderRemainsUntilSwept() throws {
        let home = try Home()
        let path = try {
            let temporary = try TemporaryFolder(below: home.path("drafts"), prefix: "draft")
            temporary.keep()
            return try temporary.write([4], to: "note.txt")
        }()
        let abandoned = TemporaryFolder.leftovers(below: home.path("drafts"), prefix: "draft")
        XCTAssertEqual(abandoned.map(\.path), [path])
        TemporaryFolder.sweep(below: home.path("drafts"), prefix: "draft", changedBefore: abandoned[0].changedAt)
        XCTAssertTrue(FileManager.default.fileExists(atPath: path))
        TemporaryFolder.sweep(
            below: home.path("drafts"), prefix: "draft", changedBefore: abandoned[0].changedAt.adding(seconds: 1))
        XCTAssertFalse(FileManager.default.fileExists(atPath: home.path("drafts")))
    }

    func testOnlyRegularFilesAreRead() throws {
        let home = try Home()
        let secret = try home.file("secret", [1, 2, 3])
        try FileManager.default.createSymbolicLink(atPath: home.path("link"), withDestinationPath: secret)
        XCTAssertEqual(mkfifo(home.path("pipe"), 0o600), 0)
        for name in ["link", "pipe", "nothing", "."] {
            XCTAssertThrowsError(try RegularFile(path: home.path(name)), name)
        }
        let file = try RegularFile(path: secret)
        XCTAssertEqual(try file.bytes(at: 1, count: 2), [2, 3])
        XCTAssertEqual(try file.bytes(at: 3, count: 0), [])
        for (offset, count) in [(0, 4), (4, 0), (-1, 1), (1, .max), (.max, 1), (0, -1)] {
            XCTAssertThrowsError(try file.bytes(at: offset, count: count), "\(offset) \(count)")
        }
        try FileManager.default.removeItem(atPath: secret)
        XCTAssertEqual(try file.bytes(at: 0, count: 1), [1], "an open file outlives its name")
    }

    /// A stale `errno` is ignored.
    func testShrunkFileIsAnError() throws {
        let home = try Home()
        let path = try home.file("file", [1, 2, 3, 4])
        let file = try RegularFile(path: path)
        XCTAssertEqual(truncate(path, 2), 0)
        for earlier in [EINTR, EIO] {
            errno = earlier
            XCTAssertThrowsError(try file.bytes(at: 0, count: 4)) {
                XCTAssertEqual("\($0)", "it became shorter meanwhile")
            }
        }
    }
}
