import Files
import Foundation
import TestBench
import XCTest

/// What was read once is right for as long as the file is the same.
final class SeenFilesTests: XCTestCase {
    func testAFileIsReadOnceUntilItIsAnother() throws {
        let home = try Home()
        let (file, seen) = (SmallFile(home.path("note"), limit: 100), SeenFiles())
        var readings = 0
        func said() throws -> String? {
            try seen.value(of: file.path) {
                readings += 1
                return try file.read().map { String(decoding: $0, as: UTF8.self) }
            }
        }
        XCTAssertNil(try said())
        XCTAssertNil(try said())
        XCTAssertEqual(readings, 2, "what is not there is looked for each time")
        try file.replace(Array("one".utf8))
        for _ in 0..<3 { XCTAssertEqual(try said(), "one") }
        XCTAssertEqual(readings, 3)
        // Of the same length, by somebody else.
        try file.replace(Array("two".utf8))
        XCTAssertEqual(try said(), "two")
        seen.forget(file.path)
        XCTAssertEqual(try said(), "two")
        XCTAssertEqual(readings, 5)
        chmod(file.path, 0o644)
        XCTAssertEqual(try said(), "two")
        XCTAssertEqual(readings, 6, "who may read it is looked at anew")
        try file.remove()
        XCTAssertNil(try said())
    }
}
