import Files
import Foundation
import XCTest

/// Folders and files against links, pipes and writers that fail half way.
final class FilesTests: XCTestCase {
    private var root = ""

    override func setUpWithError() throws {
        root = NSTemporaryDirectory() + "files-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    override func tearDown() { try? FileManager.default.removeItem(atPath: root) }

    func testPiecesMakeAFileThatIsThereWholeOrNotAtAll() throws {
        let folder = try Folder.open(root, ["a", "b"], making: true)
        try folder.writeNew(named: "whole", draft: "draft") { write in for piece in 0..<3 { try write([UInt8(piece), 9]) } }
        XCTAssertEqual(try folder.read("whole", limit: 100), [0, 9, 1, 9, 2, 9])
        struct Trouble: Error {}
        XCTAssertThrowsError(
            try folder.writeNew(named: "half", draft: "draft") { write in
                try write([1])
                throw Trouble()
            })
        XCTAssertEqual(try folder.names(), ["whole"])
        XCTAssertThrowsError(try folder.writeNew([7], named: "whole", draft: "draft")) {
            XCTAssertEqual("\($0)", "it exists already")
        }
        XCTAssertEqual(try folder.read("whole", limit: 100).count, 6)
        XCTAssertThrowsError(try folder.read("whole", limit: 5))
    }

    func testOnlyRegularFilesAreRead() throws {
        let secret = "\(root)/secret"
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: secret))
        try FileManager.default.createSymbolicLink(atPath: "\(root)/link", withDestinationPath: secret)
        XCTAssertEqual(mkfifo("\(root)/pipe", 0o600), 0)
        for name in ["link", "pipe", "nothing", "."] { XCTAssertThrowsError(try RegularFile(path: "\(root)/\(name)"), name) }
        let file = try RegularFile(path: secret)
        XCTAssertEqual(try file.bytes(at: 1, count: 2), [2, 3])
        for (offset, count) in [(0, 4), (4, 0), (-1, 1), (1, .max), (.max, 1)] {
            XCTAssertThrowsError(try file.bytes(at: offset, count: count), "\(offset) \(count)")
        }
        try FileManager.default.removeItem(atPath: secret)
        XCTAssertEqual(try file.bytes(at: 0, count: 1), [1], "its name is gone, its bytes are not")
    }

    func testAFileThatShrinksIsSaidToHaveShrunk() throws {
        let path = "\(root)/file"
        try Data([1, 2, 3, 4]).write(to: URL(fileURLWithPath: path))
        let file = try RegularFile(path: path)
        XCTAssertEqual(truncate(path, 2), 0)
        XCTAssertThrowsError(try file.bytes(at: 0, count: 4)) { XCTAssertEqual("\($0)", "it became shorter meanwhile") }
    }
}
