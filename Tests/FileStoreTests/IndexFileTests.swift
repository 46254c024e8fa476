import FileStore
import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// Tests that the index file is only a cache: any change to it leaves the contents unchanged.
final class IndexFileTests: XCTestCase {
    private let count = 24

    private func compactionPolicy() -> FileStore.CompactionPolicy {
        var compactionPolicy = FileStore.CompactionPolicy()
        compactionPolicy.tailLimit = 0
        return compactionPolicy
    }

    private func open(_ directory: TemporaryDirectory, _ name: String = "store") throws -> FileStore {
        try FileStore(
            directory: "\(directory.path)/\(name)", random: RandomSource(seed: 1), compactionPolicy: compactionPolicy()
        ) {
            Instant(milliseconds: 1_763_661_909_120)
        }
    }

    /// Writes, changes and deletes words in three partitions.
    ///
    /// The index file covers all writes but the last.
    private func filled() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory(isQuick: true)
        let store = try open(directory)
        for number in 1...count {
            let home = store.scoped(to: Partition(rawValue: ["", "é\u{1}", "b"][number % 3]))
            try home.write { try $0.put(Word("w\(number % 17)\n", "t\(number)\"")) }
        }
        try store.write { _ = try $0.delete(Identifier<Word>("w3\n")) }
        try store.close()
        try directory.quiet().write { try $0.put(Word("tail", "x")) }
        return directory
    }

    private struct Content: Hashable {
        let partition: String
        let id: String
        let text: JSONValue?
    }

    private func contents(_ store: any Store) throws -> [Content] {
        try store.exportEverything().map {
            Content(partition: $0.partition.rawValue, id: $0.record.id, text: $0.record.payload["text"])
        }
    }

    private func everything(_ store: FileStore) throws -> [String] {
        try contents(store).map { "\($0)" }
            + store.changes(since: 0).map { "\($0)" } + [store.engine.inspect().records.description]
            + ["", "é\u{1}", "b"].flatMap { try store.scoped(to: Partition(rawValue: $0)).words() }
    }

    func testStoreIsReadableWithoutOrWithDamagedIndexFile() throws {
        let directory = try filled()
        let index = try directory.bytes("index-1.bin")
        let expected = try everything(directory.quiet())
        try FileManager.default.removeItem(atPath: "\(directory.path)/store/index-1.bin")
        XCTAssertTrue(try everything(directory.quiet()) == expected)
        let step = ProcessInfo.processInfo.environment["COMMONPLACE_EVERY_BIT"] == nil ? 61 : 1
        func tries(_ bytes: Data, _ label: String) throws {
            try? FileManager.default.removeItem(atPath: "\(directory.path)/store/index-1.bin")
            try directory.make(bytes, as: "index-1.bin")
            let store = try directory.quiet()
            XCTAssertTrue(try everything(store) == expected, label)
            XCTAssertEqual(try store.damage(), [], label)
        }
        for bit in stride(from: 0, to: index.count * 8, by: step) {
            var bytes = index
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            try tries(bytes, "bit \(bit)")
        }
        for length in stride(from: 0, to: index.count, by: step) { try tries(index.prefix(length), "cut at \(length)") }
        try tries(index + index, "twice")
        try tries(Data(count: index.count), "zeros")
        try tries(index, "as it was")
    }

    /// Tests the index of another store, and of a log that was truncated and continued.
    func testForeignIndexFileIsIgnored() throws {
        let directory = try filled()
        let log = try directory.bytes("log-1.jsonl")
        let index = try directory.bytes("index-1.bin")
        let other = try FileStore(
            directory: "\(directory.path)/other", random: RandomSource(seed: 2), compactionPolicy: compactionPolicy()
        ) {
            Instant(milliseconds: 7)
        }
        for number in 1...40 { try other.write { try $0.put(Word("o\(number)", "other")) } }
        try other.close()
        let foreign = try Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/other/index-1.bin"))
        try directory.put(foreign, in: "index-1.bin")
        XCTAssertFalse(try directory.quiet().words().contains { $0.contains("other") })
        // The last lines were lost before they were acknowledged. Others of equal length follow.
        try directory.put(index, in: "index-1.bin")
        let lines = log.split(separator: 10, omittingEmptySubsequences: false)
        let truncated = Data(lines.prefix(20).joined(separator: [10])) + [10]
        try directory.put(truncated, in: "log-1.jsonl")
        try directory.put(Data(), in: "lock")
        let store = try directory.quiet()
        for number in 20...26 { try store.write { try $0.put(Word("n\(number)", "new")) } }
        XCTAssertEqual(try directory.quiet().words(), try store.words())
        XCTAssertEqual(try directory.quiet().words().count { $0.contains("new") }, 7)
        XCTAssertFalse(try directory.quiet().words().contains("tail=x"))
    }

    /// The part of the log that the index covers is verified when it is read and by `inspect`.
    func testFlippedLogBitsAreDetectedWithAnIndexFile() throws {
        let directory = try filled()
        let log = try directory.bytes("log-1.jsonl")
        let attempted = Set(
            (1...count).map {
                Content(partition: ["", "é\u{1}", "b"][$0 % 3], id: "w\($0 % 17)\n", text: .string("t\($0)\""))
            } + [Content(partition: "", id: "tail", text: .string("x"))])
        let lock = try directory.bytes("lock")
        let index = try directory.bytes("index-1.bin")
        for bit in stride(from: 3, to: log.count * 8, by: 41) {
            var bytes = log
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            try directory.put(bytes, in: "log-1.jsonl")
            try directory.put(lock, in: "lock")
            try directory.put(index, in: "index-1.bin")
            guard let store = try? directory.quiet() else { continue }
            XCTAssertFalse(try store.damage().isEmpty, "bit \(bit) was not noticed")
            if let found = try? contents(store) { XCTAssertTrue(attempted.isSuperset(of: found), "bit \(bit)") }
        }
    }

    /// A body that ignores errors runs again when a block of the index was damaged.
    func testReadIsRepeatedAfterIndexDamage() throws {
        let directory = try filled()
        let index = try directory.bytes("index-1.bin")
        for place in stride(from: 64, to: 64 * 60, by: 64) where place < index.count - 2_000 {
            var bytes = index
            for place in 64..<index.count - 1_000 where place % 64 == 1 { bytes[place] ^= 1 }
            bytes[place] ^= 2
            try? FileManager.default.removeItem(atPath: "\(directory.path)/store/index-1.bin")
            try directory.make(bytes, as: "index-1.bin")
            let store = try directory.quiet()
            let seen = try store.read { transaction in
                let text = (try? transaction.record(Identifier<Word>("w6\n")))?.text
                return "\(text ?? "none") \((try? transaction.count(Word.byText.all)) ?? -1)"
            }
            XCTAssertEqual(seen, "t6\" 8")
        }
    }

    func testIndexQueriesMatchMemoryStore() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let twin = MemoryStore()
        var random = RandomSource(seed: 31)
        var files = 0
        for round in 0..<12 {
            let store = try open(directory)
            for _ in 0..<20 {
                let id = "w\(Int.random(in: 0..<60, using: &random))"
                let text =
                    Int.random(in: 0..<5, using: &random) == 0 ? nil : "t\(Int.random(in: 0..<30, using: &random))"
                for store in [store, twin] as [any Store] {
                    try store.write {
                        if let text { try $0.put(Word(id, text)) } else { try $0.delete(Identifier<Word>(id)) }
                    }
                }
                for selection in [
                    Word.byText.all.limit(5), Word.byText.all.descending.limit(7),
                    Word.byText.from("t12", through: "t2"),
                    Word.byText.at("t7").descending, .all, Selection.all.descending.limit(3),
                ] {
                    XCTAssertEqual(
                        try store.read { try $0.records(selection) }, try twin.read { try $0.records(selection) },
                        "\(round)")
                    XCTAssertEqual(
                        try store.read { try $0.count(selection) }, try twin.read { try $0.count(selection) })
                    XCTAssertEqual(try store.read { try $0.keys(selection) }, try twin.read { try $0.keys(selection) })
                    XCTAssertEqual(
                        try store.read { try $0.counts(selection) }, try twin.read { try $0.counts(selection) })
                }
            }
            XCTAssertEqual(try store.exportEverything(), try twin.exportEverything())
            // A failed transaction changes nothing.
            _ = try? store.write {
                try $0.put(Word("w1", "failed"))
                try $0.delete(Identifier<Word>("w2"))
                throw Failure(.init("stop"), "")
            }
            XCTAssertEqual(try store.words(), try twin.words())
            try store.close()
            files = try max(files, directory.indexes().count)
        }
        XCTAssertGreaterThan(files, 2, "several index runs")
    }
}

extension TemporaryDirectory {
    /// Opens the store with the default policy, which writes no index file here.
    func quiet() throws -> FileStore { try store() }

    func make(_ bytes: Data, as file: String) throws {
        let folder = URL(fileURLWithPath: "\(path)/store/\(file)").deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let isMade = FileManager.default.createFile(
            atPath: "\(path)/store/\(file)", contents: bytes, attributes: [.posixPermissions: 0o600])
        guard isMade else { throw Failure(.init("noFile"), file) }
    }
}
