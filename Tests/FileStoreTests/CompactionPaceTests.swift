import DiskKit
import FileStore
import Foundation
import Kernel
import Synchronization
import TestSupport
import XCTest

/// Tests that other handles wait only briefly during a compaction.
final class CompactionPaceTests: XCTestCase {
    /// Records the greatest number of unsynced bytes of a file, and reports renames.
    private final class ObservedDisk: ForwardingDisk {
        private let state = Mutex((unsynced: [Int32: Int](), greatest: 0))
        private let named: @Sendable (String) -> Void

        init(named: @escaping @Sendable (String) -> Void = { _ in }) { self.named = named }

        var greatest: Int { state.withLock { $0.greatest } }

        func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
            state.withLock {
                $0.unsynced[file, default: 0] += bytes.count
                $0.greatest = max($0.greatest, $0.unsynced[file] ?? 0)
            }
            return real.write(file, bytes, at: offset)
        }

        func sync(_ file: Int32) -> Int {
            state.withLock { $0.unsynced[file] = 0 }
            return real.sync(file)
        }

        func close(_ file: Int32) {
            state.withLock { $0.unsynced[file] = nil }
            real.close(file)
        }

        func rename(_ name: String, to other: String, in directory: Int32) -> Int {
            let result = real.rename(name, to: other, in: directory)
            named(other)
            return result
        }
    }

    private func open(_ directory: TemporaryDirectory, _ disk: any FileSystem = SystemCalls()) throws -> FileStore {
        var compactionPolicy = FileStore.CompactionPolicy()
        compactionPolicy.tailLimit = 1_000
        return try FileStore(
            directory: "\(directory.path)/store", random: RandomSource(seed: 1), compactionPolicy: compactionPolicy,
            system: disk
        ) { Instant(milliseconds: 1_763_661_909_120) }
    }

    /// Writes during the index build get their own index file before the new log becomes current.
    func testConcurrentWritesDuringCompactionAreIndexed() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try open(directory).write { for number in 0..<500 { try $0.put(Word("w\(number)", "t")) } }
        let other = try open(directory)
        let added = Mutex(0)
        let disk = ObservedDisk { name in
            guard name == "index-2.bin" else { return }
            for number in 0..<300 {
                let isDone = (try? other.write { try $0.put(Word("w\(number)", "new")) }) != nil
                added.withLock { $0 += isDone ? 1 : 0 }
            }
        }
        _ = try open(directory, disk).engine.maintain(.compact)
        XCTAssertEqual(added.withLock { $0 }, 300)
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store")
        XCTAssertEqual(names.filter { $0.hasPrefix("index-2") }.count, 2, "\(names)")
        let log = try directory.bytes("log-2.jsonl").count
        let counting = CountingDisk()
        let fresh = try open(directory, counting)
        XCTAssertLessThan(counting.taken, log / 3)
        XCTAssertEqual(try fresh.read { try $0.records(Word.byText.at("new")).count }, 300)
        XCTAssertEqual(try fresh.read { try $0.count(Word.byText.all) }, 500)
        XCTAssertEqual(try other.words(), try fresh.words())
        XCTAssertEqual(try fresh.damage(), [])
    }

    /// Writes 20 MB in small transactions.
    private func fill(_ directory: TemporaryDirectory) throws {
        let text = String(repeating: "x", count: 40_000)
        let filler = try open(directory)
        for start in stride(from: 0, to: 500, by: 10) {
            try filler.write {
                for number in start..<start + 10 { try $0.put(Plain(id: Identifier("p\(number)"), text: text)) }
            }
        }
        try filler.close()
    }

    /// At most one piece is unsynced at any time.
    func testCompactionSyncsInPieces() throws {
        let directory = try TemporaryDirectory()
        try fill(directory)
        let disk = ObservedDisk()
        let store = try open(directory, disk)
        _ = try store.engine.maintain(.compact)
        XCTAssertGreaterThan(try directory.bytes("log-2.jsonl").count, 20_000_000)
        XCTAssertLessThan(disk.greatest, 5_000_000)
        XCTAssertGreaterThan(disk.greatest, 1_000_000)
        XCTAssertEqual(try store.read { try $0.count(Selection<Plain>.all) }, 500)
    }

    /// Compaction truncates the old log gradually, but not while a reader has it open.
    func testReaderOfTheOldGenerationContinues() throws {
        let directory = try TemporaryDirectory()
        try fill(directory)
        let reader = try open(directory)
        try reader.read { look in
            _ = try open(directory).engine.maintain(.compact)
            XCTAssertFalse(FileManager.default.fileExists(atPath: "\(directory.path)/store/log-1.jsonl"))
            for number in 0..<500 {
                XCTAssertEqual(try look.record(Identifier<Plain>("p\(number)"))?.text.count, 40_000)
            }
        }
        XCTAssertEqual(try reader.read { try $0.count(Selection<Plain>.all) }, 500)
    }

    /// Tests descriptors for reading and for writing.
    func testIsAloneDetectsOtherOpenDescriptors() throws {
        #if os(Linux)
            let directory = try TemporaryDirectory()
            let path = directory.path + "/file"
            let system = SystemCalls()
            let descriptor = Int32(system.open(path, in: nil, flags: O_RDWR | O_CREAT, mode: 0o600))
            defer { system.close(descriptor) }
            XCTAssertTrue(system.isAlone(descriptor))
            for flags in [O_RDONLY, O_RDWR] {
                let other = Int32(system.open(path, in: nil, flags: flags, mode: 0))
                XCTAssertFalse(system.isAlone(descriptor))
                system.close(other)
                XCTAssertTrue(system.isAlone(descriptor))
            }
        #endif
    }
}
