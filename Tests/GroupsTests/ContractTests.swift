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
            "only the addressee acknowledges a paper, and once",
            "papers are visible only to their audience: author, names, a role, everyone",
            "an answer is visible only to readers of its paper, and only they can answer",
            "only roles that the statutes name invite, remove and appoint",
            "a guardian acts for a ward only while the consent is valid",
        ] { XCTAssertTrue(broken.contains(promise), "keeps: \(promise)") }
    }
}
