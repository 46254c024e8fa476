import Backup
import XCTest

/// Runs the example of `Modules/Backup/README.md`.
final class BackupReadmeTests: XCTestCase {
    func testExampleWritesAnArchive() throws {
        var archive: [UInt8] = []
        var writer = TarWriter { archive += $0 }
        try writer.add("backup/note", Array("one".utf8), time: 0)
        try writer.finish()
        XCTAssertEqual(archive.count, 4 * 512)
    }
}
