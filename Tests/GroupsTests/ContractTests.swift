import Groups
import GroupsContract
import Kernel
import Postgres
import Storage
import Synchronization
import TestBench
import XCTest

final class ContractTests: XCTestCase {
    func testGroupsInMemoryKeepTheContract() {
        for broken in GroupsContract.over({ MemoryTown().town }).brokenPromises() { XCTFail(broken.description) }
    }

    func testGroupsInFoldersKeepTheContract() throws {
        let home = try Home()
        let town = { FolderTown(home.path("\(UInt64.random(in: 0 ... .max))")).town }
        for broken in GroupsContract.over(town).brokenPromises() { XCTFail(broken.description) }
    }

    func testGroupsInADatabaseKeepTheContract() throws {
        try XCTSkipUnless(PostgresLibrary.version != nil, "this build has no PostgreSQL")
        try XCTSkipUnless(PrivateServer.isInstalled, "this machine has no PostgreSQL")
        let (home, server) = (try Home(), try PrivateServer())
        let town = { ServerTown(server, home.path("\(UInt64.random(in: 0 ... .max))")).town }
        for broken in GroupsContract.over(town).brokenPromises() { XCTFail(broken.description) }
    }

    func testATownWhoseHallsGuardNothingBreaksTheContract() {
        let broken = GroupsContract.over { MemoryTown(guarded: false).town }.brokenPromises().map(\.promise)
        for promise in [
            "lets nobody acknowledge for another, and takes one acknowledgement of a paper",
            "shows papers to their audience alone: author, names, a role, everyone",
            "shows an answer to nobody who may not read what it answers, and takes none of them",
            "lets those alone invite, remove and appoint whom the statutes name",
            "lets a guardian act for their ward while a consent holds, and no longer",
        ] { XCTAssertTrue(broken.contains(promise), "keeps: \(promise)") }
    }
}
