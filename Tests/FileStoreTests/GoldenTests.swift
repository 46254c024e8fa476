import Foundation
import Kernel
import TestSupport
import XCTest

/// Reads directories in each past format. They never change; a new format adds its own directory.
final class GoldenTests: XCTestCase {
    /// Copies a golden directory to a temporary one, with the permissions of a store.
    private func copy(_ name: String) throws -> TemporaryDirectory {
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Golden/\(name)")
        let directory = try TemporaryDirectory()
        try FileManager.default.copyItem(atPath: golden.path, toPath: "\(directory.path)/store")
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store")
        XCTAssertEqual(files.sorted(), ["CURRENT", "device", "lock", "log-2.jsonl"])
        chmod("\(directory.path)/store", 0o700)
        for file in files { chmod("\(directory.path)/store/\(file)", 0o600) }
        return directory
    }

    /// The lock file contains the witness of the last line and the last holder.
    func testLockWithWitnessAndHolderIsRead() throws {
        let directory = try copy("store-format-1-witness")
        let store = try directory.store()
        XCTAssertEqual(try store.words(), ["0=last", "a=one", "c=three", "d=é \"quoted\""])
        XCTAssertEqual(try store.damage(), [])
        try store.close()
        // The witness is used: a witness of another line is reported.
        var lock = String(decoding: try directory.bytes("lock"), as: UTF8.self)
        let witness = try XCTUnwrap(lock.split(separator: "\n").first)
        let other = witness.dropFirst(9).replacing(/"sum":"./) { "\"sum\":\"\($0.output.last == "0" ? "1" : "0")" }
        lock.replaceSubrange(
            witness.startIndex..<witness.endIndex, with: "\(CRC32C.text(of: Data(other.utf8))) \(other)")
        try directory.put(Data(lock.utf8), in: "lock")
        XCTAssertEqual(try directory.store().damage().count { $0.contains("another branch") }, 1)
    }

    func testGoldenStoreOfFormatOneIsRead() throws {
        let directory = try copy("store-format-1")
        let store = try directory.store()
        XCTAssertEqual(try store.words(), ["0=last", "a=one", "c=three", "d=é \"quoted\""])
        XCTAssertEqual(try store.scoped(to: Partition(rawValue: "other")).words(), ["a=elsewhere"])
        XCTAssertEqual(try store.damage(), [])
        XCTAssertEqual(
            try store.changes(since: 0).map { "\($0.sequence) \($0.address.id) \($0.stamp.deleted)" },
            [
                "1 a false", "1 c false", "2 a false", "3 b true", "4 d false", "4 01 false", "5 0 false",
            ])
        try store.write { try $0.put(Word("e", "five")) }
        XCTAssertEqual(try directory.store().engine.inspect().sequence, 6)
    }
}
