import DiskKit
import FileStore
import Foundation
import Kernel
import TestSupport
import XCTest

/// Tests directories that were restored from an older copy.
final class RestorationTests: XCTestCase {
    private func open(
        _ directory: TemporaryDirectory, _ access: StoreAccess = .owner, random: UInt64 = 1
    ) throws -> FileStore {
        // With a stopped clock, only the note keeps stamps unique.
        try FileStore(
            directory: "\(directory.path)/store", access: access, random: RandomSource(seed: random),
            notes: "\(directory.path)/memory"
        ) { Instant(milliseconds: 1_763_661_909_120) }
    }

    /// Returns all files. Restoring them in place keeps even the inode of `lock`.
    private func contents(_ directory: TemporaryDirectory) throws -> [String: Data] {
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store")
        return Dictionary(uniqueKeysWithValues: try files.map { ($0, try directory.bytes($0)) })
    }

    func testRestoredDirectoryIsDetected() throws {
        for access in [StoreAccess.owner, .group] { try bringBack(access) }
    }

    private func bringBack(_ access: StoreAccess) throws {
        let directory = try TemporaryDirectory()
        func write(_ numbers: ClosedRange<Int>, random: UInt64 = 1) throws -> [Change] {
            let store = try open(directory, access, random: random)
            for number in numbers { try store.write { try $0.put(Word("w\(number)", "t")) } }
            defer { try? store.close() }
            return try store.changes(since: 0)
        }
        _ = try write(1...4)
        let backup = try contents(directory)
        let lost = try write(5...9).filter { $0.sequence > 4 }
        for (file, bytes) in backup { try directory.put(bytes, in: file) }

        let restored = try open(directory, access, random: 2)
        XCTAssertEqual(try restored.words().count, 4)
        XCTAssertEqual(try restored.damage(), [])
        XCTAssertEqual(try restored.notices().count { $0.contains("older copy") && $0.contains("change 4") }, 1)
        try restored.write { try $0.put(Word("new", "t")) }
        let fresh = try XCTUnwrap(try restored.changes(since: 9).first)
        XCTAssertEqual(fresh.sequence, 10, "the sequence numbers of lost changes are not reused")
        XCTAssertFalse(lost.map(\.stamp.device).contains(fresh.stamp.device))
        XCTAssertTrue(lost.allSatisfy { $0.stamp < fresh.stamp })
        try restored.close()

        let again = try open(directory, access, random: 3)
        XCTAssertEqual(try again.notices(), [])
        try again.write { try $0.put(Word("more", "t")) }
        XCTAssertEqual(try again.changes(since: 10).map(\.stamp.device), [fresh.stamp.device], "it keeps its new name")
    }

    func testTrailingSlashesShareOneNote() throws {
        let directory = try TemporaryDirectory(isQuick: true)
        for name in ["store", "store/", "store//"] {
            let store = try FileStore(
                directory: "\(directory.path)/\(name)", random: RandomSource(seed: 1), notes: "\(directory.path)/memory"
            ) { Instant(milliseconds: 5) }
            try store.write { try $0.put(Word("a", name)) }
            try store.close()
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/memory").count, 1)
    }

    func testDamagedNoteDoesNotPreventOpening() throws {
        let directory = try TemporaryDirectory()
        let store = try open(directory)
        try store.write { try $0.put(Word("a", "t")) }
        try store.close()
        let memory = "\(directory.path)/memory"
        let note = try XCTUnwrap(try FileManager.default.contentsOfDirectory(atPath: memory).first)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(memory)/\(note)"))
        for bit in 0..<bytes.count * 8 {
            var wrong = bytes
            wrong[bit / 8] ^= 1 << UInt8(bit % 8)
            try wrong.write(to: URL(fileURLWithPath: "\(memory)/\(note)"))
            let opened = try open(directory)
            XCTAssertEqual(try opened.words(), ["a=t"])
            XCTAssertEqual(try opened.notices(), [], "bit \(bit)")
        }
    }
}
