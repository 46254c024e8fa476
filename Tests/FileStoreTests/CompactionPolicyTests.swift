import FileStore
import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests to the byte when a log is compacted, an index file written and space preallocated.
final class CompactionPolicyTests: XCTestCase {
    private func open(
        _ directory: TemporaryDirectory, _ change: (inout FileStore.CompactionPolicy) -> Void = { _ in }
    ) throws -> FileStore {
        var compactionPolicy = FileStore.CompactionPolicy()
        change(&compactionPolicy)
        return try FileStore(
            directory: "\(directory.path)/store", random: RandomSource(seed: 1), compactionPolicy: compactionPolicy
        ) {
            Instant(milliseconds: 1_763_661_909_120)
        }
    }

    private func write(_ count: Int, to store: FileStore) throws {
        for _ in 0..<count { try store.write { try $0.put(Word("a", "t")) } }
    }

    private func size(_ directory: TemporaryDirectory) throws -> Int { try directory.bytes(directory.log).count }

    func testDefaultCompactionPolicy() {
        let compactionPolicy = FileStore.CompactionPolicy()
        XCTAssertEqual(compactionPolicy.minLogSize, 1 << 20)
        XCTAssertEqual(compactionPolicy.maxSizeRatio, 2)
        XCTAssertEqual(compactionPolicy.tailLimit, 1 << 17)
        XCTAssertEqual(compactionPolicy.reservedSize, 1 << 17)
        XCTAssertEqual(compactionPolicy.writesBeforeReserving, 8)
    }

    func testLogBeyondMinimumLengthIsCompactedAtClose() throws {
        let measured = try TemporaryDirectory(isQuick: true)
        let first = try open(measured)
        try write(9, to: first)
        let end = try first.engine.inspect().bytes
        for (leastLog, atOnce, atTheEnd) in [
            (end, 1, 1), (end - 1, 1, 2), ((end + 1) / 2, 1, 2), ((end - 1) / 2, 2, 2),
        ] {
            let directory = try TemporaryDirectory(isQuick: true)
            let store = try open(directory) { $0.minLogSize = leastLog }
            try write(9, to: store)
            XCTAssertEqual(directory.log, "log-\(atOnce).jsonl", "\(leastLog) of \(end)")
            try store.close()
            XCTAssertEqual(directory.log, "log-\(atTheEnd).jsonl", "\(leastLog) of \(end)")
            let reader = try open(directory) { $0.minLogSize = 0 }
            XCTAssertEqual(try reader.words(), ["a=t"])
            try reader.close()
            XCTAssertEqual(directory.log, "log-\(atTheEnd).jsonl", "a handle without writes does not compact")
        }
    }

    /// The handles that write a log, one after another.
    private enum Handles: CaseIterable { case one, two, twoWithAnIndex }

    /// Writes, changes and deletes records of several tables.
    ///
    /// - Parameter padding: The bytes of an outdated record.
    /// - Returns: The length of the log before the last handle was closed, and the bytes of its
    ///   current operations.
    private func fill(
        _ directory: TemporaryDirectory, _ padding: Int, _ handles: Handles, leastLog: Int = .max / 4
    ) throws -> (end: Int, current: Int) {
        var store = try open(directory) {
            $0.tailLimit = handles == .twoWithAnIndex ? 0 : .max / 2
            $0.minLogSize = handles == .one ? leastLog : .max / 4
        }
        try store.write { try $0.put(Plain(id: "pad", text: String(repeating: "x", count: padding))) }
        for name in ["", "p"] {
            try store.scoped(to: Partition(rawValue: name)).write { transaction in
                try transaction.put(contentsOf: [Word("a", "one"), Word("b", "two")])
                try transaction.put(Plain(id: "c", text: "three"))
            }
        }
        try store.write { _ = try $0.delete(Identifier<Word>("a")) }
        if handles != .one {
            try store.close()
            store = try open(directory) { $0.minLogSize = leastLog }
        }
        try store.write { transaction in
            try transaction.put(Word("b", "changed"))
            try transaction.put(Plain(id: "pad", text: ""))
        }
        let log = try directory.bytes("log-1.jsonl")
        try store.close()
        var current: [String: Int] = [:]
        for line in String(decoding: log, as: UTF8.self).split(separator: "\n").dropFirst() {
            for operation in line.components(separatedBy: "{\"collection\":").dropFirst() {
                let body = operation.hasSuffix("]}") ? operation.dropLast(2) : operation.dropLast()
                current[String(body.prefix { $0 != "[" })] = body.utf8.count + 13
            }
        }
        return (log.count, current.values.reduce(0, +))
    }

    func testLogBeyondTwiceTheCurrentSizeIsCompacted() throws {
        for handles in Handles.allCases {
            var padding = 1000
            for _ in 0..<4 {
                let (end, current) = try fill(TemporaryDirectory(isQuick: true), padding, handles)
                padding += 2 * (current + 1) - end
            }
            for (more, log) in [(0, "log-1.jsonl"), (1, "log-2.jsonl")] {
                let directory = try TemporaryDirectory(isQuick: true)
                let (end, current) = try fill(directory, padding + more, handles, leastLog: 0)
                XCTAssertEqual(end, 2 * (current + 1) + more)
                XCTAssertEqual(directory.log, log, "\(handles)")
                let records = try open(directory).exportEverything().map { "\($0.partition.rawValue) \($0.record.id)" }
                XCTAssertEqual(records, [" c", " pad", " b", "p c", "p a", "p b"])
            }
        }
    }

    /// The tail is the part of the log that the index file does not cover.
    func testIndexFileIsWrittenWhenTheTailExceedsItsLimit() throws {
        let measured = try TemporaryDirectory(isQuick: true)
        let first = try open(measured)
        try write(20, to: first)
        let (half, whole) = try (
            first.engine.inspect().bytes,
            {
                try write(20, to: first); return try first.engine.inspect().bytes
            }()
        )
        for (leastTail, isWritten) in [(half, false), (half - 1, true)] {
            let directory = try TemporaryDirectory(isQuick: true)
            let store = try open(directory) { $0.tailLimit = leastTail }
            try write(20, to: store)
            try store.close()
            XCTAssertEqual((try? directory.bytes("index-1.bin")) != nil, isWritten, "\(leastTail)")
        }
        for (leastTail, isWritten) in [(whole - half, false), (whole - half - 1, true)] {
            let directory = try TemporaryDirectory(isQuick: true)
            let store = try open(directory) { $0.tailLimit = 0 }
            try write(20, to: store)
            try store.close()
            let index = try directory.indexes()
            let again = try open(directory) { $0.tailLimit = leastTail }
            try write(20, to: again)
            try again.close()
            XCTAssertEqual(try directory.indexes() != index, isWritten, "\(leastTail)")
        }
    }

    /// Space is preallocated after two lines, filled by later lines, and trimmed at close.
    func testSpaceIsPreallocatedAndTrimmedAtClose() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try write(2, to: open(directory))
        let header = try XCTUnwrap(directory.bytes("log-1.jsonl").firstIndex(of: 10)) + 1
        let line = try (size(directory) - header) / 2
        for (space, sizes) in [
            (2 * line + 1, [1, 2, 5, 5, 5, 8]), (2 * line, [1, 2, 5, 5, 5, 8]), (line + 1, [1, 2, 4, 4, 6, 6]),
            (line, [1, 2, 3, 4, 5, 6]), (0, [1, 2, 3, 4, 5, 6]),
        ] {
            let directory = try TemporaryDirectory(isQuick: true)
            let store = try open(directory) { ($0.reservedSize, $0.writesBeforeReserving) = (space, 2) }
            for (number, lines) in sizes.enumerated() {
                try write(1, to: store)
                let size = try size(directory) - header
                XCTAssertEqual(size / line, lines, "\(space) after \(number + 1) lines of \(line)")
                XCTAssertEqual(try store.engine.inspect().bytes - header, (number + 1) * line)
                XCTAssertEqual(try self.open(directory).engine.inspect().bytes - header, (number + 1) * line)
            }
            XCTAssertEqual(try store.damage() + store.notices(), [])
            try store.close()
            XCTAssertEqual(try size(directory) - header, 6 * line)
            XCTAssertEqual(try open(directory).changes(since: 0).map(\.sequence), Array(1...6))
        }
    }

    /// The open handle does not retry a failed compaction at every write.
    func testFailedCompactionIsRetriedByTheNextHandle() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let disk = FailingDisk(.error(EIO), at: 0, of: ["rename"])
        var compactionPolicy = FileStore.CompactionPolicy()
        compactionPolicy.minLogSize = 700
        let store = try FileStore(
            directory: "\(directory.path)/store", compactionPolicy: compactionPolicy, system: disk
        ) {
            Instant(milliseconds: 5)
        }
        disk.fail(at: 1)
        try write(20, to: store)
        XCTAssertEqual(directory.log, "log-1.jsonl")
        try store.close()
        XCTAssertEqual(directory.log, "log-1.jsonl")
        let next = try open(directory) { $0.minLogSize = 700 }
        try write(1, to: next)
        XCTAssertNotEqual(directory.log, "log-1.jsonl")
        XCTAssertEqual(try next.words(), ["a=t"])
    }
}
