import Diary
import DiaryContract
import Foundation
import Kernel
import Pictures
import PicturesAdapters
import PicturesContract
import Storage
import TestBench
import XCTest

final class ContractTests: XCTestCase {
    func testStoredEntriesKeepTheirPromises() throws {
        var homes: [Home] = []
        let stores: [() throws -> any Store] = [
            { MemoryStore() }, { MemoryStore().scoped(to: Partition(rawValue: "profile:a")) },
            {
                homes.append(try Home(isQuick: true))
                return try FileStore(directory: homes[homes.count - 1].path("store")) { Bench.noon }
            },
        ]
        for store in stores {
            let contract = DiaryRepositoryContract.over { StoredDiaryRepository(try store()) }
            for broken in contract.brokenPromises() { XCTFail(broken.description) }
        }
    }

    func testPhotosKeepThePromisesOfAShelf() throws {
        let home = try Home()
        let shelves: [() -> any BlobShelf<PhotoPath>] = [
            { MemoryShelf { Bench.noon } },
            { RehearsedShelf(over: MemoryShelf { Bench.noon }) { Bench.noon } },
            { FolderShelf(root: home.path(UUID().uuidString + "/below")) },
        ]
        let paths = BlobShelfContract.album.compactMap { PhotoPath($0) }
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
