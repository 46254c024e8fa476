import FileStore
import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// Tests that any text in a name, id or key round-trips through the log and the index file.
///
/// The log must also be standard JSON.
final class TextTests: XCTestCase {
    private func open(_ directory: TemporaryDirectory, leastTail: Int) throws -> FileStore {
        var compactionPolicy = FileStore.CompactionPolicy()
        compactionPolicy.tailLimit = leastTail
        return try FileStore(
            directory: "\(directory.path)/store", random: RandomSource(seed: 1), compactionPolicy: compactionPolicy
        ) {
            Instant(milliseconds: 1_763_661_909_120)
        }
    }

    private let odd: [String] =
        (0..<128).map { "a\(Character(Unicode.Scalar(UInt8($0))))b" }
        + (0..<32).flatMap { code -> [String] in
            let character = "\(Character(Unicode.Scalar(UInt8(code))))"
            return [character, "x" + character, character + character + "\\", "\"" + character]
        } + [
            "\\u0041", "\\", "\\\\", "\"", "\\\"", "\\u00", "\\u", "1234567\"", "12345678\\", "123456\u{1F}", "é\u{10}",
            "\\n",
            "",
        ]

    private var records: [StoredRecord] {
        odd.enumerated().map { number, text in
            StoredRecord(
                address: RecordAddress(
                    partition: Partition(rawValue: text), collection: "c\(text)", id: "\(number)\(text)"),
                stamp: Stamp(
                    generation: 0, deleted: false, time: HybridTime(milliseconds: 1, counter: 0), device: "d\(text)"),
                payloadVersion: 1,
                entries: [
                    IndexEntry(name: "n\(text)", unique: false, key: IndexKey(text: text)),
                    IndexEntry(
                        name: "other", unique: true, key: number % 3 == 0 ? nil : IndexKey(text: "\(number)\(text)")),
                ], payload: Data("{\"n\":\(number)}".utf8))
        }
    }

    private func check(_ store: FileStore, _ records: [StoredRecord], _ what: String) throws {
        for (number, record) in records.enumerated() {
            let label = "\(what) \(odd[number].debugDescription)"
            XCTAssertEqual(try store.engine.read { try $0.record(at: record.address) }, record, label)
            let scan = IndexScan(
                partition: record.address.partition, collection: record.address.collection, index: "n\(odd[number])")
            var keys: [IndexKey] = []
            try store.engine.read { transaction in
                try transaction.keys(scan) {
                    keys.append($0)
                    return true
                }
            }
            XCTAssertTrue(keys.contains(IndexKey(text: odd[number])), label)
        }
        XCTAssertEqual(try store.changes(since: 0).map(\.address), records.map(\.address))
    }

    func testAnyTextRoundTripsThroughLogAndIndex() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let store = try open(directory, leastTail: .max / 2)
        let records = records
        for chunk in stride(from: 0, to: records.count, by: 40) {
            try store.engine.write { transaction in
                for record in records[chunk..<min(chunk + 40, records.count)] {
                    try transaction.put(record) { $0.entries }
                }
            }
        }
        try check(store, records, "as it was written")
        try check(open(directory, leastTail: .max / 2), records, "from the log")
        try open(directory, leastTail: 0).close()
        try check(open(directory, leastTail: .max / 2), records, "from the index file")
        var ids: [String] = []
        for line in try directory.bytes("log-1.jsonl").split(separator: 10).dropFirst() {
            let value = try JSONValue(Data(line.drop { $0 != UInt8(ascii: "{") }))
            guard case .array(let operations)? = value["ops"] else { return XCTFail("a line without operations") }
            for operation in operations {
                guard case .string(let id)? = operation["id"], case .string(let home)? = operation["partition"] else {
                    return XCTFail("\(operation)")
                }
                XCTAssertTrue(id.utf8.elementsEqual("\(ids.count)\(home)".utf8))
                ids.append(id)
            }
        }
        XCTAssertTrue(ids.elementsEqual(records.map(\.address.id)) { $0.utf8.elementsEqual($1.utf8) })
        let text = String(decoding: try directory.bytes("log-1.jsonl"), as: UTF8.self)
        XCTAssertTrue(text.contains("\"32a b\""), "a blank needs no escape")
    }

    /// Texts with equal prefixes and lengths around 8, because 8 bytes are compared at a time.
    func testTextsOfEveryLengthAreDistinguished() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let store = try open(directory, leastTail: 0)
        let twin = MemoryStore()
        let words = (1..<40).flatMap { length in
            ["x", "y", "\u{7F}"].map { last in
                Word(
                    String(repeating: "x", count: length - 1) + last, String(repeating: "x", count: length % 20) + last)
            }
        }
        for store in [store, twin] as [any Store] {
            try store.write { transaction in for word in words.reversed() { try transaction.put(word) } }
        }
        try store.close()
        let again = try open(directory, leastTail: 0)
        for selection in [.all, Word.byText.all, Word.byText.from("xxxxxxxx", through: "xxxxxxxxxxxxy").descending] {
            XCTAssertEqual(try again.read { try $0.records(selection) }, try twin.read { try $0.records(selection) })
            XCTAssertEqual(try again.read { try $0.keys(selection) }, try twin.read { try $0.keys(selection) })
        }
        for word in words { XCTAssertEqual(try again.read { try $0.record(word.id) }, word) }
        let sorted = words.sorted { ($0.text, $0.id.rawValue) < ($1.text, $1.id.rawValue) }
        XCTAssertEqual(try again.read { try $0.records(Word.byText.all) }, sorted)
    }
}
