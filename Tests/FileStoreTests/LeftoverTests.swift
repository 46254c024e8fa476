import EngineKit
import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests a missing `CURRENT` file, unacknowledged bytes and files with conflicting names.
final class LeftoverTests: XCTestCase {
    private func fill(_ directory: TemporaryDirectory, _ count: Int) throws {
        let store = try directory.store()
        for number in 1...count { try store.write { try $0.put(Word("w\(number)", "t")) } }
        try store.close()
    }

    private func remove(_ name: String, _ directory: TemporaryDirectory) throws {
        try FileManager.default.removeItem(atPath: "\(directory.path)/store/\(name)")
    }

    /// Of two equally long logs the later generation is current. Similar file names are ignored.
    func testMissingCurrentFileSelectsTheLongestLog() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try fill(directory, 4)
        let logBytes = try directory.bytes("log-1.jsonl")
        let lines = logBytes.split(separator: 10)
        let half = Data(lines.prefix(3).joined(separator: [10])) + [10]
        for name in ["lock", "log-1.jsonl"] { try remove(name, directory) }
        for (logs, name) in [
            ([1: half, 2: logBytes], 2), ([1: logBytes, 2: half], 1), ([2: logBytes, 3: logBytes], 3), ([7: half], 7),
            ([10: half, 9: logBytes], 9),
        ] {
            for isDamaged in [false, true] {
                let current = "\(directory.path)/store/CURRENT"
                if FileManager.default.fileExists(atPath: current) { try remove("CURRENT", directory) }
                if isDamaged { try directory.make(Data("what\n".utf8), as: "CURRENT") }
                for (number, bytes) in logs { try directory.make(bytes, as: "log-\(number).jsonl") }
                for odd in ["log-99.jsonl.new", "log-x.jsonl", "log-98.json", "og-97.jsonl"] {
                    try directory.make(logBytes, as: odd)
                }
                let store = try directory.store()
                XCTAssertEqual(
                    try store.damage(),
                    ["\(directory.path)/store/CURRENT is missing or damaged; log-\(name).jsonl was read."])
                XCTAssertEqual(try store.words().count, logs[name] == logBytes ? 4 : 2, "\(logs.keys) \(isDamaged)")
                for number in logs.keys { try remove("log-\(number).jsonl", directory) }
            }
        }
    }

    /// Files of an interrupted creation are recreated; any other log is kept.
    func testOnlyLogsWithoutTransactionsAreRecreated() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try fill(directory, 1)
        let log = try directory.bytes("log-1.jsonl")
        let header = try log.prefix(XCTUnwrap(log.firstIndex(of: 10)) + 1)
        for (name, bytes, words, isNew) in [
            ("log-1.jsonl", header, 0, true), ("log-1.jsonl", Data(count: 512), 0, true),
            ("log-1.jsonl", Data(count: 513), 0, false),
            ("log-1.jsonl", log, 1, false), ("log-2.jsonl", log, 1, false), ("log-2.jsonl", header, 0, false),
        ] {
            for file in try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store") {
                try remove(file, directory)
            }
            try directory.make(bytes, as: name)
            let store = try directory.store()
            XCTAssertEqual(try store.words().count, words, "\(name) \(bytes)")
            XCTAssertEqual(try store.damage().isEmpty, isNew, "\(name) \(bytes)")
            if !isNew { XCTAssertEqual(try directory.bytes(name), bytes) }
        }
    }

    /// Each quarantined file gets a unique name, for any size.
    func testUnacknowledgedBytesAreQuarantined() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try fill(directory, 2)
        let log = try directory.bytes("log-1.jsonl")
        var names: [String] = []
        for (round, size) in [7, 1 << 20, (5 << 19) + 3].enumerated() {
            let rest = Data((0..<size).map { UInt8($0 % 251) | 128 })
            try directory.put(log + rest, in: "log-1.jsonl")
            try directory.put(Data(), in: "lock")
            let store = try directory.store()
            let name = "quarantine/log-1-at-\(log.count)\(round == 0 ? "" : "-\(round)").bytes"
            let path = "\(directory.path)/store"
            XCTAssertEqual(
                try store.notices(),
                [
                    "\(size) bytes at byte \(log.count) of \(path)/log-1.jsonl, after change 2, belong to a change that was never finished; they were moved to \(path)/\(name)."
                ] + names.map { "\(path)/\($0) holds bytes of a change that was never finished." })
            XCTAssertTrue(try directory.bytes(name) == rest)
            XCTAssertEqual(try directory.bytes("log-1.jsonl"), log)
            names.append(name)
            names.sort()
        }
    }

    func testHalfLineIsSkippedByReadersAndQuarantinedByWriters() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try fill(directory, 2)
        let store = try directory.store()
        let log = try directory.bytes("log-1.jsonl")
        XCTAssertEqual(try store.words().count, 2)
        try directory.put(log + Data("half".utf8), in: "log-1.jsonl")
        XCTAssertEqual(try store.words().count, 2)
        XCTAssertEqual(try directory.bytes("log-1.jsonl").count, log.count + 4, "a reader does not change the log")
        try store.write { try $0.put(Word("w3", "t")) }
        XCTAssertEqual(try directory.bytes("quarantine/log-1-at-\(log.count).bytes"), Data("half".utf8))
        XCTAssertEqual(try directory.store().words().count, 3)
        XCTAssertEqual(try store.changes(since: 0).map(\.sequence), [1, 2, 3])
        // Truncate the log while the store is open.
        try directory.put(log, in: "log-1.jsonl")
        for _ in 0..<2 { assertFails(.storeDamaged) { try store.write { try $0.put(Word("w4", "t")) } } }
        XCTAssertEqual(
            try store.damage(),
            [
                "\(directory.path)/store/log-1.jsonl ends at byte \(log.count) with change 2; lost: change 3, which had been saved."
            ])
        XCTAssertEqual(try directory.bytes("log-1.jsonl"), log)
    }

    func testConflictingLogFilesAreKeptUnderNewNames() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try fill(directory, 1)
        for round in 1...3 {
            let store = try directory.store()
            try directory.make(Data("precious \(round)".utf8), as: "log-\(round + 1).jsonl")
            if round > 1 { try directory.make(Data("older".utf8), as: "aside-1-log-\(round + 1).jsonl") }
            _ = try store.engine.maintain(.compact)
            let name = "aside-\(round > 1 ? 2 : 1)-log-\(round + 1).jsonl"
            XCTAssertEqual(try directory.bytes(name), Data("precious \(round)".utf8))
            let notice = "\(directory.path)/store/\(name) had the name of a new log, and was set aside."
            XCTAssertTrue(try store.notices().contains(notice))
        }
    }
}
