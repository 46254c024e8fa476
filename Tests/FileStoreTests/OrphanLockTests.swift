import DiskKit
import FileStore
import Foundation
import Kernel
import Synchronization
import TestSupport
import XCTest

/// Tests that no acknowledged write is lost when files of an open store are removed or replaced.
final class OrphanLockTests: XCTestCase {
    private func remove(_ name: String, _ directory: TemporaryDirectory) throws {
        try FileManager.default.removeItem(atPath: "\(directory.path)/store/\(name)")
    }

    /// Replaces a file by a rename, as copy programs do. The opened file has no name afterwards.
    private func exchange(_ name: String, for bytes: Data, _ directory: TemporaryDirectory) throws {
        try directory.make(bytes, as: "\(name).tmp")
        XCTAssertEqual(rename("\(directory.path)/store/\(name).tmp", "\(directory.path)/store/\(name)"), 0)
    }

    func testHandlesSwitchToAReplacedLockFile() throws {
        for isExchanged in [false, true] {
            let directory = try TemporaryDirectory(isQuick: true)
            let old = try directory.store()
            try old.write { try $0.put(Word("a", "t")) }
            if isExchanged { try exchange("lock", for: Data(), directory) } else { try remove("lock", directory) }
            let new = try directory.store()
            for number in 0..<5 {
                try old.write { try $0.put(Word("old\(number)", "t")) }
                try new.write { try $0.put(Word("new\(number)", "t")) }
            }
            for store in [old, new, try directory.store()] {
                XCTAssertEqual(try store.words().count, 11)
                XCTAssertEqual(try store.changes(since: 0).map(\.sequence), Array(1...11))
                XCTAssertEqual(try store.damage(), [])
            }
            // The witness is in the current lock file.
            let witness = String(decoding: try directory.bytes("lock"), as: UTF8.self)
            XCTAssertTrue(witness.contains(" 11 {\"generation\":1,"), witness)
        }
    }

    /// A process with the new lock file waits for the transaction that holds the old one.
    func testLockRemovalDuringTransactionKeepsExclusion() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let old = try directory.store()
        try old.write { try $0.put(Word("a", "t")) }
        let order = Mutex([String]())
        let done = DispatchSemaphore(value: 0)
        let path = "\(directory.path)/store"
        try old.write { transaction in
            try remove("lock", directory)
            DispatchQueue.global().async {
                do {
                    let new = try FileStore(directory: path) { Instant(milliseconds: 5) }
                    try new.write {
                        order.withLock { $0.append("new") }
                        try $0.put(Word("new", "t"))
                    }
                } catch {
                    order.withLock { $0.append("\(error)") }
                }
                done.signal()
            }
            usleep(100_000)
            order.withLock { $0.append("old") }
            try transaction.put(Word("old", "t"))
        }
        done.wait()
        XCTAssertEqual(order.withLock { $0 }, ["old", "new"])
        XCTAssertEqual(Set(try old.words()), ["a=t", "old=t", "new=t"])
        XCTAssertEqual(try directory.store().changes(since: 0).map(\.sequence), [1, 2, 3])
    }

    /// Two handles create the store at the same time, at each step. One store has all writes.
    func testLockRemovalDuringCreationYieldsOneStore() throws {
        var together = 0
        for step in 1...30 {
            let directory = try TemporaryDirectory(isQuick: true)
            let path = "\(directory.path)/store"
            let other = Mutex<Result<FileStore, any Error>?>(nil)
            let disk = FailingDisk(.late(0), at: step) {
                unlink("\(path)/lock")
                var compactionPolicy = FileStore.CompactionPolicy.small
                (compactionPolicy.waitLimit.reportAfter, compactionPolicy.waitLimit.timeout) = (1_000, 20_000)
                let opened = Result {
                    let store = try FileStore(
                        directory: path, random: RandomSource(seed: 2), compactionPolicy: compactionPolicy,
                        system: SystemCalls()
                    ) {
                        Instant(milliseconds: 1_763_661_909_120)
                    }
                    try store.write { try $0.put(Word("other", "t")) }
                    return store
                }
                other.withLock { $0 = opened }
            }
            let ownStore = try FileStore(
                directory: path, random: RandomSource(seed: 1), compactionPolicy: .small, system: disk
            ) {
                Instant(milliseconds: 1_763_661_909_120)
            }
            try ownStore.write { try $0.put(Word("mine", "t")) }
            var expected = ["mine=t"]
            switch other.withLock({ $0 }) {
            case .success(let store):
                together += 1
                try store.write { try $0.put(Word("more", "t")) }
                expected += ["more=t", "other=t"]
            case .failure(let error):
                XCTAssertEqual((error as? Failure)?.kind, .temporary, "step \(step): \(error)")
            case nil: break
            }
            for store in [ownStore, try directory.store()] {
                XCTAssertEqual(try store.words().sorted(), expected, "step \(step)")
                XCTAssertEqual(try store.damage(), [], "step \(step)")
            }
            XCTAssertEqual(
                Set(try ownStore.engine.allRecords().map { "\($0.stamp)" }).count, expected.count,
                "two stamps are equal, step \(step)")
        }
        XCTAssertGreaterThan(together, 3)
    }

    func testRepeatedLockRemovalLosesNoWrites() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let stores = try (0..<4).map { _ in try directory.smallStore() }
        let isOver = Atomic(false)
        let errors = Mutex([String]())
        let remover = DispatchSemaphore(value: 0)
        let lock = "\(directory.path)/store/lock"
        DispatchQueue.global().async {
            while !isOver.load(ordering: .relaxed) {
                unlink(lock)
                usleep(500)
            }
            remover.signal()
        }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            do {
                for word in 0..<100 { try stores[thread].write { try $0.put(Word("w\(thread)-\(word)", "t")) } }
            } catch {
                errors.withLock { $0.append("\(error)") }
            }
        }
        isOver.store(true, ordering: .relaxed)
        remover.wait()
        XCTAssertEqual(errors.withLock { $0 }, [])
        let store = try directory.store()
        XCTAssertEqual(try store.words().count, 400)
        XCTAssertEqual(try store.engine.inspect().sequence, 400)
        XCTAssertEqual(try store.damage(), [])
    }

    /// The handle refuses to write to the unlinked log and saves its earlier contents.
    func testReplacedLogIsDetectedByOpenHandle() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let store = try directory.store()
        for number in 1...3 { try store.write { try $0.put(Word("w\(number)", "t")) } }
        let older = try directory.bytes("log-1.jsonl")
        for number in 4...6 { try store.write { try $0.put(Word("w\(number)", "t")) } }
        let newer = try directory.bytes("log-1.jsonl")
        try exchange("log-1.jsonl", for: older, directory)
        assertFails(.storeDamaged) { try store.write { try $0.put(Word("more", "t")) } }
        XCTAssertEqual(try store.words(), ["w1=t", "w2=t", "w3=t"])
        XCTAssertEqual(
            try store.damage(),
            [
                "\(directory.path)/store/log-1.jsonl ends at byte \(older.count) with change 3; lost: changes 4 to 6, which had been saved."
            ])
        XCTAssertEqual(try directory.bytes("quarantine/log-1-branch.jsonl"), newer)
        let report = try store.engine.maintain(.repair)
        XCTAssertTrue(
            report.contains("3 records came from quarantine/log-1-branch.jsonl: words “w4”, words “w5”, words “w6”."),
            "\(report)")
        XCTAssertEqual(try store.words(), (1...6).map { "w\($0)=t" })
        XCTAssertEqual(try directory.store().damage(), [])
    }

    func testWriteToRemovedDirectoryFails() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        let store = try directory.store()
        try store.write { try $0.put(Word("a", "t")) }
        try FileManager.default.removeItem(atPath: "\(directory.path)/store")
        assertFails(.storeDamaged) { try store.write { try $0.put(Word("b", "t")) } }
        XCTAssertFalse(FileManager.default.fileExists(atPath: "\(directory.path)/store"))
    }
}
