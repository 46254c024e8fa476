import Foundation
import Kernel
import Storage
import StorageTesting
import Synchronization
import TestSupport
import XCTest

final class CompactionTests: XCTestCase {
    func testFrequentlyCompactedStoreFulfillsTheContract() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        for broken in StoreContract(.handles { try directory.smallStore($0) }).brokenPromises() {
            XCTFail(broken.description)
        }
    }

    /// Runs random operations over two handles, which are closed and reopened meanwhile.
    func testRandomOperationsMatchMemoryStore() throws {
        var random = RandomSource(seed: 21)
        let directory = try TemporaryDirectory(isQuick: true)
        let twin = MemoryStore()
        var stores = [try directory.smallStore(), try directory.smallStore()]
        var largest = 0
        for round in 0..<400 {
            let place = Int.random(in: 0..<2, using: &random)
            let ids = (0..<Int.random(in: 1...4, using: &random)).map { _ in "w\(Int.random(in: 0..<9, using: &random))"
            }
            let deletes = Int.random(in: 0..<4, using: &random) == 0
            for store in [stores[place], twin] as [any Store] {
                try store.write(undo: "step \(round)") { transaction in
                    for id in ids {
                        if deletes {
                            try transaction.delete(Identifier<Word>(id))
                        } else {
                            try transaction.put(Word(id, "t\(round)"))
                        }
                    }
                }
                if round % 7 == 3 { _ = try store.undoLast() }
            }
            if round % 11 == 0 {
                try stores[place].close()
                stores[place] = try directory.smallStore()
            }
            XCTAssertEqual(try stores[1 - place].words(), try twin.words(), "round \(round)")
            largest = max(largest, try directory.bytes(directory.log).count)
        }
        XCTAssertEqual(try stores[0].undoSteps().map(\.label), try twin.undoSteps().map(\.label))
        XCTAssertEqual(try stores[0].damage(), [])
        XCTAssertLessThan(largest, 200_000)
        let left = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store").filter {
            $0.hasSuffix(".jsonl")
        }
        XCTAssertEqual(left, [directory.log])
        XCTAssertNotEqual(directory.log, "log-1.jsonl")
    }

    func testCompactionKeepsStampsTombstonesAndSequenceNumbers() throws {
        let directory = try TemporaryDirectory()
        let store = try directory.store()
        for number in 1...30 { try store.write { try $0.put(Word("w\(number % 7)", "t\(number)")) } }
        try store.write { _ = try $0.delete(Identifier<Word>("w3")) }
        let before = try store.changes(since: 0)
        let latest = Dictionary(before.map { ($0.address.id, $0) }, uniquingKeysWith: { $1 }).values.sorted {
            $0.sequence < $1.sequence
        }
        XCTAssertEqual(try store.engine.maintain(.compact).count, 1)
        for handle in [store, try directory.store()] {
            XCTAssertEqual(try handle.changes(since: 0), latest, "the compacted state as changes")
            XCTAssertEqual(try handle.changes(since: 27), latest.filter { $0.sequence > 27 })
            XCTAssertEqual(try handle.changes(since: 0, limit: 3), Array(latest.prefix(3)))
            XCTAssertEqual(try handle.changes(since: 31), [])
        }
        try store.write { try $0.put(Word("w3", "again")) }
        let last = try XCTUnwrap(store.changes(since: 31).first)
        XCTAssertEqual(last.sequence, 32)
        XCTAssertEqual(last.stamp.generation, 1, "the tombstone was known")
        XCTAssertEqual(try directory.store().engine.inspect().sequence, 32)
        // Compact the compacted log again.
        _ = try store.engine.maintain(.compact)
        XCTAssertEqual(try directory.store().changes(since: 31), [last])
        XCTAssertEqual(directory.log, "log-3.jsonl")
    }

    /// An open read sees the state at its start, although another handle writes and compacts.
    func testReaderKeepsItsSnapshotDuringCompaction() throws {
        let directory = try TemporaryDirectory()
        let reader = try directory.store()
        let writer = try directory.store()
        try writer.write { try $0.put(contentsOf: (0..<50).map { Word("w\($0)", "t\($0)") }) }
        try reader.read { transaction in
            for _ in 0..<3 {
                try writer.write { try $0.put(contentsOf: (0..<50).map { Word("w\($0)", "new") }) }
                _ = try writer.engine.maintain(.compact)
            }
            XCTAssertEqual(
                try transaction.records(Selection<Word>.all).map(\.text).sorted(), (0..<50).map { "t\($0)" }.sorted())
        }
        XCTAssertEqual(Set(try reader.read { try $0.records(Selection<Word>.all).map(\.text) }), ["new"])
    }

    func testWritersContinueDuringCompaction() throws {
        let directory = try TemporaryDirectory()
        let stores = try (0..<4).map { _ in try directory.smallStore() }
        let errors = Mutex([String]())
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for round in 0..<60 {
                do {
                    try stores[thread].write { try $0.put(Word("w\(thread)-\(round % 5)", "t\(round)")) }
                    if thread == 0, round % 3 == 0 { _ = try stores[thread].engine.maintain(.compact) }
                } catch {
                    errors.withLock { $0.append("\(error)") }
                }
            }
        }
        XCTAssertEqual(errors.withLock { $0 }, [])
        let words = try directory.store().words()
        XCTAssertEqual(
            words.sorted(), (0..<4).flatMap { thread in (55..<60).map { "w\(thread)-\($0 % 5)=t\($0)" } }.sorted())
        XCTAssertEqual(try stores[1].engine.inspect().sequence, 240)
        XCTAssertEqual(try stores[1].damage(), [])
    }

    func testExistingFileUnderTheNewLogNameIsKept() throws {
        let directory = try TemporaryDirectory()
        let store = try directory.store()
        try store.write { try $0.put(Word("a", "t")) }
        let isMade = FileManager.default.createFile(
            atPath: "\(directory.path)/store/log-2.jsonl", contents: Data("precious".utf8),
            attributes: [.posixPermissions: 0o600]
        )
        XCTAssertTrue(isMade)
        _ = try store.engine.maintain(.compact)
        XCTAssertEqual(try directory.store().words(), ["a=t"])
        XCTAssertEqual(try directory.bytes("aside-1-log-2.jsonl"), Data("precious".utf8))
        XCTAssertEqual(try directory.store().notices().count, 1)
    }

    func testCompactionRefusesDamagedLog() throws {
        let directory = try TemporaryDirectory()
        let store = try directory.store()
        for number in 1...9 { try store.write { try $0.put(Word("w\(number)", "t\(number)")) } }
        var bytes = try directory.bytes("log-1.jsonl")
        bytes[1000] ^= 1
        try directory.put(bytes, in: "log-1.jsonl")
        assertFails(.storeDamaged) { _ = try store.engine.maintain(.compact) }
        XCTAssertEqual(try directory.bytes("log-1.jsonl"), bytes)
        XCTAssertEqual(directory.log, "log-1.jsonl")
    }
}
