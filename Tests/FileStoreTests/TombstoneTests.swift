import FileStore
import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// Tests when tombstones are pruned.
final class TombstoneTests: XCTestCase {
    // MARK: - The rule

    func testTombstonesAreKeptThirtyDays() throws {
        for bulk in [false, true] {
            let directory = try TemporaryDirectory(isQuick: true)
            try directory.with(day: 0) { store in
                try store.write { try $0.put(contentsOf: ["a", "b", "c"].map { Word($0, "t") }) }
                try store.write { _ = try $0.delete(Identifier<Word>("a")) }
            }
            try directory.with(day: 1) { store in try store.write { _ = try $0.delete(Identifier<Word>("b")) } }
            let exact = 1 / Double(TemporaryDirectory.day)
            for (day, expected) in [(30, ["a", "b"]), (30 + 2 * exact, ["b"]), (30.5, ["b"]), (31.5, [])] {
                try directory.with(day: day) { store in
                    if bulk { try store.engine.replaceInBulk(BulkReplacement { _ in }) } else { try store.compact() }
                    XCTAssertEqual(try store.deleted(), expected, "day \(day), bulk \(bulk)")
                    XCTAssertEqual(try store.words(), ["c=t"])
                    XCTAssertEqual(try store.damage() + store.notices(), [])
                }
                XCTAssertEqual(try directory.open(day: day).words(), ["c=t"])
            }
        }
    }

    /// The first write after a month prunes all tombstones; later writes keep that log.
    func testLogOfTombstonesShrinksAfterAMonth() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        var compactionPolicy = FileStore.CompactionPolicy()
        (compactionPolicy.minLogSize, compactionPolicy.tailLimit) = (20_000, 0)
        try directory.with(day: 0, compactionPolicy: compactionPolicy) { store in
            try store.write { try $0.put(contentsOf: (0..<500).map { Word("w\($0)", "t") }) }
            try store.write { for number in 0..<500 { _ = try $0.delete(Identifier<Word>("w\(number)")) } }
        }
        let log = directory.log
        try directory.with(day: 29, compactionPolicy: compactionPolicy) { store in
            try store.write { try $0.put(Word("x", "t")) }
        }
        XCTAssertEqual(directory.log, log, "young tombstones may be needed")
        XCTAssertGreaterThan(try directory.bytes(log).count, 50_000)
        try directory.with(day: 31.1, compactionPolicy: compactionPolicy) { store in
            try store.write { try $0.put(Word("x", "u")) }
        }
        XCTAssertNotEqual(directory.log, log)
        XCTAssertLessThan(try directory.bytes(directory.log).count, 1_000)
        let next = directory.log
        for day in [31.2, 33] {
            try directory.with(day: day, compactionPolicy: compactionPolicy) { store in
                try store.write { try $0.put(Word("x", "v")) }
            }
        }
        XCTAssertEqual(directory.log, next, "compacted once")
        XCTAssertEqual(try directory.open(day: 40).words(), ["x=v"])
    }

    /// A log with only a header continues the sequence numbers.
    func testEmptyLogContinuesItsSequence() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        var compactionPolicy = FileStore.CompactionPolicy.small
        try directory.with(day: 0, compactionPolicy: compactionPolicy) { store in
            try store.write { try $0.put(Word("a", "t")) }
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
        }
        try directory.with(day: 31, compactionPolicy: compactionPolicy) { try $0.compact() }
        compactionPolicy.tailLimit = 0
        for day in [31.1, 70] {
            try directory.with(day: day, compactionPolicy: compactionPolicy) { store in
                XCTAssertEqual(try store.damage() + store.notices(), [])
                XCTAssertEqual(try store.engine.inspect().sequence, 2)
                XCTAssertEqual(try store.changes(since: 0), [])
                XCTAssertEqual(try store.engine.lastPrunedSequence(), 2)
            }
        }
        try directory.with(day: 71, compactionPolicy: compactionPolicy) { store in
            try store.write { try $0.put(Word("a", "anew")) }
            XCTAssertEqual(try store.changes(since: 2).map(\.sequence), [3])
            XCTAssertEqual(try store.changes(since: 2).map(\.stamp.generation), [1])
        }
        XCTAssertEqual(try directory.open(day: 72).words(), ["a=anew"])
    }

    /// A tombstone of any age stays until the other devices have received it.
    func testTombstonesWaitForOtherDevices() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try directory.with(day: 0) { store in
            try store.write { try $0.put(contentsOf: [Word("a", "t"), Word("b", "t")]) }
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
        }
        try directory.with(day: 5) { store in try store.write { _ = try $0.delete(Identifier<Word>("b")) } }
        let later = HybridTime(milliseconds: TemporaryDirectory.start + 2 * TemporaryDirectory.day, counter: 0)
        for (horizon, expected) in [(HybridTime.zero, ["a", "b"]), (later, ["b"]), (nil, [])] {
            let store = try directory.open(day: 100, peers: Peers { horizon })
            try store.compact()
            XCTAssertEqual(try store.deleted(), expected)
            try store.close()
        }
    }

    // MARK: - The clock

    func testFutureClockPrunesNoRecentTombstones() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try directory.with(day: 0) { store in
            try store.write { try $0.put(contentsOf: [Word("a", "t"), Word("b", "t")]) }
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
        }
        try directory.with(day: 40) { store in try store.write { _ = try $0.delete(Identifier<Word>("b")) } }
        try directory.with(day: 405) { store in
            try store.compact()
            XCTAssertEqual(try store.deleted(), ["b"], "the old tombstone is pruned")
            try store.write { try $0.put(Word("c", "t")) }
            try store.compact()
            XCTAssertEqual(try store.deleted(), ["b"], "a write at the future time prunes nothing")
        }
        // The clock is correct again and stamps are ahead. New tombstones are kept.
        try directory.with(day: 41) { store in
            try store.write { _ = try $0.delete(Identifier<Word>("c")) }
            try store.compact()
            XCTAssertEqual(try store.deleted(), ["b", "c"])
        }
    }

    /// The newest stamps are ten years ahead. The time since then determines the age.
    func testTombstonesAgeAfterTheClockIsSetBack() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try directory.with(day: 3650) { store in
            try store.write { try $0.put(contentsOf: [Word("a", "t"), Word("b", "t")]) }
        }
        try directory.with(day: 0) { store in
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
            try store.compact()
        }
        try directory.with(day: 20) { store in
            try store.write { _ = try $0.delete(Identifier<Word>("b")) }
            try store.compact()
            XCTAssertEqual(try store.deleted(), ["a", "b"])
        }
        try directory.with(day: 30.5) { store in
            try store.compact()
            XCTAssertEqual(try store.deleted(), ["b"])
        }
        try directory.with(day: 61) { store in
            try store.compact()
            XCTAssertEqual(try store.deleted(), [])
            try store.write { try $0.put(Word("a", "again")) }
            let stamp = try XCTUnwrap(store.changes(since: 0).last?.stamp)
            XCTAssertGreaterThan(
                stamp.time.milliseconds, TemporaryDirectory.start + 3649 * TemporaryDirectory.day,
                "stamps never go back")
        }
        XCTAssertEqual(try directory.open(day: 61).damage(), [])
    }

    // MARK: - Undo and feed

    /// The restored records have greater stamps than all earlier versions.
    func testDeletionIsUndoneAfterTombstonePruning() throws {
        for count in [1, 4_100] {
            let directory = try TemporaryDirectory(isQuick: true)
            let profile = Partition(rawValue: "p")
            let old = try directory.with(day: 0) { store in
                let words = store.scoped(to: profile)
                try words.write(undo: "Wrote") { try $0.put(contentsOf: (0..<count).map { Word("w\($0)", "t") }) }
                var bulk = BulkOperation()
                bulk.erasing = [profile]
                try store.write(undo: { _ in "Deleted" }, bulk: bulk) { _ in }
                return try XCTUnwrap(words.stamp("w0"))
            }
            XCTAssertTrue(old.deleted)
            try directory.with(day: 31) { store in
                let words = store.scoped(to: profile)
                try store.compact()
                XCTAssertNil(try words.stamp("w0"))
                XCTAssertEqual(try store.undoLast().label, "Deleted")
                XCTAssertEqual(try words.words().count, count)
                let new = try XCTUnwrap(words.stamp("w0"))
                XCTAssertGreaterThan(new.generation, old.generation)
                XCTAssertLessThan(old, new)
                guard count == 1 else { return }
                XCTAssertEqual(try store.undoLast().label, "Wrote")
                XCTAssertEqual(try words.words(), [])
            }
        }
    }

    /// A record is recreated and undone; the deletion before it can be undone too.
    func testEarlierDeletionIsUndoneAfterTombstonePruning() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try directory.with(day: 0) { store in
            try store.write { try $0.put(Word("a", "t")) }
            try store.write(undo: "Deleted") { _ = try $0.delete(Identifier<Word>("a")) }
        }
        try directory.with(day: 31) { store in
            try store.compact()
            try store.write(undo: "Anew") { try $0.put(Word("a", "new")) }
            _ = try store.undoLast()
            XCTAssertEqual(try store.words(), [])
            XCTAssertEqual(try store.undoLast().label, "Deleted")
            XCTAssertEqual(try store.words(), ["a=t"])
            try store.write(undo: "Changed") { try $0.put(Word("b", "t")) }
            try store.write { _ = try $0.delete(Identifier<Word>("b")) }
            assertFails(.changedSince) { _ = try store.undoLast() }
        }
    }

    /// A follower below the pruned sequence number must start over.
    func testFeedReportsTheLastPrunedSequence() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try directory.with(day: 0) { store in
            for id in ["a", "b", "c"] { try store.write { try $0.put(Word(id, "t")) } }
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
            XCTAssertEqual(try store.engine.lastPrunedSequence(), 0)
        }
        try directory.with(day: 25) { store in try store.write { _ = try $0.delete(Identifier<Word>("b")) } }
        try directory.with(day: 31) { store in
            try store.compact()
            XCTAssertEqual(try store.engine.lastPrunedSequence(), 4)
            XCTAssertEqual(
                try store.changes(since: 4).map(\.address.id), ["b"], "a follower at that number gets every change")
            XCTAssertEqual(try LazyStore { store }.engine.lastPrunedSequence(), 4)
            XCTAssertEqual(try DryRunStore(over: store).engine.lastPrunedSequence(), 4)
        }
        try directory.with(day: 90) { store in
            try store.compact()
            XCTAssertEqual(try store.engine.lastPrunedSequence(), 5)
            try store.compact()
            XCTAssertEqual(try store.engine.lastPrunedSequence(), 5, "unchanged without new pruning")
            try store.engine.replaceAll(by: Replacement(records: []))
            XCTAssertGreaterThanOrEqual(try store.engine.lastPrunedSequence(), 5)
        }
    }
}

extension Store {
    /// Returns the stamp of a word, deleted or not.
    fileprivate func stamp(_ id: String) throws -> Stamp? {
        try engine.read { try $0.record(at: RecordAddress(partition: partition, collection: "words", id: id))?.stamp }
    }
}
