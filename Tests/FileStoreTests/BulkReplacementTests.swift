import DiskKit
import FileStore
import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// Tests that a bulk replacement is atomic with concurrent writers and after a kill at any step.
final class BulkReplacementTests: XCTestCase {
    private static let time = Instant(milliseconds: 1_763_661_909_120)

    private func open(_ directory: TemporaryDirectory, _ disk: any FileSystem = SystemCalls()) throws -> FileStore {
        try FileStore(
            directory: "\(directory.path)/store", random: RandomSource(seed: 1), compactionPolicy: .small, system: disk
        ) {
            BulkReplacementTests.time
        }
    }

    /// Runs the replacement in an ordinary transaction, as database engines do.
    func testBulkReplacementDoesNotReadRecordsThatStay() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let mina = Partition(rawValue: "mina")
        let store = CountingStore(over: try open(directory))
        try store.write { try $0.put(contentsOf: (0..<30).map { Word("w\($0)", "stays") }) }
        try store.scoped(to: mina).write { try $0.put(contentsOf: (0..<3).map { Word("w\($0)", "goes") }) }
        func storeCalls(by renewal: BulkReplacement) throws -> CountingStore.CallLog {
            _ = store.takeCallLog()
            try store.write { below in try renewal.perform(in: below) { _ in } }
            return store.takeCallLog()
        }
        XCTAssertEqual(
            try storeCalls(by: BulkReplacement { try $0.put(Word("new", "comes").stored(after: $0)) }).records, 0)
        var renewal = BulkReplacement(shouldDelete: { _, _ in true }, addRecords: { _ in })
        renewal.partitions = [mina]
        XCTAssertEqual(try storeCalls(by: renewal).records, 3)
        XCTAssertEqual(try store.read { try $0.count(Selection<Word>.all) }, 31)
        XCTAssertEqual(try store.scoped(to: mina).read { try $0.count(Selection<Word>.all) }, 0)
        XCTAssertEqual(try storeCalls(by: .whole()).records, 31)
        XCTAssertEqual(try store.read { try $0.count(Selection<Word>.all) }, 0)
    }

    /// Compares a bulk replacement with a model of single changes.
    ///
    /// Concurrent writes win over arriving records, except where a record is deleted. A follower
    /// of the feed ends with the stored records.
    func testBulkReplacementWithConcurrentWriterMatchesModel() throws {
        for seed in 0..<60 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            let directory = try TemporaryDirectory(isQuick: true)
            let store = try open(directory)
            let other = try open(directory)
            var follower = Follower()
            var model: [String: String] = [:]
            for round in 0..<4 {
                for step in 0..<Int.random(in: 0...12, using: &random) {
                    try change(store, &model, "\(round)-\(step)", &random)
                    if Bool.random(using: &random) { try follower.follow(store, limit: 3) }
                }
                let leaving = Set((0..<8).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.map { "w\($0)" })
                let arriving = (0..<Int.random(in: 0...10, using: &random)).map { number in
                    ("w\(Int.random(in: 0..<8, using: &random))", "new \(round)-\(number)")
                }
                var meanwhile: [String: String?] = [:]
                let last =
                    Int.random(in: 0..<3, using: &random) == 0 ? "w\(Int.random(in: 0..<8, using: &random))" : nil
                let renewal = BulkReplacement(shouldDelete: { address, _ in leaving.contains(address.id) }) {
                    arrivals in
                    for (id, text) in arriving {
                        try arrivals.put(Word(id, text).stored(after: arrivals))
                        guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
                        var own: [String: String] = [:]
                        if let touched = try self.change(other, &own, "meanwhile \(text)", &random) {
                            meanwhile.updateValue(own[touched], forKey: touched)
                        }
                        if Bool.random(using: &random) { try follower.follow(other, limit: 2) }
                    }
                }
                try store.engine.replaceInBulk(renewal) { below in
                    if let last { try below.put(Word(last, "last \(round)").stored(at: below)) }
                }
                for (id, text) in arriving { model[id] = text }
                for id in leaving where !arriving.contains(where: { $0.0 == id }) { model[id] = nil }
                for (id, text) in meanwhile { model[id] = leaving.contains(id) ? nil : text }
                if let last { model[last] = "last \(round)" }
                for reader in [store, other, try open(directory)] {
                    XCTAssertEqual(
                        try reader.words().sorted(), model.map { "\($0)=\($1)" }.sorted(),
                        "seed \(seed), round \(round)")
                }
                try follower.follow(other, limit: 5)
                try follower.check(store, "seed \(seed), round \(round)")
                XCTAssertEqual(try store.damage(), [])
            }
        }
    }

    /// Puts or deletes a random word in the store and the model.
    ///
    /// - Returns: The id of the changed record; nil when there was no record to delete.
    @discardableResult
    private func change(
        _ store: FileStore, _ model: inout [String: String], _ text: String, _ random: inout RandomSource
    ) throws -> String? {
        let id = "w\(Int.random(in: 0..<8, using: &random))"
        let goes = Int.random(in: 0..<3, using: &random) == 0
        let isChange = try store.write { transaction in
            if goes { return try transaction.delete(Identifier<Word>(id)) }
            try transaction.put(Word(id, text))
            return true
        }
        model[id] = goes ? nil : text
        return isChange ? id : nil
    }

    func testKilledBulkReplacementLeavesOldOrNewState() throws {
        var orphans = 0
        for fault in [FailingDisk.Fault.dies, .error(ENOSPC), .short] {
            var seen: Set<[String]> = []
            for step in 1...90 {
                let directory = try TemporaryDirectory(isQuick: true)
                let before = try open(directory)
                for number in 0..<6 { try before.write { try $0.put(Word("w\(number)", "old \(number)")) } }
                try before.close()
                let disk = FailingDisk(fault, at: step)
                var isDone = false
                if let store = try? open(directory, disk) {
                    let renewal = BulkReplacement(shouldDelete: { address, _ in address.id < "w3" }) { arrivals in
                        for number in 4..<200 {
                            try arrivals.put(Word("w\(number)", "new \(number)").stored(after: arrivals))
                        }
                    }
                    isDone = (try? store.engine.replaceInBulk(renewal)) != nil
                }
                orphans += try unfinishedFiles(directory).count { $0.hasSuffix(".bin") }
                let next = try open(directory)
                XCTAssertEqual(try unfinishedFiles(directory), [], "\(fault) at \(step)")
                XCTAssertEqual(try next.damage(), [], "\(fault) at \(step)")
                let words = try next.words().sorted()
                seen.insert(words)
                XCTAssertTrue([6, 197].contains(words.count), "\(fault) at \(step): \(words.count)")
                if isDone { XCTAssertEqual(words.count, 197, "\(fault) at \(step)") }
                try next.write { try $0.put(Word("last", "t")) }
                try next.engine.replaceInBulk(.whole())
                XCTAssertEqual(try next.words(), [], "\(fault) at \(step)")
            }
            XCTAssertEqual(seen.count, 2, "\(fault)")
        }
        XCTAssertGreaterThan(orphans, 0, "the index file is written before its log becomes current")
    }

    /// Returns the drafts, and the index files of generations that never became current.
    private func unfinishedFiles(_ directory: TemporaryDirectory) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store")
        let last = names.compactMap { $0.hasPrefix("log-") ? Int($0.dropFirst(4).dropLast(6)) : nil }.max() ?? 0
        return names.filter { name in
            if name.hasSuffix(".new") { return name.hasPrefix("log-") || name.hasPrefix("index-") }
            return name.hasPrefix("index-") && Int(name.dropFirst(6).dropLast(4)) ?? 0 > last
        }
    }

    func testBulkReplacementChecksUniqueKeysOfAllWriters() throws {
        let directory = try TemporaryDirectory()
        let store = try open(directory)
        let other = try open(directory)
        try store.write { try $0.put(contentsOf: [Tag("a", "red"), Tag("b", "green")]) }
        func arrive(_ tags: [Tag], leaving: String = "", meanwhile: () throws -> Void = {}) throws {
            try withoutActuallyEscaping(meanwhile) { meanwhile in
                try store.engine.replaceInBulk(
                    BulkReplacement(shouldDelete: { address, _ in address.id == leaving }) { arrivals in
                        for tag in tags { try arrivals.put(tag.stored(after: arrivals)) }
                        try meanwhile()
                    })
            }
        }
        func tags() throws -> [String] {
            try store.read { try $0.records(Tag.byName.all).map { "\($0.id)=\($0.name)" } }
        }
        let before = try tags()
        assertFails(.duplicateKey) { try arrive([Tag("c", "red")]) }
        assertFails(.duplicateKey) { try arrive([Tag("c", "blue"), Tag("d", "blue")]) }
        XCTAssertEqual(try tags(), before)
        assertFails(.duplicateKey) {
            try arrive([Tag("c", "blue")]) { try other.write { try $0.put(Tag("d", "blue")) } }
        }
        XCTAssertEqual(try tags(), ["d=blue", "b=green", "a=red"], "the write of the other handle stays")
        try arrive([Tag("c", "red")], leaving: "a")
        try arrive([Tag("c", "green"), Tag("b", "red")])
        XCTAssertEqual(try tags(), ["d=blue", "c=green", "b=red"])
        // A key may move from one record to another meanwhile.
        try arrive([Tag("e", "white")]) {
            try other.write { try $0.put(Tag("d", "black")) }
            try other.write { try $0.put(Tag("c", "blue")) }
            try other.write { try $0.put(Tag("d", "green")) }
        }
        XCTAssertEqual(try tags(), ["c=blue", "d=green", "b=red", "e=white"])
        XCTAssertEqual(try open(directory).damage(), [])
        let same = MemoryStore()
        try store.engine.copyEverything(to: same.engine)
        XCTAssertEqual(try same.exportEverything(), try store.exportEverything())
    }

    func testConcurrentBulkReplacementsRunInTurnWhileReadersRead() throws {
        let directory = try TemporaryDirectory()
        let store = try open(directory)
        let other = try open(directory)
        try store.write { try $0.put(Word("w", "old")) }
        let group = DispatchGroup()
        var wasOld = true
        try store.engine.replaceInBulk(
            BulkReplacement { arrivals in
                DispatchQueue.global().async(group: group) {
                    let second = BulkReplacement { try $0.put(Word("second", "t").stored(after: $0)) }
                    if (try? other.engine.replaceInBulk(second)) == nil { XCTFail("the second was refused") }
                }
                for number in 0..<100 {
                    try arrivals.put(Word("a\(number)", "t").stored(after: arrivals))
                    if number % 10 == 0 { wasOld = try self.open(directory).words() == ["w=old"] && wasOld }
                }
            })
        group.wait()
        XCTAssertTrue(wasOld)
        XCTAssertEqual(try open(directory).words().count, 102)
    }

    func testFailedBulkReplacementLeavesNoFiles() throws {
        let directory = try TemporaryDirectory()
        let store = try open(directory)
        try store.write { try $0.put(Word("w", "old")) }
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store")
        for isLate in [false, true] {
            assertFails(.nothingToUndo) {
                try store.engine.replaceInBulk(
                    BulkReplacement { arrivals in
                        for number in 0..<2000 { try arrivals.put(Word("a\(number)", "t").stored(after: arrivals)) }
                        if !isLate { throw Failure(.nothingToUndo, "Enough.") }
                    }
                ) { _ in throw Failure(.nothingToUndo, "Too late.") }
            }
            XCTAssertEqual(try store.words(), ["w=old"])
            XCTAssertEqual(
                try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store").sorted(), files.sorted())
        }
    }
}

/// A tag with a unique name.
private struct Tag: Storable {
    let id: Identifier<Tag>
    let name: String
    static let byName = Index<Tag, String>.unique("name") { $0.name }
    static let collection = RecordCollection<Tag>("tags", indexes: [byName])

    init(_ id: String, _ name: String) {
        self.id = Identifier(id)
        self.name = name
    }
}

extension Storable {
    fileprivate func stored(_ stamp: Stamp) throws -> StoredRecord {
        StoredRecord(
            address: RecordAddress(partition: .common, collection: Self.collection.name, id: id.rawValue), stamp: stamp,
            payloadVersion: 1,
            entries: Self.collection.indexes.map {
                IndexEntry(name: $0.storedName, unique: $0.unique, key: $0.key(of: self))
            },
            payload: try JSONValue.encoder.encode(self))
    }

    fileprivate func stored(_ old: Stamp?, _ time: HybridTime, _ device: String) throws -> StoredRecord {
        try stored(
            Stamp(
                generation: (old?.generation ?? 0) + (old?.deleted == true ? 1 : 0), deleted: false, time: time,
                device: device))
    }

    /// Returns the record with the stamp of an arriving record.
    func stored(after arrivals: any IncomingRecords) throws -> StoredRecord {
        let address = RecordAddress(partition: .common, collection: Self.collection.name, id: id.rawValue)
        return try stored(arrivals.stamp(at: address), arrivals.time, arrivals.device)
    }

    /// Returns the record with the stamp that a transaction gives it.
    func stored(at below: any EngineTransaction) throws -> StoredRecord {
        let address = RecordAddress(partition: .common, collection: Self.collection.name, id: id.rawValue)
        return try stored(below.record(at: address)?.stamp, below.time, below.device)
    }
}

/// A follower of the feed that keeps the greatest stamp of every record.
private struct Follower {
    private var mark = 0
    private var known: [RecordAddress: Stamp] = [:]

    mutating func follow(_ store: FileStore, limit: Int) throws {
        while true {
            let changes = try store.changes(since: mark, limit: limit)
            guard let last = changes.last else { return }
            for change in changes { known[change.address] = max(known[change.address] ?? change.stamp, change.stamp) }
            mark = last.sequence
        }
    }

    func check(_ store: FileStore, _ when: String) throws {
        let present = try store.engine.allRecords().map { ($0.address, $0.stamp) }
        for (address, stamp) in present { XCTAssertEqual(known[address], stamp, "\(when): \(address.id)") }
        XCTAssertEqual(Set(present.map(\.0)), Set(known.keys), when)
    }
}
