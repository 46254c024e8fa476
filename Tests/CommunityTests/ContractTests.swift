import Community
import CommunityAdapters
import CommunityTesting
import Foundation
import Kernel
import Outbox
import OutboxTesting
import Storage
import TestSupport
import XCTest

final class ContractTests: XCTestCase {
    func testEveryBoardMeetsTheContract() throws {
        let home = try Home()
        var number = 0
        let makers: [() throws -> StoredCommunityBoard] = [
            { StoredCommunityBoard(MemoryStore()) },
            {
                number += 1
                return StoredCommunityBoard(
                    try FileStore(directory: home.path("\(number)"), access: .group, now: { .earliest }))
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

    /// Texts stay as the author's copy. Settled votes are deleted.
    func testSubmissionsMeetTheOutboxContractAndStoredKeys() throws {
        let author = CommunityFixture.identity("mina").author
        let suggestion = Suggestion(
            id: "s", title: "Bells", description: "More", author: author, submittedAt: .earliest, app: "dojang")
        func entry(_ submission: Submission) -> OutboxEntry {
            OutboxEntry(number: 7, author: author, submission: submission, queuedAt: Instant(milliseconds: 7))
        }
        let submissions: [Submission] = [
            .suggestion(suggestion), .withdrawal(suggestion: "s"), .vote(item: "video"), .review,
        ]
        for submission in submissions {
            let broken = OutboxItemContract.over { entry(submission) }.brokenPromises()
            XCTAssertEqual(broken.map(\.description), [])
        }
        let settled = try XCTUnwrap(entry(.suggestion(suggestion)).settled(.refused(reason: "No.")))
        XCTAssertEqual(settled.state, .refused)
        XCTAssertNil(entry(.withdrawal(suggestion: "s")).settled(.refused(reason: "No.")))
        XCTAssertNil(entry(.vote(item: "video")).settled(.received))
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(settled)) as? [String: Any]
        XCTAssertEqual(
            object?.keys.sorted(), ["author", "id", "number", "parcel", "queuedAt", "reason", "state"])
        XCTAssertEqual(OutboxEntry.collection.name, "community.outbox")
        XCTAssertEqual(OutboxEntry.collection.indexes.map(\.storedName), ["number", "waiting"])
    }

    func testForgetfulBoardBreaksTheContract() {
        let broken =
            CommunityBoardContract.over { StoredCommunityBoard(ForgetfulStore()) }.brokenPromises().map(\.promise)
            + CommunityBoardContract.ofRecords { StoredCommunityBoard(ForgetfulStore()) }.brokenPromises().map(
                \.promise)
        XCTAssertTrue(broken.contains("ballots record only the target beside a voter key"), "\(broken)")
        XCTAssertTrue(broken.contains("a person has one vote per item, however often they send it"), "\(broken)")
        XCTAssertTrue(broken.contains("a board saves feedback once, without developer fields"), "\(broken)")
        XCTAssertTrue(broken.contains("the first developer founds the board, and only developers decide"), "\(broken)")
    }

    func testEveryIdentityStoreMeetsTheContract() throws {
        let home = try Home()
        var number = 0
        let inMemory = IdentityStoreContract.over { IdentityStore.memory(randomBytes: IdentityStore.randomBytes) }
        let inFiles = IdentityStoreContract.over {
            number += 1
            let path = home.path("\(number)/identity")
            return IdentityStore.file { path }
        }
        for broken in inMemory.brokenPromises() + inFiles.brokenPromises() { XCTFail(broken.description) }
    }

    func testForgetfulIdentityStoreBreaksTheContract() {
        let contract = IdentityStoreContract.over {
            IdentityStore(load: { nil }, obtain: { Identity(randomBytes: IdentityStore.randomBytes()) }, forget: {})
        }
        XCTAssertTrue(contract.brokenPromises().map(\.promise).contains("load and obtain return the same identity"))
    }
}
