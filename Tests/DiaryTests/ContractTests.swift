import Diary
import DiaryTesting
import Foundation
import Kernel
import Pictures
import PicturesAdapters
import PicturesTesting
import Storage
import TestSupport
import XCTest

final class ContractTests: XCTestCase {
    func testStoredRepositorySatisfiesContract() throws {
        var homes: [Home] = []
        let stores: [() throws -> any Store] = [
            { MemoryStore() }, { MemoryStore().scoped(to: Partition(rawValue: "profile:a")) },
            {
                homes.append(try Home(isQuick: true))
                return try FileStore(directory: homes[homes.count - 1].path("store")) { Fixture.noon }
            },
        ]
        for store in stores {
            let contract = DiaryRepositoryContract.over { StoredDiaryRepository(try store()) }
            for broken in contract.brokenPromises() { XCTFail(broken.description) }
        }
    }

    func testBlobStoresSatisfyContractWithPhotoPaths() throws {
        let home = try Home()
        let shelves: [() -> any BlobStore<PhotoPath>] = [
            { MemoryBlobStore { Fixture.noon } },
            { DryRunBlobStore(over: MemoryBlobStore { Fixture.noon }) { Fixture.noon } },
            { FolderBlobStore(root: home.path(UUID().uuidString + "/below")) },
        ]
        let paths = BlobStoreContract.album.compactMap { PhotoPath($0) }
        for blobStore in shelves {
            for broken in BlobStoreContract.over(paths, blobStore).brokenPromises() { XCTFail(broken.description) }
        }
    }

    func testContractDetectsBrokenRepository() {
        let crowded = DiaryRepositoryContract.over {
            DyingRepository(real: StoredDiaryRepository(MemoryStore()), afterwards: true)
        }
        XCTAssertGreaterThanOrEqual(crowded.brokenPromises().count, 5)
    }
}
