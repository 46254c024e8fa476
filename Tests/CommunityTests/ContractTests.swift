import Community
import CommunityAdapters
import CommunityContract
import Foundation
import Kernel
import Storage
import TestBench
import XCTest

final class ContractTests: XCTestCase {
    func testEveryBoardKeepsTheContract() throws {
        let home = try Home()
        var number = 0
        let makers: [() throws -> StoredCommunityBoard] = [
            { StoredCommunityBoard(MemoryStore()) },
            {
                number += 1
                return StoredCommunityBoard(try FileStore(directory: home.path("\(number)"), access: .group, now: { .earliest }))
            },
            { StoredCommunityBoard(MemoryStore().scoped(to: Partition(rawValue: "x"))) },
            {
                number += 1
                let folder = home.path("\(number)")
                return StoredCommunityBoard(
                    try FileStore(directory: folder, access: .group, now: { .earliest }),
                    box: FileBallotBox(folder, now: { .earliest }))
            },
        ]
        for make in makers {
            for broken in CommunityBoardContract.over(make).brokenPromises() { XCTFail(broken.description) }
            for broken in CommunityBoardContract.ofRecords(over: make).brokenPromises() { XCTFail(broken.description) }
        }
    }

    func testABoardThatIsMadeAnewEachTimeBreaksTheContract() {
        let broken =
            CommunityBoardContract.over { StoredCommunityBoard(ForgetfulStore()) }.brokenPromises().map(\.promise)
            + CommunityBoardContract.ofRecords { StoredCommunityBoard(ForgetfulStore()) }.brokenPromises().map(\.promise)
        XCTAssertTrue(broken.contains("writes no more beside a voter's name than what it is for"), "\(broken)")
        XCTAssertTrue(broken.contains("counts one vote a person and item, however often it comes"), "\(broken)")
        XCTAssertTrue(broken.contains("keeps feedback once, without what only developers say"), "\(broken)")
        XCTAssertTrue(broken.contains("lets the first developer found it, and nobody else decide"), "\(broken)")
    }

    func testEveryIdentityStoreKeepsTheContract() throws {
        let home = try Home()
        var number = 0
        let inMemory = IdentityStoreContract.over { IdentityStore.memory(chance: IdentityStore.chance) }
        let inFiles = IdentityStoreContract.over {
            number += 1
            let path = home.path("\(number)/identity")
            return IdentityStore.file { path }
        }
        for broken in inMemory.brokenPromises() + inFiles.brokenPromises() { XCTFail(broken.description) }
    }

    func testAnIdentityStoreThatKeepsNothingBreaksTheContract() {
        let contract = IdentityStoreContract.over {
            IdentityStore(load: { nil }, obtain: { Identity(chance: IdentityStore.chance()) }, forget: {})
        }
        XCTAssertTrue(contract.brokenPromises().map(\.promise).contains("gives the same identity every time"))
    }
}
