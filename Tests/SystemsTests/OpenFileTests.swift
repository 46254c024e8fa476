import Systems
import TestSupport
import XCTest

/// File times, sync, exclusive use and nameless files.
final class OpenFileTests: XCTestCase {
    func testFileTimesMatchTheValuesThatWereSet() throws {
        let home = try Home(isQuick: true)
        let file = open(home.path("a"), O_RDWR | O_CREAT, 0o600)
        defer { close(file) }
        for seconds in [1, 1_750_000_000, 4_000_000_000] {
            var times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 123_456_789)]
            XCTAssertEqual(futimens(file, &times), 0)
            var status = stat()
            XCTAssertEqual(fstat(file, &status), 0)
            XCTAssertEqual(status.contentsChanged.tv_nsec, 123_456_789)
            XCTAssertEqual(status.contentsChanged.milliseconds, Int64(seconds) * 1000 + 123)
            XCTAssertLessThan(
                abs(status.anythingChanged.milliseconds / 1000 - Int64(time(nil))), 60, "set a moment ago")
        }
    }

    func testSyncAcceptsFilesAndFolders() throws {
        let home = try Home()
        for (path, flags) in [(home.path("a"), O_RDWR | O_CREAT), (home.path, O_RDONLY | O_DIRECTORY)] {
            let file = open(path, flags, 0o600)
            XCTAssertEqual(OpenFile.sync(file), 0, path)
            close(file)
        }
        XCTAssertEqual(OpenFile.sync(-1), -1)
        XCTAssertEqual(errno, EBADF)
    }

    func testExclusiveUseEndsWhenTheFileIsOpenedAgain() throws {
        try XCTSkipIf(Platform.isMac, "macOS has no leases.")
        let home = try Home()
        let file = open(home.path("a"), O_RDWR | O_CREAT, 0o600)
        defer { close(file) }
        try XCTSkipUnless(OpenFile.isExclusivelyOpen(file), "This file system has no leases.")
        let other = open(home.path("a"), O_RDONLY)
        XCTAssertFalse(OpenFile.isExclusivelyOpen(file))
        close(other)
        XCTAssertTrue(OpenFile.isExclusivelyOpen(file), "the lease is released after the check")
        XCTAssertFalse(OpenFile.isExclusivelyOpen(-1))
    }

    func testNamelessFileAppearsOnceNamed() throws {
        let home = try Home()
        let file = NamelessFile.make(in: home.path, mode: 0o600)
        try XCTSkipIf(file < 0, "This system has no unnamed files.")
        defer { close(file) }
        XCTAssertEqual(write(file, "abc", 3), 3)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: home.path), [])
        XCTAssertEqual(NamelessFile.link(home.path("a"), to: file), 0)
        XCTAssertEqual(try String(contentsOfFile: home.path("a"), encoding: .utf8), "abc")
        let other = NamelessFile.make(in: home.path, mode: 0o600)
        defer { close(other) }
        XCTAssertEqual(NamelessFile.link(home.path("a"), to: other), -1, "nothing is replaced")
        XCTAssertEqual(errno, EEXIST)
        XCTAssertLessThan(NamelessFile.make(in: home.path("none"), mode: 0o600), 0)
    }
}
