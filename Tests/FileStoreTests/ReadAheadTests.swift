import DiskKit
import FileStore
import Foundation
import Kernel
import Synchronization
import XCTest

/// Tests that a scan reads many records in few calls, with the results of single reads.
final class ReadAheadTests: XCTestCase {
    private struct Leaf: Storable, Hashable {
        let id: Identifier<Leaf>
        var text: String
        var more: JSONValue?
        static let byText = Index<Leaf, String>.ordered("text") { String($0.text.prefix(8)) }
        static let collection = RecordCollection<Leaf>("leaves", indexes: [byText])
    }

    private func store(_ directory: TemporaryDirectory, _ disk: any FileSystem = SystemCalls()) throws -> FileStore {
        try FileStore(directory: "\(directory.path)/store", random: RandomSource(seed: 1), system: disk) {
            Instant(milliseconds: 1_763_661_909_120)
        }
    }

    private func leaves(_ numbers: Range<Int>) -> [Leaf] {
        numbers.map { Leaf(id: Identifier("l\($0)"), text: "t\($0)") }
    }

    /// Writes records of all sizes in random order, some of them twice, and deletes some.
    func testScansMatchModelForAllRecordSizes() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        var random = RandomSource(seed: 8)
        var model: [String: String] = [:]
        let first = try store(directory)
        for _ in 0..<60 {
            let names = (0..<40).map { _ in "l\(Int.random(in: 0..<900, using: &random))" }
            try first.write { transaction in
                for name in Set(names).sorted() {
                    let size = [20, 200, 200, 900, 5_000, 40_000][Int.random(in: 0..<6, using: &random)]
                    let text = "\(random.next())" + String(repeating: "x", count: size)
                    if Int.random(in: 0..<9, using: &random) == 0 {
                        try transaction.delete(Identifier<Leaf>(name))
                        model[name] = nil
                    } else {
                        try transaction.put(Leaf(id: Identifier(name), text: text))
                        model[name] = text
                    }
                }
            }
        }
        for store in [first, try self.store(directory)] {
            try store.read { transaction in
                let byID = try transaction.records(Selection<Leaf>.all)
                XCTAssertEqual(byID.map(\.id.rawValue), model.keys.sorted())
                XCTAssertEqual(byID.map(\.text), model.sorted { $0.key < $1.key }.map(\.value))
                for selection in [Leaf.byText.all, Leaf.byText.all.descending, Leaf.byText.all.limit(2_000)] {
                    XCTAssertEqual(Set(try transaction.records(selection).map(\.text)), Set(model.values))
                }
                let some = (0..<700).map { _ in Identifier<Leaf>("l\(Int.random(in: 0..<1_000, using: &random))") }
                XCTAssertEqual(try transaction.records(some).map { $0?.text }, some.map { model[$0.rawValue] })
                XCTAssertEqual(try some.map { try transaction.record($0)?.text }, some.map { model[$0.rawValue] })
            }
        }
    }

    func testSequentialRecordsTakeFewReads() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let disk = ReadingDisk()
        let store = try store(directory, disk)
        try store.write { try $0.put(contentsOf: leaves(10_000..<15_000)) }
        let before = disk.reads
        XCTAssertEqual(try store.read { try $0.records(Selection<Leaf>.all) }, leaves(10_000..<15_000))
        XCTAssertLessThan(disk.reads - before, 60)
        XCTAssertLessThan(disk.greatest, 1 << 17, "memory stays small")
        let apart = disk.reads
        for number in 0..<5 { _ = try store.read { try $0.record(Identifier<Leaf>("l\(number * 900 + 10_000)")) } }
        XCTAssertLessThan(disk.greatest(since: apart), 200, "a single record takes one short read")
    }

    /// When a large read fails, its readable records are read one by one.
    func testUnreadablePositionFailsOneRecord() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let disk = ReadingDisk()
        let store = try store(directory, disk)
        try store.write { try $0.put(contentsOf: leaves(1_000..<1_600)) }
        let log = try directory.bytes("log-1.jsonl")
        for number in [1_000, 1_001, 1_010, 1_300, 1_599] {
            disk.fail(at: try XCTUnwrap(log.range(of: Data("\"text\":\"t\(number)\"}".utf8))).lowerBound)
            var visited: [String] = []
            assertFails(.diskTrouble) {
                try store.engine.read { below in
                    try below.scan(IndexScan(partition: .common, collection: "leaves")) {
                        visited.append($0.address.id)
                        return true
                    }
                }
            }
            XCTAssertEqual(visited, (1_000..<number).map { "l\($0)" })
            let others = (1_000..<1_600).filter { $0 != number }
            XCTAssertEqual(
                try store.read { try $0.records(others.map { Identifier<Leaf>("l\($0)") }).map { $0?.text } },
                others.map { "t\($0)" })
        }
    }

    /// A scan throws the first failure in its order, as if it read records one by one.
    func testScanReportsTheFirstFailureInOrder() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let count = 3_000
        try store(directory).write { try $0.put(contentsOf: leaves(10_000..<10_000 + count)) }
        let log = try directory.bytes("log-1.jsonl")
        let store = try store(directory)
        var random = RandomSource(seed: 21)
        for round in 0..<12 {
            var bytes = log
            let damaged = Int.random(in: 10_000..<10_000 + count, using: &random)
            let place = try XCTUnwrap(bytes.range(of: Data("\"text\":\"t\(damaged)\"}".utf8))).lowerBound + 9
            bytes[place] ^= 1
            try directory.put(bytes, in: "log-1.jsonl")
            let odd = round == 0 ? nil : Int.random(in: 10_000..<10_000 + count, using: &random)
            var thrownError: (any Error)?
            // Put the undecodable record in a transaction that is rolled back.
            assertFails(.init("enough")) {
                try store.write { transaction in
                    if let odd { try self.putOdd(odd, in: transaction.below) }
                    do { _ = try transaction.records(Selection<Leaf>.all) } catch { thrownError = error }
                    throw Failure(.init("enough"), "That was all.")
                }
            }
            let failure = try XCTUnwrap(thrownError as? Failure)
            let isOddFirst = odd.map { $0 <= damaged } ?? false
            XCTAssertEqual(failure.code, isOddFirst ? .unreadableRecord : .storeDamaged, "\(failure)")
            XCTAssertTrue(failure.message.contains("l\(isOddFirst ? odd ?? 0 : damaged)"), failure.message)
        }
    }

    /// Puts a record without `text`, which cannot be decoded.
    private func putOdd(_ number: Int, in below: any EngineTransaction) throws {
        try below.put(
            StoredRecord(
                address: RecordAddress(partition: .common, collection: "leaves", id: "l\(number)"),
                stamp: Stamp(generation: 0, deleted: false, time: below.time, device: below.device), payloadVersion: 1,
                entries: [], payload: Data("{\"id\":\"l\(number)\"}".utf8)))
    }

    /// Worker threads have a smaller stack than the main thread.
    func testDeepValuesAreDecodedOnAllCores() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let store = try store(directory)
        func nested(_ depth: Int) -> JSONValue {
            (0..<depth).reduce(.integer(1)) { value, level in level % 2 == 0 ? .array([value]) : .object(["a": value]) }
        }
        // `JSONDecoder` is slow for the deepest values, so there are only two.
        let leaves = (0..<1_200).map {
            Leaf(id: Identifier("l\($0 + 10_000)"), text: "t", more: nested($0 % 600 == 300 ? 300 : 60))
        }
        try store.write { transaction in for leaf in leaves { try transaction.put(leaf) } }
        XCTAssertEqual(try store.read { try $0.records(Selection<Leaf>.all) }, leaves)
    }
}

/// A file system that counts reads, and fails those that include one offset.
private final class ReadingDisk: ForwardingDisk {
    private let state = Mutex<(sizes: [Int], bad: Int?)>(([], nil))

    var reads: Int { state.withLock { $0.sizes.count } }
    var greatest: Int { greatest(since: 0) }
    func greatest(since first: Int) -> Int { state.withLock { $0.sizes[first...].max() ?? 0 } }
    func fail(at offset: Int) { state.withLock { $0.bad = offset } }

    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let fails = state.withLock {
            $0.sizes.append(buffer.count)
            return $0.bad.map { $0 >= offset && $0 < offset + buffer.count } ?? false
        }
        return fails ? -Int(EIO) : real.read(file, into: buffer, at: offset)
    }

    func unlock(_ file: Int32) { real.unlock(file) }
}
