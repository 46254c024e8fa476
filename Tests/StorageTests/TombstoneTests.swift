import Foundation
import Kernel
import Storage
import XCTest

/// What deleted records leave behind leaves too, by rule.
final class TombstoneTests: XCTestCase {
    private static let start: Int64 = 1_763_661_909_120
    private static let day: Int64 = 86_400_000

    private func open(
        _ directory: TemporaryDirectory, _ name: String = "store", day: Double, peers: Peers = .none,
        disk: any FileSystem = SystemCalls(), economy: FileStore.Economy = .init()
    ) throws -> FileStore {
        let time = TombstoneTests.start + Int64(day * Double(TombstoneTests.day))
        return try FileStore(
            directory: "\(directory.path)/\(name)", random: RandomSource(seed: UInt64(bitPattern: time)), peers: peers,
            economy: economy, system: disk
        ) { Instant(milliseconds: time) }
    }

    /// A handle, which is closed behind the body.
    @discardableResult
    private func with<Value>(
        _ directory: TemporaryDirectory, _ name: String = "store", day: Double, economy: FileStore.Economy = .init(),
        _ body: (FileStore) throws -> Value
    ) throws -> Value {
        let store = try open(directory, name, day: day, economy: economy)
        let value = try body(store)
        try store.close()
        return value
    }

    private func deleted(_ store: FileStore) throws -> [String] {
        try store.changes(since: 0).filter(\.stamp.deleted).map(\.address.id)
    }

    private func compact(_ store: FileStore) throws { _ = try store.engine.maintain(.compact) }

    // MARK: - The rule

    func testATombstoneStaysThirtyDaysAndLeavesWithTheNextRewriting() throws {
        for bulk in [false, true] {
            let directory = try TemporaryDirectory(isQuick: true)
            try with(directory, day: 0) { store in
                try store.write { try $0.put(contentsOf: ["a", "b", "c"].map { Word($0, "t") }) }
                try store.write { _ = try $0.delete(Identifier<Word>("a")) }
            }
            try with(directory, day: 1) { store in try store.write { _ = try $0.delete(Identifier<Word>("b")) } }
            let exact = 1 / Double(TombstoneTests.day)
            for (day, left) in [(30, ["a", "b"]), (30 + 2 * exact, ["b"]), (30.5, ["b"]), (31.5, [])] {
                try with(directory, day: day) { store in
                    if bulk { try store.engine.renew(Renewal { _ in }) } else { try compact(store) }
                    XCTAssertEqual(try deleted(store), left, "day \(day), bulk \(bulk)")
                    XCTAssertEqual(try store.words(), ["c=t"])
                    XCTAssertEqual(try store.damage() + store.notices(), [])
                }
                XCTAssertEqual(try open(directory, day: day).words(), ["c=t"])
            }
        }
    }

    /// Nothing but tombstones: who writes something a month later leaves a log of a few lines, and the next one leaves it as it is.
    func testAStoreOfWhichAllWasDeletedIsEmptyAMonthLater() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        var economy = FileStore.Economy()
        (economy.leastLog, economy.leastTail) = (20_000, 0)
        try with(directory, day: 0, economy: economy) { store in
            try store.write { try $0.put(contentsOf: (0..<500).map { Word("w\($0)", "t") }) }
            try store.write { for number in 0..<500 { _ = try $0.delete(Identifier<Word>("w\(number)")) } }
        }
        let log = directory.log
        try with(directory, day: 29, economy: economy) { store in try store.write { try $0.put(Word("x", "t")) } }
        XCTAssertEqual(directory.log, log, "they may be needed")
        XCTAssertGreaterThan(try directory.bytes(log).count, 50_000)
        try with(directory, day: 31.1, economy: economy) { store in try store.write { try $0.put(Word("x", "u")) } }
        XCTAssertNotEqual(directory.log, log)
        XCTAssertLessThan(try directory.bytes(directory.log).count, 1_000)
        let next = directory.log
        for day in [31.2, 33] {
            try with(directory, day: day, economy: economy) { store in try store.write { try $0.put(Word("x", "v")) } }
        }
        XCTAssertEqual(directory.log, next, "once")
        XCTAssertEqual(try open(directory, day: 40).words(), ["x=v"])
    }

    /// As long as another device has not taken it in it stays, however old it is.
    func testATombstoneWaitsForOtherDevices() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try with(directory, day: 0) { store in
            try store.write { try $0.put(contentsOf: [Word("a", "t"), Word("b", "t")]) }
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
        }
        try with(directory, day: 5) { store in try store.write { _ = try $0.delete(Identifier<Word>("b")) } }
        let later = HybridTime(milliseconds: TombstoneTests.start + 2 * TombstoneTests.day, counter: 0)
        for (seen, left) in [(HybridTime.zero, ["a", "b"]), (later, ["b"]), (nil, [])] {
            let store = try open(directory, day: 100, peers: Peers { seen })
            try compact(store)
            XCTAssertEqual(try deleted(store), left)
            try store.close()
        }
    }

    // MARK: - The clock

    func testAClockThatRunsFarAheadIsNotBelieved() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try with(directory, day: 0) { store in
            try store.write { try $0.put(contentsOf: [Word("a", "t"), Word("b", "t")]) }
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
        }
        try with(directory, day: 40) { store in try store.write { _ = try $0.delete(Identifier<Word>("b")) } }
        try with(directory, day: 405) { store in
            try compact(store)
            XCTAssertEqual(try deleted(store), ["b"], "what was old before the leap is old")
            try store.write { try $0.put(Word("c", "t")) }
            try compact(store)
            XCTAssertEqual(try deleted(store), ["b"], "nor is what is written by it")
        }
        // Back again: stamps stand ahead now, and what is deleted stays as long as it should.
        try with(directory, day: 41) { store in
            try store.write { _ = try $0.delete(Identifier<Word>("c")) }
            try compact(store)
            XCTAssertEqual(try deleted(store), ["b", "c"])
        }
    }

    /// The newest stamps stand ten years ahead of the clock: how long the clock has run since says what is old.
    func testAClockThatWasSetBackDoesNotKeepThemForEver() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try with(directory, day: 3650) { store in try store.write { try $0.put(contentsOf: [Word("a", "t"), Word("b", "t")]) } }
        try with(directory, day: 0) { store in
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
            try compact(store)
        }
        try with(directory, day: 20) { store in
            try store.write { _ = try $0.delete(Identifier<Word>("b")) }
            try compact(store)
            XCTAssertEqual(try deleted(store), ["a", "b"])
        }
        try with(directory, day: 30.5) { store in
            try compact(store)
            XCTAssertEqual(try deleted(store), ["b"])
        }
        try with(directory, day: 61) { store in
            try compact(store)
            XCTAssertEqual(try deleted(store), [])
            try store.write { try $0.put(Word("a", "again")) }
            let stamp = try XCTUnwrap(store.changes(since: 0).last?.stamp)
            XCTAssertGreaterThan(
                stamp.time.milliseconds, TombstoneTests.start + 3649 * TombstoneTests.day, "stamps never go back")
        }
        XCTAssertEqual(try open(directory, day: 61).damage(), [])
    }

    // MARK: - What stays right

    /// What was deleted long ago can be undone, and wins over every copy of what was there.
    func testADeletionIsUndoneWhenItsTombstoneHasLeft() throws {
        for count in [1, 4_100] {
            let directory = try TemporaryDirectory(isQuick: true)
            let profile = Partition(rawValue: "p")
            let old = try with(directory, day: 0) { store in
                let words = store.scoped(to: profile)
                try words.write(undo: "Wrote") { try $0.put(contentsOf: (0..<count).map { Word("w\($0)", "t") }) }
                var bulk = Bulk()
                bulk.erasing = [profile]
                try store.write(undo: { _ in "Deleted" }, bulk: bulk) { _ in }
                return try XCTUnwrap(words.stamp("w0"))
            }
            XCTAssertTrue(old.deleted)
            try with(directory, day: 31) { store in
                let words = store.scoped(to: profile)
                try compact(store)
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
        try with(directory, day: 0) { store in
            try store.write { try $0.put(Word("a", "t")) }
            try store.write(undo: "Deleted") { _ = try $0.delete(Identifier<Word>("a")) }
        }
        try with(directory, day: 31) { store in
            try compact(store)
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
        try with(directory, day: 0) { store in
            for id in ["a", "b", "c"] { try store.write { try $0.put(Word(id, "t")) } }
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
            XCTAssertEqual(try store.engine.forgottenDeletions(), 0)
        }
        try with(directory, day: 25) { store in try store.write { _ = try $0.delete(Identifier<Word>("b")) } }
        try with(directory, day: 31) { store in
            try compact(store)
            XCTAssertEqual(try store.engine.forgottenDeletions(), 4)
            XCTAssertEqual(try store.changes(since: 4).map(\.address.id), ["b"], "whoever stands there is told everything")
            XCTAssertEqual(try LazyStore { store }.engine.forgottenDeletions(), 4)
            XCTAssertEqual(try DryRunStore(over: store).engine.forgottenDeletions(), 4)
        }
        try with(directory, day: 90) { store in
            try compact(store)
            XCTAssertEqual(try store.engine.forgottenDeletions(), 5)
            try compact(store)
            XCTAssertEqual(try store.engine.forgottenDeletions(), 5, "and so it stays")
            try store.engine.replaceAll(by: Replacement(records: []))
            XCTAssertGreaterThanOrEqual(try store.engine.forgottenDeletions(), 5)
        }
    }

    /// A rewriting that lets tombstones go, killed or failing at each of its calls: there is everything, and what has left has left whole.
    func testAKillAtEveryStepOfALettingGo() throws {
        for fault in [FailingDisk.Fault.dies, .error(ENOSPC), .short] {
            var seen: Set<Int> = []
            for step in 1...40 {
                let directory = try TemporaryDirectory(isQuick: true)
                try with(directory, day: 0) { store in
                    try store.write { try $0.put(contentsOf: (0..<20).map { Word("w\($0)", "t") }) }
                    try store.write { for number in 1..<20 { _ = try $0.delete(Identifier<Word>("w\(number)")) } }
                }
                if let store = try? open(directory, day: 31, disk: FailingDisk(fault, at: step)) { try? compact(store) }
                let next = try open(directory, day: 31)
                XCTAssertEqual(try next.damage(), [], "\(fault) at \(step)")
                XCTAssertEqual(try next.words(), ["w0=t"])
                let left = try deleted(next).count
                seen.insert(left)
                XCTAssertEqual(try next.engine.forgottenDeletions(), left == 0 ? 2 : 0, "\(fault) at \(step)")
                try next.write { try $0.put(Word("w1", "again")) }
                XCTAssertEqual(try next.words().sorted(), ["w0=t", "w1=again"])
            }
            XCTAssertEqual(seen, [0, 19], "\(fault)")
        }
    }

    /// What tells of tombstones that have left has its form, as everything in the first line has.
    func testTheFirstLineSaysWhatHasLeft() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try with(directory, day: 0) { store in
            try store.write { try $0.put(Word("a", "t")) }
            try store.write { _ = try $0.delete(Identifier<Word>("a")) }
            try store.write { try $0.put(Word("b", "t")) }
            try compact(store)
        }
        func header() throws -> String {
            String(decoding: try directory.bytes(directory.log).prefix { $0 != 10 }, as: UTF8.self)
        }
        XCTAssertTrue(try header().contains("\"format\":1,"), "older programs can read what has nothing to tell")
        try with(directory, day: 31) { try compact($0) }
        let time = TombstoneTests.start + TombstoneTests.day
        let second = try header()
        XCTAssertTrue(second.contains("\"format\":2,"), second)
        XCTAssertTrue(second.contains(",\"horizon\":[\"\(time)-0\",2,0],\"kept\":1 "), second)
        let log = try directory.bytes(directory.log)
        for (old, new) in [
            ("-0\",2,0]", "-0\",2]"), ("-0\",2,0]", "-0\",2,0,0]"), ("\"format\":2", "\"format\":1"),
            ("[\"\(time)-0\"", "[\"\(time)\""), ("horizon", "horizen"), ("2,0]", "02,0]"),
        ] {
            let body = second.dropFirst(9).replacingOccurrences(of: old, with: new)
            // The length stands before the JSON.
            let parts = body.split(separator: " ", maxSplits: 2)
            let line = "\(parts[2].utf8.count) \(parts[1]) \(parts[2])"
            let sum = CRC32C.text(of: Data(line.utf8))
            try directory.put(
                Data("\(sum) \(line)\n".utf8) + log[(try XCTUnwrap(log.firstIndex(of: 10)) + 1)...], in: directory.log)
            XCTAssertNotEqual(try open(directory, day: 31).damage(), [], new)
        }
    }
}

extension Store {
    /// The version of what stands at a word's place.
    fileprivate func stamp(_ id: String) throws -> Stamp? {
        try engine.read { try $0.record(at: RecordAddress(partition: partition, collection: "words", id: id))?.stamp }
    }
}
