import DiskKit
import FileStore
import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests a disk with any number of free bytes.
///
/// Each write is kept or refused, a concurrent reader sees only kept writes, and the store opens
/// without damage.
final class FullDiskLawTests: XCTestCase {
    private let now: @Sendable () -> Instant = { Instant(milliseconds: 1_763_661_909_120) }

    private func open(
        _ directory: TemporaryDirectory, _ disk: any FileSystem, _ compactionPolicy: FileStore.CompactionPolicy
    )
        throws -> FileStore
    {
        try FileStore(
            directory: "\(directory.path)/store", random: RandomSource(seed: 1), compactionPolicy: compactionPolicy,
            system: disk,
            now: now)
    }

    /// Writes lines of random lengths, with preallocated space and occasional compactions.
    ///
    /// - Returns: The number of refused writes.
    private func checkWrites(free: Int, isPartial: Bool, file: StaticString = #filePath, line: UInt = #line) throws
        -> Int
    {
        let directory = try TemporaryDirectory(isQuick: true)
        var compactionPolicy = FileStore.CompactionPolicy()
        (compactionPolicy.minLogSize, compactionPolicy.writesBeforeReserving, compactionPolicy.tailLimit) = (
            40_000, 2, 4_000
        )
        try open(directory, SystemCalls(), compactionPolicy).write { try $0.put(Word("first", "t")) }
        let disk = SmallDisk(free: free, isPartial: isPartial)
        var random = RandomSource(seed: UInt64(free))
        var store = try open(directory, disk, compactionPolicy)
        let reader = try open(directory, disk, compactionPolicy)
        var expected = ["first": "t"]
        var refused = 0
        for number in 0..<16 where refused < 6 {
            let length = [10, 10, 200, 3_000, free / 3, free / 2, free][Int.random(in: 0..<7, using: &random)]
            let id = "w\(Int.random(in: 0..<5, using: &random))"
            let text = "\(number) " + String(repeating: "x", count: length)
            do {
                try store.write { try $0.put(Word(id, text)) }
                expected[id] = text
            } catch {
                XCTAssertEqual((error as? Failure)?.code, .diskFull, "\(free): \(error)", file: file, line: line)
                refused += 1
            }
            XCTAssertEqual(try contents(reader), expected, "\(free), read along", file: file, line: line)
            if number % 7 == 6 {
                try store.close()
                store = try open(directory, disk, compactionPolicy)
            }
        }
        try store.close()
        let last = try open(directory, disk, compactionPolicy)
        XCTAssertEqual(try contents(last), expected, "\(free)", file: file, line: line)
        XCTAssertEqual(try last.engine.inspect().findings.map(\.message), [], "\(free)", file: file, line: line)
        let left = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store").filter {
            $0.hasSuffix(".new")
        }
        XCTAssertEqual(left, [], "\(free): drafts", file: file, line: line)
        // After space is freed, writes succeed.
        disk.add(1 << 22)
        try last.write { try $0.put(Word("last", "t")) }
        XCTAssertEqual(try contents(reader).count, expected.count + 1, "\(free)", file: file, line: line)
        return refused
    }

    private func contents(_ store: FileStore) throws -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: try store.read {
                try $0.records(Selection<Word>.all).map { ($0.id.rawValue, $0.text) }
            })
    }

    func testWritesAreKeptOrRefusedForAnyFreeSpace() throws {
        var random = RandomSource(seed: 5)
        // All numbers would take hours: test those near a limit, and random ones.
        let all = ProcessInfo.processInfo.environment["COMMONPLACE_EVERY_BYTE"] != nil
        let near = Array(0...140) + [1 << 12, 40_000, 1 << 17, 1 << 20].flatMap { $0 - 6...$0 + 6 }
        let others = (0..<(all ? 10_000 : 60)).map { _ in Int.random(in: 141...1 << 20, using: &random) }
        var refused = 0
        for free in near + others { refused += try checkWrites(free: free, isPartial: free % 3 > 0) }
        XCTAssertGreaterThan(refused, 500)
    }

    /// The disk has room for a line, but not for the preallocated space.
    func testLineFitsWithoutPreallocation() throws {
        for isPartial in [true, false] {
            let directory = try TemporaryDirectory(isQuick: true)
            let disk = SmallDisk(free: 92_000, isPartial: isPartial)
            let store = try open(directory, disk, FileStore.CompactionPolicy())
            for number in 0..<100 { try store.write { try $0.put(Word("w\(number)", "t")) } }
            XCTAssertEqual(try open(directory, disk, FileStore.CompactionPolicy()).words().count, 100)
        }
    }

    // MARK: - Drafts

    func testFailedCompactionLeavesNoDraft() throws {
        var failed = 0
        for step in 1...24 {
            for fault in [FailingDisk.Fault.error(ENOSPC), .short, .error(EIO)] {
                let directory = try TemporaryDirectory(isQuick: true)
                var compactionPolicy = FileStore.CompactionPolicy()
                compactionPolicy.tailLimit = 0
                let disk = FailingDisk(fault, at: 0)
                let store = try open(directory, disk, compactionPolicy)
                for number in 1...5 { try store.write { try $0.put(Word("w\(number)", "t")) } }
                disk.fail(at: step)
                let isDone = (try? store.engine.maintain(.compact)) != nil
                disk.fail(at: 0)
                let files = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store")
                XCTAssertEqual(files.filter { $0.hasSuffix(".new") }, [], "\(fault) at \(step)")
                if directory.log == "log-1.jsonl" {
                    XCTAssertFalse(files.contains("log-2.jsonl"), "\(fault) at \(step)")
                }
                failed += isDone ? 0 : 1
                let again = try open(directory, SystemCalls(), compactionPolicy)
                XCTAssertEqual(try again.words().count, 5, "\(fault) at \(step)")
                XCTAssertEqual(try again.notices(), [], "\(fault) at \(step)")
            }
        }
        XCTAssertGreaterThan(failed, 20)
    }

    /// The next handle deletes drafts of killed processes and keeps drafts in use.
    func testDraftsOfDeadProcessesAreRemoved() throws {
        let drafts = ["log-2.jsonl.new", "index-1.bin.new", "index-2.bin.new"]
        for isHeld in [false, true] {
            let directory = try TemporaryDirectory(isQuick: true)
            try directory.store().write { try $0.put(Word("a", "t")) }
            var descriptors: [Int32] = []
            for name in drafts {
                try directory.make(Data("half".utf8), as: name)
                guard isHeld else { continue }
                descriptors.append(Kernel.open("\(directory.path)/store/\(name)", O_RDONLY))
                XCTAssertEqual(flock(descriptors[descriptors.count - 1], LOCK_EX | LOCK_NB), 0)
            }
            let store = try directory.store()
            XCTAssertEqual(try store.notices(), [], "\(isHeld)")
            for name in drafts {
                XCTAssertEqual(FileManager.default.fileExists(atPath: "\(directory.path)/store/\(name)"), isHeld, name)
            }
            for file in descriptors { close(file) }
        }
        // A draft that cannot be removed is reported with its size.
        let directory = try TemporaryDirectory(isQuick: true)
        try directory.store().write { try $0.put(Word("a", "t")) }
        try directory.make(Data("half".utf8), as: drafts[0])
        let store = try open(directory, RefusingDisk(over: SystemCalls(), "remove", EIO), FileStore.CompactionPolicy())
        XCTAssertEqual(
            try store.notices(),
            [
                "\(directory.path)/store/log-2.jsonl.new was left half-written, and takes 4 bytes; the next command removes it."
            ])
    }
}
