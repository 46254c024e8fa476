import EngineKit
import Foundation
import Kernel
import Storage
import Synchronization
import TestSupport
import XCTest

@testable import SQLiteStore

/// Foreign files, full disks, and texts with SQL syntax.
final class HostileTests: XCTestCase {
    private func open(_ path: String) throws { _ = try Attending.store(at: path).words() }

    func testTextFileIsRefusedAndUnchanged() throws {
        try needSQLite()
        let home = try Home()
        let path = try home.file("notes.txt", String(repeating: "Dear diary, today was fine. ", count: 200))
        let before = try home.bytes("notes.txt")
        assertFails(.noDatabase) { try open(path) }
        XCTAssertEqual(try home.bytes("notes.txt"), before)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path), ["notes.txt"])
    }

    func testForeignDatabaseIsRefusedAndUnchanged() throws {
        try needSQLite()
        let home = try Home()
        for (name, statements) in [
            ("theirs.db", "PRAGMA application_id = 77; CREATE TABLE photos(name)"),
            ("plain.db", "CREATE TABLE photos(name)"),
        ] {
            _ = try sqlite3(home.path(name), statements)
            let before = try home.bytes(name)
            assertFails(.foreignDatabase) { try open(home.path(name)) }
            XCTAssertEqual(try home.bytes(name), before)
        }
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: home.path).sorted(), ["plain.db", "theirs.db"])
    }

    func testNewerOrUnknownSchemaIsRefused() throws {
        try needSQLite()
        let home = try Home()
        try Attending.store(at: home.path("a.db")).close()
        _ = try sqlite3(home.path("a.db"), "PRAGMA user_version = 9")
        assertFails(.newerStore) { try open(home.path("a.db")) }
        _ = try sqlite3(home.path("a.db"), "PRAGMA user_version = 0")
        assertFails(.storeDamaged) { try open(home.path("a.db")) }
        _ = try sqlite3(home.path("a.db"), "PRAGMA user_version = 1")
        XCTAssertNoThrow(try open(home.path("a.db")))
    }

    func testFoldersPipesAndMissingPathsAreRefused() throws {
        try needSQLite()
        let home = try Home()
        assertFails(.noDatabase) { try open(home.folder("folder")) }
        XCTAssertEqual(mkfifo(home.path("pipe"), 0o600), 0)
        assertFails(.noDatabase) { try open(home.path("pipe")) }
        assertFails(.diskTrouble) { try open(home.path("missing/records.db")) }
        XCTAssertThrowsError(try open(home.path("missing/records.db"))) {
            XCTAssertTrue(($0 as? Failure)?.advice.contains("Make its folder") == true, "\($0)")
        }
    }

    func testBusyDatabaseTimesOutAndNamesTheHolder() throws {
        try needSQLite()
        let home = try Home()
        let path = home.path("records.db")
        let waitMessages = Mutex<[String]>([])
        let store = try Attending.impatientStore(at: path) { line in waitMessages.withLock { $0.append(line) } }
        try store.keep(Word("a", "one"))
        let other = Process()
        let input = Pipe()
        let output = Pipe()
        other.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        other.arguments = ["sqlite3", path]
        (other.standardInput, other.standardOutput, other.standardError) = (input, output, FileHandle.nullDevice)
        try other.run()
        input.fileHandleForWriting.write(Data("BEGIN IMMEDIATE;\nSELECT 'held';\n".utf8))
        guard String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).contains("held") else {
            throw XCTSkip("This machine has no sqlite3.")
        }
        XCTAssertThrowsError(try store.keep(Word("b", "two"))) {
            let failure = $0 as? Failure
            XCTAssertEqual(failure?.code, .storeBusy)
            XCTAssertEqual(failure?.kind, .temporary)
            #if os(Linux)
                XCTAssertTrue(
                    failure?.message.contains("sqlite3 (process \(other.processIdentifier))") == true, "\($0)")
            #endif
        }
        XCTAssertEqual(waitMessages.withLock { $0.count }, 1, "the wait is reported once")
        XCTAssertEqual(try store.words(), ["a=one"], "readers do not wait")
        input.fileHandleForWriting.write(Data("COMMIT;\n.quit\n".utf8))
        other.waitUntilExit()
        try store.keep(Word("b", "two"))
        XCTAssertEqual(try store.words(), ["a=one", "b=two"])
    }

    func testFullDiskRefusesOnlyWritesThatNeedSpace() throws {
        try needSQLite()
        let home = try Home()
        let store = try Attending.store(at: home.path("records.db"))
        try store.keep(Word("a", "one"))
        try store.withConnection { database, _ in
            _ = try database.number("PRAGMA max_page_count = \((try database.number("PRAGMA page_count") ?? 0) + 2)")
        }
        assertFails(.diskFull) { try store.keep(Word("b", String(repeating: "long ", count: 20_000))) }
        XCTAssertEqual(try store.words(), ["a=one"])
        try store.keep(Word("a", "short"))
        XCTAssertEqual(try store.words(), ["a=short"])
        XCTAssertEqual(try store.engine.inspect().findings.map(\.message), [])
    }

    func testReadOnlyFileIsReadable() throws {
        try needSQLite()
        let home = try Home()
        let path = home.path("records.db")
        let store = try Attending.store(at: path)
        try store.keep(Word("a", "one"))
        try store.close()
        let fixed = try Database.open(path, BusyTimeout(BusyTimeout.Limits(), file: nil) { _ in }, isFixed: true)
        XCTAssertTrue(fixed.isReadOnly)
        XCTAssertEqual(try fixed.number("SELECT count(*) FROM records"), 1)
        guard geteuid() != 0 else { return }
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: home.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: home.path) }
        let reader = try Attending.store(at: path)
        XCTAssertEqual(try reader.words(), ["a=one"])
        assertFails(.readOnlyStore) { try reader.keep(Word("b", "two")) }
        XCTAssertTrue(try reader.engine.inspect().findings.contains { $0.message.contains("can only be read") })
    }

    func testDryRunChangesNoByte() throws {
        try needSQLite()
        let home = try Home()
        let path = home.path("records.db")
        let store = try Attending.store(at: path)
        try store.keep(Word("a", "one"))
        try store.close()
        let before = try home.bytes("records.db")
        let dryRun = try SQLiteStoreEngine(path: path, ids: .counting(prefix: "x"), isDryRun: true) {
            Instant(milliseconds: 0)
        }
        XCTAssertEqual(try dryRun.words(), ["a=one"])
        try dryRun.close()
        XCTAssertEqual(try home.bytes("records.db"), before)
        let provider = try XCTUnwrap(try Registry([SQLiteStores()]).all(.stores).first)
        let context = StoreContext(
            target: home.path("new.db"), directory: { home.path }, isDryRun: true, now: { Instant(milliseconds: 0) })
        XCTAssertEqual(try provider.open(context).words(), [])
        XCTAssertFalse(FileManager.default.fileExists(atPath: home.path("new.db")))
    }

    func testUnusualTextsRoundTrip() throws {
        try needSQLite()
        let home = try Home()
        let store = try Attending.store(at: home.path("records.db"))
        let sql = "'); DROP TABLE records; --"
        let lone = String(decoding: [0xD8, 0x00, 0x41] as [UInt16], as: UTF16.self)
        let texts = [
            sql, "\" OR 1=1 --", "a\u{0}b", lone, "?1 :name @name $name", "%_", "\u{202E}evil", "", "🙂",
            String(repeating: "x", count: 10_000_000),
        ]
        for (number, text) in texts.enumerated() { try store.keep(Word("w\(number)", text)) }
        for (number, text) in texts.enumerated() {
            XCTAssertEqual(try store.read { try $0.record(Identifier<Word>("w\(number)"))?.text }, text)
        }
        // The same in names, identifiers, keys and devices, and as an escape in a payload.
        let address = RecordAddress(partition: Partition(rawValue: sql), collection: sql, id: sql + "\u{0}")
        let record = StoredRecord(
            address: address,
            stamp: Stamp(generation: 0, deleted: false, time: HybridTime(milliseconds: 1, counter: 0), device: sql),
            payloadVersion: 1, entries: [IndexEntry(name: sql, unique: true, key: IndexKey(text: sql + "\u{0}z"))],
            payload: Data("{\"a\":\"\\ud800 \\u0000\"}".utf8))
        try store.engine.write { try $0.put(record) }
        let scan = IndexScan(
            partition: address.partition, collection: sql, index: sql, lower: IndexKey(text: sql + "\u{0}"),
            upper: IndexKey(text: sql + "\u{1}"))
        XCTAssertEqual(try store.engine.read { try $0.page(scan) }, [record])
        XCTAssertEqual(try store.engine.inspect().records, texts.count + 1)
    }

    func testNetworkFileSystemUsesTheRollbackJournal() throws {
        try needSQLite()
        let home = try Home()
        let database = try Database.open(
            {
                try DatabaseFile(path: home.path("far.db")).prepare(); return home.path("far.db")
            }(),
            BusyTimeout(BusyTimeout.Limits(), file: nil) { _ in })
        try Schema.prepare(database, isRemote: true, isDryRun: false)
        XCTAssertEqual(try database.text("PRAGMA journal_mode"), "delete")
        // A database in WAL mode is converted.
        let near = home.path("near.db")
        try Attending.store(at: near).close()
        let moved = try Database.open(near, BusyTimeout(BusyTimeout.Limits(), file: nil) { _ in })
        XCTAssertEqual(try moved.text("PRAGMA journal_mode"), "wal")
        try Schema.prepare(moved, isRemote: true, isDryRun: false)
        XCTAssertEqual(try moved.text("PRAGMA journal_mode"), "delete")
    }
}
