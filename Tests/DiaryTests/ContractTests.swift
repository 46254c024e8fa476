import Diary
import DiaryContract
import Foundation
import Kernel
import Pictures
import PicturesAdapters
import PicturesContract
import Storage
import XCTest

final class ContractTests: XCTestCase {
    func testStoredEntriesKeepTheirPromises() throws {
        let folder = try TestFolder()
        for broken in DiaryRepositoryContract.over({ StoredDiaryRepository(MemoryStore()) }).brokenPromises() {
            XCTFail(broken.description)
        }
        for broken in DiaryRepositoryContract.over({
            StoredDiaryRepository(MemoryStore().scoped(to: Partition(rawValue: "profile:a")))
        }).brokenPromises() { XCTFail(broken.description) }
        for broken in DiaryRepositoryContract.over({
            StoredDiaryRepository(
                try FileStore(directory: folder.path(UUID().uuidString), random: .system(), now: { Bench.noon }))
        }).brokenPromises() { XCTFail(broken.description) }
    }

    /// Paths are told apart by month, name, type and kind.
    func testPhotosKeepThePromisesOfAShelf() throws {
        let folder = try TestFolder()
        let shelves: [() -> any BlobShelf<PhotoPath>] = [
            { MemoryShelf { Bench.noon } },
            { RehearsedShelf(over: MemoryShelf { Bench.noon }) { Bench.noon } },
            { FolderShelf(root: folder.path(UUID().uuidString + "/below")) },
        ]
        let paths = [
            "Photos/2026/12/b.jpg", "Photos/2026/12/a.jpg", "Photos/2026/03/a.jpg", "Thumbnails/2026/12/a.jpg",
            "Photos/2026/12/a.png", "Photos/2026/12/d.heic",
        ].compactMap { PhotoPath($0) }
        for shelf in shelves {
            for broken in BlobShelfContract.over(paths, shelf).brokenPromises() { XCTFail(broken.description) }
        }
    }

    func testTheContractNoticesWhoBreaksIt() {
        let crowded = DiaryRepositoryContract.over {
            DyingRepository(real: StoredDiaryRepository(MemoryStore()), afterwards: true)
        }
        XCTAssertGreaterThanOrEqual(crowded.brokenPromises().count, 5)
    }
}

/// A folder that goes with the test.
final class TestFolder {
    let root: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "diary-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        root = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func path(_ name: String) -> String { "\(root)/\(name)" }

    /// A program in this folder that is a shell script.
    func script(_ name: String, _ body: String) throws {
        try "#!/bin/sh\n\(body)\n".write(toFile: path(name), atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path(name))
    }
}
