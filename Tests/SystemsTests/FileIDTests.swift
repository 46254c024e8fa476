import Foundation
import Systems
import TestSupport
import XCTest

/// File numbers come from a Linux system call and must match `stat`.
final class FileNumbersTests: XCTestCase {
    func testFileNumbersMatchStat() throws {
        let home = try Home()
        let folder = open(home.path, O_RDONLY | O_DIRECTORY)
        defer { close(folder) }
        for name in ["a", "b"] { try Data(name.utf8).write(to: URL(fileURLWithPath: home.path(name))) }
        symlink("a", home.path("link"))
        var seen: [FileID] = []
        for name in ["a", "b", "link", "/dev/null", "/proc/self/stat"] {
            var status = stat()
            XCTAssertEqual(fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW), 0)
            let numbers = try XCTUnwrap(FileID(name, in: folder), name)
            XCTAssertEqual(numbers.inode, UInt64(status.st_ino), name)
            XCTAssertFalse(seen.contains(numbers), "\(name) is another file")
            seen.append(numbers)
            guard name != "link" else { continue }
            let file = openat(folder, name, O_RDONLY)
            defer { close(file) }
            XCTAssertEqual(FileID(of: file), numbers, name)
        }
        XCTAssertNil(FileID("c", in: folder))
        XCTAssertNil(FileID(of: -1))
    }
}
