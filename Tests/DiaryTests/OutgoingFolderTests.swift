import Diary
import DiaryAdapters
import Foundation
import Kernel
import TestSupport
import XCTest

final class OutgoingFolderTests: XCTestCase {
    private func file(_ text: String) -> OutgoingFile {
        OutgoingFile(name: "book.html", bytes: Array(text.utf8), time: Instant(milliseconds: 0))
    }

    private func refuses(_ write: @autoclosure () throws -> Void, line: UInt = #line) {
        XCTAssertThrowsError(try write(), line: line) {
            XCTAssertEqual(($0 as? Failure)?.code, .photosDiffer, line: line)
        }
    }

    func testDifferentFileIsReplacedOnlyOnRequest() throws {
        let home = try Home()
        try OutgoingFolder.write(file("one"), to: home.path, replacing: false)
        try OutgoingFolder.write(file("one"), to: home.path, replacing: false)
        refuses(try OutgoingFolder.write(file("two"), to: home.path, replacing: false))
        XCTAssertEqual(try String(contentsOfFile: "\(home.path)/book.html", encoding: .utf8), "one")
        try OutgoingFolder.write(file("two"), to: home.path, replacing: true)
        XCTAssertEqual(try String(contentsOfFile: "\(home.path)/book.html", encoding: .utf8), "two")
    }

    /// A link cannot be read, and it belongs to the user like any other file.
    func testUnreadableFileIsReplacedOnlyOnRequest() throws {
        let home = try Home()
        try FileManager.default.createSymbolicLink(atPath: "\(home.path)/book.html", withDestinationPath: "elsewhere")
        refuses(try OutgoingFolder.write(file("one"), to: home.path, replacing: false))
        XCTAssertEqual(try FileManager.default.destinationOfSymbolicLink(atPath: "\(home.path)/book.html"), "elsewhere")
        try OutgoingFolder.write(file("one"), to: home.path, replacing: true)
        XCTAssertEqual(try String(contentsOfFile: "\(home.path)/book.html", encoding: .utf8), "one")
    }
}
