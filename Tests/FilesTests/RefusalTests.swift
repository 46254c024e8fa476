import Files
import Foundation
import Kernel
import TestSupport
import XCTest

/// Operations that the system refuses.
final class RefusalTests: XCTestCase {
    #if canImport(Darwin)
        private typealias Resource = Int32
        private let (fileSize, openFiles) = (RLIMIT_FSIZE, RLIMIT_NOFILE)
    #else
        private typealias Resource = __rlimit_resource_t
        private let (fileSize, openFiles) = (
            __rlimit_resource_t(RLIMIT_FSIZE.rawValue), __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        )
    #endif

    private func limiting(_ resource: Resource, to number: rlim_t, _ body: () throws -> Void) rethrows {
        var before = rlimit()
        XCTAssertEqual(getrlimit(resource, &before), 0)
        var limit = rlimit(rlim_cur: number, rlim_max: before.rlim_max)
        setrlimit(resource, &limit)
        defer { setrlimit(resource, &before) }
        try body()
    }

    func testFailedWriteLeavesNoFile() throws {
        let home = try Home()
        let folder = try Folder.open(home.path, [], making: false)
        let temporary = try TemporaryFolder(below: home.path, prefix: "work")
        let before = signal(SIGXFSZ, SIG_IGN)
        defer { signal(SIGXFSZ, before) }
        try limiting(fileSize, to: 4096) {
            for bytes in [4097, 10_000, 200_000] {
                XCTAssertThrowsError(
                    try folder.writeNew([UInt8](repeating: 1, count: bytes), named: "new", draft: "draft")
                ) {
                    XCTAssertEqual("\($0)", String(cString: strerror(EFBIG)))
                }
                XCTAssertThrowsError(try temporary.write([UInt8](repeating: 1, count: bytes), to: "\(bytes)"))
            }
            XCTAssertNoThrow(try folder.writeNew([UInt8](repeating: 1, count: 4096), named: "whole", draft: "draft"))
        }
        XCTAssertEqual(try folder.names(hidden: true).filter { !$0.hasPrefix("work-") }, ["whole"])
        XCTAssertEqual(folder.metadata(of: "whole")?.bytes, 4096)
    }

    func testOpeningFailsWithoutFreeDescriptors() throws {
        let home = try Home()
        try home.file("file", "text")
        let folder = try Folder.open(home.path, [], making: false)
        try limiting(openFiles, to: 0) {
            let reason = String(cString: strerror(EMFILE))
            for body in [
                { _ = try folder.names() }, { _ = try folder.read("file", limit: 9) },
                { _ = try RegularFile(path: home.path("file")) },
                { _ = try Folder.open(home.path, [], making: false) },
                { try folder.writeNew([1], named: "new", draft: "draft") },
            ] as [() throws -> Void] { XCTAssertThrowsError(try body()) { XCTAssertEqual("\($0)", reason) } }
        }
        XCTAssertEqual(try folder.names(hidden: true), ["file"])
    }

    #if os(Linux)
        /// `/sys/class/net/lo/speed` can be opened but not read.
        func testReadErrorIsReported() throws {
            guard let file = try? RegularFile(path: "/sys/class/net/lo/speed"), file.size > 0 else {
                throw XCTSkip("needs the files of the system")
            }
            for earlier in [EINTR, EIO] {
                errno = earlier
                XCTAssertThrowsError(try file.bytes(at: 0, count: 1)) {
                    XCTAssertEqual("\($0)", String(cString: strerror(EINVAL)))
                }
            }
        }

        /// Linux forbids a hard link to a file of another user. Then the draft is renamed.
        func testDraftIsRenamedWhereHardLinksAreForbidden() throws {
            let isForbidden = (try? String(contentsOfFile: "/proc/sys/fs/protected_hardlinks", encoding: .utf8))?
                .hasPrefix("1")
            try XCTSkipUnless(geteuid() == 0 && isForbidden == true, "needs the right to give a file away")
            let home = try Home()
            chmod(home.path, 0o777)
            let folder = try Folder.open(home.path, [], making: false)
            let symbol = try XCTUnwrap(dlsym(UnsafeMutableRawPointer(bitPattern: 0), "setfsuid"))
            // Only for this thread, and without the privileges of root.
            let become = unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> Int32).self)
            defer { _ = become(0) }
            try folder.writeNew(named: "new", draft: "draft") { write in
                try write([1, 2])
                XCTAssertEqual(chown(home.path("draft"), 12_345, 12_345), 0)
                _ = become(65_534)
            }
            _ = become(0)
            XCTAssertEqual(try folder.names(hidden: true), ["new"])
            XCTAssertEqual(try folder.read("new", limit: 9), [1, 2])
        }
    #endif
}
