import DiskKit
import FileStore
import Foundation
import Kernel
import Synchronization
import TestSupport
import XCTest

/// Tests that readers never wait, and that waiting writers name the lock holder and time out.
final class WaitTests: XCTestCase {
    private let now: @Sendable () -> Instant = { Instant(milliseconds: 1_763_661_909_120) }

    /// A file system whose pauses take no time and are added up.
    private final class VirtualClockDisk: ForwardingDisk {
        private let state = Mutex((waited: 0, tries: 0))

        /// Microseconds.
        var waited: Int { state.withLock { $0.waited } }
        var tries: Int { state.withLock { $0.tries } }

        func tryLock(_ file: Int32) -> Int {
            state.withLock { $0.tries += 1 }
            return real.tryLock(file)
        }
        func pause(_ microseconds: Int) { state.withLock { $0.waited += microseconds } }
        func unlock(_ file: Int32) { real.unlock(file) }
    }

    /// Holds the lock of a store, like a process that was stopped during a write.
    private final class Holder {
        private let file: Int32

        init(_ directory: TemporaryDirectory, holderLine line: String? = nil) throws {
            file = open("\(directory.path)/store/lock", O_RDWR)
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else { throw Failure(.init("held"), "It is held.") }
            if let line { _ = Array(line.utf8).withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 256) } }
        }

        deinit { close(file) }
    }

    private func store(
        _ directory: TemporaryDirectory, _ disk: any FileSystem = SystemCalls(), access: StoreAccess = .owner,
        compactionPolicy: FileStore.CompactionPolicy = .small, says: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> FileStore {
        try FileStore(
            directory: "\(directory.path)/store", access: access, random: RandomSource(seed: 1),
            caller: StoreClient("dojang study", onWait: says), compactionPolicy: compactionPolicy, system: disk,
            now: now)
    }

    /// Opens and reads while another process holds the lock, with and without an index file.
    func testReadersTakeNoLock() throws {
        for isIndexed in [true, false] {
            let directory = try TemporaryDirectory(isQuick: true)
            let writer = try store(directory)
            for number in 0..<20 { try writer.write { try $0.put(Word("w\(number)", "t")) } }
            try writer.close()
            if !isIndexed {
                try? FileManager.default.removeItem(
                    atPath:
                        "\(directory.path)/store/\(directory.log.replacing("log", with: "index").replacing("jsonl", with: "bin"))"
                )
            }
            let disk = VirtualClockDisk()
            let open = try store(directory, disk)
            XCTAssertEqual(try open.words().count, 20)
            let another = try store(directory)
            try another.write { try $0.put(Word("more", "t")) }
            _ = try another.engine.maintain(.compact)
            try another.write { try $0.put(Word("last", "t")) }
            var holder: Holder? = try Holder(directory)
            XCTAssertNotNil(holder)
            XCTAssertEqual(try open.words().count, 22, "a new generation")
            let late = try store(directory, disk)
            XCTAssertEqual(try late.words().count, 22)
            XCTAssertEqual(try late.engine.inspect().records, 22)
            XCTAssertEqual(try late.changes(since: 0).count, 22)
            try late.close()
            XCTAssertEqual(disk.waited, 0)
            holder = nil
        }
    }

    /// While the lock is held, bytes after the last line may belong to a write in progress.
    func testHalfLineIsQuarantinedOnlyWithoutLockHolder() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        try store(directory).write { try $0.put(Word("a", "t")) }
        let log = try directory.bytes("log-1.jsonl")
        try directory.put(log + Data("half a li".utf8), in: "log-1.jsonl")
        let disk = VirtualClockDisk()
        var holder: Holder? = try Holder(directory)
        XCTAssertNotNil(holder)
        let reader = try store(directory, disk)
        XCTAssertEqual(try reader.words(), ["a=t"])
        XCTAssertEqual(try reader.engine.inspect().findings.map(\.message), [])
        XCTAssertEqual(disk.waited, 0)
        XCTAssertEqual(try directory.bytes("log-1.jsonl").count, log.count + 9)
        holder = nil
        XCTAssertEqual(try store(directory, disk).notices().count, 1)
        XCTAssertEqual(try directory.bytes("log-1.jsonl"), log)
        XCTAssertEqual(disk.waited, 0)
    }

    func testWaitingWriterNamesTheHolderAndTimesOut() throws {
        let here = SystemCalls().machine
        let me = getpid()
        let dead = 4_194_303
        for (process, machine, expectedHolder) in [
            (Int(me), here, "process \(me) (coin add)"), (7, "elsewhere", "process 7 on another machine (coin add)"),
            (dead, here, "another program"),
        ] {
            let directory = try TemporaryDirectory(isQuick: true)
            try store(directory).write { try $0.put(Word("a", "t")) }
            let witness = try directory.bytes("lock").prefix(256)
            let json = "{\"machine\":\"\(machine)\",\"command\":\"coin add\"}"
            let rest = "\(json.utf8.count) \(process) \(json)"
            let disk = VirtualClockDisk()
            let notices = Mutex([String]())
            let open = try store(directory, disk) { line in notices.withLock { $0.append(line) } }
            let holder = try Holder(directory, holderLine: "\(CRC32C.text(of: Data(rest.utf8))) \(rest)\n")
            XCTAssertThrowsError(try open.write { try $0.put(Word("b", "t")) }) { error in
                let failure = error as? Failure
                XCTAssertEqual(failure?.code, .storeBusy)
                XCTAssertEqual(failure?.kind, .temporary)
                XCTAssertEqual(
                    failure?.message,
                    "\(directory.path)/store is in use by \(expectedHolder), and was not free for 30 seconds.")
                XCTAssertEqual(failure?.advice, "Try again when that is done, or end it.")
            }
            XCTAssertEqual(
                notices.withLock { $0 }, ["Waiting for \(expectedHolder), which uses \(directory.path)/store …"])
            XCTAssertEqual(disk.waited, 30_000_000)
            XCTAssertEqual(try open.words(), ["a=t"], "reads still succeed")
            withExtendedLifetime(holder) {}
            XCTAssertEqual(try directory.bytes("lock").prefix(256), witness)
        }
    }

    func testCustomWaitLimitsApply() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        var compactionPolicy = FileStore.CompactionPolicy()
        XCTAssertEqual(compactionPolicy.waitLimit.reportAfter, 2_000_000)
        XCTAssertEqual(compactionPolicy.waitLimit.timeout, 30_000_000)
        (compactionPolicy.waitLimit.reportAfter, compactionPolicy.waitLimit.timeout) = (3_000, 5_000)
        let disk = VirtualClockDisk()
        let noticeCount = Mutex(0)
        let open = try store(directory, disk, compactionPolicy: compactionPolicy) { _ in
            noticeCount.withLock { $0 += 1 }
        }
        let holder = try Holder(directory)
        assertFails(.storeBusy) { try open.write { try $0.put(Word("b", "t")) } }
        XCTAssertEqual(disk.waited, 5_000)
        XCTAssertEqual(noticeCount.withLock { $0 }, 1)
        withExtendedLifetime(holder) {}
    }

    /// Uses the real system calls: a waiting thread sleeps, wakes when the lock is free, and stops
    /// after its time limit.
    func testWaitWakesWhenTheLockIsFree() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        var compactionPolicy = FileStore.CompactionPolicy()
        (compactionPolicy.waitLimit.reportAfter, compactionPolicy.waitLimit.timeout) = (20_000, 60_000)
        let noticeCount = Mutex(0)
        let hurried = try store(directory, compactionPolicy: compactionPolicy) { _ in noticeCount.withLock { $0 += 1 } }
        try hurried.write { try $0.put(Word("a", "t")) }
        var holder: Holder? = try Holder(directory)
        XCTAssertNotNil(holder)
        for number in 1...3 {
            assertFails(.storeBusy) { try hurried.write { try $0.put(Word("b", "t")) } }
            XCTAssertEqual(noticeCount.withLock { $0 }, number)
        }
        // Dispatch threads block signals by default.
        let queued = DispatchGroup()
        DispatchQueue.global().async(group: queued) {
            XCTAssertNil(try? hurried.write { try $0.put(Word("b", "t")) })
        }
        XCTAssertEqual(queued.wait(timeout: .now() + 60), .success)
        XCTAssertEqual(noticeCount.withLock { $0 }, 4)
        let patient = try store(directory)
        let isThrough = DispatchSemaphore(value: 0)
        for number in 0..<4 {
            let own = number == 0 ? patient : try store(directory)
            Thread.detachNewThread {
                XCTAssertNotNil(try? own.write { try $0.put(Word("w\(number)", "t")) })
                isThrough.signal()
            }
        }
        XCTAssertEqual(isThrough.wait(timeout: .now() + 0.1), .timedOut)
        holder = nil
        for _ in 0..<4 { XCTAssertEqual(isThrough.wait(timeout: .now() + 60), .success) }
        XCTAssertEqual(try hurried.words(), ["a=t", "w0=t", "w1=t", "w2=t", "w3=t"])
    }

    /// The holder's line follows the witness. A store with group access has no such line.
    func testLockFileContainsWitnessAndHolder() throws {
        for access in [StoreAccess.owner, .group] {
            let directory = try TemporaryDirectory(isQuick: true)
            let open = try store(directory, access: access)
            for number in 1...3 { try open.write { try $0.put(Word("w\(number)", "t")) } }
            let lock = try directory.bytes("lock")
            let lines = String(decoding: lock, as: UTF8.self).split { $0 == "\n" || $0 == "\0" }.map(String.init)
            XCTAssertTrue(lines[0].contains(" 3 {\"generation\":1,"), lines[0])
            XCTAssertEqual(
                lines.contains { $0.contains(" \(getpid()) {\"machine\":") && $0.contains("\"dojang study\"") },
                access == .owner)
            XCTAssertEqual(lock.count, access == .owner ? 512 : lines[0].utf8.count + 1)
        }
        func waitDescription(_ words: String...) -> String {
            StoreClient("dojang", words, onWait: { _ in }, onRewriteProgress: { _, _ in }).command
        }
        XCTAssertEqual(
            [
                waitDescription("study"), waitDescription(), waitDescription("--json"), waitDescription("Mina"),
                waitDescription("geheim7"),
            ],
            ["dojang study", "dojang", "dojang", "dojang", "dojang"], "arguments are not stored")
    }

    /// The index file is written before the new log becomes current.
    func testNewGenerationHasAnIndexFile() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let writer = try directory.store()
        let text = String(repeating: "x", count: 500)
        try writer.write { try $0.put(contentsOf: (0..<2000).map { Word("w\($0)", "\($0) \(text)") }) }
        let disk = CountingDisk()
        let reader = try store(directory, disk, compactionPolicy: FileStore.CompactionPolicy())
        XCTAssertEqual(try reader.read { try $0.record(Identifier<Word>("w7")) }?.text, "7 \(text)")
        let before = disk.taken
        _ = try writer.engine.maintain(.compact)
        XCTAssertEqual(try reader.read { try $0.record(Identifier<Word>("w8")) }?.text, "8 \(text)")
        XCTAssertLessThan(disk.taken - before, try directory.bytes("log-2.jsonl").count / 2)
        XCTAssertEqual(try reader.words().count, 2000)
        // A short log gets none.
        let other = try TemporaryDirectory(isQuick: true)
        let small = try other.store()
        try small.write { try $0.put(Word("a", "t")) }
        _ = try small.engine.maintain(.compact)
        XCTAssertThrowsError(try other.bytes("index-2.bin"))
    }
}
