import FileStore
import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests two copies of one store whose files were overwritten or copied into each other.
final class BranchTests: XCTestCase {
    private func open(_ directory: TemporaryDirectory, _ name: String = "store", at time: Int64, notes: Bool = false)
        throws
        -> FileStore
    {
        try FileStore(
            directory: "\(directory.path)/\(name)", random: RandomSource(seed: UInt64(time)),
            notes: notes ? "\(directory.path)/notes" : nil
        ) { Instant(milliseconds: 1_763_661_900_000 + time) }
    }

    private func bytes(_ file: String, _ directory: TemporaryDirectory) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/\(file)"))
    }

    /// Creates a store with three words and a copy, then writes different words to each.
    ///
    /// The copy is written one second later, and one of its words is deleted.
    private func forkedDirectory(notes: Bool = false) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory(isQuick: true)
        var store = try open(directory, at: 0, notes: notes)
        for number in 1...3 { try store.write { try $0.put(Word("w\(number)", "both")) } }
        try store.close()
        try FileManager.default.copyItem(atPath: "\(directory.path)/store", toPath: "\(directory.path)/other")
        store = try open(directory, at: 1000, notes: notes)
        for id in ["w1", "w2", "here"] { try store.write { try $0.put(Word(id, "here")) } }
        try store.close()
        let other = try open(directory, "other", at: 2000)
        for id in ["w2", "there"] { try other.write { try $0.put(Word(id, "there")) } }
        try other.write { _ = try $0.delete(Identifier<Word>("w3")) }
        try other.write { try $0.put(Word("more", "there")) }
        try other.close()
        return directory
    }

    private func sum(_ log: Data, _ line: Int) -> String {
        String(String(decoding: log, as: UTF8.self).split(separator: "\n")[line].prefix(8))
    }

    // MARK: - Detection

    func testOverwrittenLogIsReportedWithBothLastChanges() throws {
        for (isInPlace, isOpen, isIndexed) in [
            (true, false, false), (false, false, false), (true, true, false), (false, true, true),
        ] {
            let directory = try forkedDirectory()
            let log = try bytes("store/log-1.jsonl", directory)
            let theirs = try bytes("other/log-1.jsonl", directory)
            let store = isOpen ? try open(directory, at: 3000) : nil
            XCTAssertEqual(try store?.words().count ?? 4, 4)
            if !isInPlace { try FileManager.default.removeItem(atPath: "\(directory.path)/store/log-1.jsonl") }
            if isInPlace {
                try directory.put(theirs, in: "log-1.jsonl")
            } else {
                try directory.make(theirs, as: "log-1.jsonl")
            }
            if isIndexed {
                // An index file that covers the whole copied log.
                let copy = try FileStore(directory: "\(directory.path)/other", compactionPolicy: .small) {
                    Instant(milliseconds: 1)
                }
                _ = try copy.words()
                try copy.close()
                try directory.make(bytes("other/index-1.bin", directory), as: "index-1.bin")
            }
            for handle in try [store, open(directory, at: 4000)].compactMap(\.self) {
                assertFails(.storeDamaged) { try handle.write { try $0.put(Word("new", "t")) } }
                let damage = try handle.damage()
                XCTAssertEqual(damage.count, 1)
                let here = "change 6, checksum \(sum(log, 6)), of \(Instant(milliseconds: 1_763_661_901_000))"
                let there =
                    "change 6, checksum \(sum(theirs, 6)), and its last is change 7, checksum \(sum(theirs, 7)), of "
                XCTAssertTrue(damage[0].contains("another branch"), damage[0])
                for part in [here, there] { XCTAssertTrue(damage[0].contains(part), "\(damage[0]) lacks \(part)") }
                XCTAssertEqual(Set(try handle.words()), ["w1=both", "w2=there", "there=there", "more=there"])
            }
        }
    }

    /// Copies the whole directory with its lock, so that only the note outside reveals the fork.
    func testForkWithCopiedLockIsDetectedByTheNote() throws {
        for notes in [true, false] {
            let directory = try forkedDirectory(notes: notes)
            for file in ["log-1.jsonl", "lock"] { try directory.put(bytes("other/\(file)", directory), in: file) }
            let store = try open(directory, at: 3000, notes: notes)
            XCTAssertEqual(try store.damage().count { $0.contains("another branch") }, notes ? 1 : 0)
            XCTAssertEqual(try open(directory, at: 3000).damage(), [])
        }
    }

    func testFlippedBitIsNotReportedAsBranch() throws {
        let directory = try forkedDirectory()
        var log = try directory.bytes("log-1.jsonl")
        for place in [log.count - 20, log.count - 300, log.count - log.count / 3] {
            let before = log
            log[place] ^= 4
            try directory.put(log, in: "log-1.jsonl")
            let damage = try open(directory, at: 3000).damage()
            XCTAssertTrue(!damage.isEmpty && damage.allSatisfy { !$0.contains("branch") }, "\(damage)")
            log = before
        }
    }

    /// A log that continues after the noted change is the same history.
    func testWritesWithoutNotesAreNotReportedAsBranch() throws {
        let directory = try forkedDirectory(notes: true)
        let store = try open(directory, at: 3000)
        for number in 0..<5 { try store.write { try $0.put(Word("w\(number)", "t")) } }
        try store.close()
        XCTAssertEqual(try open(directory, at: 4000, notes: true).damage(), [])
        _ = try open(directory, at: 4000).engine.maintain(.compact)
        XCTAssertEqual(try open(directory, at: 5000, notes: true).damage(), [])
    }

    // MARK: - Merging

    private let conflict = "log-1.sync-conflict-20251120-180502-ABCDEFG.jsonl"

    func testRepairMergesRecordsOfTheOtherBranch() throws {
        let directory = try forkedDirectory()
        try directory.make(bytes("other/log-1.jsonl", directory), as: conflict)
        let store = try open(directory, at: 3000)
        XCTAssertEqual(try store.damage(), [])
        let notices = try store.notices()
        XCTAssertEqual(notices.count, 1)
        XCTAssertTrue(
            notices[0].contains("win over what is here: 4; that give way: 0. `doctor --repair` brings them in."),
            notices[0])
        let report = try store.engine.maintain(.repair)
        XCTAssertEqual(
            report,
            [
                "4 records came from \(conflict): words “more”, words “there”, words “w2”, words “w3”.",
                "What was here before is kept as \(directory.path)/store/recovered/\(conflict.dropLast(6))-replaced.jsonl.",
                "The other branch is kept as \(directory.path)/store/recovered/\(conflict).",
            ])
        XCTAssertEqual(Set(try store.words()), ["w1=here", "w2=there", "here=here", "there=there", "more=there"])
        var replaced: [StoredRecord] = []
        var reader = LogText.Reader { replaced.append($0) }
        try reader.consume(Array(directory.bytes("recovered/\(conflict.dropLast(6))-replaced.jsonl")))
        try reader.finish()
        XCTAssertEqual(replaced.map(\.address.id), ["w2", "w3"], "superseded versions, including the deleted one")
        XCTAssertTrue(String(decoding: replaced[0].payload ?? Data(), as: UTF8.self).contains("\"here\""))
        XCTAssertFalse(FileManager.default.fileExists(atPath: "\(directory.path)/store/\(conflict)"))
        XCTAssertEqual(try store.engine.maintain(.repair), [], "no further repair is needed")
        XCTAssertEqual(try store.notices().count { $0.contains("recovered/") }, 2)
        XCTAssertEqual(try open(directory, at: 4000).words().count, 5)
    }

    /// Merges in the other direction: older versions of the branch are listed.
    func testGreaterStampWinsOnEitherBranch() throws {
        let directory = try forkedDirectory()
        try FileManager.default.removeItem(atPath: "\(directory.path)/store/lock")
        let log = try directory.bytes("log-1.jsonl")
        try directory.put(bytes("other/log-1.jsonl", directory), in: "log-1.jsonl")
        try directory.make(log, as: conflict)
        let store = try open(directory, at: 3000)
        let report = try store.engine.maintain(.repair)
        XCTAssertEqual(report[0], "2 records came from \(conflict): words “here”, words “w1”.")
        XCTAssertEqual(report[1], "1 record of \(conflict) lost to newer versions here: words “w2”.")
        XCTAssertEqual(Set(try store.words()), ["w1=here", "w2=there", "here=here", "there=there", "more=there"])
    }

    /// The repair continues with the current log and merges the conflict copy.
    func testForkIsRepairedWithTheConflictCopy() throws {
        let directory = try forkedDirectory()
        let log = try directory.bytes("log-1.jsonl")
        try directory.put(bytes("other/log-1.jsonl", directory), in: "log-1.jsonl")
        try directory.make(log, as: conflict)
        let store = try open(directory, at: 3000)
        assertFails(.storeDamaged) { try store.write { try $0.put(Word("new", "t")) } }
        XCTAssertEqual(try store.engine.maintain(.repair).count { $0.hasPrefix("2 records came from") }, 1)
        XCTAssertEqual(Set(try store.words()), ["w1=here", "w2=there", "here=here", "there=there", "more=there"])
        try store.write { try $0.put(Word("new", "t")) }
        XCTAssertEqual(try open(directory, at: 4000).damage(), [])
    }

    /// One machine compacts its log while the other writes to the old log, which is copied back.
    func testOldGenerationWithNewWritesIsABranch() throws {
        let directory = try forkedDirectory()
        _ = try open(directory, at: 3000).engine.maintain(.compact)
        try directory.make(bytes("other/log-1.jsonl", directory), as: "log-1.jsonl")
        let store = try open(directory, at: 4000)
        XCTAssertEqual(try store.damage(), [])
        let known = try store.notices()
        XCTAssertEqual(known.count, 1)
        XCTAssertTrue(known[0].contains("log-1.jsonl is another branch"), known[0])
        XCTAssertTrue(known[0].contains("win over what is here: 4"), known[0])
        _ = try store.engine.maintain(.compact)
        XCTAssertEqual(try store.notices(), known, "compaction keeps the branch")
        let report = try store.engine.maintain(.repair)
        XCTAssertTrue(report[0].hasPrefix("4 records came from log-1.jsonl: "), report[0])
        XCTAssertEqual(Set(try store.words()), ["w1=here", "w2=there", "here=here", "there=there", "more=there"])
        XCTAssertEqual(try directory.bytes("recovered/log-1.jsonl"), try bytes("other/log-1.jsonl", directory))
        XCTAssertFalse(FileManager.default.fileExists(atPath: "\(directory.path)/store/log-1.jsonl"))
    }

    /// An old log that a compaction could not remove is deleted by the next one.
    func testLeftoverOldGenerationIsNotABranch() throws {
        let directory = try forkedDirectory()
        let log = try directory.bytes("log-1.jsonl")
        var store = try open(directory, at: 3000)
        try store.write { try $0.put(Word("w1", "later")) }
        _ = try store.engine.maintain(.compact)
        try store.close()
        try directory.make(log, as: "log-1.jsonl")
        store = try open(directory, at: 4000)
        XCTAssertEqual(try store.damage() + store.notices(), [])
        XCTAssertEqual(try store.engine.maintain(.repair), [])
        _ = try store.engine.maintain(.compact)
        XCTAssertFalse(FileManager.default.fileExists(atPath: "\(directory.path)/store/log-1.jsonl"))
    }

    func testRecordWithTakenKeyIsListedAndNotMerged() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        var store = try open(directory, at: 0)
        try store.write { try $0.put(Word("a", "t")) }
        try store.close()
        try FileManager.default.copyItem(atPath: "\(directory.path)/store", toPath: "\(directory.path)/other")
        store = try open(directory, at: 1)
        try store.write { try $0.put(Named(id: "mine", name: "Kim")) }
        let other = try open(directory, "other", at: 2)
        try other.write { try $0.put(Named(id: "theirs", name: "Kim")) }
        try directory.make(bytes("other/log-1.jsonl", directory), as: conflict)
        let report = try store.engine.maintain(.repair)
        XCTAssertEqual(
            report[0],
            "1 record of \(conflict) could not be merged, because another record has the same key here: named “theirs”."
        )
        XCTAssertEqual(try store.read { try $0.count(Selection<Named>.all) }, 1)
    }

    func testOnlyLogsOfTheSameStoreAreBranches() throws {
        let directory = try forkedDirectory()
        let foreign = try open(directory, "foreign", at: 77)
        try foreign.write { try $0.put(Word("x", "t")) }
        try directory.make(bytes("foreign/log-1.jsonl", directory), as: conflict)
        try directory.make(Data("nothing\n".utf8), as: "log-1 (copy).jsonl")
        let store = try open(directory, at: 3000)
        XCTAssertEqual(try store.engine.maintain(.repair), [])
        XCTAssertEqual(try store.notices(), [])
    }

    /// A purge and a complete replacement also delete conflict copies.
    func testPurgeAndReplacementReachOtherBranches() throws {
        for isPurge in [true, false] {
            let directory = try forkedDirectory()
            try directory.make(bytes("other/log-1.jsonl", directory), as: conflict)
            let store = try open(directory, at: 3000)
            if isPurge {
                try store.write { _ = try $0.purge(Identifier<Word>("w1")) }
            } else {
                try store.engine.replaceAll(by: Replacement(records: []))
            }
            XCTAssertEqual(try store.words().count, isPurge ? 4 : 0)
            let left = try XCTUnwrap(FileManager.default.enumerator(atPath: "\(directory.path)/store")).compactMap {
                $0 as? String
            }
            XCTAssertTrue(left.allSatisfy { !$0.contains("conflict") && !$0.contains("recovered") }, "\(left)")
        }
    }
}

private struct Named: Storable {
    let id: Identifier<Named>
    let name: String
    static let byName = Index<Named, String>.unique("name") { $0.name }
    static let collection = RecordCollection<Named>("named", indexes: [byName])
}
