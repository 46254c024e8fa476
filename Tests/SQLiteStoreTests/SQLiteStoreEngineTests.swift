import Foundation
import Kernel
import Storage
import StorageTesting
import TestSupport
import XCTest

@testable import SQLiteStore

/// The store contract, and the properties of the SQLite files.
final class SQLiteStoreEngineTests: XCTestCase {
    func testEngineKeepsTheStoreContract() throws {
        try needSQLite()
        let home = try Home()
        let contract = StoreContract(Attending.maker(below: home.path, suffix: ".db"))
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
        XCTAssertEqual(contract.untested, [], "all promises are tested, also those about killed processes")
        XCTAssertEqual(
            try PromiseTable.faults(in: "SQLite", asked: StoreContract.promises, of: StoreContract.promises), [])
    }

    func testInMemoryEngineKeepsTheTransientContract() throws {
        try needSQLite()
        let contract = StoreContract(
            .passing { try SQLiteStoreEngine(path: nil, ids: .counting()) { Instant(milliseconds: 0) } })
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
    }

    func testDryRunStoreKeepsTheTransientContract() throws {
        try needSQLite()
        let contract = StoreContract(
            .passing {
                try DryRunStore(over: SQLiteStoreEngine(path: nil, ids: .counting()) { Instant(milliseconds: 5) })
            })
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
    }

    func testPurgeLeavesNoBytesInAnyFile() throws {
        try needSQLite()
        let home = try Home()
        let store = try Attending.store(at: home.path("records.db"))
        for number in 0..<400 {
            try store.keep(Word("w\(number)", String(repeating: "filler \(number) ", count: 1 + number % 50)))
        }
        try store.write(undo: "Wrote a secret") { try $0.put(Word("secret", "rosebud is a sledge")) }
        for number in 0..<400 where number % 3 == 0 {
            try store.write { _ = try $0.delete(Identifier<Word>("w\(number)")) }
        }
        XCTAssertTrue(try anyFileContains("rosebud", in: home))
        try store.write { _ = try $0.purge(Identifier<Word>("secret")) }
        XCTAssertFalse(try anyFileContains("rosebud", in: home), "it is in the database or its journal")
        XCTAssertTrue(try anyFileContains("filler 1 ", in: home))
        XCTAssertEqual(try store.engine.inspect().findings.map(\.message), [])
        try store.eraseEverything()
        XCTAssertFalse(try anyFileContains("filler", in: home))
    }

    private func anyFileContains(_ text: String, in home: Home) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: home.path).contains { name in
            try home.bytes(name).range(of: Data(text.utf8)) != nil
        }
    }

    func testInterruptedErasureIsFinishedOnTheNextOpen() throws {
        try needSQLite()
        let home = try Home()
        let path = home.path("records.db")
        let one = try Attending.impatientStore(at: path)
        let other = try Attending.store(at: path)
        try one.keep(Word("a", "rosebud"), Word("b", "kept"))
        try other.read { transaction in
            // An open read transaction makes the journal keep the old pages.
            XCTAssertEqual(try transaction.count(Selection<Word>.all), 2)
            assertFails(.erasureUnfinished) { try one.write { _ = try $0.purge(Identifier<Word>("a")) } }
        }
        XCTAssertTrue(try one.engine.inspect().findings.contains { $0.message.contains("could not be removed") })
        try one.close()
        try other.close()
        let next = try Attending.store(at: path)
        XCTAssertEqual(try next.words(), ["b=kept"])
        XCTAssertFalse(try anyFileContains("rosebud", in: home))
        XCTAssertEqual(try next.engine.inspect().findings.map(\.message), [])
    }

    func testRecordsAreReadableWithTheSQLiteProgram() throws {
        try needSQLite()
        let home = try Home()
        let store = try Attending.store(at: home.path("records.db"))
        try store.keep(Word("a", "Wörter"), Word("b", "한글"))
        try store.write { _ = try $0.delete(Identifier<Word>("b")) }
        let rows = try sqlite3(
            home.path("records.db"), "SELECT number, collection, id, gone, coalesce(payload, '-') FROM everything")
        XCTAssertEqual(rows, "1|words|a|0|{\"id\":\"a\",\"text\":\"Wörter\"}\n2|words|b|1|-\n")
        XCTAssertEqual(try sqlite3(home.path("records.db"), "PRAGMA integrity_check"), "ok\n")
        XCTAssertEqual(
            try FileManager.default.attributesOfItem(atPath: home.path("records.db"))[.posixPermissions] as? Int, 0o600)
    }

    func testCompactionPrunesOldTombstones() throws {
        try needSQLite()
        let home = try Home()
        let clock = ManualClock()
        let store = try Attending.store(at: home.path("records.db")) { clock.now }
        try store.keep(Word("a", "one"), Word("b", "two"))
        try store.write { _ = try $0.delete(Identifier<Word>("a")) }
        _ = try store.engine.maintain(.compact)
        XCTAssertEqual(try store.engine.lastPrunedSequence(), 0, "it is too recent")
        clock.advance(days: 31)
        try store.keep(Word("c", "three"))
        XCTAssertEqual(try store.engine.maintain(.compact).count, 1)
        XCTAssertEqual(try store.engine.lastPrunedSequence(), 2)
        XCTAssertEqual(try store.changes(since: 0).map(\.address.id), ["b", "c"])
        try store.keep(Word("a", "again"))
        let place = RecordAddress(partition: .common, collection: "words", id: "a")
        XCTAssertEqual(
            try store.engine.read { try $0.record(at: place)?.stamp.generation }, 1,
            "it wins over the tombstone")
        XCTAssertEqual(try store.changes(since: 3).map(\.sequence), [4])
    }

    func testCopiedFileGetsANewDeviceName() throws {
        try needSQLite()
        let home = try Home()
        let path = home.path("records.db")
        let store = try SQLiteStoreEngine(path: path, ids: .counting(prefix: "here")) { Instant(milliseconds: 0) }
        let own = try store.engine.read { $0.device }
        try store.close()
        XCTAssertEqual(
            try SQLiteStoreEngine(path: path, ids: .counting(prefix: "later")) { Instant(milliseconds: 0) }.read {
                $0.below.device
            },
            own)
        try FileManager.default.copyItem(atPath: path, toPath: home.path("copy.db"))
        let copy = try SQLiteStoreEngine(path: home.path("copy.db"), ids: .counting(prefix: "there")) {
            Instant(milliseconds: 0)
        }
        XCTAssertNotEqual(try copy.engine.read { $0.device }, own)
    }

    func testMissingRecordIsFoundAndRepaired() throws {
        try needSQLite()
        let home = try Home()
        let path = home.path("records.db")
        let store = try Attending.store(at: path)
        try store.keep(Word("a", "one"), Word("b", "two"))
        try store.close()
        _ = try sqlite3(path, "DELETE FROM records WHERE id = 'a'")
        let again = try Attending.store(at: path)
        XCTAssertEqual(try again.engine.inspect().findings.map(\.severity), [.damage])
        XCTAssertTrue(try again.engine.maintain(.repair).joined().contains("1 record is safe"))
        XCTAssertEqual(try again.engine.inspect().findings.map(\.message), [])
        XCTAssertEqual(try again.words(), ["b=two"])
        XCTAssertEqual(try again.engine.maintain(.repair), [])
    }

    func testKilledProcessLosesNoAcknowledgedWrite() throws {
        try needSQLite()
        let home = try Home()
        for round in 0..<4 {
            let contract = StoreContract(Attending.maker(below: home.path, suffix: "-\(round).db"))
            for broken in try contract.brokenPromises(of: ["acknowledged writes survive a killed process"]) {
                XCTFail("round \(round): \(broken.description)")
            }
        }
    }
}
