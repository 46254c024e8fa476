import DiskKit
import FileStore
import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// Tests that no file contains purged data, for any history and after a kill at any step.
final class PurgeTests: XCTestCase {
    private static let beside = SidecarFolders(caches: ["search"], drafts: "drafts")
    private static let secret = "Zauberwort"

    private func open(_ directory: TemporaryDirectory, _ disk: any FileSystem = SystemCalls()) throws -> FileStore {
        try FileStore(
            directory: "\(directory.path)/store", random: RandomSource(seed: 1), sidecarFolders: PurgeTests.beside,
            compactionPolicy: .small, system: disk
        ) { Instant(milliseconds: 1_763_661_909_120) }
    }

    /// Creates a store whose log and sidecar files contain the secret.
    private func prepare(_ directory: TemporaryDirectory) throws {
        let store = try open(directory)
        try store.write(undo: "Wrote the first") { try $0.put(Word("w0", "harmless")) }
        try store.write(undo: "Wrote \(PurgeTests.secret)") { try $0.put(Word("w1", PurgeTests.secret)) }
        try store.write(undo: "Wrote two") {
            try $0.put(contentsOf: [Word("w1", "\(PurgeTests.secret) 2"), Word("w2", "plain")])
        }
        try store.write(undo: "Deleted") { _ = try $0.delete(Identifier<Word>("w1")) }
        _ = try store.undoLast()
        try store.close()
        for path in [
            "search/words.index", "photos/1.jpg", "drafts/d-1/note.txt", "drafts/d-1/.note.txt.swp", "backup-7.jsonl",
            "quarantine/log-1-at-4.bytes", "aside-1-log-4.jsonl", "log-9.jsonl.new", "index-9.bin.new",
        ] { try directory.make(Data(PurgeTests.secret.utf8), as: path) }
        try directory.make(Data("of somebody else".utf8), as: "drafts/d-2/other.txt")
        try directory.make(Data("another photo".utf8), as: "photos/2.jpg")
    }

    private func purge(_ store: FileStore) throws {
        try store.write {
            try $0.purge(Identifier<Word>("w1"))
            $0.purgeFiles(
                PurgedFiles(files: ["photos/1.jpg", "../outside", "photos/../../outside"], drafts: ["note.txt"]))
        }
    }

    /// Returns the files that contain the secret.
    private func holders(_ directory: TemporaryDirectory) throws -> [String] {
        let all = FileManager.default.enumerator(atPath: directory.path)?.compactMap { $0 as? String } ?? []
        return all.filter { name in
            let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/\(name)"))
            return bytes?.range(of: Data(PurgeTests.secret.utf8)) != nil
        }.sorted()
    }

    func testPurgeErasesAllBytesAndKeepsOtherUndoSteps() throws {
        let directory = try TemporaryDirectory()
        try prepare(directory)
        XCTAssertGreaterThanOrEqual(try holders(directory).count, 10)
        let store = try open(directory)
        try purge(store)
        XCTAssertEqual(try holders(directory), [])
        XCTAssertEqual(try store.words(), ["w0=harmless", "w2=plain"])
        XCTAssertEqual(
            try store.undoSteps().map(\.label), ["An earlier change of 1 record", "Wrote the first"],
            "a label may contain purged text")
        XCTAssertEqual(try directory.bytes("drafts/d-2/other.txt"), Data("of somebody else".utf8))
        XCTAssertEqual(try directory.bytes("photos/2.jpg"), Data("another photo".utf8))
        _ = try store.undoLast()
        XCTAssertEqual(try store.words(), ["w0=harmless"])
        _ = try store.undoLast()
        XCTAssertEqual(try store.words(), [])
        XCTAssertEqual(try store.damage(), [])
        XCTAssertEqual(try store.notices(), [])
    }

    /// After a kill, either nothing has changed or the next handle finishes the purge.
    func testKilledPurgeIsFinishedOrNotStarted() throws {
        var startCount = 0
        var untouched = 0
        for fault in [FailingDisk.Fault.dies, .error(EIO), .error(ENOSPC), .short] {
            for step in 1...70 {
                let directory = try TemporaryDirectory(isQuick: true)
                try prepare(directory)
                let disk = FailingDisk(fault, at: step)
                if let store = try? open(directory, disk) { try? purge(store) }
                let next = try open(directory)
                XCTAssertEqual(try next.damage(), [], "\(fault) at \(step)")
                if try next.words().contains(where: { $0.hasPrefix("w1") }) {
                    untouched += 1
                    XCTAssertEqual(
                        try directory.bytes("photos/1.jpg"), Data(PurgeTests.secret.utf8), "\(fault) at \(step)")
                } else {
                    startCount += 1
                    XCTAssertEqual(try holders(directory), [], "\(fault) at \(step)")
                    XCTAssertEqual(try next.undoSteps().count, 2, "\(fault) at \(step)")
                }
                try next.write { try $0.put(Word("last", "t")) }
            }
        }
        XCTAssertGreaterThan(startCount, 40)
        XCTAssertGreaterThan(untouched, 6)
    }

    func testFailedPurgeIsReportedAndRetried() throws {
        let directory = try TemporaryDirectory()
        try prepare(directory)
        let disk = FailingDisk(.error(EIO), at: 0, of: ["remove"])
        let store = try open(directory, disk)
        disk.fail(at: 1)
        assertFails(.erasureUnfinished) { try purge(store) }
        XCTAssertFalse(try store.words().contains { $0.hasPrefix("w1") }, "queries no longer return the record")
        XCTAssertTrue(try store.notices().contains { $0.contains("Something was deleted for good") })
        _ = try open(directory)
        XCTAssertEqual(try holders(directory), [])
        XCTAssertEqual(try open(directory).notices(), [])
    }

    /// Writes, undoes and purges at random: no file contains the text of a purged record.
    func testRandomHistoriesLeaveNoPurgedText() throws {
        for seed in 0..<12 as Range<UInt64> {
            var random = RandomSource(seed: seed)
            let directory = try TemporaryDirectory(isQuick: true)
            let store = try open(directory)
            var purged: [String] = []
            var versions: [String: [String]] = [:]
            for step in 0..<60 {
                let id = "w\(Int.random(in: 0..<4, using: &random))"
                switch Int.random(in: 0..<10, using: &random) {
                case 0:
                    try store.write { _ = try $0.purge(Identifier<Word>(id)) }
                    purged += versions.removeValue(forKey: id) ?? []
                case 1: try store.write(undo: "Deleted \(id)") { _ = try $0.delete(Identifier<Word>(id)) }
                case 2, 3:
                    // Undo must succeed: purged records never block earlier steps.
                    if try !store.undoSteps().isEmpty { _ = try store.undoLast() }
                default:
                    let other = "w\(Int.random(in: 0..<4, using: &random))"
                    for each in Set([id, other]) { versions[each, default: []].append("text<\(seed)-\(step)-\(each)>") }
                    try store.write(undo: "Wrote \(versions[id]?.last ?? "")") { transaction in
                        for each in Set([id, other]) { try transaction.put(Word(each, versions[each]?.last ?? "")) }
                    }
                }
                let files = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store")
                let text = try files.map { String(decoding: try directory.bytes($0), as: UTF8.self) }.joined()
                for word in purged where text.contains(word) {
                    XCTFail("seed \(seed), step \(step): \(word) is still there")
                }
            }
            XCTAssertGreaterThan(purged.count, 5)
        }
    }

    /// After a kill, all records and files are the old or the new ones. The feed lists changes.
    func testKilledReplacementIsFinishedOrNotStarted() throws {
        var old = 0
        var new = 0
        for fault in [FailingDisk.Fault.dies, .error(ENOSPC)] {
            for step in 1...60 {
                let directory = try TemporaryDirectory(isQuick: true)
                try prepare(directory)
                for name in ["a", "b"] {
                    try directory.make(Data("new \(name)".utf8), as: "photos/.coming/2026/\(name).jpg")
                }
                try directory.make(Data("mine".utf8), as: "papers/a")
                for name in ["a", "b"] { try directory.make(Data("theirs".utf8), as: "papers/.coming/\(name)") }
                let other = MemoryStore()
                try other.write { try $0.put(contentsOf: (0..<5).map { Word("n\($0)", "new") }) }
                let disk = FailingDisk(fault, at: step)
                if let store = try? open(directory, disk) {
                    let last = try store.engine.inspect().sequence
                    let replacement = Replacement(
                        records: try other.engine.allRecords(), clearedFolders: ["photos"], mergedFolders: ["papers"],
                        stagingFolderName: ".coming")
                    try? store.engine.replaceAll(by: replacement)
                    if let changes = try? store.changes(since: last), !changes.isEmpty {
                        XCTAssertTrue(Set(changes.map(\.address.id)).isSuperset(of: (0..<5).map { "n\($0)" }))
                    }
                }
                let next = try open(directory)
                XCTAssertEqual(try next.damage(), [], "\(fault) at \(step)")
                let photos = FileManager.default.enumerator(atPath: "\(directory.path)/store/photos")?.compactMap {
                    $0 as? String
                }
                XCTAssertEqual(
                    try directory.bytes("papers/a"), Data("mine".utf8),
                    "\(fault) at \(step): existing files are not overwritten")
                if try next.words().contains("n0=new") {
                    let papers = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store/papers")
                    XCTAssertEqual(papers.sorted(), ["a", "b"], "\(fault) at \(step)")
                    let copies = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store")
                    XCTAssertFalse(copies.contains { $0.hasPrefix("aside-") }, "\(fault) at \(step): \(copies)")
                    new += 1
                    XCTAssertEqual(photos?.sorted(), ["2026", "2026/a.jpg", "2026/b.jpg"], "\(fault) at \(step)")
                    XCTAssertEqual(try next.words().count, 5)
                    XCTAssertEqual(try next.undoSteps().count, 0)
                } else {
                    old += 1
                    XCTAssertTrue(Set(photos ?? []).isSuperset(of: ["1.jpg", "2.jpg"]), "\(fault) at \(step)")
                    XCTAssertEqual(Set(try next.words()), ["w0=harmless", "w1=\(PurgeTests.secret) 2", "w2=plain"])
                }
            }
        }
        XCTAssertGreaterThan(old, 10)
        XCTAssertGreaterThan(new, 20)
    }
}
