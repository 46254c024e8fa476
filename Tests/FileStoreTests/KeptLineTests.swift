import FileStore
import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests the layout of a compacted log, and the report when one of its lines is damaged.
final class KeptLineTests: XCTestCase {
    /// The contents of a compacted line.
    private struct KeptLine {
        /// The bytes of all operations.
        let bytes: Int
        /// The bytes of the operations before the last transaction.
        let before: Int
        let sequence: Int
        let number: Int
        let transactions: [Int]
    }

    private func keptLines(_ log: Data) throws -> [KeptLine] {
        try log.split(separator: 10).compactMap { line in
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 3).map {
                String(decoding: $0, as: UTF8.self)
            }
            let value = try JSONValue(Data(parts[3].utf8))
            guard case .integer(let number)? = value["kept"], case .array(let operations)? = value["ops"] else {
                return nil
            }
            let transactions = operations.map { if case .integer(let number)? = $0["seq"] { number } else { -1 } }
            let text = parts[3].dropFirst("{\"kept\":\(number),\"ops\":[".count).dropLast(2)
            let last = text.range(of: "{\"seq\":\(transactions.last ?? -1),").map { text[..<$0.lowerBound] } ?? text
            return KeptLine(
                bytes: text.utf8.count, before: max(0, last.utf8.count - 1), sequence: Int(parts[2]) ?? -1,
                number: number,
                transactions: transactions)
        }
    }

    /// Writes transactions of 1 to 90 records, some of which are overwritten later.
    private func filled() throws -> (directory: TemporaryDirectory, store: FileStore) {
        let directory = try TemporaryDirectory(isQuick: true)
        let store = try directory.store()
        var random = RandomSource(seed: 8)
        for round in 0..<24 {
            try store.write { transaction in
                for _ in 0..<[1, 3, 90, 12][round % 4] {
                    let id = "w\(random.next() % 600)"
                    try transaction.put(Word(id, "\(round) " + String(repeating: "x", count: Int(random.next() % 900))))
                }
            }
        }
        return (directory, store)
    }

    func testCompactedLinesAreShortAndKeepTransactionsWhole() throws {
        let (directory, store) = try filled()
        let words = try store.words()
        let feed = try store.changes(since: 0)
        let latest = Dictionary(feed.map { ($0.address, $0) }, uniquingKeysWith: { $1 })
        _ = try store.engine.maintain(.compact)
        let log = try directory.bytes("log-2.jsonl")
        let lines = try keptLines(log)
        XCTAssertGreaterThan(log.count, 3 << 17, "the log is written in several pieces")
        XCTAssertEqual(lines.map(\.number), Array(1...lines.count))
        let header = String(decoding: log.prefix { $0 != 10 }, as: UTF8.self)
        XCTAssertTrue(
            header.contains(" 24 {\"magic\"") && header.contains(",\"generation\":2,\"kept\":\(lines.count) "), header)
        XCTAssertEqual(lines.map(\.sequence), lines.map { $0.transactions.last ?? -1 })
        let all = lines.flatMap(\.transactions)
        XCTAssertEqual(
            all, feed.filter { latest[$0.address] == $0 }.map(\.sequence), "in the order of their transactions")
        for (line, next) in zip(lines, lines.dropFirst()) {
            XCTAssertLessThan(line.sequence, try XCTUnwrap(next.transactions.first), "a transaction stays in one line")
            XCTAssertGreaterThan(line.bytes, 16 << 10, "a line has a minimum length")
            XCTAssertLessThanOrEqual(line.before, 16 << 10, "the last transaction reached the minimum")
        }
        for handle in [store, try directory.store()] {
            XCTAssertEqual(try handle.words(), words)
            XCTAssertEqual(try handle.changes(since: 0), feed.filter { latest[$0.address] == $0 })
            XCTAssertEqual(try handle.damage(), [])
        }
        // Compact again with compacted lines and new ones.
        for id in ["new", "newer"] { try store.write { try $0.put(Word(id, "t")) } }
        _ = try store.engine.maintain(.compact)
        XCTAssertEqual(try directory.store().words(), try store.words())
        XCTAssertEqual(try keptLines(directory.bytes("log-3.jsonl")).flatMap(\.transactions).suffix(2), [25, 26])
    }

    func testDamagedCompactedLineIsReportedByTransactions() throws {
        let (directory, store) = try filled()
        _ = try store.engine.maintain(.compact)
        try store.write { try $0.put(Word("behind", "t")) }
        try store.close()
        try FileManager.default.removeItem(atPath: "\(directory.path)/store/index-2.bin")
        let log = try directory.bytes("log-2.jsonl")
        let starts = [0] + log.indices.filter { log[$0] == 10 }.map { $0 + 1 }
        let lines = try keptLines(log)
        let path = "\(directory.path)/store/log-2.jsonl"
        for number in [1, 2, lines.count - 1, lines.count] {
            let after = number == 1 ? 0 : lines[number - 2].sequence
            let next = number == lines.count ? 25 : lines[number].sequence
            for isGone in [false, true] {
                var bytes = log
                if isGone {
                    bytes.removeSubrange(starts[number]..<starts[number + 1])
                } else {
                    bytes[starts[number] + 60] ^= 1
                }
                try directory.put(bytes, in: "log-2.jsonl")
                let length = isGone ? 0 : starts[number + 1] - starts[number]
                let damaged = try directory.store()
                XCTAssertEqual(
                    try damaged.damage(),
                    [
                        "\(path) is damaged at byte \(starts[number]), \(length) bytes long; lost: records of the changes \(after) to \(next)."
                    ])
                XCTAssertEqual(try damaged.read { try $0.record(Identifier<Word>("behind"))?.text }, "t")
            }
        }
        // Truncate at the end of a line.
        try directory.put(log.prefix(starts[3]), in: "log-2.jsonl")
        let said =
            "ends at byte \(starts[3]) with 2 of the \(lines.count) lines of the changes up to 24; the others are lost."
        XCTAssertEqual(try directory.store().damage(), ["\(path) \(said)"])
    }
}
