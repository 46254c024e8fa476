import Foundation
import Kernel
import TestSupport
import XCTest

#if os(Linux)
    /// Tests a full file system of one mebibyte in memory.
    ///
    /// Requires the permission to mount file systems, as in continuous integration.
    final class FullDiskTests: XCTestCase {
        func testFullFileSystemRefusesWritesWithoutLoss() throws {
            let directory = try TemporaryDirectory()
            guard mount("commonplace", directory.path, "tmpfs", 0, "size=1m") == 0 else {
                throw XCTSkip("a file system cannot be mounted here: \(String(cString: strerror(errno)))")
            }
            defer { umount2(directory.path, Int32(MNT_DETACH)) }
            var acknowledged: [String] = []
            var refused = 0
            var store = try directory.store()
            let text = String(repeating: "x", count: 5000)
            for number in 0..<400 where refused < 20 {
                do {
                    try store.write { try $0.put(Word("w\(number)", "\(number) \(text)")) }
                    acknowledged.append("w\(number)=\(number) \(text)")
                } catch let failure as Failure {
                    XCTAssertEqual(failure.code, .diskFull)
                    refused += 1
                    if refused % 5 == 0 {
                        try? store.close()
                        store = try directory.store()
                    }
                }
            }
            XCTAssertEqual(refused, 20)
            XCTAssertGreaterThan(acknowledged.count, 50)
            XCTAssertEqual(Set(try directory.store().words()), Set(acknowledged))
            XCTAssertEqual(try directory.store().damage(), [])
            assertFails(.diskFull) { _ = try store.engine.maintain(.compact) }
            let files = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/store")
            XCTAssertEqual(files.filter { $0.hasSuffix(".new") }, [], "no draft uses the remaining space")
            XCTAssertEqual(try store.notices(), [])
            // Free some space: compaction writes a second log before it deletes the first.
            XCTAssertEqual(mount("commonplace", directory.path, "tmpfs", UInt(MS_REMOUNT), "size=4m"), 0)
            try store.write { try $0.put(Word("last", "t")) }
            XCTAssertEqual(try directory.store().words().count, acknowledged.count + 1)
        }
    }
#endif
