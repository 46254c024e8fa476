import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// Tests that one compaction migrates all old payloads.
final class MigrationTests: XCTestCase {
    private struct Old: Storable {
        let id: Identifier<Old>
        var name: String
        var extra = "kept"
        static let collection = RecordCollection<Old>("people")
    }

    private struct New: Storable, Equatable {
        let id: Identifier<New>
        var first: String
        var last: String
        static let byLast = Index<New, String>.ordered("last") { $0.last }
        static let collection = RecordCollection<New>(
            "people", version: 2, indexes: [byLast],
            migrations: [
                1: { payload in
                    guard case .string(let name)? = payload["name"] else {
                        throw Failure(.init("noName"), "There is no name.")
                    }
                    let parts = name.split(separator: " ").map(String.init)
                    var next = payload
                    next["name"] = nil
                    next["first"] = .string(parts.first ?? "")
                    next["last"] = .string(parts.last ?? "")
                    return next
                }
            ])
    }

    private func filled() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        let store = try directory.store()
        for number in 0..<5 {
            try store.scoped(to: Partition(rawValue: number == 3 ? "p" : "")).write {
                try $0.put(Old(id: Identifier("o\(number)"), name: "Ann Other\(number)"))
            }
        }
        try store.write { try $0.put(Word("w", "t")) }
        try store.write { _ = try $0.delete(Identifier<Old>("o1")) }
        return directory
    }

    func testMigrationRewritesAllRecords() throws {
        let directory = try filled()
        let store = try directory.store()
        let before = try directory.bytes("log-1.jsonl")
        let feed = try store.changes(since: 0).filter { $0.address.id != "o1" || $0.stamp.deleted }
        let done = try store.migrate([New.collection, Word.collection])
        XCTAssertEqual(done.count, 1)
        XCTAssertTrue(done[0].hasPrefix("4 records") && done[0].hasSuffix("/store/backup-1.jsonl."), done[0])
        XCTAssertEqual(try directory.bytes("backup-1.jsonl"), before, "the original log is kept")
        XCTAssertEqual(try store.notices().count { $0.contains("backup-1.jsonl") }, 1)
        let log = String(decoding: try directory.bytes(directory.log), as: UTF8.self)
        XCTAssertFalse(log.contains("\"name\""))
        XCTAssertEqual(log.components(separatedBy: "\"extra\":\"kept\"").count, 5, "unknown fields are kept")
        for store in [store, try directory.store()] {
            XCTAssertEqual(
                try store.read { try $0.records(New.byLast.all).map(\.last) }, ["Other0", "Other2", "Other4"])
            XCTAssertEqual(try store.changes(since: 0), feed, "the feed is unchanged")
            XCTAssertEqual(try store.damage(), [])
            XCTAssertEqual(try store.words(), ["w=t"])
        }
        XCTAssertEqual(try store.migrate([New.collection]), [], "a second migration changes nothing")
        try store.write { try $0.put(Word("x", "t")) }
        XCTAssertEqual(try store.engine.maintain(.compact).count, 1)
        XCTAssertEqual(try directory.bytes("backup-1.jsonl"), before)
    }

    func testFailedMigrationChangesNothing() throws {
        let directory = try filled()
        let store = try directory.store()
        let before = try directory.bytes("log-1.jsonl")
        let stuck = RecordCollection<New>("people", version: 3, indexes: [], migrations: [:])
        assertFails(.missingMigration) { _ = try store.migrate([stuck]) }
        XCTAssertEqual(directory.log, "log-1.jsonl")
        XCTAssertEqual(try directory.bytes("log-1.jsonl"), before)
        try store.write { try $0.put(Word("x", "t")) }
        XCTAssertEqual(try directory.store().words(), ["w=t", "x=t"])
    }
}
