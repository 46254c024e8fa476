import DiskKit
import FileStore
import Foundation
import Kernel
import TestSupport
import XCTest

final class DiskTroubleTests: XCTestCase {
    private let now: @Sendable () -> Instant = { Instant(milliseconds: 1_763_661_909_120) }

    /// After each fault, the store opens with all acknowledged writes and only attempted ones.
    func testFaultAtEveryStepKeepsAcknowledgedWrites() throws {
        let faults: [FailingDisk.Fault] = [.error(EIO), .error(ENOSPC), .short, .dies]
        for fault in faults {
            for step in 1...40 {
                let directory = try TemporaryDirectory(isQuick: true)
                let disk = FailingDisk(fault, at: step)
                var acknowledged: [String] = []
                var attempted: [String] = []
                var store: FileStore?
                for number in 1...6 {
                    if store == nil { store = try? open(directory, disk) }
                    guard let open = store else { continue }
                    attempted.append("w\(number)=t")
                    do {
                        try open.write { try $0.put(Word("w\(number)", "t")) }
                        acknowledged.append("w\(number)=t")
                    } catch {
                        XCTAssertNotNil(error as? Failure, "\(error)")
                        store = nil
                    }
                }
                store = nil
                let recovered = try directory.store()
                let words = try recovered.words()
                XCTAssertTrue(Set(acknowledged).isSubset(of: words), "\(fault) at \(step): \(acknowledged) → \(words)")
                XCTAssertTrue(Set(words).isSubset(of: attempted), "\(fault) at \(step): \(words)")
                XCTAssertEqual(try recovered.damage(), [], "\(fault) at \(step)")
                try recovered.write { try $0.put(Word("last", "t")) }
            }
        }
    }

    /// Compacts after every few writes, and also checks deletions.
    func testFaultAtEveryStepOfCompactionKeepsAcknowledgedWrites() throws {
        var compactions = 0
        for fault in [FailingDisk.Fault.error(EIO), .error(ENOSPC), .short, .dies] {
            for step in 1...90 {
                let directory = try TemporaryDirectory(isQuick: true)
                let disk = FailingDisk(fault, at: step)
                var expected: [String: Set<String?>] = [:]
                var store: FileStore?
                for number in 0..<24 {
                    if store == nil { store = try? open(directory, disk) }
                    guard let open = store else { continue }
                    let id = "w\(number % 3)"
                    let text = number % 5 == 4 ? nil : "t\(number)"
                    do {
                        try open.write {
                            if let text { try $0.put(Word(id, text)) } else { try $0.delete(Identifier<Word>(id)) }
                        }
                        expected[id] = [text]
                    } catch {
                        expected[id, default: [nil]].insert(text)
                        store = nil
                    }
                }
                try? store?.close()
                store = nil
                let recovered = try directory.store()
                for (id, values) in expected {
                    let text = try recovered.read { try $0.record(Identifier<Word>(id))?.text }
                    XCTAssertTrue(
                        values.contains(text), "\(fault) at \(step): \(id) is \(text ?? "gone"), not \(values)")
                }
                XCTAssertEqual(try recovered.damage(), [], "\(fault) at \(step)")
                if directory.log != "log-1.jsonl" { compactions += 1 }
                try recovered.write { try $0.put(Word("last", "t")) }
            }
        }
        XCTAssertGreaterThan(compactions, 200, "most of these runs must have compacted")
    }

    /// Delays one system call of a handle while another handle writes.
    func testDelayedCallsKeepAllWrites() throws {
        for step in 1...24 {
            let directory = try TemporaryDirectory(isQuick: true)
            let slow = try open(directory, FailingDisk(.late(15), at: step))
            let quick = try directory.store()
            DispatchQueue.concurrentPerform(iterations: 2) { number in
                do {
                    for word in 0..<4 {
                        try (number == 0 ? slow : quick).write { try $0.put(Word("w\(number)-\(word)", "t")) }
                    }
                } catch {
                    XCTFail("call \(step): \(error)")
                }
            }
            let store = try directory.store()
            XCTAssertEqual(try store.words().count, 8, "call \(step)")
            XCTAssertEqual(try store.changes(since: 0).map(\.sequence), Array(1...8), "call \(step)")
            XCTAssertEqual(try store.damage(), [], "call \(step)")
        }
    }

    func testNetworkFileSystemIsReported() throws {
        for isRemote in [true, false] {
            let directory = try TemporaryDirectory()
            let store = try open(directory, FailingDisk(.short, at: 0, remote: isRemote))
            XCTAssertEqual(try store.notices().count { $0.contains("network") }, isRemote ? 1 : 0)
        }
    }

    func testFullDiskLeavesLogUnchanged() throws {
        for fault in [FailingDisk.Fault.error(ENOSPC), .short] {
            let directory = try TemporaryDirectory()
            let disk = FailingDisk(fault, at: 0, of: ["write"])
            let store = try open(directory, disk)
            try store.write { try $0.put(Word("a", "t")) }
            let before = try directory.bytes("log-1.jsonl")
            disk.fail(at: 1)
            assertFails(.diskFull) { try store.write { try $0.put(Word("b", "t")) } }
            XCTAssertEqual(try directory.bytes("log-1.jsonl"), before)
            XCTAssertEqual(try store.words(), ["a=t"])
            try store.write { try $0.put(Word("c", "t")) }
            XCTAssertEqual(try directory.store().words(), ["a=t", "c=t"])
        }
    }

    func testFailedSyncInvalidatesTheHandle() throws {
        let directory = try TemporaryDirectory()
        let disk = FailingDisk(.error(EIO), at: 0, of: ["sync"])
        let store = try open(directory, disk)
        disk.fail(at: 1)
        assertFails(.outcomeUnknown) { try store.write { try $0.put(Word("a", "t")) } }
        assertFails(.storeNeedsReopening) { try store.write { try $0.put(Word("b", "t")) } }
        assertFails(.storeNeedsReopening) { _ = try store.words() }
        let again = try open(directory, disk)
        XCTAssertEqual(try again.words(), ["a=t"])
        try again.write { try $0.put(Word("b", "t")) }
    }

    func testFileSizeLimitThrowsDiskFull() throws {
        let directory = try TemporaryDirectory()
        let store = try directory.store()
        var before = rlimit()
        #if canImport(Darwin)
            let resource = RLIMIT_FSIZE
        #else
            let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #endif
        XCTAssertEqual(getrlimit(resource, &before), 0)
        var limit = rlimit(rlim_cur: 4096, rlim_max: before.rlim_max)
        setrlimit(resource, &limit)
        defer { setrlimit(resource, &before) }
        assertFails(.diskFull) { try store.write { try $0.put(Word("big", String(repeating: "x", count: 10_300))) } }
        // The message states the required size, because the disk may be far from full.
        XCTAssertThrowsError(try store.write { try $0.put(Word("big", String(repeating: "x", count: 10_300))) }) {
            error in
            let message = (error as? Failure)?.message ?? ""
            XCTAssertTrue(message.hasPrefix("There is not enough space for 12 KB more in "), message)
        }
        try store.write { try $0.put(Word("small", "t")) }
        XCTAssertEqual(try directory.store().words(), ["small=t"])
    }

    func testReadOnlyStoreIsReadable() throws {
        let directory = try TemporaryDirectory()
        try directory.store().write { try $0.put(Word("a", "t")) }
        let before = try directory.bytes("log-1.jsonl")
        for number in [EROFS, EACCES] {
            let store = try open(directory, ReadOnlyDisk(number: number))
            XCTAssertEqual(try store.words(), ["a=t"])
            assertFails(.readOnlyStore) { try store.write { try $0.put(Word("b", "t")) } }
            XCTAssertEqual(try store.damage(), [])
        }
        // The unfinished tail of a dead writer stays in the log.
        try directory.put(before + Data("half a li".utf8), in: "log-1.jsonl")
        let store = try open(directory, ReadOnlyDisk(number: EROFS))
        XCTAssertEqual(try store.words(), ["a=t"])
        XCTAssertEqual(try store.notices().count, 1)
        XCTAssertEqual(try directory.bytes("log-1.jsonl").count, before.count + 9)
    }

    private func open(_ directory: TemporaryDirectory, _ disk: any FileSystem) throws -> FileStore {
        try FileStore(
            directory: "\(directory.path)/store", random: RandomSource(seed: 1), compactionPolicy: .small, system: disk,
            now: now
        )
    }
}

/// A file system that refuses every call that writes.
private struct ReadOnlyDisk: ForwardingDisk {
    let number: Int32

    init(number: Int32) { self.number = number }

    func open(_ name: String, in directory: Int32?, flags: Int32, mode: mode_t) -> Int {
        flags & (O_RDWR | O_CREAT) != 0 ? -Int(number) : real.open(name, in: directory, flags: flags, mode: mode)
    }
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int { -Int(number) }
    func sync(_ file: Int32) -> Int { -Int(number) }
    func truncate(_ file: Int32, to size: Int) -> Int { -Int(number) }
    func rename(_ name: String, to other: String, in directory: Int32) -> Int { -Int(number) }
    func remove(_ name: String, in directory: Int32) -> Int { -Int(number) }
    func unlock(_ file: Int32) { real.unlock(file) }
}
