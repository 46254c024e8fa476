import Foundation
import Kernel
import TestSupport
import XCTest

/// Reads files in the first format. They never change; a new format adds its own file.
final class GoldenFileTests: XCTestCase {
    func testTextOfFormatOneIsRead() throws {
        let directory = try TemporaryDirectory()
        mkdir("\(directory.path)/store", 0o700)
        for (name, text) in [
            ("CURRENT", #"0e98584f 21 1 {"log":"log-1.jsonl"}"#), ("device", "pb0r5xh7f4zpz5j9"),
            ("log-1.jsonl", GoldenFileTests.log),
        ] {
            try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: "\(directory.path)/store/\(name)"))
            chmod("\(directory.path)/store/\(name)", 0o600)
        }
        let store = try directory.store()
        XCTAssertEqual(try store.engine.inspect().findings.map(\.message), [])
        XCTAssertEqual(try store.read { try $0.record(Identifier<Word>("w1"))?.text }, "café \u{1}")
        XCTAssertEqual(
            try store.read { try $0.count(Word.byText.at("café \u{1}")) }, 0,
            "U+0001 separates compound keys; a single key stores a blank instead")
        XCTAssertEqual(try store.read { try $0.count(Word.byText.prefix("café")) }, 1)
        let changes = try store.changes(since: 0)
        XCTAssertEqual(changes.map(\.address.partition.rawValue), ["", "p\"1"])
        XCTAssertEqual(changes.map(\.stamp.generation), [0, 1])
        try store.write { try $0.put(Word("w3", "t")) }
        XCTAssertEqual(try store.changes(since: 1).map(\.stamp.device), ["pb0r5xh7f4zpz5j9"])
    }

    // The lines are file contents and cannot be wrapped.
    // swift-format-ignore
    private static let log = #"""
        9e6b25f8 91 0 {"magic":"commonplace log","format":1,"schema":1,"store":"4exxg43e4kbhmqxp","generation":1}
        8e347f92 373 1 {"synced":0,"ops":[{"collection":"words","partition":"","id":"w1","stamp":[0,false,"1763661909120-0","pb0r5xh7f4zpz5j9"],"version":1,"keys":[["text",false,"café \u0001"]],"crc":"9fdcbde7","size":33,"payload":{"id":"w1","text":"café \u0001"}},{"collection":"words","partition":"p\"1","id":"w2","stamp":[1,true,"1763661909120-0","pb0r5xh7f4zpz5j9"],"version":1,"keys":[]}]}
        """#
}
