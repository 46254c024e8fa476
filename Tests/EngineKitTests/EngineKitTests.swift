import EngineKit
import Foundation
import Kernel
import StorageTesting
import TestSupport
import XCTest

/// Tests the README's engine, which uses EngineKit alone, against the store contract.
final class EngineKitTests: XCTestCase {
    func testREADMEEngineFulfillsTheContract() throws {
        let home = try Home()
        let contract = StoreContract(Attending.maker(below: home.path))
        for broken in contract.brokenPromises() { XCTFail(broken.description) }
        XCTAssertEqual(
            contract.untested, ["tombstones stay until other devices have seen them"],
            "every promise is tested, except for pruned deletions, because this engine prunes none"
        )
    }

    func testREADMEEngineImportsOnlyEngineKitAndKernel() throws {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "OneFileStore.swift")
        let lines = try String(contentsOf: url, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        XCTAssertEqual(lines.filter { $0.hasPrefix("import ") }, ["import EngineKit", "import Kernel"])
        XCTAssertLessThanOrEqual(lines.count, 250)
    }

    func testDamageIsReportedAndHalfLineIsTruncated() throws {
        let home = try Home()
        let path = "\(home.path)/records"
        let store = try OneFileStore(path: path, device: "d") { Instant(milliseconds: 0) }
        try store.write { try $0.put(Word(id: "a", text: "one")) }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try (bytes + bytes.prefix(bytes.count - 4)).write(to: URL(fileURLWithPath: path))
        let again = try OneFileStore(path: path, device: "d") { Instant(milliseconds: 0) }
        XCTAssertEqual(try again.read { try $0.records(Selection<Word>.all).map(\.text) }, ["one"])
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: path)), bytes)
        var damaged = bytes
        damaged[bytes.count / 2] ^= 1
        try damaged.write(to: URL(fileURLWithPath: path))
        XCTAssertThrowsError(try OneFileStore(path: path, device: "d") { Instant(milliseconds: 0) }) {
            XCTAssertEqual(($0 as? Failure)?.code, .storeDamaged)
        }
    }

    func testPurgeErasesAllBytes() throws {
        let home = try Home()
        let path = "\(home.path)/records"
        let store = try OneFileStore(path: path, device: "d") { Instant(milliseconds: 0) }
        try store.write(undo: "Wrote a secret") { try $0.put(Word(id: "a", text: "rosebud")) }
        try store.write { try $0.put(Word(id: "b", text: "kept")) }
        try store.write { _ = try $0.purge(Identifier<Word>("a")) }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        XCTAssertFalse(text.contains("rosebud"))
        XCTAssertTrue(text.contains("kept"))
    }

    /// Puts and deletes random records, and rolls back every third transaction.
    func testRecordTablesMatchAListModel() throws {
        var random = RandomSource(seed: 9)
        let tables = RecordTables()
        let clock = HybridClock { Instant(milliseconds: 0) }
        var list: [String: Int?] = [:]
        for round in 0..<300 {
            let transaction = RecordTransaction(over: tables, clock: clock, device: "d", isWriting: true)
            var next = list
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let id = "r\(Int.random(in: 0..<20, using: &random))"
                let key = Int.random(in: 0..<8, using: &random)
                let deleted = key == 7
                try transaction.put(record(id, key: deleted ? nil : key, at: transaction.time, deleted: deleted))
                next[id] = deleted ? .none : .some(key == 6 ? nil : key)
            }
            if round % 3 == 0 { transaction.rollBack() } else { list = next }
            transaction.end()
            let look = RecordTransaction(over: tables, clock: clock, device: "d", isWriting: false)
            let order = list.compactMap { id, key in key.map { (key: $0, id: id) } }.sorted {
                ($0.key, $0.id) < ($1.key, $1.id)
            }
            var readings: [String] = []
            try look.scan(scan) {
                readings.append($0.address.id)
                return true
            }
            XCTAssertEqual(readings, order.map(\.id), "round \(round)")
            XCTAssertEqual(try look.count(scan), order.count)
            let counts = try look.counts(scan, parts: 1).map { "\($0.key.text) \($0.count)" }
            XCTAssertEqual(
                counts,
                Dictionary(grouping: order, by: \.key).sorted { $0.key < $1.key }.map {
                    "\(IndexKey($0).text) \($1.count)"
                })
            XCTAssertEqual(tables.liveCount, list.count)
        }
    }

    private let scan = IndexScan(
        partition: .common, collection: "things", index: "key",
        reindex: { record in
            record.payload.map { [IndexEntry(name: "key", unique: false, key: EngineKitTests.key(in: $0))] } ?? []
        })

    private static func key(in payload: Data) -> IndexKey? {
        Int(String(decoding: payload.filter { $0 > 47 && $0 < 58 }, as: UTF8.self)).map { IndexKey($0) }
    }

    /// Returns a record whose id decides whether it has an index entry.
    ///
    /// Without an entry, the key is read from the payload. The number 6 means no key.
    private func record(_ id: String, key: Int?, at time: HybridTime, deleted: Bool) -> StoredRecord {
        let payload = key.map { Data("{\($0 == 6 ? "" : "\($0)")}".utf8) }
        let hasEntry = !deleted && (id.utf8.last ?? 0) % 2 == 0
        return StoredRecord(
            address: RecordAddress(partition: .common, collection: "things", id: id),
            stamp: Stamp(generation: 0, deleted: deleted, time: time, device: "d"), payloadVersion: 1,
            entries: hasEntry ? [IndexEntry(name: "key", unique: false, key: payload.flatMap(EngineKitTests.key))] : [],
            payload: payload)
    }
}

private struct Word: Storable {
    let id: Identifier<Word>
    var text: String
    static let collection = RecordCollection<Word>("words")
}

/// Runs contract tasks in separate processes, which run `testAttends`.
enum Attending {
    static func maker(below folder: String) -> StoreMaker {
        .processes(
            command: { place, task in
                TestRunner.words(
                    "EngineKitTests.AttendingTests/testAttends",
                    ["COMMONPLACE_TASK": task, "COMMONPLACE_PLACE": "\(folder)/\(place)"])
            }, { try store(at: "\(folder)/\($0)") })
    }

    static func store(at path: String) throws -> any Store {
        try OneFileStore(path: path, device: "here") { Instant(milliseconds: 0) }
    }
}

final class AttendingTests: XCTestCase {
    func testAttends() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let task = environment["COMMONPLACE_TASK"], let place = environment["COMMONPLACE_PLACE"] else {
            let home = try Home()
            // In a normal run there is no task; an unknown task must fail.
            return XCTAssertThrowsError(
                try StoreContract.perform("dance", on: Attending.store(at: "\(home.path)/records")))
        }
        try StoreContract.perform(task, on: Attending.store(at: place))
    }
}
