import Foundation
import Kernel
import Storage
import XCTest

/// What deleted records leave behind leaves too, by rule.
final class TombstoneTests: XCTestCase {
    // MARK: - The rule

    func testATombstoneStaysThirtyDaysAndLeavesWithTheNextRewriting() throws {
        for bulk in [false, true] {
            let directory = try TemporaryDirectory(isQuick: true)
            try directory.with(day: 0) { store in
                try store.write { try $0.put(contentsOf: ["a", "b", "c"].map { Word($0, "t") }) }
                try store.write { _ = try $0.delete(Identifier<Word>("a")) }
            }
            try directory.with(day: 1) { store in try store.write { _ = try $0.delete(Identifier<Word>("b")) } }
            let exact = 1 / Double(TemporaryDirectory.day)
            for (day, left) in [(30, ["a", "b"]), (30 + 2 * exact, ["b"]), (30.5, ["b"]), (31.5, [])] {
                try directory.with(day: day) { store in
                    if bulk { try store.engine.renew(Renewal { _ in }) } else { try store.compact() }
                    XCTAssertEqual(try store.deleted(), left, "day \(day), bulk \(bulk)")
                    XCTAssertEqual(try store.words(), ["c=t"])
                    XCTAssertEqual(try store.damage() + store.notices(), [])
                }
                XCTAssertEqual(try directory.open(day: day).words(), ["c=t"])
            }
        }
    }

    /// Nothing but tombstones: who writes something a month later leaves a log of a few lines, and the next one leaves it as it is.
    func testAStoreOfWhichAllWasDeletedIsEmptyAMonthLater() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        var economy = FileStore.Economy()
        (economy.leastLog, economy.leastTail) = (20_000, 0)
        try directory.with(day: 0, economy: economy) { store in
            try store.write { try $0.put(contentsOf: (0..<500).map { Word("w\($0)", "t") }) }
            try store.write { for number in 0..<500 { _ = try $0.delete(Identifier<Word>("w\(number)")) } }
        }
        let log = directory.log
        try directory.with(day: 29, economy: economy) { store in try store.write { try $0.put(Word("x", "t")) } }
        XCTAssertEqual(directory.log, log, "they may be needed")
        XCTAssertGreaterThan(try directory.bytes(log).count, 50_000)
        try directory.with(day: 31.1, economy: economy) { store in try store.write { try $0.put(Word("x", "u")) } }
        XCTAssertNotEqual(directory.log, log)
        XCTAssertLessThan(try directory.bytes(directory.log).count, 1_000)
        let next = directory.log
        for day in [31.2, 33] {
            try directory.with(day: day, economy: economy) { store in try store.write { try $0.put(Word("x", "v")) } }
        }
        XCTAssertEqual(directory.log, next, "once")
        XCTAssertEqual(try directory.open(day: 40).words(), ["x=v"])
    }

    /// A log of which nothing is left is one of a header, and goes on where it was.
    func testALogMayBeEmptyAndGoesOn() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        var economy = FileStore.Economy.small
        try directory.with(day: 0, economy: economy) { store in
            try store.write { try $0.put(Word("a", "t")) }
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
        }
        try directory.with(day: 31, economy: economy) { try $0.compact() }
        economy.leastTail = 0
        for day in [31.1, 70] {
            try directory.with(day: day, economy: economy) { store in
                XCTAssertEqual(try store.damage() + store.notices(), [])
                XCTAssertEqual(try store.engine.inspect().sequence, 2)
                XCTAssertEqual(try store.changes(since: 0), [])
                XCTAssertEqual(try store.engine.forgottenDeletions(), 2)
            }
        }
        try directory.with(day: 71, economy: economy) { store in
            try store.write { try $0.put(Word("a", "anew")) }
            XCTAssertEqual(try store.changes(since: 2).map(\.sequence), [3])
            XCTAssertEqual(try store.changes(since: 2).map(\.stamp.generation), [1])
        }
        XCTAssertEqual(try directory.open(day: 72).words(), ["a=anew"])
    }

    /// As long as another device has not taken it in it stays, however old it is.
    func testATombstoneWaitsForOtherDevices() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try directory.with(day: 0) { store in
            try store.write { try $0.put(contentsOf: [Word("a", "t"), Word("b", "t")]) }
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
        }
        try directory.with(day: 5) { store in try store.write { _ = try $0.delete(Identifier<Word>("b")) } }
        let later = HybridTime(milliseconds: TemporaryDirectory.start + 2 * TemporaryDirectory.day, counter: 0)
        for (seen, left) in [(HybridTime.zero, ["a", "b"]), (later, ["b"]), (nil, [])] {
            let store = try directory.open(day: 100, peers: Peers { seen })
            try store.compact()
            XCTAssertEqual(try store.deleted(), left)
            try store.close()
        }
    }

    // MARK: - The clock

    func testAClockThatRunsFarAheadIsNotBelieved() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try directory.with(day: 0) { store in
            try store.write { try $0.put(contentsOf: [Word("a", "t"), Word("b", "t")]) }
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
        }
        try directory.with(day: 40) { store in try store.write { _ = try $0.delete(Identifier<Word>("b")) } }
        try directory.with(day: 405) { store in
            try store.compact()
            XCTAssertEqual(try store.deleted(), ["b"], "what was old before the leap is old")
            try store.write { try $0.put(Word("c", "t")) }
            try store.compact()
            XCTAssertEqual(try store.deleted(), ["b"], "nor is what is written by it")
        }
        // Back again: stamps stand ahead now, and what is deleted stays as long as it should.
        try directory.with(day: 41) { store in
            try store.write { _ = try $0.delete(Identifier<Word>("c")) }
            try store.compact()
            XCTAssertEqual(try store.deleted(), ["b", "c"])
        }
    }

    /// The newest stamps stand ten years ahead of the clock: how long the clock has run since says what is old.
    func testAClockThatWasSetBackDoesNotKeepThemForEver() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try directory.with(day: 3650) { store in try store.write { try $0.put(contentsOf: [Word("a", "t"), Word("b", "t")]) } }
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
                stamp.time.milliseconds, TemporaryDirectory.start + 3649 * TemporaryDirectory.day, "stamps never go back")
        }
        XCTAssertEqual(try directory.open(day: 61).damage(), [])
    }

    // MARK: - What stays right

    /// What was deleted long ago can be undone, and wins over every copy of what was there.
    func testADeletionIsUndoneWhenItsTombstoneHasLeft() throws {
        for count in [1, 4_100] {
            let directory = try TemporaryDirectory(isQuick: true)
            let profile = Partition(rawValue: "p")
            let old = try directory.with(day: 0) { store in
                let words = store.scoped(to: profile)
                try words.write(undo: "Wrote") { try $0.put(contentsOf: (0..<count).map { Word("w\($0)", "t") }) }
                var bulk = Bulk()
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

    /// Something was made anew in the place, and taken back: the deletion before it can be taken back, too.
    func testAStepBeforeOneThatKnewNoTombstoneCanBeUndone() throws {
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

    /// Who has followed the feed before learns that he must begin anew.
    func testWhoFollowsTheFeedIsToldWhatItHasForgotten() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try directory.with(day: 0) { store in
            for id in ["a", "b", "c"] { try store.write { try $0.put(Word(id, "t")) } }
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
            XCTAssertEqual(try store.engine.forgottenDeletions(), 0)
        }
        try directory.with(day: 25) { store in try store.write { _ = try $0.delete(Identifier<Word>("b")) } }
        try directory.with(day: 31) { store in
            try store.compact()
            XCTAssertEqual(try store.engine.forgottenDeletions(), 4)
            XCTAssertEqual(try store.changes(since: 4).map(\.address.id), ["b"], "whoever stands there is told everything")
            XCTAssertEqual(try LazyStore { store }.engine.forgottenDeletions(), 4)
            XCTAssertEqual(try DryRunStore(over: store).engine.forgottenDeletions(), 4)
        }
        try directory.with(day: 90) { store in
            try store.compact()
            XCTAssertEqual(try store.engine.forgottenDeletions(), 5)
            try store.compact()
            XCTAssertEqual(try store.engine.forgottenDeletions(), 5, "and so it stays")
            try store.engine.replaceAll(by: Replacement(records: []))
            XCTAssertGreaterThanOrEqual(try store.engine.forgottenDeletions(), 5)
        }
    }
}

extension Store {
    /// The version of what stands at a word's place.
    fileprivate func stamp(_ id: String) throws -> Stamp? {
        try engine.read { try $0.record(at: RecordAddress(partition: partition, collection: "words", id: id))?.stamp }
    }
}
