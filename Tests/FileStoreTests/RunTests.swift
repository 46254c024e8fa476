import DiskKit
import FileStore
import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests index files in several runs: writing costs only the new entries, and damaged or missing
/// runs do not change the contents.
final class RunTests: XCTestCase {
    private func open(_ directory: TemporaryDirectory, _ disk: any FileSystem = SystemCalls(), leastTail: Int = 0)
        throws
        -> FileStore
    {
        var compactionPolicy = FileStore.CompactionPolicy()
        (compactionPolicy.tailLimit, compactionPolicy.minLogSize) = (leastTail, .max / 4)
        return try FileStore(
            directory: "\(directory.path)/store", random: RandomSource(seed: 1), compactionPolicy: compactionPolicy,
            system: disk
        ) { Instant(milliseconds: 1_763_661_909_120) }
    }

    /// Creates several runs. Each replaces, deletes or restores rows of earlier ones.
    private func layered() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory(isQuick: true)
        for (first, step) in [(0, 1), (7, 3), (100, 2), (5, 11)] {
            let store = try open(directory)
            let changed = stride(from: first, to: first == 0 ? 400 : first + 60, by: step)
            try store.write { transaction in
                for number in changed {
                    if number % 5 == first % 5, first > 0 {
                        try transaction.delete(Identifier<Word>("w\(number)"))
                    } else {
                        try transaction.put(Word("w\(number)", "t\((number + first) % 40)"))
                    }
                }
            }
            try store.scoped(to: Partition(rawValue: "p\(first)")).write { try $0.put(Word("other", "t")) }
            try store.close()
        }
        return directory
    }

    private func everything(_ directory: TemporaryDirectory) throws -> [String] {
        let store = try open(directory, leastTail: .max / 2)
        let some = [Word.byText.from("t12", through: "t2"), Word.byText.all.descending.limit(30), Word.byText.at("t3")]
        return try store.words()
            + store.exportEverything().map {
                "\($0.partition.rawValue) \($0.record.id) \($0.record.payload["text"] ?? .null)"
            }
            + store.engine.inspect().findings.map(\.message)
            + [store.read { try $0.counts(Word.byText.all).map { "\($0.key) \($0.count)" }.joined() }]
            + some.map { selection in
                try store.read { "\(try $0.count(selection)) \(try $0.records(selection).map(\.id.rawValue))" }
            } + ["\(store.engine.inspect().records)"]
    }

    func testDamagedIndexRunsDoNotChangeContents() throws {
        let directory = try layered()
        let files = try directory.indexes()
        let step = ProcessInfo.processInfo.environment["COMMONPLACE_EVERY_BIT"] == nil ? 2_311 : 1
        XCTAssertGreaterThan(files.count, 2)
        let expected = try everything(directory)
        func tries(_ change: () throws -> Void, _ label: String) throws {
            for name in try directory.indexes().keys {
                try FileManager.default.removeItem(atPath: "\(directory.path)/store/\(name)")
            }
            for (name, bytes) in files { try directory.make(bytes, as: name) }
            try change()
            let contents = try everything(directory)
            XCTAssertTrue(
                contents == expected, "\(label): \(Set(contents).symmetricDifference(expected).sorted().prefix(4))")
        }
        for (name, bytes) in files {
            func path(_ name: String) -> String { "\(directory.path)/store/\(name)" }
            try tries({ try FileManager.default.removeItem(atPath: path(name)) }, "\(name) is gone")
            for (other, more) in files where other != name {
                try tries({ try more.write(to: URL(fileURLWithPath: path(name))) }, "\(name) is \(other)")
            }
            for bit in stride(from: 0, to: bytes.count * 8, by: step) {
                var flipped = bytes
                flipped[bit / 8] ^= 1 << UInt8(bit % 8)
                try tries({ try flipped.write(to: URL(fileURLWithPath: path(name))) }, "\(name), bit \(bit)")
            }
        }
        for name in files.keys { try? FileManager.default.removeItem(atPath: "\(directory.path)/store/\(name)") }
        XCTAssertTrue(try everything(directory) == expected, "none at all")
    }

    func testClosingWritesOnlyNewIndexEntries() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let first = try open(directory)
        try first.write { for number in 0..<3_000 { try $0.put(Word("w\(number)", "t\(number)")) } }
        try first.close()
        let total = try directory.indexes().values.reduce(0) { $0 + $1.count }
        for round in 0..<5 {
            let store = try open(directory)
            for number in 0..<10 { try store.write { try $0.put(Word("w\(number * 7 + round)", "new")) } }
            let before = try directory.indexes()
            try store.close()
            let written = try directory.indexes().filter { before[$0.key] != $0.value }.values.reduce(0) {
                $0 + $1.count
            }
            XCTAssertGreaterThan(written, 0)
            XCTAssertLessThan(written, total / 10, "round \(round)")
        }
        XCTAssertLessThan(try directory.indexes().count, 6, "small runs are merged")
    }

    /// The index file is written at once, and the handle then reads only new lines.
    func testOpeningALongLogWritesAnIndexFile() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let store = try open(directory, leastTail: .max / 2)
        let text = String(repeating: "x", count: 3_000_000)
        for number in 0..<3 { try store.write { try $0.put(Plain(id: Identifier("p\(number)"), text: text)) } }
        XCTAssertEqual(try directory.indexes().count, 0)
        let other = try open(directory, leastTail: .max / 2)
        XCTAssertEqual(try directory.indexes().count, 1)
        try store.write { _ = try $0.delete(Identifier<Plain>("p1")) }
        XCTAssertEqual(try other.read { try $0.count(Selection<Plain>.all) }, 2)
        try FileManager.default.removeItem(atPath: "\(directory.path)/store/index-1.bin")
        let full = try open(directory, SmallDisk(free: 100, isPartial: true), leastTail: .max / 2)
        XCTAssertEqual(try full.read { try $0.count(Selection<Plain>.all) }, 2, "a store on a full disk is readable")
        XCTAssertEqual(try directory.indexes().count, 0)
    }
}
