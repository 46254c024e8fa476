import FileStore
import Foundation
import Kernel
import Synchronization
import TestSupport
import XCTest

/// Tests how many bytes a store with an index file reads.
final class IndexCostTests: XCTestCase {
    private func open(_ directory: TemporaryDirectory, _ disk: CountingDisk = CountingDisk(), leastTail: Int = 0) throws
        -> FileStore
    {
        var compactionPolicy = FileStore.CompactionPolicy()
        (compactionPolicy.tailLimit, compactionPolicy.minLogSize) = (leastTail, .max / 4)
        return try FileStore(
            directory: "\(directory.path)/store", random: RandomSource(seed: 1), compactionPolicy: compactionPolicy,
            system: disk
        ) { Instant(milliseconds: 1_763_661_909_120) }
    }

    private let homes = ["", "p", "q"].map { Partition(rawValue: $0) }

    private func fill(_ directory: TemporaryDirectory) throws {
        let store = try open(directory)
        for home in homes {
            try store.scoped(to: home).write { transaction in
                for number in 0..<300 {
                    try transaction.put(Word("w\(number)", "t\(number % 50) " + String(repeating: "x", count: 200)))
                }
                for number in 0..<300 {
                    try transaction.put(Plain(id: Identifier("p\(number)"), text: String(repeating: "y", count: 200)))
                }
            }
        }
        try store.write { try $0.put(Word("last", "t")) }
        try store.close()
    }

    /// Each handle changes one table; the other tables are not read and stay complete.
    func testOpeningReadsLittleAndTablesLoadOnDemand() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try fill(directory)
        let log = try directory.bytes("log-1.jsonl").count
        for round in 0..<6 {
            let disk = CountingDisk()
            let store = try open(directory, disk)
            XCTAssertLessThan(disk.taken, 12_000, "opening, round \(round)")
            XCTAssertEqual(try store.read { try $0.record(Identifier<Plain>("p7"))?.text.count }, 200)
            XCTAssertLessThan(disk.taken, log / 10, "a record of one table, round \(round)")
            XCTAssertEqual(try store.read { try $0.count(Word.byText.all) }, 301 - round / 3)
            XCTAssertLessThan(disk.taken, log / 2, "two tables, round \(round)")
            XCTAssertEqual(try store.engine.read { try $0.addresses(in: homes[1]).count }, 600 - (round + 1) / 3)
            switch round % 3 {
            case 0: try store.write { try $0.put(Word("last", "t\(round)")) }
            case 1: try store.scoped(to: homes[1]).write { _ = try $0.delete(Identifier<Word>("w\(round)")) }
            default: try store.write { _ = try $0.delete(Identifier<Word>("w\(round)")) }
            }
            // Enough data for a new index file.
            let much = String(repeating: "z", count: 200_000)
            try store.scoped(to: homes[2]).write { try $0.put(Plain(id: "p0", text: much)) }
            try store.close()
            let index = try directory.bytes("index-1.bin")
            try FileManager.default.removeItem(atPath: "\(directory.path)/store/index-1.bin")
            let logDisk = CountingDisk()
            let logContents = try contents(open(directory, logDisk))
            XCTAssertGreaterThan(logDisk.taken, log)
            try directory.make(index, as: "index-1.bin")
            let indexContents = try contents(open(directory))
            XCTAssertTrue(
                indexContents == logContents,
                "round \(round): \(Set(indexContents).symmetricDifference(logContents).sorted().map { $0.prefix(60) })"
                    + " \(indexContents.count) \(logContents.count)"
            )
        }
    }

    private func contents(_ store: FileStore) throws -> [String] {
        try homes.flatMap { home in
            let partition = store.scoped(to: home)
            return try partition.words()
                + partition.read { try $0.records(Selection<Plain>.all.descending).map(\.id.rawValue) }
                + partition.archive().map(\.id)
        }
            + store.exportEverything().map {
                "\($0.partition.rawValue) \($0.record.id) \($0.record.payload["text"] ?? .null)"
            } + [
                "\(store.engine.inspect().records)"
            ]
    }

    /// The log stores the keys of each record, so sorting reads no payload.
    func testIndexKeysAreReadFromTheLogWithoutRecords() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let filler = try open(directory, leastTail: .max / 2)
        for number in 0..<200 {
            try filler.write { try $0.put(Word("w\(number)", "t\(number)")) }
            try filler.write {
                try $0.put(Plain(id: Identifier("p\(number)"), text: String(repeating: "y", count: 900)))
            }
        }
        try filler.close()
        let log = try directory.bytes("log-1.jsonl").count
        let disk = CountingDisk()
        let store = try open(directory, disk, leastTail: .max / 2)
        XCTAssertEqual(try store.read { try $0.count(Word.byText.from("t1", through: "t2")) }, 112)
        XCTAssertEqual(try store.read { try $0.keys(Word.byText.all.limit(2)) }, [IndexKey("t0"), IndexKey("t1")])
        XCTAssertEqual(try store.read { try $0.count(Selection<Plain>.all) }, 200)
        XCTAssertLessThan(disk.taken, log + 3_000)
    }

    /// Tests last lines of different lengths.
    func testIndexedLogIsVerifiedByItsLastLine() throws {
        for length in [500, 65_534, 65_535, 65_536, 65_537, 200_000] {
            let directory = try TemporaryDirectory(isQuick: true)
            let store = try open(directory)
            try LineLengths.write([300_000, length], to: store)
            let header = try XCTUnwrap(directory.bytes("log-1.jsonl").firstIndex(of: 10)) + 1
            XCTAssertEqual(try store.engine.inspect().bytes, header + 300_000 + length)
            try store.close()
            let disk = CountingDisk()
            _ = try open(directory, disk)
            XCTAssertLessThan(disk.taken, length <= 65_536 ? length + 6_000 : 6_000, "\(length)")
            // A changed last line makes the store read the whole log.
            var log = try directory.bytes("log-1.jsonl")
            log[log.count - length] ^= 1
            try directory.put(log, in: "log-1.jsonl")
            let other = CountingDisk()
            _ = try open(directory, other)
            XCTAssertGreaterThan(other.taken, 300_000, "\(length)")
        }
    }

    /// An index that a query computed is stored for later handles from 500 records on.
    func testComputedIndexIsStoredFromFiveHundredRecords() throws {
        for count in [499, 500] {
            let directory = try TemporaryDirectory(isQuick: true)
            let store = try open(directory)
            try store.write {
                for number in 0..<count { try $0.put(Late.Bare(id: Identifier("b\(number)"), text: "\(number)")) }
            }
            try store.close()
            let before = try directory.bytes("index-1.bin")
            for _ in 0..<2 {
                let later = try open(directory, leastTail: .max / 2)
                XCTAssertEqual(try later.read { try $0.count(Late.Indexed.byText.at("77")) }, 1)
                try later.close()
            }
            XCTAssertEqual(try directory.bytes("index-1.bin") != before, count == 500, "\(count)")
            let last = try open(directory)
            XCTAssertEqual(try last.read { try $0.keys(Late.Indexed.byText.all).count }, count)
            XCTAssertEqual(try last.read { try $0.records(Late.Indexed.byText.at("77")).map(\.id) }, ["b77"])
            try last.write { _ = try $0.delete(Identifier<Late.Bare>("b77")) }
            XCTAssertEqual(try last.read { try $0.keys(Late.Indexed.byText.all).count }, count - 1)
            try last.close()
            XCTAssertEqual(try open(directory).read { try $0.keys(Late.Indexed.byText.all).count }, count - 1)
        }
    }

    /// Records list their indexes in different orders, and some have one more.
    ///
    /// The file contains the indexes that all records have.
    func testCommonIndexesAreStoredInTheIndexFile() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let store = try open(directory)
        try store.engine.write { transaction in
            for number in 0..<300 {
                var entries = ["one", "two"].map {
                    IndexEntry(name: $0, unique: false, key: IndexKey("\($0)\(number % 7)"))
                }
                if number % 2 == 0 { entries.reverse() }
                if number % 3 == 0 {
                    entries.insert(IndexEntry(name: "some", unique: false, key: IndexKey(number)), at: number % 2)
                }
                let payload = "{\"text\":\"" + String(repeating: "x", count: 500) + "\"}"
                let record = StoredRecord(
                    address: RecordAddress(partition: .common, collection: "c", id: "r\(number)"),
                    stamp: Stamp(
                        generation: 0, deleted: false, time: HybridTime(milliseconds: 1, counter: 0), device: "d"),
                    payloadVersion: 1, entries: entries, payload: Data(payload.utf8))
                try transaction.put(record) { $0.entries }
            }
        }
        try store.close()
        for (name, isThere) in [("one", true), ("two", true), ("some", false)] {
            let disk = CountingDisk()
            let again = try open(directory, disk, leastTail: .max / 2)
            let scan = IndexScan(partition: .common, collection: "c", index: name) { record in
                [
                    IndexEntry(
                        name: name, unique: false,
                        key: record.entries.first { $0.name == name }?.key ?? IndexKey("none"))
                ]
            }
            XCTAssertEqual(try again.engine.read { try $0.count(scan) }, 300)
            XCTAssertEqual(disk.taken < 100_000, isThere, "\(name): \(disk.taken)")
            XCTAssertEqual(
                try again.engine.read { try $0.counts(scan, parts: 1).map(\.count) }.sorted().suffix(2),
                isThere ? [43, 43] : [1, 200])
        }
    }
}

/// A collection without and with an index.
private enum Late {
    struct Bare: Storable {
        let id: Identifier<Bare>
        var text: String
        static let collection = RecordCollection<Bare>("late")
    }

    struct Indexed: Storable {
        let id: Identifier<Indexed>
        var text: String
        static let byText = Index<Indexed, String>.ordered("text") { $0.text }
        static let collection = RecordCollection<Indexed>("late", indexes: [byText])
    }
}

/// Writes transactions whose lines have given lengths, with newlines; at most nine.
enum LineLengths {
    static func write(_ lengths: [Int], to store: FileStore) throws {
        for (number, text) in try texts(lengths).enumerated() {
            try store.write { try $0.put(Plain(id: Identifier("p\(number)"), text: text)) }
        }
    }

    /// Returns texts that make lines of the given lengths.
    ///
    /// The rest of a line is measured once. It includes two decimal lengths of varying width.
    static func texts(_ lengths: [Int]) throws -> [String] {
        let directory = try TemporaryDirectory(isQuick: true)
        try directory.store().write { try $0.put(Plain(id: "p0", text: "")) }
        let line = try directory.bytes("log-1.jsonl").split(separator: 10)[1].count + 1
        func digits(_ number: Int) -> Int { String(number).count }
        let empty = try JSONValue.encoder.encode(Plain(id: "p0", text: "")).count
        func json(_ text: Int, _ rest: Int) -> Int { rest + digits(empty + text) + text }
        let frame = 8 + 1 + 1 + 1 + 1 + 1
        let rest = (0..<line).first { frame + digits(json(0, $0)) + json(0, $0) == line } ?? 0
        return lengths.map { length in
            let text = (max(0, length - line - 20)..<length).first {
                frame + digits(json($0, rest)) + json($0, rest) == length
            }
            return String(repeating: "x", count: text ?? 0)
        }
    }
}

/// A file system that counts the bytes read.
final class CountingDisk: ForwardingDisk {
    private let count = Mutex(0)

    var taken: Int { count.withLock { $0 } }

    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let some = real.read(file, into: buffer, at: offset)
        count.withLock { $0 += max(0, some) }
        return some
    }
    func unlock(_ file: Int32) { real.unlock(file) }
}
