import Files
import Foundation
import TestSupport
import XCTest

final class FileCacheTests: XCTestCase {
    func testFileIsReadAgainOnlyAfterAChange() throws {
        let home = try Home()
        let file = SmallFile(home.path("note"), limit: 100)
        let cache = FileCache()
        var readings = 0
        func cachedText() throws -> String? {
            try cache.value(of: file.path) {
                readings += 1
                return try file.read().map { String(decoding: $0, as: UTF8.self) }
            }
        }
        XCTAssertNil(try cachedText())
        XCTAssertNil(try cachedText())
        XCTAssertEqual(readings, 2, "a missing file is looked up each time")
        try file.replace(Array("one".utf8))
        for _ in 0..<3 { XCTAssertEqual(try cachedText(), "one") }
        XCTAssertEqual(readings, 3)
        // Another writer replaces it by content of the same length.
        try file.replace(Array("two".utf8))
        XCTAssertEqual(try cachedText(), "two")
        cache.forget(file.path)
        XCTAssertEqual(try cachedText(), "two")
        XCTAssertEqual(readings, 5)
        chmod(file.path, 0o644)
        XCTAssertEqual(try cachedText(), "two")
        XCTAssertEqual(readings, 6, "a change of the mode is noticed")
        try file.remove()
        XCTAssertNil(try cachedText())
    }
}
