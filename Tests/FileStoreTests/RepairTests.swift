import FileStore
import Foundation
import Kernel
import Storage
import Synchronization
import TestSupport
import XCTest

final class RepairTests: XCTestCase {
    /// Repairs damage at many positions of a log, compacted or not.
    ///
    /// Readable records stay, sequence numbers continue, and the damaged log is kept.
    func testRepairKeepsReadableRecordsForAnyDamage() throws {
        for isCompacted in [false, true] {
            let directory = try TemporaryDirectory(isQuick: true)
            let store = try directory.store()
            for number in 1...20 { try store.write { try $0.put(Word("w\(number)", "t\(number)")) } }
            if isCompacted { _ = try store.engine.maintain(.compact) }
            try store.write { _ = try $0.delete(Identifier<Word>("w4")) }
            try store.close()
            let name = directory.log
            let lock = try directory.bytes("lock")
            let log = try directory.bytes(name)
            for bit in stride(from: 5, to: log.count * 8, by: isCompacted ? 127 : 331) {
                var bytes = log
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                try directory.reset(log: name, bytes, lock: lock)
                guard let damaged = try? directory.store() else { continue }
                let before = Set(try damaged.words())
                let damage = try damaged.damage()
                let report = try damaged.engine.maintain(.repair)
                XCTAssertTrue(damage.allSatisfy(report.contains), "bit \(bit): \(damage) is not in \(report)")
                for handle in [damaged, try directory.store()] {
                    XCTAssertEqual(Set(try handle.words()), before, "bit \(bit)")
                    XCTAssertEqual(try handle.damage(), [], "bit \(bit)")
                    XCTAssertEqual(try handle.engine.maintain(.repair), [], "no further repair is needed")
                }
                try damaged.write { try $0.put(Word("new", "t")) }
                XCTAssertEqual(
                    try directory.store().changes(since: 0).map(\.sequence).max(), 22, "each number is unique")
                let kept = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store/quarantine")
                XCTAssertEqual(try directory.bytes("quarantine/\(try XCTUnwrap(kept.first))"), bytes)
            }
        }
    }

    func testRepairLeavesIntactStoreUnchanged() throws {
        let directory = try TemporaryDirectory()
        let store = try directory.store()
        try store.write { try $0.put(Word("a", "t")) }
        let before = try directory.bytes("log-1.jsonl")
        XCTAssertEqual(try store.engine.maintain(.repair), [])
        XCTAssertEqual(try directory.bytes("log-1.jsonl"), before)
        XCTAssertEqual(try MemoryStore().engine.maintain(.repair), [])
    }

    func testCopiedDirectoryGetsANewDeviceName() throws {
        let directory = try TemporaryDirectory()
        try directory.store().write { try $0.put(Word("a", "t")) }
        try FileManager.default.copyItem(atPath: "\(directory.path)/store", toPath: "\(directory.path)/copy")
        for name in ["store", "copy", "store", "copy"] {
            try FileStore(directory: "\(directory.path)/\(name)") { Instant(milliseconds: 9) }.write {
                try $0.put(Word("a", name))
            }
        }
        func devices(_ name: String) throws -> [String] {
            try directory.store(name).changes(since: 0).map(\.stamp.device)
        }
        let original = try devices("store")
        let copy = try devices("copy")
        XCTAssertEqual(Set(original).count, 1)
        XCTAssertEqual(copy.count, 3)
        XCTAssertEqual(copy[0], original[0], "written before the copy was made")
        XCTAssertNotEqual(copy[1], original[0])
        XCTAssertEqual(copy[1], copy[2], "the copy keeps its new name")
    }
}

extension TemporaryDirectory {
    /// Restores one log and deletes all other logs, indexes and quarantined files.
    func reset(log name: String, _ bytes: Data, lock: Data) throws {
        let files = FileManager.default
        for file in try files.contentsOfDirectory(atPath: "\(path)/store")
        where file.hasPrefix("log-") || file.hasPrefix("index-") || file == "quarantine" {
            try files.removeItem(atPath: "\(path)/store/\(file)")
        }
        try make(bytes, as: name)
        try put(lock, in: "lock")
        let generation = name.dropFirst(4).prefix { $0.isNumber }
        let rest = "\(name.utf8.count + 10) \(generation) {\"log\":\"\(name)\"}"
        try put(Data("\(CRC32C.text(of: Data(rest.utf8))) \(rest)\n".utf8), in: "CURRENT")
    }
}
