import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests that damage reports name the file, the bytes and the lost transactions.
final class DamageNameTests: XCTestCase {
    private let count = 6

    /// Creates a store with one line a word.
    ///
    /// - Returns: The directory, the log, and the start of each line. The first is the header, the
    ///   last the end of the log.
    private func filled() throws -> (directory: TemporaryDirectory, log: Data, starts: [Int]) {
        let directory = try TemporaryDirectory(isQuick: true)
        let store = try directory.store()
        for number in 1...count { try store.write { try $0.put(Word("w\(number)", "t\(number)")) } }
        try store.close()
        let log = try directory.bytes("log-1.jsonl")
        return (directory, log, [0] + log.indices.filter { log[$0] == 10 }.map { $0 + 1 })
    }

    /// A damaged log with the expected report.
    private struct Case {
        let bytes: Data
        /// The messages after the path.
        let names: [String]
        /// The numbers of the readable words.
        let words: [Int]
    }

    private func cases(_ log: Data, _ starts: [Int]) -> [Case] {
        func damaged(_ lines: Int...) -> Data {
            var bytes = log
            for line in lines { bytes[starts[line] + 40] ^= 1 }
            return bytes
        }
        func full(_ line: Int, of byte: UInt8) -> Data {
            var bytes = log
            for place in starts[line]..<starts[line + 1] { bytes[place] = byte }
            return bytes
        }
        func without(_ line: Int, _ log: Data) -> Data { log[..<starts[line]] + log[starts[line + 1]...] }
        func lost(_ line: Int, lines: Int = 1, _ what: String) -> String {
            "is damaged at byte \(starts[line]), \(starts[line + lines] - starts[line]) bytes long; lost: \(what)."
        }
        let nothing = "nothing that is known to have been saved"
        func end(_ line: Int, _ last: Int) -> String {
            "ends at byte \(starts[line]) with change \(last); lost: "
                + (last == 5 ? "change 6, which had been saved." : "changes \(last + 1) to 6, which had been saved.")
        }
        return [
            Case(bytes: damaged(3), names: [lost(3, "change 3")], words: [1, 2, 4, 5, 6]),
            Case(bytes: damaged(1), names: [lost(1, "change 1")], words: [2, 3, 4, 5, 6]),
            Case(bytes: damaged(3, 4), names: [lost(3, lines: 2, "2 changes from 3 on")], words: [1, 2, 5, 6]),
            Case(bytes: damaged(2, 5), names: [lost(2, "change 2"), lost(5, "change 5")], words: [1, 3, 4, 6]),
            Case(bytes: damaged(6), names: [lost(6, "change 6"), end(6, 5)], words: [1, 2, 3, 4, 5]),
            Case(bytes: damaged(0), names: [lost(0, nothing)], words: [1, 2, 3, 4, 5, 6]),
            Case(bytes: full(3, of: 0), names: [lost(3, "change 3")], words: [1, 2, 4, 5, 6]),
            Case(bytes: full(3, of: 10), names: [lost(3, "change 3")], words: [1, 2, 4, 5, 6]),
            Case(bytes: full(3, of: 120), names: [lost(3, lines: 2, "2 changes from 3 on")], words: [1, 2, 5, 6]),
            Case(bytes: without(3, log), names: [lost(3, lines: 0, "change 3")], words: [1, 2, 4, 5, 6]),
            Case(
                bytes: without(4, damaged(2)), names: [lost(2, "change 2"), lost(4, lines: 0, "change 4")],
                words: [1, 3, 5, 6]),
            Case(
                bytes: without(0, log), names: ["is damaged at byte 0: its first line is missing."], words: Array(1...6)
            ),
            Case(bytes: log.prefix(starts[5]), names: [end(5, 4)], words: [1, 2, 3, 4]),
            Case(
                bytes: damaged(2) + Data("rest".utf8),
                names: [lost(2, "change 2"), "is damaged at byte \(starts[7]), 4 bytes long; lost: \(nothing)."],
                words: [1, 3, 4, 5, 6]),
        ]
    }

    func testDamageReportNamesBytesAndTransactions() throws {
        let (directory, log, starts) = try filled()
        let lock = try directory.bytes("lock")
        for one in cases(log, starts) {
            try directory.put(one.bytes, in: "log-1.jsonl")
            try directory.put(lock, in: "lock")
            let store = try directory.store()
            let expected = one.names.map { "\(directory.path)/store/log-1.jsonl \($0)" }
            XCTAssertEqual(try store.damage(), expected)
            XCTAssertEqual(store.knownDamage, expected.first)
            XCTAssertEqual(try store.words(), one.words.map { "w\($0)=t\($0)" }, "\(expected)")
            assertFails(.storeDamaged) { try store.write { try $0.put(Word("more", "t")) } }
        }
    }

    /// Bytes between two lines are reported, and both lines stay readable.
    func testForeignBytesBetweenLinesAreReported() throws {
        let (directory, log, starts) = try filled()
        for size in [1, 2, 4_096, 65_535, 65_536, 65_537, 131_072, 200_000] {
            for (kind, bytes) in [
                ("zeros", Data(count: size)), ("newlines", Data(repeating: 10, count: size)),
                ("a line", Data(repeating: 120, count: size) + [10]),
                ("zeros and a line", Data(count: size) + Data("rest\n".utf8)),
            ] {
                try directory.put(log[..<starts[3]] + bytes + log[starts[3]...], in: "log-1.jsonl")
                let store = try directory.store()
                XCTAssertEqual(try store.words(), (1...count).map { "w\($0)=t\($0)" }, "\(size) \(kind)")
                XCTAssertEqual(
                    try store.damage(),
                    [
                        "\(directory.path)/store/log-1.jsonl is damaged at byte \(starts[3]), \(bytes.count) bytes long; lost: nothing that is known to have been saved."
                    ], "\(size) \(kind)")
            }
        }
    }
}
