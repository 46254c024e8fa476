import Groups
import GroupsTesting
import Kernel
import Postgres
import Storage
import Synchronization
import TestSupport
import XCTest

final class ContractTests: XCTestCase {
    func testMemoryGroupsMeetTheContract() {
        for broken in GroupsContract.over({ MemoryGroupFixture().fixture }).brokenPromises() {
            XCTFail(broken.description)
        }
    }

    func testFolderGroupsMeetTheContract() throws {
        let home = try Home()
        let fixture = { FolderGroupFixture(home.path("\(UInt64.random(in: 0 ... .max))")).fixture }
        for broken in GroupsContract.over(fixture).brokenPromises() { XCTFail(broken.description) }
    }

    func testDatabaseGroupsMeetTheContract() throws {
        try XCTSkipUnless(PostgresLibrary.version != nil, "this build has no PostgreSQL")
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let home = try Home()
        let server = try PrivateServer()
        let fixture = { ServerGroupFixture(server, home.path("\(UInt64.random(in: 0 ... .max))")).fixture }
        for broken in GroupsContract.over(fixture).brokenPromises() { XCTFail(broken.description) }
    }

    func testUnguardedGroupBreaksTheContract() {
        let broken = GroupsContract.over { MemoryGroupFixture(guarded: false).fixture }.brokenPromises().map(\.promise)
        for promise in [
            "lets nobody acknowledge for another, and takes one acknowledgement of a paper",
            "shows papers to their audience alone: author, names, a role, everyone",
            "shows an answer to nobody who may not read what it answers, and takes none of them",
            "lets those alone invite, remove and appoint whom the statutes name",
            "lets a guardian act for their ward while a consent holds, and no longer",
        ] { XCTAssertTrue(broken.contains(promise), "keeps: \(promise)") }
    }
}
