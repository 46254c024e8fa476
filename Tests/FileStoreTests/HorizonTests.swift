import FileStore
import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests that a deleted record never returns unreported after its tombstone was pruned.
final class HorizonTests: XCTestCase {
    private static let start: Int64 = 1_763_661_900_000
    private let conflict = "log-1.sync-conflict-20251120-180502-ABCDEFG.jsonl"

    private func open(_ directory: TemporaryDirectory, _ name: String = "store", day: Double) throws -> FileStore {
        let time = HorizonTests.start + Int64(day * 86_400_000)
        return try FileStore(
            directory: "\(directory.path)/\(name)",
            random: RandomSource(seed: UInt64(name.count) &+ UInt64(bitPattern: time))
        ) { Instant(milliseconds: time) }
    }

    private func with(
        _ directory: TemporaryDirectory, _ name: String = "store", day: Double, _ body: (FileStore) throws -> Void
    ) throws {
        let store = try open(directory, name, day: day)
        try body(store)
        try store.close()
    }

    private func copy(_ directory: TemporaryDirectory) throws {
        try FileManager.default.copyItem(atPath: "\(directory.path)/store", toPath: "\(directory.path)/other")
    }

    /// Copies the log of the other store into this store's directory as a conflict copy.
    private func addConflictCopy(_ directory: TemporaryDirectory) throws {
        let other = "\(directory.path)/other"
        let logs = try FileManager.default.contentsOfDirectory(atPath: other).filter { $0.hasPrefix("log-") }
        let log = try XCTUnwrap(logs.first)
        try directory.make(Data(contentsOf: URL(fileURLWithPath: "\(other)/\(log)")), as: conflict)
    }

    /// Creates two copies of a store. One word is deleted here; the other copy is written later.
    private func forkedDirectory() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory(isQuick: true)
        try with(directory, day: 0) { store in
            for id in ["gone", "both", "other"] { try store.write { try $0.put(Word(id, "both")) } }
        }
        try copy(directory)
        try with(directory, day: 1) { try $0.write { _ = try $0.delete(Identifier<Word>("gone")) } }
        try with(directory, "other", day: 2) { store in
            try store.write { try $0.put(Word("both", "there")) }
            try store.write { try $0.put(Word("early", "there")) }
        }
        try with(directory, "other", day: 40) { store in
            try store.write { try $0.put(Word("gone", "there")) }
            try store.write { try $0.put(Word("late", "there")) }
        }
        return directory
    }

    func testOldBranchDoesNotRestoreDeletedRecords() throws {
        let directory = try forkedDirectory()
        try with(directory, day: 45) { store in
            XCTAssertEqual(try store.words().count, 2)
            _ = try store.engine.maintain(.compact)
        }
        try addConflictCopy(directory)
        let store = try open(directory, day: 46)
        let notice = try XCTUnwrap(store.notices().first)
        XCTAssertTrue(notice.contains("win over what is here: 2"), notice)
        XCTAssertTrue(
            notice.hasSuffix("2 records in it may have been deleted here long ago, and are not merged automatically."),
            notice
        )
        let report = try store.engine.maintain(.repair)
        let place = "\(directory.path)/store/recovered/\(conflict.dropLast(6))"
        XCTAssertEqual(report[0], "2 records came from \(conflict): words “both”, words “late”.")
        XCTAssertEqual(
            report[1],
            "2 records of \(conflict) may have been deleted here long ago, and did not come in: words “early”, words “gone”."
        )
        XCTAssertEqual(report[2], "`doctor --import \(place)-doubtful.jsonl` brings in what was left out.")
        XCTAssertEqual(try store.words().sorted(), ["both=there", "late=there", "other=both"])
        let file = try directory.bytes("recovered/\(conflict.dropLast(6))-doubtful.jsonl")
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n").map(String.init)
        XCTAssertEqual(lines.first, ExportText.headline)
        XCTAssertEqual(lines.last, ExportText.lastLine(2))
        XCTAssertTrue(lines[1].contains("\"early\"") && lines[2].contains("\"gone\""), "\(lines)")
        XCTAssertEqual(try store.engine.maintain(.repair), [], "no further repair is needed")
    }

    /// A present tombstone proves the deletion, so no record is doubtful.
    func testPresentTombstonesDecideAboutBranchRecords() throws {
        let directory = try forkedDirectory()
        try addConflictCopy(directory)
        let store = try open(directory, day: 46)
        let report = try store.engine.maintain(.repair)
        XCTAssertEqual(report[0], "3 records came from \(conflict): words “both”, words “early”, words “late”.")
        XCTAssertEqual(try store.words().sorted(), ["both=there", "early=there", "late=there", "other=both"])
    }

    /// The branch started after all pruned deletions, so its records cannot be deleted ones.
    func testBranchNewerThanTheHorizonIsMergedCompletely() throws {
        for isRewritten in [false, true] {
            let directory = try TemporaryDirectory(isQuick: true)
            try with(directory, day: 0) { store in
                for id in ["gone", "both"] { try store.write { try $0.put(Word(id, "both")) } }
                try store.write { _ = try $0.delete(Identifier<Word>("gone")) }
            }
            try with(directory, day: 40) { store in
                try store.write { try $0.put(Word("young", "both")) }
                _ = try store.engine.maintain(.compact)
            }
            try copy(directory)
            try with(directory, day: 41) { store in
                try store.write { _ = try $0.delete(Identifier<Word>("young")) }
                XCTAssertGreaterThan(try store.engine.lastPrunedSequence(), 0)
            }
            try with(directory, "other", day: 42) { store in
                try store.write { try $0.put(Word("there", "there")) }
                if isRewritten { _ = try store.engine.maintain(.compact) }
            }
            try addConflictCopy(directory)
            let store = try open(directory, day: 43)
            XCTAssertEqual(try store.engine.maintain(.repair)[0], "1 record came from \(conflict): words “there”.")
            XCTAssertEqual(try store.words().sorted(), ["both=both", "there=there"])
        }
    }

    /// A record that is recreated after its tombstone was pruned gets a greater generation.
    func testRecreatedRecordWinsOverOlderVersions() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try with(directory, day: 0) { store in
            for _ in 0..<2 {
                for id in ["a", "b"] { try store.write { try $0.put(Word(id, "old")) } }
                if try store.engine.inspect().sequence > 3 { break }
                for id in ["a", "b"] { try store.write { _ = try $0.delete(Identifier<Word>(id)) } }
            }
        }
        // The other store has both recreated records and deletes one of them.
        try copy(directory)
        try with(directory, "other", day: 1) { try $0.write { _ = try $0.delete(Identifier<Word>("b")) } }
        try with(directory, day: 1) { store in
            try store.write { for id in ["a", "b"] { _ = try $0.delete(Identifier<Word>(id)) } }
        }
        try with(directory, day: 40) { store in
            _ = try store.engine.maintain(.compact)
            try store.write { try $0.put(contentsOf: [Word("a", "anew"), Word("b", "anew")]) }
            XCTAssertEqual(try store.changes(since: 0).map(\.stamp.generation), [2, 2])
        }
        try addConflictCopy(directory)
        let store = try open(directory, day: 41)
        _ = try store.engine.maintain(.repair)
        XCTAssertEqual(try store.words().sorted(), ["a=anew", "b=anew"])
    }

    /// A purge also deletes the doubtful copy of its record; other doubtful records stay.
    func testPurgeKeepsOtherDoubtfulRecordsAndReplacementDropsAll() throws {
        let directory = try forkedDirectory()
        try with(directory, day: 45) { _ = try $0.engine.maintain(.compact) }
        try addConflictCopy(directory)
        let file = "\(directory.path)/store/recovered/\(conflict.dropLast(6))-doubtful.jsonl"
        func text() -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
        try with(directory, day: 46) { store in
            // The purge also merges the branch.
            try store.write { _ = try $0.purge(Identifier<Word>("other")) }
            XCTAssertTrue(text().contains("\"gone\"") && text().contains("\"early\""), text())
            XCTAssertFalse(text().contains("\"late\""))
            try store.write { try $0.put(Word("gone", "by hand")) }
            try store.write { _ = try $0.purge(Identifier<Word>("gone")) }
            XCTAssertFalse(text().contains("\"gone\""), "purged")
            XCTAssertTrue(
                text().hasPrefix(ExportText.headline) && text().hasSuffix("\(ExportText.lastLine(1))\n"), text())
            try store.engine.replaceAll(by: Replacement(records: []))
            XCTAssertEqual(text(), "")
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store")
            XCTAssertFalse(names.contains("recovered"), "\(names)")
        }
    }

    // MARK: - Property

    /// Runs random operations on two copies with clocks that jump, then merges them.
    ///
    /// Records that were deleted here do not return. Every record of the other copy is merged or
    /// reported as doubtful.
    func testMergedBranchesNeverRestoreDeletedRecords() throws {
        var forgotten = 0
        var doubted = 0
        for seed in 0..<80 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            let directory = try TemporaryDirectory(isQuick: true)
            var day = 0.0
            try with(directory, day: 0) { store in
                for number in 0..<8 { try store.write { try $0.put(Word("w\(number)", "both")) } }
            }
            try copy(directory)
            let atFork = Set(try open(directory, day: 0).words().map { String($0.prefix { $0 != "=" }) })
            for round in 0..<Int.random(in: 2...7, using: &random) {
                day += Double(Int.random(in: -3...35, using: &random))
                if Int.random(in: 0..<12, using: &random) == 0 { day += 3000 }
                if Int.random(in: 0..<6, using: &random) == 0, day > 2000 { day -= 3000 }
                let second = try open(directory, day: day)
                try with(directory, day: day) { store in
                    try act(store, "here \(round)", &random)
                    let before = try store.words()
                    if Bool.random(using: &random) { _ = try store.engine.maintain(.compact) }
                    XCTAssertEqual(try second.words(), before, "seed \(seed), round \(round)")
                    XCTAssertEqual(try store.words(), before, "seed \(seed), round \(round)")
                }
                if Bool.random(using: &random) {
                    try with(directory, "other", day: day + 0.1) { store in
                        try act(store, "there \(round)", &random)
                        if Int.random(in: 0..<3, using: &random) == 0 { _ = try store.engine.maintain(.compact) }
                    }
                }
            }
            let here = try open(directory, day: day + 1)
            if Bool.random(using: &random) { _ = try here.engine.maintain(.compact) }
            let ownWords = Dictionary(uniqueKeysWithValues: try here.words().map { word in (id(of: word), word) })
            let tombstones = Set(try here.changes(since: 0).filter(\.stamp.deleted).map(\.address.id))
            let theirs = Dictionary(
                uniqueKeysWithValues: try open(directory, "other", day: day + 1).words().map { (id(of: $0), $0) })
            try addConflictCopy(directory)
            let report = try here.engine.maintain(.repair)
            let after = Dictionary(uniqueKeysWithValues: try here.words().map { (id(of: $0), $0) })
            let came = report.first { $0.contains(" came from ") } ?? ""
            let doubtful = report.first { $0.contains("long ago") } ?? ""
            for (id, word) in after where ownWords[id] != word {
                XCTAssertTrue(came.contains("“\(id)”"), "seed \(seed): \(id) was restored without a report")
                XCTAssertEqual(word, theirs[id], "seed \(seed)")
            }
            for id in atFork where ownWords[id] == nil && !tombstones.contains(id) {
                forgotten += 1
                XCTAssertNil(after[id], "seed \(seed): \(id) was deleted here")
            }
            for (id, word) in theirs where after[id] != word && ownWords[id] == nil && !tombstones.contains(id) {
                doubted += 1
                XCTAssertTrue(doubtful.contains("“\(id)”"), "seed \(seed): \(id) is lost without a report; \(report)")
            }
            XCTAssertEqual(try here.damage(), [])
        }
        XCTAssertGreaterThan(forgotten, 30)
        XCTAssertGreaterThan(doubted, 20)
    }

    private func id(of word: String) -> String { String(word.prefix { $0 != "=" }) }

    private func act(_ store: FileStore, _ text: String, _ random: inout RandomSource) throws {
        for step in 0..<Int.random(in: 1...5, using: &random) {
            let word = Identifier<Word>("w\(Int.random(in: 0..<10, using: &random))")
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: try store.write(undo: "Deleted") { _ = try $0.delete(word) }
            case 2: try store.write { _ = try $0.delete(word) }
            case 3:
                guard let last = try store.undoSteps().first else { continue }
                if let undone = try? store.undoLast() {
                    XCTAssertEqual(undone.label, last.label)
                } else {
                    _ = try store.deleteUndoSteps()
                }
            default: try store.write(undo: "Wrote") { try $0.put(Word(word.rawValue, "\(text)-\(step)")) }
            }
        }
    }
}
