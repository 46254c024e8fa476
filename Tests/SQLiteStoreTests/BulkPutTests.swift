import EngineKit
import Kernel
import Storage
import TestSupport
import XCTest

@testable import SQLiteStore

/// Records that are put together share statements, with the same result as single puts.
final class BulkPutTests: XCTestCase {
    private let names = ["first", "second"]

    private func record(_ number: Int, at time: Int, using random: inout RandomSource) -> StoredRecord {
        let isDeleted = Int.random(in: 0..<5, using: &random) == 0
        var entries: [IndexEntry] = []
        if !isDeleted {
            entries = names.prefix(Int.random(in: 1...2, using: &random)).map { name in
                let key = "\(name) \(Int.random(in: 0..<9, using: &random))"
                return IndexEntry(
                    name: name, unique: false,
                    key: Int.random(in: 0..<6, using: &random) == 0 ? nil : IndexKey(text: key))
            }
        }
        return StoredRecord(
            address: RecordAddress(
                partition: .common, collection: Int.random(in: 0..<20, using: &random) == 0 ? "others" : "things",
                id: "r\(number)"),
            stamp: Stamp(
                generation: time, deleted: isDeleted, time: HybridTime(milliseconds: Int64(time), counter: 0),
                device: "d\(time % 3)"),
            payloadVersion: 1, entries: entries, payload: isDeleted ? nil : Data("{\"time\":\(time)}".utf8))
    }

    private func scan(_ index: String?, _ collection: String) -> IndexScan {
        IndexScan(partition: .common, collection: collection, index: index) { record in
            // Records without this entry are older than the index.
            record.entries.contains { $0.name == "second" }
                ? record.entries
                : record.entries + [IndexEntry(name: "second", unique: false, key: IndexKey(text: "worked out"))]
        }
    }

    func testBulkPutEqualsSinglePuts() throws {
        try needSQLite()
        for seed in 1...4 as ClosedRange<UInt64> {
            var random = RandomSource(seed: seed)
            let engine = try SQLiteStoreEngine(path: nil, ids: .counting()) { Instant(milliseconds: 0) }
            let plain = MemoryStore()
            var time = 0
            for _ in 0..<12 {
                // An address can occur twice in one batch, and again in the next.
                let some = (0..<Int.random(in: 1...150, using: &random)).map { _ in
                    time += 1
                    return record(Int.random(in: 0..<200, using: &random), at: time, using: &random)
                }
                let reindex = scan(nil, "things").reindex
                try engine.write { try $0.put(some, reindex: reindex) }
                try plain.engine.write { transaction in
                    for record in some { try transaction.put(record, reindex: reindex) }
                }
                for collection in ["things", "others"] {
                    for index in [nil, "first", "second"] {
                        let actual = try engine.read { try $0.page(scan(index, collection)) }
                        let expected = try plain.engine.read { try $0.page(scan(index, collection)) }
                        XCTAssertEqual(actual, expected, "seed \(seed), \(collection) by \(index ?? "identifier")")
                    }
                }
            }
            XCTAssertEqual(try engine.allRecords(), try plain.engine.allRecords())
            XCTAssertEqual(try engine.inspect().findings.map(\.message), [])
        }
    }

    func testRecordsBeforeARefusedOneAreKept() throws {
        try needSQLite()
        let store = try SQLiteStoreEngine(path: nil, ids: .counting()) { Instant(milliseconds: 0) }
        func plate(_ number: Int, _ key: String) -> StoredRecord {
            StoredRecord(
                address: RecordAddress(partition: .common, collection: "cars", id: "c\(number)"),
                stamp: Stamp(
                    generation: 0, deleted: false, time: HybridTime(milliseconds: Int64(number), counter: 0),
                    device: "d"),
                payloadVersion: 1, entries: [IndexEntry(name: "plate", unique: true, key: IndexKey(text: key))],
                payload: Data("{}".utf8))
        }
        let some = (0..<50).map { plate($0, "key \($0)") } + [plate(50, "key 7"), plate(51, "key 51")]
        try store.write { transaction in
            assertFails(.duplicateKey) { try transaction.put(some) { $0.entries } }
            XCTAssertEqual(try transaction.count(IndexScan(partition: .common, collection: "cars", index: "plate")), 50)
        }
        XCTAssertEqual(try store.changes(since: 0).count, 50)
        XCTAssertEqual(try store.inspect().findings.map(\.message), [])
    }
}
