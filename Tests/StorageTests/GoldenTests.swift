import Foundation
import Kernel
import Storage
import XCTest

/// Directories as every past format wrote them. They are never written again; a new format adds one.
final class GoldenTests: XCTestCase {
    func testFormatOneIsRead() throws {
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Golden/store-format-1")
        let directory = try TemporaryDirectory()
        try FileManager.default.copyItem(atPath: golden.path, toPath: "\(directory.path)/store")
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store")
        XCTAssertEqual(files.sorted(), ["CURRENT", "device", "lock", "log-2.jsonl"])
        chmod("\(directory.path)/store", 0o700)
        for file in files { chmod("\(directory.path)/store/\(file)", 0o600) }
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
