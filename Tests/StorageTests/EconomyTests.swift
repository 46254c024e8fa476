import Foundation
import Kernel
import Storage
import XCTest

/// When a log is rewritten, when an index file is written and when space is prepared: to the byte.
final class EconomyTests: XCTestCase {
    private func open(
        _ directory: TemporaryDirectory, _ change: (inout FileStore.Economy) -> Void = { _ in }
    ) throws -> FileStore {
        var economy = FileStore.Economy()
        change(&economy)
        return try FileStore(directory: "\(directory.path)/store", random: RandomSource(seed: 1), economy: economy) {
            Instant(milliseconds: 1_763_661_909_120)
        }
    }

    private func write(_ count: Int, to store: FileStore) throws {
        for _ in 0..<count { try store.write { try $0.put(Word("a", "t")) } }
    }

    private func size(_ directory: TemporaryDirectory) throws -> Int { try directory.bytes(directory.log).count }

    func testUnlessToldOtherwiseALogOfAMebibyteAndTwiceWhatIsCurrentIsRewritten() {
        let economy = FileStore.Economy()
        XCTAssertEqual(economy.leastLog, 1 << 20)
        XCTAssertEqual(economy.slack, 2)
        XCTAssertEqual(economy.leastTail, 1 << 17)
        XCTAssertEqual(economy.space, 1 << 17)
        XCTAssertEqual(economy.writesBeforeSpace, 8)
    }

    func testALogThatMayBeAsLongAsItIsStaysAndOneByteLongerIsRewrittenAtTheEnd() throws {
        let measured = try TemporaryDirectory(isQuick: true)
        let first = try open(measured)
        try write(9, to: first)
        let end = try first.engine.inspect().bytes
        for (leastLog, atOnce, atTheEnd) in [
            (end, 1, 1), (end - 1, 1, 2), ((end + 1) / 2, 1, 2), ((end - 1) / 2, 2, 2),
        ] {
            let directory = try TemporaryDirectory(isQuick: true)
            let store = try open(directory) { $0.leastLog = leastLog }
            try write(9, to: store)
            XCTAssertEqual(directory.log, "log-\(atOnce).jsonl", "\(leastLog) of \(end)")
            try store.close()
            XCTAssertEqual(directory.log, "log-\(atTheEnd).jsonl", "\(leastLog) of \(end)")
            let reader = try open(directory) { $0.leastLog = 0 }
            XCTAssertEqual(try reader.words(), ["a=t"])
            try reader.close()
            XCTAssertEqual(directory.log, "log-\(atTheEnd).jsonl", "who has written nothing rewrites nothing")
        }
    }

    /// How the handles follow one another that write what a log holds.
    private enum Handles: CaseIterable { case one, two, twoWithAnIndex }

    /// Records of several tables, changed and deleted, with so much that is out of date.
    ///
    /// - Returns: how long the log was before the last handle was closed, and how many bytes its current operations have.
    private func fill(
        _ directory: TemporaryDirectory, _ padding: Int, _ handles: Handles, leastLog: Int = .max / 4
    ) throws -> (end: Int, current: Int) {
        var store = try open(directory) {
            $0.leastTail = handles == .twoWithAnIndex ? 0 : .max / 2
            $0.leastLog = handles == .one ? leastLog : .max / 4
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
            store = try open(directory) { $0.leastLog = leastLog }
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

    func testALogOfTwiceWhatIsCurrentStaysAndOneByteLongerIsRewritten() throws {
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
                let left = try open(directory).exportEverything().map { "\($0.partition.rawValue) \($0.record.id)" }
                XCTAssertEqual(left, [" c", " pad", " b", "p c", "p a", "p b"])
            }
        }
    }

    /// An index file is written when more stands behind it than a reader should have to read.
    func testAnIndexFileIsWrittenWhenTheTailIsLongerThanItMayBe() throws {
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
            let store = try open(directory) { $0.leastTail = leastTail }
            try write(20, to: store)
            try store.close()
            XCTAssertEqual((try? directory.bytes("index-1.bin")) != nil, isWritten, "\(leastTail)")
        }
        for (leastTail, isWritten) in [(whole - half, false), (whole - half - 1, true)] {
            let directory = try TemporaryDirectory(isQuick: true)
            let store = try open(directory) { $0.leastTail = 0 }
            try write(20, to: store)
            try store.close()
            let index = try directory.indexes()
            let again = try open(directory) { $0.leastTail = leastTail }
            try write(20, to: again)
            try again.close()
            XCTAssertEqual(try directory.indexes() != index, isWritten, "\(leastTail)")
        }
    }

    /// Space is prepared behind the first line after so many, is used up, and is taken away at the end.
    func testSpaceIsPreparedForLinesToCome() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try write(2, to: open(directory))
        let header = try XCTUnwrap(directory.bytes("log-1.jsonl").firstIndex(of: 10)) + 1
        let line = try (size(directory) - header) / 2
        for (space, sizes) in [
            (2 * line + 1, [1, 2, 5, 5, 5, 8]), (2 * line, [1, 2, 5, 5, 5, 8]), (line + 1, [1, 2, 4, 4, 6, 6]),
            (line, [1, 2, 3, 4, 5, 6]), (0, [1, 2, 3, 4, 5, 6]),
        ] {
            let directory = try TemporaryDirectory(isQuick: true)
            let store = try open(directory) { ($0.space, $0.writesBeforeSpace) = (space, 2) }
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

    /// What an open handle has tried in vain it does not try again at every write; the next one does.
    func testARewritingThatFailsIsLeftToTheNextHandle() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let disk = FailingDisk(.error(EIO), at: 0, of: ["rename"])
        var economy = FileStore.Economy()
        economy.leastLog = 700
        let store = try FileStore(directory: "\(directory.path)/store", economy: economy, system: disk) {
            Instant(milliseconds: 5)
        }
        disk.fail(at: 1)
        try write(20, to: store)
        XCTAssertEqual(directory.log, "log-1.jsonl")
        try store.close()
        XCTAssertEqual(directory.log, "log-1.jsonl")
        let next = try open(directory) { $0.leastLog = 700 }
        try write(1, to: next)
        XCTAssertNotEqual(directory.log, "log-1.jsonl")
        XCTAssertEqual(try next.words(), ["a=t"])
    }
}
